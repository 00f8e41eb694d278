import { describe, expect, it } from 'vitest';
import { SLICE_NAMES } from '../../../../src/shared/contract/mission-control.ts';
import type { Place } from '../../../../src/shared/entities/place.ts';
import type { ChosenPlaces, PlaceContacts } from '../../../../src/shared/entities/places.ts';
import {
  ORBITAL_ELEMENTS,
  SATELLITE_IDS,
  SATELLITES,
  type SatelliteId,
} from '../../../../src/shared/entities/satellites.ts';
import { addMs, degrees, MS_PER_H, MS_PER_MIN, MS_PER_S } from '../../../../src/shared/kit/units.ts';
import { ecefToGeodetic, greenwichSiderealTime, stateToEcef } from '../../../../src/shared/orbit/frames.ts';
import { lookAngles, siteOf } from '../../../../src/shared/orbit/observer.ts';
import type { Pass } from '../../../../src/shared/orbit/passes.ts';
import type { Propagator } from '../../../../src/shared/orbit/propagator.ts';
import { passPath } from '../../../../src/worker/orbit/pass-path.ts';
import { createPropagators } from '../../../../src/worker/orbit/propagators.ts';
import type { Session } from '../../../../src/worker/session/session.ts';
import {
  later,
  observedPasses,
  recordUpdates,
  startMission,
  startUneventfulMission,
  T0,
} from '../../../support/mission.ts';
import { findPasses } from '../../../support/passes.ts';

const propagators = createPropagators();

function orbitOf(id: SatelliteId): Propagator {
  const { [id]: found } = propagators;
  if (!found.ok) throw new Error(found.message);
  return found.value;
}

const place = (name: string, latitude: number, longitude: number, mask = 0): Place => ({
  id: name.toLowerCase(),
  name,
  latitude: degrees(latitude),
  longitude: degrees(longitude),
  altitudeKm: 0.1,
  mask: degrees(mask),
});

const BERLIN = place('Berlin', 52.52, 13.4);
const POLE = place('Pole', 90, 0, 0);
const SOUTH = place('South Pole', -90, 12, 3);
const WEST = place('West of the date line', -16.8, -180, 10);
const EAST = place('East of the date line', 51.4, 180, 5);
const STATIONS = [POLE, SOUTH, WEST, EAST, place('Svalbard', 78.2, 15.4, 2)];

/** Lets the session search as its timer does, while anything is due. */
function searchAll(session: Session, now = T0): void {
  for (let turn = 0; turn < 100 && session.nextDueTime() <= now; turn++) session.advanceTo(now);
}

function choose(session: Session, chosen: ChosenPlaces, now = T0): void {
  expect(session.control.setPlaces(chosen)).toMatchObject({ ok: true });
  searchAll(session, now);
}

function contactsOf(session: Session, id: SatelliteId): PlaceContacts {
  const found = session.snapshot().places.value.satellites[id];
  if (!found.ok) throw new Error(found.message);
  return found.value;
}

/** To the millisecond: the start of a search affects the last digits. */
const span = ({ aos, tca, los }: Pass): readonly number[] => [aos, tca, los].map(Math.round);

/** Returns the result of a single search over the period of the contact plan. */
function passesOver(session: Session, id: SatelliteId, place: Place): readonly Pass[] {
  const { from, to } = session.snapshot().contacts.value;
  return findPasses(orbitOf(id), siteOf(place), { from, to, minElevation: place.mask });
}

