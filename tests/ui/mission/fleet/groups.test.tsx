import { within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { fleetAtom, SATELLITES_KEY } from '../../../../src/ui/mission/fleet/atoms.ts';
import { coloursOf } from '../../../../src/ui/mission/fleet/groups.ts';
import { readKept } from '../../../../src/ui/mission/fleet/kept-satellites.ts';
import { syntheticElements } from '../../../support/synthetic-fleet.ts';
import { omm, openDialog } from './open-dialog.tsx';

const kept = (...groups: readonly (readonly string[])[]): string =>
  JSON.stringify(
    groups.map((names, index) => ({ elements: syntheticElements(index + 1, 'lowLeo'), groups: names })),
  );

const keptIn = (entries: ReadonlyMap<string, string>) =>
  JSON.parse(entries.get(SATELLITES_KEY) ?? '') as { readonly satellites: readonly { groups?: string[] }[] };

const open = async (...groups: readonly (readonly string[])[]) => {
  const opened = await openDialog({ kept: kept(...groups) });
  const list = () => within(opened.dialog.getByRole('region', { name: 'Added satellites' }));
  return {
    ...opened,
    names: () =>
      list()
        .getAllByRole('checkbox')
        .map((box) => box.getAttribute('aria-label')),
    chip: (name: RegExp) =>
      within(opened.dialog.getByRole('group', { name: 'Show only groups' })).getByRole('button', { name }),
    groupsKept: () => keptIn(opened.entries).satellites.map((one) => one.groups),
  };
};

describe('groups of added satellites', () => {
  it('filter the list, and what is shown and hidden', async () => {
    const { user, chip, names, dialog, store } = await open(['Weather'], ['Mine'], ['Weather', 'Mine'], []);
    expect(chip(/^Weather 2$/)).toHaveAttribute('aria-pressed', 'false');
    await user.click(chip(/^Weather 2$/));
    expect(names()).toEqual(['Show TEST 1', 'Show TEST 3']);
    expect(dialog.getByText('2 of 4')).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Hide found' }));
    expect([...(store.get(fleetAtom)?.isShown ?? [])]).toEqual([0, 1, 0, 1]);
    await user.click(chip(/^Mine 2$/));
    expect(names()).toEqual(['Show TEST 1', 'Show TEST 2', 'Show TEST 3']);
    await user.click(chip(/^Mine 2$/));
    await user.click(chip(/^Weather 2$/));
    expect(names()).toHaveLength(4);
  });

  it('give each satellite the colour of its first group, without propagating again', async () => {
    const { store, user, dialog, calls } = await open(['Weather'], ['Mine'], ['Mine', 'Weather'], []);
    expect([...(store.get(fleetAtom)?.colours ?? [])]).toEqual([1, 2, 2, 0]);
    const satellites = store.get(fleetAtom)?.satellites;
    await user.click(dialog.getByRole('button', { name: /^Details of TEST 4/ }));
    await user.type(dialog.getByRole('textbox', { name: 'Groups' }), ' Weather , Mine,, Weather{Enter}');
    expect(dialog.getByRole('textbox', { name: 'Groups' })).toHaveValue('Weather, Mine');
    expect([...(store.get(fleetAtom)?.colours ?? [])]).toEqual([1, 2, 2, 1]);
    expect(store.get(fleetAtom)?.satellites).toBe(satellites);
    expect(calls.filter((name) => name === 'propagate')).toHaveLength(1);
  });

  it('beyond the sixth have the colour of no group, and the list says so', async () => {
    const { store, dialog } = await open(...Array.from({ length: 8 }, (_, index) => [`Group ${index}`]));
    expect([...(store.get(fleetAtom)?.colours ?? [])]).toEqual([1, 2, 3, 4, 5, 6, 0, 0]);
    expect(dialog.getByText(/^6 groups have a colour of their own/)).toBeVisible();
  });

  it('of up to six are not said to share a colour', async () => {
    const { dialog } = await open(['Weather'], ['Mine'], []);
    expect(dialog.queryByText(/groups have a colour of their own/)).not.toBeInTheDocument();
  });

  it('keep their colours when another one is removed, also over a visit; a new one gets what is free', async () => {
    const { store, user, dialog, entries } = await open(['Weather'], ['Mine'], ['Science']);
    await user.click(dialog.getByRole('button', { name: 'Remove TEST 1' }));
    expect([...(store.get(fleetAtom)?.colours ?? [])]).toEqual([2, 3]);
    const later = readKept(JSON.parse(entries.get(SATELLITES_KEY) ?? ''));
    expect(coloursOf(later.satellites, later.colours)).toEqual(Uint8Array.of(2, 3));
    await user.click(dialog.getByRole('button', { name: 'Undo' }));
    expect([...(store.get(fleetAtom)?.colours ?? [])]).toEqual([2, 3, 1]);
  });

  it('without a colour get one that becomes free, and the others stay', async () => {
    const seven = Array.from({ length: 7 }, (_, index) => [`Group ${index}`]);
    const { store, user, dialog } = await open(...seven);
    await user.click(dialog.getByRole('button', { name: 'Remove TEST 3' }));
    expect([...(store.get(fleetAtom)?.colours ?? [])]).toEqual([1, 2, 4, 5, 6, 3]);
  });

  it('stand in words beside their colours', async () => {
    const { dialog } = await open(['Weather'], []);
    const list = within(dialog.getByRole('region', { name: 'Added satellites' }));
    expect(list.getByText('Weather')).toBeVisible();
  });

  it('are typed when satellites are pasted, and kept in this browser', async () => {
    const { dialog, user, add, entries } = await openDialog();
    await user.type(dialog.getByRole('textbox', { name: 'Group of the satellites' }), 'My fleet');
    await add(omm('lowLeo', 'molniya'));
    expect(keptIn(entries).satellites).toMatchObject([{ groups: ['My fleet'] }, { groups: ['My fleet'] }]);
  });

  it('are joined when a satellite is added again', async () => {
    const { dialog, user, add, groupsKept } = await open(['Weather']);
    await user.type(dialog.getByRole('textbox', { name: 'Group of the satellites' }), 'Mine');
    await add(JSON.stringify(syntheticElements(1, 'lowLeo')));
    expect(groupsKept()).toEqual([['Weather', 'Mine']]);
  });

  it('of a list of an earlier version are none', async () => {
    const { dialog } = await openDialog({
      kept: JSON.stringify([{ elements: syntheticElements(1, 'lowLeo') }]),
    });
    expect(dialog.queryByRole('group', { name: 'Show only groups' })).not.toBeInTheDocument();
  });

  it('that leave the list filter nothing any more', async () => {
    const { user, chip, names, dialog } = await open(['Weather'], ['Mine']);
    await user.click(chip(/^Weather 1$/));
    await user.click(dialog.getByRole('button', { name: 'Remove TEST 1' }));
    expect(names()).toEqual(['Show TEST 2']);
  });
});
