import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { ORBITAL_ELEMENTS, SATELLITES } from '../../../../src/shared/entities/satellites.ts';
import { succeeded } from '../../../../src/shared/kit/result.ts';
import type { EpochMs } from '../../../../src/shared/kit/units.ts';
import { stateAt } from '../../../../src/shared/orbit/ephemeris.ts';
import { lookAngles, siteOf } from '../../../../src/shared/orbit/observer.ts';
import {
  addedSatellitesAtom,
  fleetAtom,
  SATELLITES_KEY,
  wantedFollowAtom,
} from '../../../../src/ui/mission/fleet/atoms.ts';
import { missionSecondAtom, sliceAtoms } from '../../../../src/ui/mission/link/atoms.ts';
import { startMission } from '../../../support/mission.ts';
import { showMission } from '../../../support/render.tsx';
import { syntheticElements } from '../../../support/synthetic-fleet.ts';
import { openDialog } from './open-dialog.tsx';

const ISS = { ...ORBITAL_ELEMENTS.iss, EPOCH: '2026-11-20T12:00:00.000000' };

/** Opens the dialog beside a mission. */
async function openBesideMission(options: Parameters<typeof openDialog>[0] = {}) {
  const opened = await openDialog(options);
  const mission = startMission();
  act(() => {
    showMission(opened.store, mission);
    opened.store.set(missionSecondAtom, mission.snapshot().clock.value.time);
  });
  const rows = within(opened.dialog.getByRole('list', { name: 'Satellites of the mission' }));
  return { ...opened, mission, rows };
}