describe.each(SATELLITE_IDS)('without own places, the observer of %s', (id) => {
  const orbit = orbitOf(id);
  const specified = SATELLITES[id].observer;

  it('is the specified one, with the passes of a single search from the horizon up', () => {
    const session = startMission();
    const expected = passesOver(session, id, specified);
    expect(expected.length).toBeGreaterThan(2);
    expect(observedPasses(session, id).map(span)).toEqual(expected.map(span));
    expect(session.snapshot().places.value.chosen).toEqual({ stations: [] });
    expect(contactsOf(session, id).stations).toEqual([]);
  });

  it('has the sky path of the observer from AOS through TCA to LOS', () => {
    const site = siteOf(specified);
    const whole = observedPasses(startMission(), id).filter(
      ({ startsBefore, endsAfter }) => !startsBefore && !endsAfter,
    );
    expect(whole.length).toBeGreaterThan(2);
    for (const { aos, los, maxElevation, path } of whole) {
      if (!path) throw new Error('no path');
      const { arc } = path;
      const { elevations, azimuths, startTime, stepMs } = arc;
      expect(startTime).toBe(aos);
      expect(startTime + stepMs * (elevations.length - 1)).toBeCloseTo(los, 3);
      expect(elevations.at(0)).toBeCloseTo(0, 1);
      expect(elevations.at(-1)).toBeCloseTo(0, 1);
      expect(Math.max(...elevations)).toBeLessThanOrEqual(maxElevation + 0.01);
      expect(Math.max(...elevations)).toBeGreaterThan(maxElevation - 3);
      for (const index of [0, 20, 40, 60]) {
        const time = addMs(startTime, index * stepMs);
        const state = orbit.stateAt(time);
        if (!state) throw new Error('no state');
        const ecef = stateToEcef(state, greenwichSiderealTime(time));
        const [angles, place] = [lookAngles(site, ecef), ecefToGeodetic(ecef.positionEcef)];
        expect(azimuths[index]).toBeCloseTo(angles.azimuth, 3);
        expect(elevations[index]).toBeCloseTo(angles.elevation, 3);
        expect(arc.latitudes[index]).toBeCloseTo(place.latitude, 3);
        expect(arc.longitudes[index]).toBeCloseTo(place.longitude, 3);
      }
      for (const list of [azimuths, elevations, arc.latitudes, arc.longitudes]) expect(list).toHaveLength(61);
    }
  });
});

it('the light along the passes over an observer changes when the contact plan says so', () => {
  const session = startMission();
  let changes = 0;
  for (const id of SATELLITE_IDS) {
    const plan = session.snapshot().contacts.value.satellites[id];
    if (!plan.ok) throw new Error(plan.message);
    for (const { aos, los, path } of observedPasses(session, id)) {
      if (!path) throw new Error('no path');
      const within = ({ time }: { readonly time: number }): boolean => time > aos && time < los;
      const told = plan.value.eclipseTransitions.filter(within);
      const found = path.sunlit
        .flatMap(({ start, end }) => [
          { time: start, isEclipsed: false },
          { time: end, isEclipsed: true },
        ])
        .filter(within);
      expect(found.map(({ isEclipsed }) => isEclipsed)).toEqual(told.map(({ isEclipsed }) => isEclipsed));
      for (const [index, { time }] of told.entries()) {
        expect(Math.abs((found[index]?.time ?? 0) - time)).toBeLessThan(MS_PER_S);
      }
      changes += told.length;
    }
  }
  expect(changes).toBeGreaterThan(0);
});

describe('a pass during which the orbit ends', () => {
  it('has its sky path up to there', () => {
    const [pass] = observedPasses(startMission(), 'orbita');
    if (!pass?.path) throw new Error('no pass');
    const whole = pass.path.arc;
    const { epoch, stateAt } = orbitOf('orbita');
    const end = addMs(pass.aos, 30.5 * whole.stepMs);
    const ending: Propagator = { epoch, stateAt: (time) => (time < end ? stateAt(time) : undefined) };
    const { arc } = passPath(pass, ending, siteOf(SATELLITES.orbita.observer));
    for (const name of ['azimuths', 'elevations', 'latitudes', 'longitudes'] as const) {
      expect(arc[name].subarray(0, 31)).toEqual(whole[name].subarray(0, 31));
      expect([...arc[name].subarray(31)]).toEqual(new Array(30).fill(Number.NaN));
    }
  });
});

