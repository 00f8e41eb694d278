import { describe, expect, it } from 'vitest';
import { ORBITAL_ELEMENTS } from '../../../../src/shared/entities/satellites.ts';
import { STATION_IDS } from '../../../../src/shared/entities/stations.ts';
import {
  addMs,
  degrees,
  type EpochMs,
  MS_PER_H,
  MS_PER_S,
  type Radians,
  toDegrees,
  toRadians,
} from '../../../../src/shared/kit/units.ts';
import {
  ecefToTeme,
  geodeticToEcef,
  greenwichSiderealTime,
  stateToEcef,
} from '../../../../src/shared/orbit/frames.ts';
import { lookAngles } from '../../../../src/shared/orbit/observer.ts';
import type { Propagator } from '../../../../src/shared/orbit/propagator.ts';
import { sunPositionAu } from '../../../../src/shared/orbit/sun.ts';
import { angleBetween, cross, type Vector } from '../../../../src/shared/orbit/vector.ts';
import { type Environment, environmentAt } from '../../../../src/worker/spacecraft/environment.ts';
import eclipses from '../../../reference/eclipses.json';
import passes from '../../../reference/passes.json';
import sun from '../../../reference/sun.json';
import { STATION_SITES } from '../../../support/contact-plans.ts';
import { later, T0 } from '../../../support/mission.ts';
import { isoTime, named, propagate, unixTime } from '../../shared/orbit/flights.ts';

const orbita = propagate(ORBITAL_ELEMENTS.orbita);

function around(propagator: Propagator, time: EpochMs): Environment {
  const environment = environmentAt(propagator, time);
  if (!environment) throw new Error('no orbit');
  return environment;
}

/** Returns a propagator at rest at one place over the Earth. */
const standingAt = (positionEcef: Vector): Propagator => ({
  epoch: T0,
  stateAt: (time) => ({
    positionTeme: ecefToTeme(positionEcef, greenwichSiderealTime(time)),
    velocityTeme: { x: 0, y: 7.5, z: 0 },
  }),
});
const above = (latitude: number, longitude: number, altitudeKm: number): Propagator =>
  standingAt(geodeticToEcef({ latitude: degrees(latitude), longitude: degrees(longitude), altitudeKm }));
/** Instants throughout a minute, whose sky is computed for its middle. */
const WITHIN_MINUTE = [0, 0.001, 17, 30, 43.5, 59.999].map((s) => later(s * MS_PER_S));

it('is none where the orbit has ended', () => {
  expect(environmentAt({ epoch: T0, stateAt: () => undefined }, T0)).toBeUndefined();
});

describe('the Sun', () => {
  const { events, window_start, beta_deg_start, window_end, beta_deg_end } = named(
    eclipses.satellites,
    'ORBITA-1',
  );
  const lightAt = (unixS: number): number => around(orbita, unixTime(unixS)).light;

  it.each(events.filter(({ event }) => !event.startsWith('sun_centre')).slice(0, 12))(
    'has the reference eclipse fraction: $event at $utc',
    ({ event, unix }) => {
      const [before, after] = [lightAt(unix - 2), lightAt(unix + 2)];
      const [outer, inner] = event.endsWith('enter') ? [before, after] : [after, before];
      if (event.startsWith('penumbra')) {
        expect(outer).toBe(1);
        expect(inner).toBeLessThan(1);
      } else {
        expect(outer).toBeGreaterThan(0);
        expect(inner).toBe(0);
      }
    },
  );

  it('has the reference beta angle', () => {
    for (const [utc, betaDeg] of [
      [window_start, beta_deg_start],
      [window_end, beta_deg_end],
    ] as const) {
      const { betaSine } = around(orbita, isoTime(utc));
      expect(betaSine).toBeCloseTo(Math.sin(toRadians(degrees(betaDeg))), 3);
    }
    for (const time of WITHIN_MINUTE) {
      const state = orbita.stateAt(time);
      if (!state) throw new Error('no orbit');
      const fromNormal = angleBetween(cross(state.positionTeme, state.velocityTeme), sunPositionAu(time));
      // In half a minute the Sun moves by 0.0004°.
      expect(Math.abs(around(orbita, time).betaSine - Math.cos(fromNormal))).toBeLessThan(1e-5);
    }
  });

  it.each(sun.samples)('has the reference distance at $utc', ({ timestamp, distance_au }) => {
    const { sunDistanceAu } = around(above(0, 0, 430), unixTime(timestamp));
    expect(Math.abs(sunDistanceAu - distance_au)).toBeLessThan(0.0001);
  });
});

