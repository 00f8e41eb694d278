import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ORBITAL_ELEMENTS } from '../../../../src/shared/entities/satellites.ts';
import {
  addMs,
  type EpochMs,
  epochMs,
  MS_PER_DAY,
  MS_PER_MIN,
  MS_PER_S,
} from '../../../../src/shared/kit/units.ts';
import type { OrbitalElements } from '../../../../src/shared/orbit/elements.ts';
import {
  type EphemerisWindow,
  endTime,
  fixAt,
  type SatelliteFix,
  stateAt,
  transitionInto,
} from '../../../../src/shared/orbit/ephemeris.ts';
import type { StateEcef } from '../../../../src/shared/orbit/frames.ts';
import { angleBetween, cross, length, subtract } from '../../../../src/shared/orbit/vector.ts';
import { followEphemerides } from '../../../../src/worker/orbit/ephemerides.ts';
import { createPropagators } from '../../../../src/worker/orbit/propagators.ts';
import { T0 } from '../../../support/mission.ts';

const FRAME_MS = 1000 / 60;
const GLIDE_MS = 20 * MS_PER_S;
const END = addMs(T0, GLIDE_MS);
const MILLIMETRE = 1e-6;

function windowOf(change: Partial<OrbitalElements> = {}): EphemerisWindow {
  const iss = { ...ORBITAL_ELEMENTS.iss, ...change };
  const ephemeris = followEphemerides(undefined, createPropagators({ ...ORBITAL_ELEMENTS, iss }), T0).iss;
  if (ephemeris.status === 'unavailable') throw new Error(ephemeris.reason);
  return ephemeris.window;
}

function stateIn(window: EphemerisWindow, time: EpochMs): StateEcef {
  const state = stateAt(window, time);
  if (!state) throw new Error('outside the window');
  return state;
}

function fixIn(window: EphemerisWindow, time: EpochMs): SatelliteFix {
  const fix = fixAt(window, time);
  if (!fix) throw new Error('outside the window');
  return fix;
}

const placeIn = (window: EphemerisWindow, time: EpochMs) => stateIn(window, time).positionEcef;
const radiusIn = (window: EphemerisWindow, time: EpochMs): number => length(placeIn(window, time));
const apartKm = (one: EphemerisWindow, other: EphemerisWindow, time: EpochMs): number =>
  length(subtract(placeIn(one, time), placeIn(other, time)));

/** Scales the distances from the Earth's centre; a negative factor mirrors the motion through it. */
const scaled = (window: EphemerisWindow, factor: number): EphemerisWindow => ({
  ...window,
  positionsEcefKm: window.positionsEcefKm.map((value) => value * factor),
  velocitiesEcefKmPerS: window.velocitiesEcefKmPerS.map((value) => value * factor),
});

/** Returns the instants of the frames from one instant to another. */
const framesBetween = (from: EpochMs, to: EpochMs): readonly EpochMs[] =>
  Array.from({ length: Math.floor((to - from) / FRAME_MS) + 1 }, (_, frame) => addMs(from, frame * FRAME_MS));

/** Returns the longest distance between consecutive frames, in km. */
function longestStepKm(times: readonly EpochMs[], shownAt: (time: EpochMs) => EphemerisWindow): number {
  const places = times.map((time) => placeIn(shownAt(time), time));
  return Math.max(
    ...places.map((place, index) => (index === 0 ? 0 : length(subtract(place, places[index - 1] ?? place)))),
  );
}

/**
 * Bound of the distance per frame, in km. No orbit here exceeds 7.6 km/s over the rotating Earth; a glide halfway
 * round, at a radius of 7000 km and with a change of height of 200 km, peaks at 1.5 times its average speed.
 */
const farthestStepKm = (durationMs: number): number =>
  FRAME_MS * (7.6 / MS_PER_S + (1.5 * (Math.PI * 7000 + 200)) / durationMs);

const OWN = windowOf();
/** A quarter round the orbit, in another plane, 25 km lower. */
const ELSEWHERE = windowOf({ MEAN_ANOMALY: 220, RA_OF_ASC_NODE: 150, MEAN_MOTION: 15.57 });
const OPPOSITE = scaled(OWN, -1);