describe('chosen places', () => {
  it.each(SATELLITE_IDS)('have the passes of %s that a single search finds', (id) => {
    const session = startMission();
    choose(session, { observer: BERLIN, stations: STATIONS });
    const { observer, stations } = contactsOf(session, id);
    expect(observer.map(span)).toEqual(passesOver(session, id, BERLIN).map(span));
    expect(observer.length).toBeGreaterThan(3);
    expect(stations).toHaveLength(STATIONS.length);
    for (const [index, station] of STATIONS.entries()) {
      expect(stations[index]?.map(span)).toEqual(passesOver(session, id, station).map(span));
    }
    // Neither orbit, inclined by 52°, is visible from a pole.
    expect(stations.map((passes) => passes && passes.length > 0)).toEqual([false, false, true, true, false]);
  });

  it('have a polar satellite in view at each orbit, at the poles', () => {
    const polar = createPropagators({
      ...ORBITAL_ELEMENTS,
      orbita: { ...ORBITAL_ELEMENTS.orbita, INCLINATION: 90 },
    });
    const session = startMission({ propagators: polar });
    choose(session, { stations: [POLE, SOUTH] });
    const { from, to } = session.snapshot().contacts.value;
    const orbits = ((to - from) / MS_PER_H) * (Number(ORBITAL_ELEMENTS.orbita.MEAN_MOTION) / 24);
    for (const passes of contactsOf(session, 'orbita').stations) {
      expect(Math.abs((passes?.length ?? 0) - orbits)).toBeLessThanOrEqual(1);
    }
  });

  it('give way to the specified ones again', () => {
    const session = startMission();
    const specified = session.snapshot().places.value;
    choose(session, { observer: BERLIN, stations: STATIONS });
    expect(session.snapshot().places.value).not.toEqual(specified);
    choose(session, { stations: [] });
    expect(session.snapshot().places.value).toEqual(specified);
  });

  it('follow time at any rate, to the end of the contact plan', () => {
    let now = T0;
    const session = startUneventfulMission({ clock: { now: () => now } });
    choose(session, { observer: BERLIN, stations: STATIONS });
    session.control.setRate(3600);
    for (let tick = 0; tick < 20; tick++) {
      now = addMs(now, 250);
      session.advanceTo(now);
    }
    expect(session.mission.time()).toBeGreaterThan(later(4 * MS_PER_H));
    const { observer, stations } = contactsOf(session, 'orbita');
    expect(observer.map(span)).toEqual(passesOver(session, 'orbita', BERLIN).map(span));
    expect(stations[3]?.map(span)).toEqual(passesOver(session, 'orbita', EAST).map(span));
  });

  it('are seen at a past instant and on a branch as at that time, and stay chosen', () => {
    let now = T0;
    const session = startUneventfulMission({ clock: { now: () => now } });
    choose(session, { observer: BERLIN, stations: STATIONS });
    const before = session.snapshot().places.value;
    now = later(3 * MS_PER_H);
    session.advanceTo(now);
    searchAll(session, now);
    const live = session.snapshot().places.value;
    expect(live.satellites).not.toEqual(before.satellites);
    session.control.seek(later(MS_PER_MIN));
    searchAll(session, now);
    expect(session.snapshot().places.value).toEqual(before);
    session.control.takeOver();
    searchAll(session, now);
    expect(session.snapshot().places.value).toEqual(before);
    session.control.returnToUtc();
    searchAll(session, now);
    expect(session.snapshot().places.value).toEqual(live);
  });

  it('follow the orbit of the ISS', () => {
    const session = startMission();
    choose(session, { observer: BERLIN, stations: [EAST] });
    const before = contactsOf(session, 'iss');
    session.apply({ kind: 'iss-orbit', elements: { ...ORBITAL_ELEMENTS.iss, MEAN_ANOMALY: 100 } });
    searchAll(session);
    const after = contactsOf(session, 'iss');
    expect(after.observer.map(span)).not.toEqual(before.observer.map(span));
    expect(after.stations[0]?.map(span)).not.toEqual(before.stations[0]?.map(span));
    expect(after.stations[0]?.length).toBeGreaterThan(2);
  });

  it('are sent only when they have changed', () => {
    const session = startMission();
    const { updates, listener } = recordUpdates();
    session.control.subscribe(listener);
    choose(session, { observer: BERLIN, stations: STATIONS });
    const count = updates.length;
    for (let s = 1; s <= 60; s++) session.advanceTo(later(s * MS_PER_S));
    expect(updates.length).toBeGreaterThan(count + 50);
    expect(updates.slice(count).flatMap(({ slices }) => slices.places ?? [])).toEqual([]);
  });

  it('of fifty stations are searched in several slices, each of which is told', () => {
    const inView = Array.from({ length: 49 }, (_, index) =>
      place(`Station ${index}`, 65 - 2.5 * index, 7 * index - 175, index % 3),
    );
    const many = [...inView, POLE];
    const session = startMission();
    session.control.setPlaces({ stations: many });
    expect(session.nextDueTime()).toBeLessThanOrEqual(T0);
    const countOf = (lists: PlaceContacts['stations']) => lists.flatMap((passes) => passes ?? []).length;
    const { stations: first } = contactsOf(session, 'orbita');
    searchAll(session);
    const { stations } = contactsOf(session, 'orbita');
    expect(countOf(stations)).toBeGreaterThan(countOf(first));
    expect(countOf(first)).toBeGreaterThan(0);
    // Only a whole search shows that there is no pass.
    expect([first[49], stations[49]]).toEqual([undefined, []]);
    for (const index of [0, 20, 49]) {
      const station = many[index];
      if (!station) throw new Error('no station');
      expect(stations[index]?.map(span)).toEqual(passesOver(session, 'orbita', station).map(span));
    }
  });

  it('change no byte of the mission: neither hash nor journal nor keyframe', () => {
    const [plain, chosen] = [startMission(), startMission()];
    choose(chosen, { observer: BERLIN, stations: STATIONS });
    for (const session of [plain, chosen]) session.advanceTo(later(20 * MS_PER_MIN));
    chosen.control.setPlaces({ stations: [POLE] });
    for (const session of [plain, chosen]) session.advanceTo(later(20 * MS_PER_MIN + 5000));
    expect(chosen.mission.hash()).toBe(plain.mission.hash());
    expect(chosen.mission.journal()).toEqual(plain.mission.journal());
    expect(chosen.mission.keyframe()).toEqual(plain.mission.keyframe());
    expect(chosen.record()).toEqual(plain.record());
    for (const name of SLICE_NAMES) {
      if (name !== 'places') expect(chosen.snapshot()[name].value).toEqual(plain.snapshot()[name].value);
    }
  });

  it('are those of a satellite with an orbit; the other one says why it has none', () => {
    const broken = createPropagators({
      ...ORBITAL_ELEMENTS,
      iss: { ...ORBITAL_ELEMENTS.iss, ECCENTRICITY: 2 },
    });
    const session = startMission({ propagators: broken });
    choose(session, { observer: BERLIN, stations: [EAST] });
    const { satellites } = session.snapshot().places.value;
    expect(satellites.iss).toMatchObject({ ok: false, message: expect.stringContaining('ISS') });
    expect(contactsOf(session, 'orbita').stations[0]?.length).toBeGreaterThan(2);
  });
});