describe('the station in view', () => {
  it.each(
    named(passes.predictions, 'ORBITA-1').stations.flatMap(({ station, min_elevation_10 }) =>
      min_elevation_10.map((pass) => ({ name: station, ...pass })),
    ),
  )('over $name has the reference elevation and range at $tca', (pass) => {
    const { station } = around(orbita, unixTime(pass.tca_unix));
    expect(station?.id).toBe(pass.name.toLowerCase());
    expect(Math.abs((station?.elevation ?? 0) - pass.max_elevation)).toBeLessThan(0.01);
    expect(Math.abs((station?.rangeKm ?? 0) - pass.tca_range_km)).toBeLessThan(0.1);
  });

  it('is the one with the spacecraft above 5°, if any, in agreement with the passes', () => {
    let seen = 0;
    for (let time = T0; time < T0 + 12 * MS_PER_H; time = addMs(time, 20.7 * MS_PER_S)) {
      const state = orbita.stateAt(time);
      if (!state) throw new Error('no orbit');
      const stateEcef = stateToEcef(state, greenwichSiderealTime(time));
      const looks = STATION_SITES.map((site) => lookAngles(site, stateEcef));
      const index = looks.findIndex(({ elevation }) => elevation >= 5);
      const { station } = around(orbita, time);
      expect(station?.id).toBe(STATION_IDS[index]);
      const look = looks[index];
      if (!station || !look) continue;
      seen += 1;
      expect(Math.abs(station.elevation - look.elevation)).toBeLessThan(1e-5);
      // A Julian day’s number is accurate to 40 µs: the Earth rotates by two centimetres in them.
      expect(Math.abs(station.rangeKm - look.rangeKm)).toBeLessThan(1e-4);
    }
    expect(seen).toBeGreaterThan(50);
  });

  it('is the one with the highest elevation of several', () => {
    const idAbove = (latitude: number, longitude: number) =>
      around(above(latitude, longitude, 20_000), T0).station?.id;
    expect(idAbove(45, 20)).toBe('madrid');
    expect(idAbove(45, 40)).toBe('baikonur');
    expect(idAbove(40, -60)).toBe('houston');
    expect(idAbove(40, -40)).toBe('madrid');
    // There all the others are behind the Earth.
    expect(idAbove(-35, 149)).toBe('canberra');
    expect(around(above(-60, -120, 430), T0).station).toBeUndefined();
  });

  it('starts at 5°', () => {
    const [houston] = STATION_SITES;
    if (!houston) throw new Error('no station');
    /** Returns the view from 1500 km away, to the south. */
    const seenAt = (elevation: number, time: EpochMs) => {
      const angle = toRadians(degrees(elevation));
      const [up, south] = [1500 * Math.sin(angle), -1500 * Math.cos(angle)];
      const { positionEcef: p, northEcef: n, upEcef: u } = houston;
      const position = {
        x: p.x + south * n.x + up * u.x,
        y: p.y + south * n.y + up * u.y,
        z: p.z + south * n.z + up * u.z,
      };
      return around(standingAt(position), time).station;
    };
    for (const time of WITHIN_MINUTE) {
      expect(seenAt(4.9999, time)).toBeUndefined();
      expect(seenAt(5.0001, time)?.id).toBe('houston');
      expect(seenAt(5.0001, time)?.elevation).toBeCloseTo(5.0001, 5);
      expect(seenAt(5.0001, time)?.rangeKm).toBeCloseTo(1500, 3);
    }
  });
});

describe('the relay', () => {
  const GEO_KM = 6378.137 + 35_786;
  const angleOver = (latitude: number, longitude: number, time = T0): number =>
    around(above(latitude, longitude, 430), time).relayAngle;

  it('is in the zenith over the equator at 45° W, 75° E and 165° W', () => {
    // A cosine near 1 has no better resolution than a millionth of a degree.
    for (const longitude of [-45, 75, -165]) expect(angleOver(0, longitude)).toBeCloseTo(0, 4);
  });

  it.each([
    [0, -45.5, 0.5],
    [0, 15.5, 59.5],
    [0, 14.5, 59.5],
    [0, 134, 59],
    [0, 136, 59],
    [0, -106, 59],
    [0, -104, 59],
    [0, 180, 15],
  ])('above %d° N %d° E is the nearest one, %d° round the Earth', (latitude, longitude, roundDeg) => {
    const radiusKm = 6378.137 + 430;
    const round = toRadians(degrees(roundDeg));
    const expected = Math.atan2(GEO_KM * Math.sin(round), GEO_KM * Math.cos(round) - radiusKm);
    for (const time of WITHIN_MINUTE) {
      expect(angleOver(latitude, longitude, time)).toBeCloseTo(toDegrees(expected as Radians), 4);
    }
  });

  it('is on the horizon and below it, seen from the north and the south', () => {
    // On a sphere, so that up is away from the centre.
    const angle = (latitudeDeg: number) => {
      const latitude = toRadians(degrees(latitudeDeg));
      const radiusKm = 6800;
      const position = geodeticToEcef({ latitude: degrees(0), longitude: degrees(75), altitudeKm: 0 });
      const scale = (radiusKm * Math.cos(latitude)) / Math.hypot(position.x, position.y);
      return around(
        standingAt({
          x: scale * position.x,
          y: scale * position.y,
          z: radiusKm * Math.sin(latitude),
        }),
        T0,
      ).relayAngle;
    };
    for (const latitudeDeg of [30, 60, 85]) {
      const round = toRadians(degrees(latitudeDeg));
      const expected = Math.atan2(GEO_KM * Math.sin(round), GEO_KM * Math.cos(round) - 6800);
      expect(angle(latitudeDeg)).toBeCloseTo(toDegrees(expected as Radians), 6);
      expect(angle(-latitudeDeg)).toBeCloseTo(toDegrees(expected as Radians), 6);
    }
    expect(angle(85)).toBeGreaterThan(90);
  });
});
