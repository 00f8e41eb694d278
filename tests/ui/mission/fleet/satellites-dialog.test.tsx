import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { epochMs, MS_PER_S } from '../../../../src/shared/kit/units.ts';
import {
  fleetAtom,
  isSatellitesOpenAtom,
  SATELLITES_KEY,
  wantedFollowAtom,
} from '../../../../src/ui/mission/fleet/atoms.ts';
import { wallSecondAtom } from '../../../../src/ui/mission/link/atoms.ts';
import { syntheticElements } from '../../../support/synthetic-fleet.ts';
import { unreadableFile } from '../../../support/unreadable-file.ts';
import { NOW, omm, openDialog } from './open-dialog.tsx';

const namesOf = (dialog: ReturnType<typeof within>): readonly (string | null)[] =>
  dialog
    .queryAllByRole('checkbox', { name: /^Show / })
    .map((box: HTMLElement) => box.getAttribute('aria-label'));

describe('the dialog Satellites', () => {
  it('adds what is pasted, says so, and keeps it in this browser', async () => {
    const { dialog, add, entries } = await openDialog();
    expect(dialog.getByText(/No added satellites\. Add up to 20,000 below, from CelesTrak/)).toBeVisible();
    await add(omm('lowLeo', 'molniya'));
    expect(dialog.getByText('2 satellites added.')).toBeVisible();
    expect(dialog.getByRole('textbox', { name: 'Elements' })).toHaveValue('');
    expect(namesOf(dialog)).toEqual(['Show TEST 1', 'Show TEST 2']);
    await waitFor(() => expect(dialog.getAllByText('Elements 2 days old')).toHaveLength(2));
    expect(entries.get(SATELLITES_KEY)).toContain('TEST 2');
  });

  it('tells each problem and keeps the text, and adds what is good', async () => {
    const { dialog, add } = await openDialog();
    const [good, bad] = [syntheticElements(1, 'lowLeo'), { ...syntheticElements(2), ECCENTRICITY: 1.5 }];
    const text = JSON.stringify([good, bad]);
    await add(text);
    expect(dialog.getByText(/1 satellite added, 1 problem; the text stays here/)).toBeVisible();
    const problems = within(dialog.getByRole('list', { name: 'Problems' }));
    expect(problems.getByText(/TEST 2: ECCENTRICITY is 1\.5/)).toBeVisible();
    expect(dialog.getByRole('textbox', { name: 'Elements' })).toHaveValue(text);
    expect(namesOf(dialog)).toEqual(['Show TEST 1']);
  });

  it('renews the elements of a satellite that is there', async () => {
    const { dialog, add, store } = await openDialog();
    await add(omm('lowLeo'));
    await add(JSON.stringify(syntheticElements(1, 'geostationary')));
    expect(await dialog.findByText('0 satellites added, 1 renewed.')).toBeVisible();
    expect(namesOf(dialog)).toEqual(['Show TEST 1']);
    expect(store.get(fleetAtom)?.satellites).toHaveLength(1);
  });

  it('leaves the keyboard at the button that has added the text, which then says that there is none', async () => {
    const { user, dialog } = await openDialog();
    await user.click(dialog.getByRole('textbox', { name: 'Elements' }));
    await user.paste(omm('lowLeo'));
    const button = dialog.getByRole('button', { name: 'Add satellite' });
    button.focus();
    await user.keyboard('{Enter}');
    expect(await dialog.findByText('1 satellite added.')).toBeVisible();
    expect(button).toHaveFocus();
    expect(button).toBeEnabled();
    expect(button).toHaveAttribute('aria-disabled', 'true');
    expect(button).toHaveAccessibleDescription('There are no elements to add.');
    await user.keyboard('{Enter}');
    expect(dialog.getByText('1 satellite added.')).toBeVisible();
  });

  it('finds by name and catalogue number, and removes what is found', async () => {
    const { dialog, add, user } = await openDialog();
    await add(omm('lowLeo', 'molniya', 'tundra'));
    await user.type(dialog.getByRole('searchbox', { name: 'Search satellites' }), '50002');
    expect(namesOf(dialog)).toEqual(['Show TEST 2']);
    await user.click(dialog.getByRole('button', { name: 'Remove found' }));
    await user.clear(dialog.getByRole('searchbox'));
    expect(namesOf(dialog)).toEqual(['Show TEST 1', 'Show TEST 3']);
  });

  it('hides a satellite by the keyboard without propagating again', async () => {
    const { dialog, add, user, store, calls, entries } = await openDialog();
    await add(omm('lowLeo', 'molniya'));
    const lists = () => calls.filter((name) => name === 'propagate').length;
    const before = lists();
    const box = dialog.getByRole('checkbox', { name: 'Show TEST 2' });
    box.focus();
    await user.keyboard(' ');
    expect(box).not.toBeChecked();
    expect([...(store.get(fleetAtom)?.isShown ?? [])]).toEqual([1, 0]);
    expect(dialog.getByRole('button', { name: 'Follow TEST 2' })).toBeDisabled();
    expect(lists()).toBe(before);
    expect(entries.get(SATELLITES_KEY)).toContain('"isShown":false');
  });

  it('has the map follow a satellite and makes way', async () => {
    const { dialog, add, user, store } = await openDialog();
    await add(omm('lowLeo'));
    await user.click(dialog.getByRole('button', { name: 'Follow TEST 1' }));
    expect(store.get(wantedFollowAtom)).toBe(50_001);
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('says why a satellite is left out', async () => {
    const falling = { ...syntheticElements(1, 'lowLeo'), BSTAR: 0.5 };
    const old = syntheticElements(2, 'navigation', '2025-01-01T00:00:00.000000');
    const { dialog, add } = await openDialog();
    await add(JSON.stringify([falling, old]));
    expect(await dialog.findByText('Left out: the orbit has decayed')).toBeVisible();
    expect(dialog.getByText('Left out: elements are 690 days old')).toBeVisible();
  });

  it('ends the worker with the last satellite, and starts none before the first', async () => {
    const { dialog, add, user, closed, calls, store } = await openDialog();
    expect(calls).toEqual([]);
    await add(omm('lowLeo'));
    await user.click(dialog.getByRole('button', { name: 'Remove TEST 1' }));
    expect(closed).toHaveBeenCalledTimes(1);
    expect(store.get(fleetAtom)).toBeUndefined();
    expect(dialog.getByText(/No added satellites/)).toBeVisible();
  });

  it('says that a text was not read, and keeps it', async () => {
    const { dialog, user, fail } = await openDialog({ isSilent: true });
    await user.click(dialog.getByRole('textbox', { name: 'Elements' }));
    await user.paste('some text');
    await user.click(dialog.getByRole('button', { name: 'Add satellite' }));
    await fail('out of memory');
    expect(await dialog.findByText('The elements were not read: out of memory.')).toBeVisible();
    expect(dialog.getByRole('textbox', { name: 'Elements' })).toHaveValue('some text');
  });

  it.each([
    ['SecurityError', /not kept in this browser: it blocks storage for this page/],
    ['QuotaExceededError', /not kept in this browser: its storage is full/],
  ])('says that the list is not kept (%s)', async (storageFailure, text) => {
    const { dialog, add } = await openDialog({ storageFailure });
    await add(omm('lowLeo'));
    expect(dialog.getByText(text)).toBeVisible();
    expect(namesOf(dialog)).toEqual(['Show TEST 1']);
  });

  it('says that the satellites are not shown, and tries again', async () => {
    const { dialog, add, fail, user, store } = await openDialog();
    await add(omm('lowLeo'));
    await fail('out of memory');
    expect(dialog.getByText(/Added satellites are not shown: out of memory/)).toBeVisible();
    expect(store.get(fleetAtom)).toBeUndefined();
    await user.click(dialog.getByRole('button', { name: 'Try again' }));
    expect(store.get(fleetAtom)?.satellites).toHaveLength(1);
    expect(dialog.queryByText(/not shown/)).not.toBeInTheDocument();
  });

  it('replaces a lost worker by itself, later each time until one has answered', async () => {
    const { dialog, add, answer, fail, endWait, isWaiting, store } = await openDialog();
    await add(omm('lowLeo'));
    answer(false);
    await fail('out of memory');
    const delays: number[] = [];
    for (let attempt = 0; attempt < 7; attempt++) {
      delays.push((await endWait()) / MS_PER_S);
      expect(store.get(fleetAtom)?.satellites).toHaveLength(1);
      await fail('out of memory');
    }
    expect(delays).toEqual([10, 20, 40, 80, 160, 300, 300]);
    answer(true);
    await endWait();
    await waitFor(() => expect(store.get(fleetAtom)?.positionsAt(NOW)).toBeDefined());
    expect(dialog.queryByText(/not shown/)).not.toBeInTheDocument();
    expect(isWaiting()).toBe(false);
    await fail('out of memory');
    expect(await endWait()).toBe(10 * MS_PER_S);
  });

  it('waits for no other worker once the satellites are removed or tried again', async () => {
    const { dialog, add, fail, isWaiting, tellStorage, user } = await openDialog();
    await add(omm('lowLeo'));
    await fail('out of memory');
    await user.click(dialog.getByRole('button', { name: 'Try again' }));
    expect(isWaiting()).toBe(false);
    await fail('out of memory');
    tellStorage(null);
    expect(isWaiting()).toBe(false);
  });

  it('says that the satellites are not shown when their worker ends without a word', async () => {
    const { dialog, add, answer, user, store } = await openDialog();
    await add(omm('lowLeo'));
    await waitFor(() => expect(store.get(fleetAtom)?.positionsAt(NOW)).toBeDefined());
    answer(false);
    const wait = (seconds: number) =>
      act(() => {
        for (let second = 0; second < seconds; second++) {
          const time = epochMs(NOW + 3_600_000 + 1000 * second);
          store.get(fleetAtom)?.positionsAt(time);
          store.set(wallSecondAtom, time);
        }
      });
    wait(9);
    expect(store.get(fleetAtom)).toBeDefined();
    wait(9);
    expect(store.get(fleetAtom)).toBeUndefined();
    expect(dialog.getByText(/Added satellites are not shown: their worker does not answer\./)).toBeVisible();
    answer(true);
    await user.click(dialog.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(store.get(fleetAtom)?.positionsAt(NOW)).toBeDefined());
  });

  it('says that its code could not be loaded, and loads it on request', async () => {
    const { dialog, user } = await openDialog({ isLoaded: false });
    expect(dialog.getByText(/^Added satellites are not shown: the server cannot be reached\./)).toBeVisible();
    expect(dialog.queryByText(/^Loading/)).toBeNull();
    await user.click(dialog.getByRole('button', { name: 'Try again' }));
    expect(await dialog.findByText(/^No added satellites\./)).toBeVisible();
    expect(dialog.queryByText(/not shown/)).toBeNull();
  });

  it('follows a change in another window', async () => {
    const { dialog, add, tellStorage, entries } = await openDialog();
    await add(omm('lowLeo', 'molniya'));
    const [first] = JSON.parse(entries.get(SATELLITES_KEY) ?? '').satellites as unknown[];
    tellStorage(JSON.stringify({ satellites: [first] }));
    expect(namesOf(dialog)).toEqual(['Show TEST 1']);
    tellStorage(null);
    expect(namesOf(dialog)).toEqual([]);
  });
});

describe('files that are dropped on the dialog', () => {
  const drop = (dialog: HTMLElement, ...files: readonly File[]): boolean =>
    fireEvent.drop(dialog, { dataTransfer: { types: ['Files'], files } });

  it('add their satellites and tell the problems of each', async () => {
    const { dialog } = await openDialog();
    const element = screen.getByRole('dialog');
    const isLeftToPage = drop(
      element,
      new File([omm('lowLeo', 'molniya')], 'good.json'),
      new File(['hello'], 'bad.txt'),
    );
    expect(isLeftToPage).toBe(false);
    expect(await dialog.findByText('2 satellites added, 1 problem.')).toBeVisible();
    expect(dialog.getByText(/^bad\.txt: The text has no orbital elements/)).toBeVisible();
    expect(namesOf(dialog)).toEqual(['Show TEST 1', 'Show TEST 2']);
  });

  it('are refused where they are too large, without being read', async () => {
    const { dialog } = await openDialog();
    const large = new File([], 'all.txt');
    Object.defineProperty(large, 'size', { value: 30_000_001 });
    Object.defineProperty(large, 'text', { value: () => Promise.reject(new Error('was read')) });
    drop(screen.getByRole('dialog'), large);
    expect(
      await dialog.findByText('all.txt: The file is longer than 10 million characters. Divide it.'),
    ).toBeVisible();
  });

  it('are told to be unreadable, and leave what is typed', async () => {
    const { dialog, user } = await openDialog();
    await user.type(dialog.getByRole('textbox', { name: 'Elements' }), 'TLE');
    drop(screen.getByRole('dialog'), unreadableFile('gone.txt'));
    expect(await dialog.findByText('gone.txt: The file could not be read.')).toBeVisible();
    expect(dialog.getByRole('textbox', { name: 'Elements' })).toHaveValue('TLE');
  });

  it('bring the list back from the details', async () => {
    const { dialog, user } = await openDialog({
      kept: JSON.stringify([{ elements: syntheticElements(1, 'lowLeo') }]),
    });
    await user.click(dialog.getByRole('button', { name: /^Details of TEST 1/ }));
    drop(screen.getByRole('dialog'), new File([JSON.stringify(syntheticElements(2))], 'more.json'));
    expect(await dialog.findByText('1 satellite added.')).toBeVisible();
    expect(namesOf(dialog)).toEqual(['Show TEST 1', 'Show TEST 2']);
  });
});

describe('a removal', () => {
  it('is taken back in one press, with what was hidden', async () => {
    const { user, dialog, add, entries } = await openDialog();
    await add(omm('lowLeo', 'geostationary'));
    await user.click(dialog.getByRole('checkbox', { name: 'Show TEST 2' }));
    const kept = entries.get(SATELLITES_KEY);
    await user.click(dialog.getByRole('button', { name: 'Remove all' }));
    expect(namesOf(dialog)).toEqual([]);
    expect(dialog.getByText(/^2 removed/)).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Undo' }));
    expect(namesOf(dialog)).toEqual(['Show TEST 1', 'Show TEST 2']);
    expect(dialog.getByRole('checkbox', { name: 'Show TEST 2' })).not.toBeChecked();
    expect(entries.get(SATELLITES_KEY)).toBe(kept);
    expect(dialog.queryByText(/removed/)).toBeNull();
  });

  it('and its undo leave the keyboard in the list', async () => {
    const { user, dialog, add } = await openDialog();
    await add(omm('lowLeo', 'geostationary'));
    const section = dialog.getByRole('list', { name: 'Satellites of the mission' }).parentElement;
    for (const name of ['Remove all', 'Undo']) {
      dialog.getByRole('button', { name }).focus();
      await user.keyboard('{Enter}');
      expect(section).toHaveFocus();
    }
    expect(namesOf(dialog)).toEqual(['Show TEST 1', 'Show TEST 2']);
  });

  it('of what is found leaves the keyboard at its button, which then removes nothing', async () => {
    const { user, dialog, add } = await openDialog();
    await add(omm('lowLeo', 'geostationary'));
    await user.type(dialog.getByRole('searchbox', { name: 'Search satellites' }), 'TEST 1');
    const button = dialog.getByRole('button', { name: 'Remove found' });
    button.focus();
    await user.keyboard('{Enter}{Enter}');
    expect(button).toHaveFocus();
    expect(button).toBeEnabled();
    expect(button).toHaveAccessibleDescription('No satellite is found.');
    expect(dialog.getByText(/^1 removed/)).toBeVisible();
  });
});

describe('the motion of the kept satellites', () => {
  it('is there after a reload, at any time that is shown', async () => {
    const { store } = await openDialog({
      kept: JSON.stringify([{ elements: syntheticElements(1, 'lowLeo') }]),
    });
    act(() => store.set(isSatellitesOpenAtom, false));
    const fleet = store.get(fleetAtom);
    for (const time of [NOW, epochMs(Date.UTC(2026, 10, 18))]) {
      await waitFor(() => expect(fleet?.positionsAt(time)).toBeDefined());
      const [x = 0, y = 0, z = 0] = fleet?.positionsAt(time) ?? [];
      const radius = Math.hypot(x, y, z);
      expect(radius).toBeGreaterThan(6500);
      expect(radius).toBeLessThan(6800);
    }
  });
});