describe.each([
  ['elsewhere', ELSEWHERE],
  ['opposite', OPPOSITE],
  ['just above', scaled(OWN, 1.001)],
])('a window entered from %s', (_, earlier) => {
  const window = transitionInto(OWN, earlier, T0, GLIDE_MS);

  it('begins where the earlier one is', () => {
    expect(apartKm(window, earlier, T0)).toBeLessThan(MILLIMETRE);
    expect(apartKm(OWN, earlier, T0)).toBeGreaterThan(1);
  });

  it('moves without a jump', () => {
    const shownAt = (time: EpochMs) => (time < T0 ? earlier : window);
    const times = framesBetween(addMs(T0, -MS_PER_S), addMs(END, MS_PER_S));
    expect(longestStepKm(times, shownAt)).toBeLessThan(farthestStepKm(GLIDE_MS));
  });

  it('starts and ends gently', () => {
    // A hundredth of the time into a smoothstep is 3 parts of 10 000 of the way.
    const way = Math.PI * 7000 * 0.0003;
    const soon = addMs(T0, GLIDE_MS / 100);
    const own = length(subtract(placeIn(OWN, soon), placeIn(OWN, T0)));
    expect(length(subtract(placeIn(window, soon), placeIn(earlier, T0)))).toBeLessThan(own * 1.01 + way);
    expect(apartKm(window, OWN, addMs(END, -GLIDE_MS / 100))).toBeLessThan(way);
  });

  it('comes closer to its own path all the time', () => {
    const distances = framesBetween(T0, END).map((time) =>
      angleBetween(placeIn(window, time), placeIn(OWN, time)),
    );
    for (const [index, distance] of distances.entries()) {
      // The turn's axis is fixed while the satellite moves on: 64 m, or 1e-5 radians, which includes rounding.
      expect(distance).toBeLessThanOrEqual((distances[index - 1] ?? distance) + 1e-5);
    }
  });

  it('is as far off its path before the switch as at it', () => {
    for (const ms of [-2000, -1, 0]) {
      const time = addMs(T0, ms);
      const [shown, own] = [stateAt(window, time), stateAt(OWN, time)];
      const [shownThen, ownThen] = [stateAt(window, T0), stateAt(OWN, T0)];
      if (!shown || !own || !shownThen || !ownThen) throw new Error('A window has no place.');
      const apart = angleBetween(shown.positionEcef, own.positionEcef);
      const apartThen = angleBetween(shownThen.positionEcef, ownThen.positionEcef);
      // The axis is fixed while the satellite moves 0.002 rad along its orbit.
      expect(Math.abs(apart - apartThen)).toBeLessThan(0.005);
    }
  });

  it('is on its own path after the transition', () => {
    for (const ms of [GLIDE_MS, GLIDE_MS + 1, 60 * MS_PER_MIN]) {
      const time = addMs(T0, ms);
      expect(stateAt(window, time)).toEqual(stateAt(OWN, time));
      expect(fixAt(window, time)).toEqual(fixAt(OWN, time));
    }
  });

  it('stays at radii between both', () => {
    const times = framesBetween(T0, END);
    const own = times.map((time) => radiusIn(OWN, time));
    const change = Math.max(...own) - Math.min(...own);
    const bounds = [...own, radiusIn(earlier, T0)];
    for (const time of times) {
      expect(radiusIn(window, time)).toBeGreaterThan(Math.min(...bounds) - change - MILLIMETRE);
      expect(radiusIn(window, time)).toBeLessThan(Math.max(...bounds) + change + MILLIMETRE);
    }
  });

  it('turns the velocity with the position, at the same speed and angle to the vertical', () => {
    for (const time of framesBetween(T0, END)) {
      const [shown, own] = [stateIn(window, time), stateIn(OWN, time)];
      expect(length(shown.velocityEcef)).toBeCloseTo(length(own.velocityEcef), 9);
      expect(angleBetween(shown.positionEcef, shown.velocityEcef)).toBeCloseTo(
        angleBetween(own.positionEcef, own.velocityEcef),
        9,
      );
    }
  });

  it('covers the same span, with its own illumination', () => {
    expect(endTime(window)).toBe(endTime(OWN));
    expect(fixAt(window, addMs(OWN.startTime, -1))).toBeUndefined();
    expect(fixAt(window, addMs(endTime(OWN), 1))).toBeUndefined();
    expect(fixIn(window, T0).eclipseFraction).toBe(fixIn(OWN, T0).eclipseFraction);
  });
});