describe('a bad choice', () => {
  /** What is refused changes nothing, so that all choices are made in one session. */
  const session = startMission();
  choose(session, { observer: BERLIN, stations: [POLE] });

  it.each<[unknown, string]>([
    [undefined, 'There is no list of stations.'],
    ['Berlin', 'There is no list of stations.'],
    [{ stations: 'all' }, 'There is no list of stations.'],
    [{ observer: 5, stations: [] }, 'The observer is not a place.'],
    [{ stations: ['Berlin'] }, 'Station 1 is not a place.'],
    [{ stations: [POLE, { ...EAST, latitude: 91 }] }, 'Station 2 has no latitude from -90 to 90°.'],
    [{ stations: [{ ...EAST, longitude: -180.1 }] }, 'Station 1 has no longitude from -180 to 180°.'],
    [{ stations: [{ ...EAST, mask: 90 }] }, 'Station 1 has no mask angle from 0 to 89°.'],
    [{ stations: [{ ...EAST, mask: -1 }] }, 'Station 1 has no mask angle from 0 to 89°.'],
    [{ stations: [{ ...EAST, mask: '5' }] }, 'Station 1 has no mask angle from 0 to 89°.'],
    [
      { observer: { ...BERLIN, latitude: Number.NaN }, stations: [] },
      'The observer has no latitude from -90 to 90°.',
    ],
    [
      { observer: { ...BERLIN, altitudeKm: 300 }, stations: [] },
      'The observer has no height from -0.5 to 9 km.',
    ],
    [
      { observer: { ...BERLIN, altitudeKm: undefined }, stations: [] },
      'The observer has no height from -0.5 to 9 km.',
    ],
    [{ observer: { ...BERLIN, name: ' \u202e ' }, stations: [] }, 'The observer has no name.'],
    [{ stations: [{ ...EAST, id: '' }] }, 'Station 1 has no valid identity.'],
    [{ stations: [EAST, EAST] }, 'Station 2 is there twice.'],
    [
      { stations: Array.from({ length: 51 }, (_, index) => ({ ...EAST, id: `${index}` })) },
      'There are more than 50 own stations.',
    ],
  ])('is refused in words and changes nothing: %j', (chosen, message) => {
    const before = session.snapshot().places;
    expect(session.control.setPlaces(chosen as ChosenPlaces)).toEqual({ ok: false, message });
    searchAll(session);
    expect(session.snapshot().places).toBe(before);
  });

  it('keeps of a place what a place has, and its name on one line', () => {
    const session = startMission();
    const chosen = { ...EAST, name: 'East\n\u202estation', packed: 'columns' };
    expect(session.control.setPlaces({ stations: [chosen] })).toEqual({
      ok: true,
      value: { stations: [{ ...EAST, name: 'East station' }] },
    });
  });
});
