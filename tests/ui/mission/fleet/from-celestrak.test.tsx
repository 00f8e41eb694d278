import { act, screen, waitFor, within } from '@testing-library/react';
import axe from 'axe-core';
import { describe, expect, it } from 'vitest';
import type { ElementsAnswer, ElementsQuery } from '../../../../src/shared/contract/celestrak.ts';
import { failed, type Result, succeeded } from '../../../../src/shared/kit/result.ts';
import { MOST_SATELLITES } from '../../../../src/shared/orbit/elements-text.ts';
import {
  isSatellitesOpenAtom,
  recordedSatellitesAtom,
  SATELLITES_KEY,
} from '../../../../src/ui/mission/fleet/atoms.ts';
import { syntheticElements } from '../../../support/synthetic-fleet.ts';
import { openDialog } from './open-dialog.tsx';

const CURRENT = { source: 'CelesTrak', ageS: 2100, isStale: false } as const;

const satellites = (...numbers: readonly number[]) =>
  numbers.map((number) => syntheticElements(number, 'sunSynchronous'));

const answer = (elements: ElementsAnswer['elements'], more: Partial<ElementsAnswer> = {}) =>
  succeeded<ElementsAnswer>({ elements, leftOut: 0, origin: CURRENT, ...more });

/** Opens the dialog with a gateway that answers each query. */
async function openWith(
  reply: (query: ElementsQuery) => Result<ElementsAnswer> | Promise<Result<ElementsAnswer>>,
  kept?: string,
) {
  const queries: ElementsQuery[] = [];
  const signals: AbortSignal[] = [];
  const opened = await openDialog({
    ...(kept !== undefined && { kept }),
    async gateway(query, signal) {
      queries.push(query);
      signals.push(signal);
      return reply(query);
    },
  });
  const section = within(opened.dialog.getByRole('region', { name: 'From CelesTrak' }));
  return {
    ...opened,
    queries,
    signals,
    section,
    async listGroup(name: string) {
      await opened.user.selectOptions(section.getByRole('combobox', { name: 'Group' }), name);
      await opened.user.click(section.getByRole('button', { name: 'List group' }));
    },
    async search(text: string) {
      const field = section.getByRole('textbox', { name: 'Name or catalogue number' });
      await opened.user.clear(field);
      await opened.user.type(field, `${text}{Enter}`);
    },
    found: () => within(section.getByRole('region', { name: 'Found satellites' })),
    list: () => within(opened.dialog.getByRole('region', { name: 'Added satellites' })),
  };
}

