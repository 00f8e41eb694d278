import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createStore } from 'jotai';
import { beforeAll, describe, expect, it } from 'vitest';
import { ownStationId, SPECIFIED_NETWORK } from '../../../../src/shared/contract/network.ts';
import type { Place } from '../../../../src/shared/entities/place.ts';
import { addMs, degrees, type EpochMs, MS_PER_H, MS_PER_S } from '../../../../src/shared/kit/units.ts';
import { greenwichSiderealTime, stateToEcef } from '../../../../src/shared/orbit/frames.ts';
import { lookAngles, siteOf } from '../../../../src/shared/orbit/observer.ts';
import { MapData } from '../../../../src/ui/features/orbital/MapData.tsx';
import { OrbitalPositionCard } from '../../../../src/ui/features/orbital/OrbitalPositionCard.tsx';
import { GroundStationsCard } from '../../../../src/ui/features/stations/GroundStationsCard.tsx';
import { passesWithin } from '../../../../src/ui/features/timeline/pass-lane.ts';
import { SkyCard } from '../../../../src/ui/features/tracking/SkyCard.tsx';
import { TrackingCard } from '../../../../src/ui/features/tracking/TrackingCard.tsx';
import { MapObjects, prefetchDetails } from '../../../../src/ui/map/objects/MapObjects.tsx';
import { nextContactMilestone } from '../../../../src/ui/mission/clocks/clocks.ts';
import { ownPasses } from '../../../../src/ui/mission/contacts/stations-shown.ts';
import { missionSecondAtom, sliceAtoms } from '../../../../src/ui/mission/link/atoms.ts';
import { placeListAtom } from '../../../../src/ui/mission/places/atoms.ts';
import { createPropagators } from '../../../../src/worker/orbit/propagators.ts';
import { passesOver } from '../../../support/contact-plans.ts';
import { observedPasses, startMission, T0 } from '../../../support/mission.ts';
import { renderWithStore, showMission } from '../../../support/render.tsx';

beforeAll(prefetchDetails);

const place = (name: string, latitude: number, longitude: number, mask: number): Place => ({
  id: name.toLowerCase(),
  name,
  latitude: degrees(latitude),
  longitude: degrees(longitude),
  altitudeKm: 0,
  mask: degrees(mask),
});
const BERLIN = place('Berlin', 52.52, 13.4, 10);
const POLE = place('Pole', 90, 0, 7.5);
/** A user's place with the name of a specified station. */
const MADRID = place('Madrid', 40.4, -3.7, 20);

const mission = startMission();
mission.control.setPlaces({ observer: BERLIN, stations: [POLE, MADRID] });

function renderAt(ui: React.ReactNode, time: number = T0) {
  const store = createStore();
  showMission(store, mission);
  store.set(missionSecondAtom, time as EpochMs);
  return renderWithStore(ui, store);
}

const figure = (name: string): number => {
  const text = screen.getByText(name, { selector: 'dt' }).nextElementSibling?.textContent ?? '';
  return Number.parseFloat(text.replace('\u2212', '-'));
};

function firstPass() {
  const pass = observedPasses(mission, 'orbita').find(({ aos }) => aos > T0);
  if (!pass) throw new Error('no pass');
  return pass;
}

function madridPasses() {
  const found = mission.snapshot().places.value.satellites.orbita;
  const passes = found.ok ? found.value.stations[1] : undefined;
  if (!passes) throw new Error('no passes');
  return passes;
}