describe('a window entered from', () => {
  it('the same way at another height keeps its heading, at altitudes between both', () => {
    const above = scaled(OWN, 1.02);
    const window = transitionInto(OWN, above, T0, GLIDE_MS);
    for (const time of framesBetween(T0, END)) {
      const [shown, own, high] = [fixIn(window, time), fixIn(OWN, time), fixIn(above, time)];
      expect(shown.heading).toBeCloseTo(own.heading, 2);
      expect(shown.altitudeKm).toBeGreaterThan(own.altitudeKm - MILLIMETRE);
      expect(shown.altitudeKm).toBeLessThan(high.altitudeKm + MILLIMETRE);
    }
  });

  it('the opposite side of the Earth goes along its own orbit', () => {
    const window = transitionInto(OWN, OPPOSITE, T0, GLIDE_MS);
    const { positionEcef, velocityEcef } = stateIn(OWN, T0);
    const normal = cross(positionEcef, velocityEcef);
    for (const time of framesBetween(T0, END)) {
      // In 20 s the rotating Earth turns the orbit's plane by 0.08°.
      expect(Math.abs(angleBetween(normal, placeIn(window, time)) - Math.PI / 2)).toBeLessThan(0.002);
    }
  });

  it.each([1e-14, 1e-12, 1e-11, 1e-10, 1e-9, 1e-8, 1e-6, 1e-3])(
    '%d radians beside the opposite begins there',
    (angle) => {
      const { positionsEcefKm } = OPPOSITE;
      const beside: EphemerisWindow = {
        ...OPPOSITE,
        positionsEcefKm: positionsEcefKm.map((value, index) =>
          index % 3 === 2 ? value + 6800 * angle : value,
        ),
      };
      const window = transitionInto(OWN, beside, T0, GLIDE_MS);
      expect(apartKm(window, beside, T0)).toBeLessThan(MILLIMETRE);
    },
  );

  it('one in transition continues from its shown position', () => {
    const first = transitionInto(ELSEWHERE, OPPOSITE, T0, GLIDE_MS);
    const [t1, t2] = [addMs(T0, GLIDE_MS / 3), addMs(T0, GLIDE_MS / 2)];
    const second = transitionInto(OWN, first, t1, GLIDE_MS);
    const third = transitionInto(ELSEWHERE, second, t2, GLIDE_MS);
    expect(apartKm(second, first, t1)).toBeLessThan(MILLIMETRE);
    expect(apartKm(third, second, t2)).toBeLessThan(MILLIMETRE);
    const shownAt = (time: EpochMs) => (time < t1 ? first : time < t2 ? second : third);
    const times = framesBetween(T0, addMs(t2, GLIDE_MS + MS_PER_S));
    expect(longestStepKm(times, shownAt)).toBeLessThan(farthestStepKm(GLIDE_MS));
    expect(stateAt(third, addMs(t2, GLIDE_MS))).toEqual(stateAt(ELSEWHERE, addMs(t2, GLIDE_MS)));
  });

  it('the same window does not change', () => {
    const transition = transitionInto(OWN, ELSEWHERE, T0, GLIDE_MS);
    const time = addMs(T0, GLIDE_MS / 2);
    expect(transitionInto(transition, transition, time, GLIDE_MS)).toBe(transition);
  });
});

describe('no transition', () => {
  it.each<[string, EphemerisWindow, EpochMs, number]>([
    ['from the same place', windowOf(), T0, GLIDE_MS],
    ['from less than a metre away', scaled(OWN, 1 + 0.0009 / 6800), T0, GLIDE_MS],
    ['before the earlier window', ELSEWHERE, addMs(ELSEWHERE.startTime, -1), GLIDE_MS],
    ['after the earlier window', ELSEWHERE, addMs(endTime(ELSEWHERE), 1), GLIDE_MS],
    [
      'from a window that is a day older',
      { ...ELSEWHERE, startTime: addMs(ELSEWHERE.startTime, -MS_PER_DAY) },
      T0,
      GLIDE_MS,
    ],
    ['at no time', ELSEWHERE, epochMs(Number.NaN), GLIDE_MS],
    ['in no time', ELSEWHERE, T0, 0],
    ['in a duration that is none', ELSEWHERE, T0, Number.NaN],
  ])('%s', (_, earlier, time, durationMs) => {
    expect(transitionInto(OWN, earlier, time, durationMs)).toBe(OWN);
  });
});

it('any change of source is without a jump, and ends on time (seed 1)', () => {
  const anyWindow = fc
    .record({
      MEAN_ANOMALY: fc.double({ min: 0, max: 360, noNaN: true }),
      RA_OF_ASC_NODE: fc.double({ min: 0, max: 360, noNaN: true }),
      INCLINATION: fc.double({ min: 40, max: 98, noNaN: true }),
      MEAN_MOTION: fc.double({ min: 15, max: 15.6, noNaN: true }),
    })
    .map(windowOf);
  const anyDuration = fc.integer({ min: MS_PER_S, max: 60 * MS_PER_S });
  const anyOffset = fc.integer({ min: 0, max: 30 * MS_PER_MIN });
  fc.assert(
    fc.property(anyWindow, anyWindow, anyOffset, anyDuration, (own, earlier, offset, durationMs) => {
      const start = addMs(T0, offset);
      const end = addMs(start, durationMs);
      const window = transitionInto(own, earlier, start, durationMs);
      expect(apartKm(window, earlier, start)).toBeLessThan(MILLIMETRE);
      expect(stateAt(window, end)).toEqual(stateAt(own, end));
      const shownAt = (time: EpochMs) => (time < start ? earlier : window);
      // A polar orbit over the rotating Earth is up to 0.3 km/s faster than those above.
      const bound = farthestStepKm(durationMs) + (0.3 * FRAME_MS) / MS_PER_S;
      expect(longestStepKm(framesBetween(addMs(start, -100), addMs(end, 100)), shownAt)).toBeLessThan(bound);
    }),
    { numRuns: 50, seed: 1 },
  );
});