describe('a group from CelesTrak', () => {
  it('is listed with names, numbers and ages, and says when it was fetched', async () => {
    const { listGroup, found, section, queries } = await openWith(() =>
      answer(satellites(1, 2), { leftOut: 3 }),
    );
    await listGroup('Weather');
    expect(
      await section.findByText(/^2 satellites, fetched from CelesTrak less than an hour ago\./),
    ).toBeVisible();
    expect(section.getByText(/3 entries are damaged, repeated or too many, and left out/)).toBeVisible();
    expect(found().getByText('50002')).toBeVisible();
    expect(found().getAllByText('Elements 2 days old')).toHaveLength(2);
    expect(queries).toEqual([{ kind: 'group', group: 'weather' }]);
  });

  it('is added one by one and as a whole, and kept with its group and source', async () => {
    const { listGroup, found, list, section, user, entries } = await openWith(() =>
      answer(satellites(1, 2, 3)),
    );
    await listGroup('Weather');
    await user.click(await section.findByRole('button', { name: 'Add TEST 2' }));
    expect(section.getByText('1 added.')).toBeVisible();
    expect(found().getByText('In the list')).toBeVisible();
    expect(list().getByText(/, from CelesTrak$/)).toBeVisible();
    expect(list().getByText('Weather')).toBeVisible();
    await user.click(section.getByRole('button', { name: 'Add all 2' }));
    expect(section.getByText('2 added.')).toBeVisible();
    expect(list().getAllByRole('checkbox')).toHaveLength(3);
    expect(section.getByRole('button', { name: 'Add all 0' })).toHaveAttribute('aria-disabled', 'true');
    expect(JSON.parse(entries.get(SATELLITES_KEY) ?? '').satellites).toMatchObject(
      [2, 1, 3].map((number) => ({
        elements: { OBJECT_NAME: `TEST ${number}` },
        groups: ['Weather'],
        isFromCelestrak: true,
      })),
    );
  });

  it('says that it is old while CelesTrak fails, and why', async () => {
    const { listGroup, section } = await openWith(() =>
      answer(satellites(1), {
        origin: { source: 'CelesTrak', ageS: 5 * 3600, isStale: true, error: 'CelesTrak cannot be reached' },
      }),
    );
    await listGroup('Science');
    expect(
      await section.findByText(
        '1 satellite, fetched from CelesTrak 5 hours ago. There are no newer ones: CelesTrak cannot be reached.',
      ),
    ).toBeVisible();
  });

  it.each([
    ['This browser is offline.', 'Weather: This browser is offline. You can paste elements below instead.'],
    [
      'CelesTrak answered 503. CelesTrak is asked again from 14:00 UTC on',
      'Weather: CelesTrak answered 503. CelesTrak is asked again from 14:00 UTC on. You can paste elements below instead.',
    ],
  ])('that is not fetched is told with what to do: %s', async (message, words) => {
    const { listGroup, section } = await openWith(() => failed(message));
    await listGroup('Weather');
    expect(await section.findByText(words)).toBeVisible();
    expect(section.queryByRole('region', { name: 'Found satellites' })).not.toBeInTheDocument();
  });

  it('is fetched once, however often the button is pressed, and not after the dialog is closed', async () => {
    const { listGroup, section, user, queries, signals, store, closed } = await openWith(
      () => new Promise(() => {}),
    );
    await listGroup('Weather');
    expect(section.getByText('Fetching Weather from CelesTrak…')).toBeVisible();
    await user.click(section.getByRole('button', { name: 'List group' }));
    expect(queries).toHaveLength(1);
    act(() => store.set(isSatellitesOpenAtom, false));
    await waitFor(() => expect(signals[0]?.aborted).toBe(true));
    expect(closed).toHaveBeenCalledTimes(1);
  });

  it('is told to be unavailable when the worker fails', async () => {
    const { listGroup, section, fail } = await openWith(() => new Promise(() => {}));
    await listGroup('Weather');
    await fail('out of memory');
    expect(await section.findByText(/^Weather: The worker stopped: out of memory\./)).toBeVisible();
  });
});

it('a full list has no room for satellites from CelesTrak, pasted ones and those of a recording, and says how many', async () => {
  const kept = JSON.stringify(
    Array.from({ length: MOST_SATELLITES - 1 }, (_, number) => ({
      elements: syntheticElements(number + 100),
    })),
  );
  const opened = await openWith(() => answer(satellites(1, 2, 3)), kept);
  const { add, dialog, listGroup, section, store, user } = opened;
  await listGroup('GNSS');
  await user.click(await section.findByRole('button', { name: 'Add all 3' }));
  expect(
    section.getByText(/^1 added\. 2 left out: the list holds up to 20,000\. Remove others first\.$/),
  ).toBeVisible();

  await add(JSON.stringify(syntheticElements(30_000)));
  expect(dialog.getByText('1 satellite left out: the list holds up to 20,000.')).toBeVisible();
  expect(dialog.getByText('20,000 of 20,000')).toBeVisible();

  const recorded = [30_001, 30_002].map((number) => ({
    elements: syntheticElements(number),
    isShown: true,
    groups: [],
    isFromCelestrak: false,
  }));
  act(() => store.set(recordedSatellitesAtom, { satellites: recorded, colours: new Map() }));
  await user.click(dialog.getByRole('button', { name: 'Add them to your own' }));
  expect(dialog.getByText(/2 left out: the list holds up to 20,000 satellites\./)).toBeVisible();
});

describe('a search at CelesTrak', () => {
  it.each([
    [' 25544 ', { kind: 'number', noradId: 25_544 }],
    ['noaa 19', { kind: 'name', name: 'noaa 19' }],
  ])('for %j asks for one thing', async (text, query) => {
    const { search, queries, found, section } = await openWith(() => answer(satellites(7)));
    await search(text);
    expect(await section.findByText(/1 satellite, fetched/)).toBeVisible();
    expect(found().getByText('TEST 7')).toBeVisible();
    expect(queries).toEqual([query]);
  });

  it.each([
    ['AB', 'Use 3 to 40 characters: letters without accents, digits and punctuation.'],
    ['Спутник', 'Use 3 to 40 characters: letters without accents, digits and punctuation.'],
    ['0', 'A catalogue number is from 1 to 999,999,999.'],
    ['1000000000', 'A catalogue number is from 1 to 999,999,999.'],
  ])('for %j is refused at the field without a call', async (text, words) => {
    const { search, queries, section } = await openWith(() => answer([]));
    await search(text);
    expect(section.getByText(words)).toBeVisible();
    expect(section.getByRole('textbox', { name: 'Name or catalogue number' })).toHaveAccessibleDescription(
      words,
    );
    expect(queries).toEqual([]);
  });

  it('that finds nothing says so', async () => {
    const { search, section } = await openWith(() => answer([]));
    await search('NO SUCH');
    expect(await section.findByText('NO SUCH: CelesTrak has no satellite that matches.')).toBeVisible();
  });

  it('adds without a group', async () => {
    const { search, section, user, dialog } = await openWith(() => answer(satellites(7)));
    await search('TEST');
    await user.click(await section.findByRole('button', { name: 'Add all 1' }));
    expect(dialog.getByRole('checkbox', { name: 'Show TEST 7' })).toBeChecked();
    expect(dialog.queryByRole('group', { name: 'Show only groups' })).not.toBeInTheDocument();
  });
});