describe('an own observer', () => {
  it.each(['iss', 'orbita'] as const)(
    'is where the sky card and the look angles of %s are seen from',
    (id) => {
      renderAt(
        <>
          <SkyCard id={id} />
          <TrackingCard id={id} />
        </>,
      );
      expect(screen.getByRole('region', { name: 'Sky over Berlin' })).toBeVisible();
      expect(screen.getByText('Seen from Berlin')).toBeVisible();
      expect(screen.queryByText(/New York|London/)).toBeNull();
      const { [id]: orbit } = createPropagators();
      const state = orbit.ok && orbit.value.stateAt(T0);
      if (!state) throw new Error('no orbit');
      const seen = lookAngles(siteOf(BERLIN), stateToEcef(state, greenwichSiderealTime(T0)));
      expect(figure('Azimuth')).toBeCloseTo(seen.azimuth, 1);
      expect(figure('Elevation')).toBeCloseTo(seen.elevation, 1);
      expect(figure('Range')).toBeCloseTo(seen.rangeKm, -1);
    },
  );

  it('has its mask in the plot, the chart and their words', () => {
    const pass = firstPass();
    const { container } = renderAt(<SkyCard id="orbita" />, pass.aos - MS_PER_S);
    const card = screen.getByRole('region', { name: 'Sky over Berlin' });
    expect(within(card).getByText('ORBITA-1 above 10°, times UTC')).toBeVisible();
    expect(
      within(card).getByRole('img', {
        name: /^Sky over Berlin: ORBITA-1 rises above 10° at .* sets below 10° at /,
      }),
    ).toBeVisible();
    expect(
      within(card).getByRole('img', { name: /^Elevation over the pass: from 10° at .* down to 10° at / }),
    ).toBeVisible();
    expect(container.querySelector('svg circle[class*="mask"]')).toHaveAttribute('r', String(80 / 90));
  });

  it('counts to the mask, while VISIBLE begins at the horizon (spec §4)', () => {
    const pass = firstPass();
    const store = createStore();
    const near = startMission({ clock: { now: () => addMs(pass.aos, -10 * MS_PER_S) } });
    near.control.setPlaces({ observer: BERLIN, stations: [] });
    showMission(store, near);
    store.set(missionSecondAtom, addMs(pass.aos, -10 * MS_PER_S));
    renderWithStore(<TrackingCard id="orbita" />, store);
    expect(screen.getByText('VISIBLE')).toBeVisible();
    expect(screen.getByText('above 10° in 10 s')).toBeVisible();
    act(() => store.set(missionSecondAtom, addMs(pass.los, -5 * MS_PER_S)));
    expect(screen.getByText('below 10° in 5 s')).toBeVisible();
  });

  it('is the mark on the map', () => {
    renderAt(<OrbitalPositionCard own="orbita" />);
    expect(screen.getByText('Observer: Berlin')).toBeInTheDocument();
    expect(screen.queryByText('Observer: London')).toBeNull();
  });

  it('gives way to the specified one', () => {
    const { store } = renderAt(<SkyCard id="orbita" />);
    act(() => store.set(sliceAtoms.places, startMission().snapshot().places.value));
    expect(screen.getByRole('region', { name: 'Sky over London' })).toBeVisible();
    expect(screen.getByText('ORBITA-1 above 0°, times UTC')).toBeVisible();
  });
});

describe('own stations', () => {
  const names = (table: HTMLElement) =>
    within(table)
      .getAllByRole('row')
      .slice(1)
      .map((row) => row.firstElementChild?.textContent);

  it('follow the specified ones in the card, with their own passes and no schedule', () => {
    const [next] = madridPasses().filter(({ los }) => los > T0);
    if (!next) throw new Error('no pass');
    renderAt(<GroundStationsCard id="orbita" />, next.aos - 60_000);
    const table = screen.getByRole('table', { name: /Ground stations/ });
    expect(names(table)).toEqual(['Houston', 'Madrid', 'Canberra', 'Baikonur', 'Pole', 'Madrid']);
    const [, pole, madrid] = within(table).getAllByRole('row').slice(-3);
    expect(pole?.textContent).toMatch(/^PoleNo pass within 24 hOwn$/);
    expect(madrid?.textContent).toMatch(/^MadridAOS in 1 min 00 s.*Own$/);
    expect(screen.getByText(/^Fixed schedule/)).not.toHaveTextContent('Pole');
    expect(screen.getByText(/over own stations above their mask/)).toBeVisible();
    const strips = within(screen.getByRole('list', { name: /Contact plan/ })).getAllByRole('listitem');
    expect(strips).toHaveLength(6);
    expect(strips[4]?.textContent).toMatch(/^Pole0 contacts/);
    const ahead = madridPasses().filter(
      ({ los, aos }) => los > next.aos - 60_000 && aos < next.aos + 24 * MS_PER_H,
    );
    expect(strips[5]?.textContent).toContain(`${ahead.length} contacts`);
  });

  it('are not known, rather than never in contact, until they have been searched', () => {
    const { store } = renderAt(<GroundStationsCard id="orbita" />);
    const { places } = mission.snapshot();
    const found = places.value.satellites.orbita;
    if (!found.ok) throw new Error(found.message);
    const orbita = { ok: true as const, value: { ...found.value, stations: [] } };
    act(() =>
      store.set(sliceAtoms.places, {
        ...places.value,
        satellites: { ...places.value.satellites, orbita },
      }),
    );
    const table = screen.getByRole('table', { name: /Ground stations/ });
    const [, pole, madrid] = within(table).getAllByRole('row').slice(-3);
    for (const row of [pole, madrid]) expect(row?.textContent).toMatch(/^(Pole|Madrid)Not known yetOwn$/);
    const strips = within(screen.getByRole('list', { name: /Contact plan/ })).getAllByRole('listitem');
    for (const strip of strips.slice(4)) expect(strip.textContent).toMatch(/^(Pole|Madrid)Not known yet$/);
  });

  it('leave the summary of the active stations, and commands at a pass, to the specified ones', async () => {
    const summary = () => screen.getByText(/^Active stations:/).textContent;
    const { store } = renderAt(<GroundStationsCard id="orbita" />);
    const before = summary();
    await userEvent.click(screen.getByRole('button', { name: /^All \d+ passes/ }));
    const rows = within(screen.getByRole('table', { name: 'In order of AOS' })).getAllByRole('row');
    const own = rows.filter(
      (row) => /^Madrid/.test(row.textContent ?? '') && !/Queue/.test(row.textContent ?? ''),
    );
    expect(own.length).toBeGreaterThanOrEqual(
      madridPasses().filter(({ aos }) => aos > T0 && aos < T0 + 20 * MS_PER_H).length,
    );
    act(() => store.set(sliceAtoms.places, startMission().snapshot().places.value));
    expect(summary()).toBe(before);
  });

  it('are objects of the map, with their mask and passes', async () => {
    const { contacts } = mission.snapshot();
    renderAt(<MapObjects satellites={[]} front="orbita" contacts={contacts.value} />);
    expect(screen.getAllByRole('button', { name: 'Madrid' })).toHaveLength(2);
    await userEvent.hover(screen.getByRole('button', { name: 'Pole' }));
    const details = screen.getByRole('tooltip').textContent ?? '';
    expect(details).toContain('StationOwn, above 7.5°');
    expect(details).toContain('Next AOSNone within 24 h');
    expect(details).not.toContain('Scheduled pass');
  });

  it('are places in the data of the map', async () => {
    renderAt(<MapData />);
    await userEvent.click(screen.getByRole('button', { name: /Show data/ }));
    const row = screen.getByRole('row', { name: /^Pole/ });
    expect(row.textContent).toMatch(/^Pole90\.00° N0\.00° EOwn, above 7\.5°$/);
  });

  it('have their passes on the strip of the timeline, apart from the contacts', () => {
    const { contacts, places } = mission.snapshot();
    const span = { from: T0, to: addMs(T0, 20 * MS_PER_H) };
    const own = ownPasses(places.value, 'orbita');
    const lane = passesWithin(contacts.value, span, own);
    const expected = madridPasses().filter(({ aos, los }) => los > span.from && aos < span.to);
    expect(lane.list.filter(({ use }) => use === 'own').map(({ station }) => station)).toEqual(
      expected.map(() => 'Madrid'),
    );
    expect(expected.length).toBeGreaterThan(0);
    expect(lane.contacts).toEqual(passesWithin(contacts.value, span).contacts);
  });
});