describe('the satellites of the mission', () => {
  it('come first in the list, with their source and without a way to remove them', async () => {
    const { rows, dialog } = await openBesideMission();
    await rows.findByText(/built-in elements/);
    expect(rows.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^Details of ISS 25544Of the mission: SGP4 on built-in elements of 2026-10-06/),
      expect.stringMatching(/^Details of ORBITA-1 99999Of the mission: SGP4 on fixed elements of 2026-11-01/),
    ]);
    expect(rows.queryByRole('button', { name: /Remove/ })).toBeNull();
    expect(dialog.queryByRole('checkbox')).toBeNull();
  });

  it('are followed on the map', async () => {
    const { rows, user, store } = await openBesideMission();
    await user.click(rows.getByRole('button', { name: 'Follow ORBITA-1' }));
    expect(store.get(wantedFollowAtom)).toBe('orbita');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('have the details of other satellites, from the motion that the mission shows', async () => {
    const { rows, dialog, user, mission } = await openBesideMission();
    await user.click(rows.getByRole('button', { name: /^Details of ISS/ }));
    const details = within(dialog.getByRole('region', { name: /^ISS/ }));
    const { clock, ephemerides } = mission.snapshot();
    const { iss } = ephemerides.value;
    const state = iss.status === 'available' && stateAt(iss.window, clock.value.time as EpochMs);
    if (!state) throw new Error('no position');
    const { azimuth } = lookAngles(siteOf(SATELLITES.iss.observer), state);
    const shown = details.getByText('Azimuth').nextElementSibling?.textContent ?? '';
    expect(Number.parseFloat(shown)).toBeCloseTo(azimuth, 1);
    expect(details.getByText(/Positions are within about/)).toBeVisible();
    expect(details.queryByRole('textbox', { name: 'Groups' })).toBeNull();
    expect(await details.findByRole('table', { name: /^Passes over New York City/ })).toBeVisible();
  });

  it('keep the frequency that the user gives them, which is no added satellite', async () => {
    const { rows, dialog, user, entries, store, calls } = await openBesideMission();
    const field = () => dialog.getByRole('textbox', { name: 'Frequency (MHz)' });
    await user.click(rows.getByRole('button', { name: /^Details of ISS/ }));
    const before = calls.length;
    await user.type(field(), '145.8{Enter}');
    expect([...entries]).toEqual([['orbita.frequencies', '{"iss":145.8}']]);
    await user.click(dialog.getByRole('button', { name: 'All satellites' }));
    await user.click(rows.getByRole('button', { name: /^Details of ISS/ }));
    expect(field()).toHaveValue('145.8');
    expect(store.get(addedSatellitesAtom)).toEqual([]);
    expect(store.get(fleetAtom)).toBeUndefined();
    expect(calls.slice(before)).not.toContain('propagate');
    await user.clear(field());
    await user.type(field(), '{Enter}');
    expect([...entries]).toEqual([]);
  });

  it('say that there is no position where the mission has none', async () => {
    const { rows, dialog, user, store } = await openBesideMission();
    act(() => {
      const slices = store.get(sliceAtoms.ephemerides);
      if (slices)
        store.set(sliceAtoms.ephemerides, {
          ...slices,
          iss: { status: 'unavailable', reason: 'The orbit has decayed.' },
        });
    });
    expect(await rows.findByText('The orbit has decayed.')).toBeVisible();
    expect(rows.getByRole('button', { name: 'Follow ISS' })).toBeDisabled();
    await user.click(rows.getByRole('button', { name: /^Details of ISS/ }));
    const details = within(dialog.getByRole('region', { name: /^ISS/ }));
    expect(details.getByText('The orbit has decayed.')).toBeVisible();
    expect(details.queryByText('Computing the position…')).toBeNull();
  });

  it('are not added a second time from CelesTrak', async () => {
    const { dialog, user, store } = await openBesideMission({
      gateway: async () =>
        succeeded({
          elements: [ISS, syntheticElements(1)],
          leftOut: 0,
          origin: { source: 'CelesTrak', ageS: 60, isStale: false },
        }),
    });
    await user.selectOptions(dialog.getByRole('combobox', { name: 'Group' }), 'Space stations');
    await user.click(dialog.getByRole('button', { name: 'List group' }));
    const found = within(await dialog.findByRole('region', { name: 'Found satellites' }));
    expect(found.queryByRole('button', { name: 'Add ISS (ZARYA)' })).toBeNull();
    expect(found.getByText('Of the mission')).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Add all 1' }));
    expect(store.get(addedSatellitesAtom).map(({ name }) => name)).toEqual(['TEST 1']);
  });

  it('are not added a second time from a text, which says why', async () => {
    const { dialog, add } = await openBesideMission();
    await add(JSON.stringify([ISS, syntheticElements(1)]));
    expect(dialog.getByText(/^1 satellite added, 1 problem/)).toBeVisible();
    expect(dialog.getByText('ISS (ZARYA): the mission has this satellite.')).toBeVisible();
  });

  it('leave the list of an earlier version, of which their frequency is kept', async () => {
    const { store, entries, rows, dialog, user } = await openBesideMission({
      kept: JSON.stringify([{ elements: ISS, frequencyMhz: 437.8 }, { elements: syntheticElements(1) }]),
    });
    await waitFor(() => expect(store.get(fleetAtom)?.satellites.map(({ name }) => name)).toEqual(['TEST 1']));
    expect(entries.get(SATELLITES_KEY)).not.toContain('ZARYA');
    expect(dialog.getByText('1 of 1')).toBeVisible();
    await user.click(rows.getByRole('button', { name: /^Details of ISS/ }));
    expect(dialog.getByRole('textbox', { name: 'Frequency (MHz)' })).toHaveValue('437.8');
  });

  it('do not keep a satellite out that has the invented number of ORBITA-1', async () => {
    const { add, dialog, user, rows } = await openBesideMission();
    await add(JSON.stringify({ ...syntheticElements(1), OBJECT_NAME: 'MYCUBE', NORAD_CAT_ID: 99999 }));
    await user.click(dialog.getByRole('button', { name: /^Details of MYCUBE/ }));
    expect(dialog.getByRole('heading', { name: 'MYCUBE 99999' })).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'All satellites' }));
    await user.click(rows.getByRole('button', { name: /^Details of ORBITA-1/ }));
    expect(dialog.getByRole('heading', { name: 'ORBITA-1 99999' })).toBeVisible();
  });
});