describe('an update of elements', () => {
  const kept = (...list: readonly { number: number; groups?: readonly string[] }[]) =>
    JSON.stringify(
      list.map(({ number, groups }) => ({
        elements: syntheticElements(number, 'lowLeo'),
        isFromCelestrak: true,
        ...(groups && { groups, isShown: false }),
      })),
    );
  const newer = (number: number) => syntheticElements(number, 'lowLeo', '2026-11-21T12:00:00.000000');
  const update = async ({ section, user }: Awaited<ReturnType<typeof openWith>>) =>
    user.click(section.getByRole('button', { name: 'Update elements' }));

  it('asks for each group once and for the others by number, and keeps what was chosen', async () => {
    const opened = await openWith(
      (query) => answer(query.kind === 'number' ? [newer(3)] : [newer(1), syntheticElements(2, 'lowLeo')]),
      kept({ number: 1, groups: ['Weather', 'Mine'] }, { number: 2, groups: ['Weather'] }, { number: 3 }),
    );
    await update(opened);
    expect(await opened.section.findByText('2 updated, 1 already the newest.')).toBeVisible();
    expect(opened.queries).toEqual([
      { kind: 'group', group: 'weather' },
      { kind: 'number', noradId: 50_003 },
    ]);
    expect(JSON.parse(opened.entries.get(SATELLITES_KEY) ?? '').satellites).toMatchObject([
      { elements: { EPOCH: '2026-11-21T12:00:00.000000' }, isShown: false, groups: ['Weather', 'Mine'] },
      { elements: { EPOCH: '2026-11-20T00:00:00.000000' } },
      { elements: { EPOCH: '2026-11-21T12:00:00.000000' } },
    ]);
  });

  it('asks by number for satellites that have left their group', async () => {
    const opened = await openWith(
      (query) => answer(query.kind === 'number' ? [newer(2)] : [newer(1)]),
      kept({ number: 1, groups: ['Weather'] }, { number: 2, groups: ['Weather'] }),
    );
    await update(opened);
    expect(await opened.section.findByText('2 updated.')).toBeVisible();
    expect(opened.queries).toEqual([
      { kind: 'group', group: 'weather' },
      { kind: 'number', noradId: 50_002 },
    ]);
  });

  it('asks for few of many that have left their group, after those without one', async () => {
    const gone = Array.from({ length: 7 }, (_, index) => ({ number: index + 1, groups: ['Weather'] }));
    const opened = await openWith(
      (query) => answer(query.kind === 'number' && query.noradId === 50_009 ? [newer(9)] : []),
      kept(...gone, { number: 9 }),
    );
    await update(opened);
    expect(await opened.section.findByText('1 updated, 7 not received.')).toBeVisible();
    const numbers = [50_009, 50_001, 50_002, 50_003, 50_004, 50_005];
    expect(opened.queries).toEqual([
      { kind: 'group', group: 'weather' },
      ...numbers.map((noradId) => ({ kind: 'number', noradId })),
    ]);
  });

  it('does not ask one by one for a group that is refused', async () => {
    const opened = await openWith(
      ({ kind }) => (kind === 'group' ? failed('Try again in 50 min') : answer([newer(2)])),
      kept({ number: 1, groups: ['Weather'] }, { number: 2 }),
    );
    await update(opened);
    expect(await opened.section.findByText('1 updated, 1 not received. Try again in 50 min.')).toBeVisible();
    expect(opened.queries).toHaveLength(2);
  });

  it('leaves elements that were pasted', async () => {
    const pasted = { elements: syntheticElements(2, 'lowLeo'), groups: ['Weather'] };
    const [listed] = JSON.parse(kept({ number: 1, groups: ['Weather'] })) as unknown[];
    const opened = await openWith(() => answer([newer(1), newer(2)]), JSON.stringify([listed, pasted]));
    await update(opened);
    expect(await opened.section.findByText('1 updated.')).toBeVisible();
    expect(JSON.parse(opened.entries.get(SATELLITES_KEY) ?? '').satellites[1].elements.EPOCH).toBe(
      '2026-11-20T00:00:00.000000',
    );
  });

  it('ends with the first search that is refused, and says how many are left', async () => {
    const opened = await openWith(
      (query) =>
        query.kind === 'number' && query.noradId > 50_001
          ? failed('Try again in 50 min')
          : answer([newer(1)]),
      kept({ number: 1 }, { number: 2 }, { number: 3 }),
    );
    await update(opened);
    expect(await opened.section.findByText('1 updated, 2 not received. Try again in 50 min.')).toBeVisible();
    expect(opened.queries).toHaveLength(2);
  });

  it.each([
    ['a search', (opened: Awaited<ReturnType<typeof openWith>>) => opened.search('TEST')],
    ['a group', (opened: Awaited<ReturnType<typeof openWith>>) => opened.listGroup('GNSS')],
  ])('ends with %s, whose satellites are then shown', async (_case, ask) => {
    let answerUpdate = (_answer: Result<ElementsAnswer>) => {};
    const opened = await openWith(
      ({ kind }) =>
        kind === 'number'
          ? new Promise((resolve) => {
              answerUpdate = resolve;
            })
          : answer(satellites(7)),
      kept({ number: 1 }),
    );
    await update(opened);
    expect(opened.section.getByText('Updating elements from CelesTrak…')).toBeVisible();
    await ask(opened);
    expect(await opened.section.findByText(/1 satellite, fetched/)).toBeVisible();
    expect(opened.signals[0]?.aborted).toBe(true);
    await act(async () => answerUpdate(answer([newer(1)])));
    expect(opened.section.queryByText(/updated/)).not.toBeInTheDocument();
    expect(opened.section.getByRole('button', { name: 'Update elements' })).not.toHaveAttribute('aria-busy');
    expect(opened.found().getByText('TEST 7')).toBeVisible();
  });

  it('is not offered while nothing came from CelesTrak', async () => {
    const { section } = await openWith(
      () => answer([]),
      JSON.stringify([{ elements: syntheticElements(1, 'lowLeo') }]),
    );
    expect(section.queryByRole('button', { name: 'Update elements' })).not.toBeInTheDocument();
  });
});