describe('an own station that the radio uses', () => {
  const used = startMission();
  used.control.setPlaces({ stations: [POLE, MADRID] });
  used.control.setNetwork([
    ...SPECIFIED_NETWORK.slice(2),
    { ...MADRID, id: ownStationId(MADRID.id), active: true },
  ]);
  const render = (ui: React.ReactNode, time: number = T0) => {
    const store = createStore();
    showMission(store, used);
    store.set(missionSecondAtom, time as EpochMs);
    return renderWithStore(ui, store);
  };
  const contacts = used.snapshot().contacts.value.satellites.orbita;
  if (!contacts.ok) throw new Error(contacts.message);
  const pass = passesOver(contacts.value, ownStationId(MADRID.id)).find(({ aos }) => aos > T0);
  if (!pass) throw new Error('no pass');

  it('is in the card once, as one of the network; one that is not used comes after', () => {
    render(<GroundStationsCard id="orbita" />, pass.aos - 60_000);
    const rows = within(screen.getByRole('table', { name: /Ground stations/ }))
      .getAllByRole('row')
      .slice(1);
    expect(rows.map((row) => row.firstElementChild?.textContent)).toEqual([
      'Canberra',
      'Baikonur',
      'Madrid',
      'Pole',
    ]);
    expect(rows[2]?.textContent).toMatch(/^MadridAOS in 1 min 00 s.*Active$/);
    expect(rows[3]?.textContent).toMatch(/Own$/);
  });

  it('is an object of the map with its mask, and the hidden one is not', async () => {
    const { store } = render(
      <MapObjects satellites={[]} front="orbita" contacts={used.snapshot().contacts.value} />,
    );
    await userEvent.hover(screen.getByRole('button', { name: 'Madrid' }));
    expect(screen.getByRole('tooltip').textContent).toContain('StationActive, above 20°');
    act(() => store.set(placeListAtom, { places: [{ ...MADRID, kind: 'station', isShown: false }] }));
    expect(screen.queryByRole('button', { name: 'Madrid' })).toBeNull();
  });

  it('is counted down to, and has commands at its passes', async () => {
    expect(nextContactMilestone(contacts.value, addMs(pass.aos, -1))).toEqual({
      contact: 'AOS',
      name: 'Madrid',
      time: pass.aos,
    });
    render(<GroundStationsCard id="orbita" />, pass.aos - 60_000);
    await userEvent.click(screen.getByRole('button', { name: /^All \d+ passes/ }));
    expect(screen.getAllByRole('button', { name: 'Queue a command at AOS Madrid' })[0]).toBeVisible();
  });
});
