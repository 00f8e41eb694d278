import { act, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { fleetAtom, recordedSatellitesAtom, SATELLITES_KEY } from '../../../../src/ui/mission/fleet/atoms.ts';
import { syntheticElements } from '../../../support/synthetic-fleet.ts';
import { openDialog } from './open-dialog.tsx';

const listed = (number: number, groups: readonly string[] = []) => ({
  elements: syntheticElements(number, 'lowLeo'),
  isShown: true,
  groups,
  isFromCelestrak: false,
});
const KEPT = JSON.stringify([{ elements: syntheticElements(1, 'lowLeo'), groups: ['Mine'] }]);

/** Opens the dialog after a recording with satellites 1, which the browser may store too, and 2. */
async function openRecorded(kept?: string) {
  const opened = await openDialog(kept === undefined ? {} : { kept });
  const { store, dialog, entries } = opened;
  act(() =>
    store.set(recordedSatellitesAtom, {
      satellites: [listed(2, ['Weather']), listed(1)],
      colours: new Map([['Weather', 4]]),
    }),
  );
  return {
    ...opened,
    press: (name: string) => opened.user.click(dialog.getByRole('button', { name })),
    names: () =>
      within(dialog.getByRole('region', { name: 'Added satellites' }))
        .getAllByRole('checkbox')
        .map((box) => box.getAttribute('aria-label')),
    colours: () => [...(store.get(fleetAtom)?.colours ?? [])],
    kept: () => entries.get(SATELLITES_KEY),
  };
}

describe('the satellites of an opened recording', () => {
  it('are shown with their colours instead of the own ones, which stay kept', async () => {
    const { dialog, names, colours, kept } = await openRecorded(KEPT);
    expect(names()).toEqual(['Show TEST 2', 'Show TEST 1']);
    expect(colours()).toEqual([4, 0]);
    expect(dialog.getByText(/the satellites of the opened recording/)).toHaveTextContent(
      'Your own list of 1 stays as it is.',
    );
    expect(kept()).toBe(KEPT);
  });

  it('give way to the own ones on request', async () => {
    const { press, names, kept, dialog } = await openRecorded(KEPT);
    await press('Use your own');
    expect(names()).toEqual(['Show TEST 1']);
    expect(kept()).toBe(KEPT);
    expect(dialog.queryByText(/opened recording/)).not.toBeInTheDocument();
    expect(document.activeElement).toHaveRole('status');
  });

  it('can be changed without being kept', async () => {
    const { press, names, kept } = await openRecorded(KEPT);
    await press('Remove TEST 2');
    expect(names()).toEqual(['Show TEST 1']);
    expect(kept()).toBe(KEPT);
    await press('Use your own');
    expect(names()).toEqual(['Show TEST 1']);
  });

  it('join the own ones on request, which keep their colours', async () => {
    const { press, names, kept, colours } = await openRecorded(KEPT);
    await press('Add them to your own');
    expect(names()).toEqual(['Show TEST 1', 'Show TEST 2']);
    expect(colours()).toEqual([1, 4]);
    expect(kept()).toContain('TEST 2');
  });

  it('are kept on request where there are no own ones', async () => {
    const { press, names, kept } = await openRecorded();
    expect(kept()).toBeUndefined();
    await press('Keep them');
    expect(names()).toEqual(['Show TEST 2', 'Show TEST 1']);
    expect(kept()).toContain('TEST 1');
  });

  it('leave on request where there are no own ones', async () => {
    const { press, dialog, kept } = await openRecorded();
    await press('Remove them');
    expect(dialog.getByText(/^No added satellites\./)).toBeVisible();
    expect(kept()).toBeUndefined();
  });

  it('stay shown while another window changes the own list', async () => {
    const { tellStorage, names, press } = await openRecorded();
    tellStorage(KEPT);
    expect(names()).toEqual(['Show TEST 2', 'Show TEST 1']);
    await press('Use your own');
    expect(names()).toEqual(['Show TEST 1']);
  });
});