describe('by the keyboard and for assistive technology', () => {
  it('a group is chosen, listed and added', async () => {
    const { user, section, dialog } = await openWith(() => answer(satellites(1, 2)));
    section.getByRole('combobox', { name: 'Group' }).focus();
    await user.selectOptions(section.getByRole('combobox', { name: 'Group' }), 'CubeSats');
    await user.tab();
    await user.keyboard('{Enter}');
    await section.findByRole('button', { name: 'Add all 2' });
    section.getByRole('button', { name: 'Add TEST 1' }).focus();
    await user.keyboard('{Enter}');
    expect(dialog.getByRole('checkbox', { name: 'Show TEST 1' })).toBeVisible();
    // The button is gone, and the focus stays in the list.
    expect(section.getByRole('region', { name: 'Found satellites' }).parentElement).toHaveFocus();
  });

  it('a group that is added as a whole leaves the keyboard at its button, which then adds nothing', async () => {
    const { listGroup, section, user } = await openWith(() => answer(satellites(1, 2)));
    await listGroup('Weather');
    const button = await section.findByRole('button', { name: 'Add all 2' });
    button.focus();
    await user.keyboard('{Enter}{Enter}');
    expect(button).toHaveFocus();
    expect(button).toBeEnabled();
    expect(button).toHaveAccessibleDescription('None of them is left to add.');
    expect(section.getByText('2 added.')).toBeVisible();
  });

  it('has no violation that axe finds', async () => {
    const { listGroup, section, user } = await openWith(() => answer(satellites(1, 2, 3)));
    await listGroup('Weather');
    await user.click(await section.findByRole('button', { name: 'Add TEST 1' }));
    const { violations } = await axe.run(screen.getByRole('dialog'), {
      rules: { 'color-contrast': { enabled: false } },
    });
    expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);
  });
});
