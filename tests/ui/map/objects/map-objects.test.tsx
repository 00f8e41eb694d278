import { act, fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createStore } from 'jotai';
import { beforeAll, describe, expect, it } from 'vitest';
import { mapSatellites, type SatelliteId } from '../../../../src/shared/entities/satellites.ts';
import { addMs, epochMs, MS_PER_MIN, MS_PER_S } from '../../../../src/shared/kit/units.ts';
import type { Ephemeris, EphemerisWindow } from '../../../../src/shared/orbit/ephemeris.ts';
import { OrbitalMap } from '../../../../src/ui/map/OrbitalMap.tsx';
import { prefetchDetails } from '../../../../src/ui/map/objects/MapObjects.tsx';
import { missionSecondAtom } from '../../../../src/ui/mission/link/atoms.ts';
import { placeListAtom } from '../../../../src/ui/mission/places/atoms.ts';
import { contactsWith, overStations, passAt, planOf } from '../../../support/contact-plans.ts';
import { renderWithStore } from '../../../support/render.tsx';
import { windowAround } from '../../../unit/ui/map/windows.ts';

beforeAll(prefetchDetails);

const NOON = epochMs(Date.UTC(2026, 10, 20, 12));
const windows = mapSatellites((id) => windowAround(NOON, id));
const plan = planOf(
  contactsWith({
    stations: overStations({ madrid: [passAt(addMs(NOON, 14 * MS_PER_MIN))] }),
  }),
);

const available = (id: SatelliteId): Ephemeris => ({ status: 'available', window: windows[id] });

function renderMap({
  front = 'orbita',
  orbita = available('orbita'),
}: {
  readonly front?: SatelliteId;
  readonly orbita?: Ephemeris;
} = {}) {
  const store = createStore();
  store.set(missionSecondAtom, NOON);
  const user = userEvent.setup();
  renderWithStore(
    <OrbitalMap
      ephemerides={{ ...mapSatellites(available), orbita }}
      contacts={plan}
      front={front}
      trailMs={15 * MS_PER_MIN}
      leadMs={45 * MS_PER_MIN}
    />,
    store,
  );
  return { store, user };
}

const names = () => screen.getAllByRole('button').map((button) => button.getAttribute('aria-label'));
const button = (name: string) => screen.getByRole('button', { name });
const rowsOf = (panel: HTMLElement) =>
  within(panel)
    .getAllByRole('term')
    .map((term) => [term.textContent, term.nextElementSibling?.textContent]);

describe('the objects of the map', () => {
  it('are named buttons, the satellite in front first', () => {
    renderMap();
    expect(names()).toEqual(['ORBITA-1', 'ISS', 'Houston', 'Madrid', 'Canberra', 'Baikonur']);
  });

  it('put the card’s own satellite first', () => {
    renderMap({ front: 'iss' });
    expect(names().slice(0, 2)).toEqual(['ISS', 'ORBITA-1']);
  });

  it('omit an unavailable satellite, and keep the rest', () => {
    renderMap({ orbita: { status: 'unavailable', reason: 'The orbit has decayed.' } });
    expect(names()).toEqual(['ISS', 'Houston', 'Madrid', 'Canberra', 'Baikonur']);
  });

  it('omit a specified station that the user has hidden', () => {
    const { store } = renderMap();
    act(() => store.set(placeListAtom, { places: [], hidden: ['madrid'] }));
    expect(names()).toEqual(['ORBITA-1', 'ISS', 'Houston', 'Canberra', 'Baikonur']);
  });

  it('are placed over their symbols, and follow them every second', () => {
    // Over the equator: at noon over 90° east, a second later over 90° west.
    const window: EphemerisWindow = {
      startTime: NOON,
      stepMs: MS_PER_S,
      positionsEcefKm: new Float64Array([0, 7000, 0, 0, -7000, 0]),
      velocitiesEcefKmPerS: new Float64Array([-7, 0, 0, 7, 0, 0]),
      eclipseFractions: new Float32Array(2),
    };
    const { store } = renderMap({ orbita: { status: 'available', window } });
    const { style } = button('ORBITA-1');
    expect([style.left, style.top]).toEqual(['75%', '50%']);
    act(() => store.set(missionSecondAtom, addMs(NOON, MS_PER_S)));
    expect([style.left, style.top]).toEqual(['25%', '50%']);
  });
});

describe('the details of an object', () => {
  it('open on focus, describe it, and close on Escape', async () => {
    const { user } = renderMap();
    expect(screen.queryByRole('tooltip')).toBeNull();
    await user.tab();
    expect(button('ORBITA-1')).toHaveFocus();
    const panel = screen.getByRole('tooltip');
    expect(button('ORBITA-1').getAttribute('aria-describedby')).toBe(panel.id);
    expect(button('ISS').getAttribute('aria-describedby')).toBeNull();
    expect(rowsOf(panel).map(([term]) => term)).toEqual([
      'Latitude',
      'Longitude',
      'Altitude',
      'Speed',
      'Illumination',
      'Next contact',
    ]);
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('tooltip')).toBeNull();
    expect(button('ORBITA-1')).toHaveFocus();
    await user.keyboard('{Enter}');
    expect(screen.getByRole('tooltip').textContent).toContain('ORBITA-1');
  });

  it('go with the focus', async () => {
    const { user } = renderMap();
    await user.tab();
    await user.tab();
    expect(screen.getByRole('tooltip').textContent).toContain('ISS');
    await user.tab({ shift: true });
    await user.tab({ shift: true });
    expect(screen.queryByRole('tooltip')).toBeNull();
  });

  it('open under the pointer, stay open while it is over them, and close when it leaves', async () => {
    const { user } = renderMap();
    await user.hover(button('Madrid'));
    const panel = screen.getByRole('tooltip');
    expect(panel.textContent).toContain('Madrid');
    fireEvent.pointerLeave(button('Madrid'), { relatedTarget: panel });
    expect(screen.getByRole('tooltip')).toBe(panel);
    fireEvent.pointerLeave(panel, { relatedTarget: document.body });
    expect(screen.queryByRole('tooltip')).toBeNull();
  });

  it('close on Escape without the focus, too', async () => {
    const { user } = renderMap();
    await user.hover(button('Houston'));
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('tooltip')).toBeNull();
  });

  it('count down as time passes', async () => {
    const { store, user } = renderMap();
    await user.hover(button('Madrid'));
    const nextAos = () =>
      new Map(rowsOf(screen.getByRole('tooltip')).map(([t, v]) => [t, v])).get('Next AOS');
    expect(nextAos()).toBe('12:14:00 UTC, in 14 min 00 s');
    act(() => store.set(missionSecondAtom, addMs(NOON, MS_PER_S)));
    expect(nextAos()).toBe('12:14:00 UTC, in 13 min 59 s');
  });
});
