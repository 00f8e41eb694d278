import fc from 'fast-check';
import { sgp4, twoline2satrec } from 'satellite.js';
import { describe, expect, it } from 'vitest';
import { ORBITAL_ELEMENTS } from '../../../../src/shared/entities/satellites.ts';
import { addMs, epochMs, MS_PER_MIN } from '../../../../src/shared/kit/units.ts';
import { readTle } from '../../../../src/shared/orbit/elements.ts';
import { createPropagator } from '../../../../src/shared/orbit/propagator.ts';
import positions from '../../../reference/positions.json';
import vectors from '../../../reference/sgp4-vectors.json';
import { FLIGHTS, named, propagate, unixTime, unwrap } from './flights.ts';

describe('the published SGP4 vectors', () => {
  const CASES = vectors.satellites.flatMap(({ norad, line1, line2, rows }) =>
    rows.map((row) => ({ norad, line1, line2, row, minutes: row[0] ?? Number.NaN })),
  );

  it('are there', () => {
    expect(CASES.length).toBeGreaterThan(70);
  });

  it.each(CASES)(
    'are reproduced for satellite $norad after $minutes min',
    ({ line1, line2, row, minutes }) => {
      const propagator = propagate(unwrap(readTle(line1, line2)));
      const state = propagator.stateAt(addMs(propagator.epoch, minutes * MS_PER_MIN));
      if (!state) throw new Error('no state');
      const { positionTeme: p, velocityTeme: v } = state;
      const [, x = 0, y = 0, z = 0, vx = 0, vy = 0, vz = 0] = row;
      expect(Math.hypot(p.x - x, p.y - y, p.z - z)).toBeLessThan(0.000_01);
      expect(Math.hypot(v.x - vx, v.y - vy, v.z - vz)).toBeLessThan(0.000_000_01);
    },
  );
});

describe.each(FLIGHTS)('$name from its $form against the reference', ({ name, propagator }) => {
  const { samples } = named(positions.satellites, name);

  it('has reference samples', () => {
    expect(samples.length).toBeGreaterThan(50);
  });

  it.each(samples)('has the reference position at $utc', (sample) => {
    const state = propagator.stateAt(unixTime(sample.timestamp));
    if (!state) throw new Error('no state');
    const { x, y, z } = state.positionTeme;
    const [temeX = 0, temeY = 0, temeZ = 0] = sample.teme_km;
    expect(Math.hypot(x - temeX, y - temeY, z - temeZ)).toBeLessThan(0.02);
  });
});

/** From Vallado's SGP4-VER.TLE, which says of them: "lost in 50 minutes" and "lost in under 420 min". */
const LAST_STAGES = [
  {
    lines: [
      '1 28872U 05037B   05333.02012661  .25992681  00000-0  24476-3 0  1534',
      '2 28872  96.4736 157.9986 0303955 244.0492 110.6523 16.46015938 10708',
    ],
    aliveMin: 50,
    lostMin: 60,
  },
  {
    lines: [
      '1 29141U 85108AA  06170.26783845  .99999999  00000-0  13519-0 0   718',
      '2 29141  82.4288 273.4882 0015848 277.2124  83.9133 15.93343074  6828',
    ],
    aliveMin: 400,
    lostMin: 440,
  },
] as const;

describe('an orbit that ends', () => {
  it.each(LAST_STAGES)('has states until then: $lines.0', ({ lines: [line1, line2], aliveMin, lostMin }) => {
    const elements = unwrap(readTle(line1, line2, 'DEBRIS'));
    const { epoch, stateAt } = propagate(elements);
    expect(stateAt(addMs(epoch, aliveMin * MS_PER_MIN))).toBeDefined();
    expect(stateAt(addMs(epoch, lostMin * MS_PER_MIN))).toBeUndefined();
  });

  it.each(LAST_STAGES)(
    'has no states again later, although SGP4 has: $lines.0',
    ({ lines: [line1, line2], lostMin }) => {
      const { epoch, stateAt } = propagate(unwrap(readTle(line1, line2)));
      for (let minutes = lostMin; minutes < 3 * 1440; minutes += 5) {
        expect(stateAt(addMs(epoch, minutes * MS_PER_MIN)), `after ${minutes} min`).toBeUndefined();
      }
    },
  );

  it('has no state again after a decay, in whatever order it is asked', () => {
    // SGP4 itself has no state after 57,976 min, one again after 57,990, and so on for most of a day.
    const elements = { ...ORBITAL_ELEMENTS.iss, BSTAR: 100 * Number(ORBITAL_ELEMENTS.iss.BSTAR) };
    const minutes = Array.from({ length: 2 * 1440 }, (_, index) => 39 * 1440 + index);
    const statesIn = (order: readonly number[]): readonly number[] => {
      const { epoch, stateAt } = propagate(elements);
      return order.filter((minute) => stateAt(addMs(epoch, minute * MS_PER_MIN))).toSorted((a, b) => a - b);
    };
    const states = statesIn(minutes);
    expect(states).toEqual(minutes.slice(0, states.length));
    expect(states.length).toBeGreaterThan(0);
    expect(minutes[states.length]).toBeLessThanOrEqual(57_976);
    expect(statesIn(minutes.toReversed())).toEqual(states);
  });

  it('stays ended for any orbit', () => {
    let ended = 0;
    fc.assert(
      fc.property(
        fc.record({
          perigeeKm: fc.double({ min: 120, max: 400, noNaN: true }),
          eccentricity: fc.double({ min: 0, max: 0.3, noNaN: true }),
          dragExponent: fc.double({ min: -3, max: -1, noNaN: true }),
          inclination: fc.integer({ min: 0, max: 180 }),
          argument: fc.integer({ min: 0, max: 359 }),
          anomaly: fc.integer({ min: 0, max: 359 }),
        }),
        ({ perigeeKm, eccentricity, dragExponent, inclination, argument, anomaly }) => {
          const axisKm = (6378 + perigeeKm) / (1 - eccentricity);
          const { epoch, stateAt } = propagate({
            ...ORBITAL_ELEMENTS.iss,
            MEAN_MOTION: (86_400 * Math.sqrt(398_600.8 / axisKm ** 3)) / (2 * Math.PI),
            ECCENTRICITY: eccentricity,
            INCLINATION: inclination,
            ARG_OF_PERICENTER: argument,
            MEAN_ANOMALY: anomaly,
            BSTAR: 10 ** dragExponent,
          });
          const existsAt = (minute: number) => stateAt(addMs(epoch, minute * MS_PER_MIN)) !== undefined;
          let minute = 0;
          while (minute < 20 * 1440 && existsAt(minute)) minute += 3;
          if (minute >= 20 * 1440) return;
          ended += 1;
          const back: number[] = [];
          for (let later = 3; later < 2 * 1440; later += 3) if (existsAt(minute + later)) back.push(later);
          expect(back, `minutes after its end at ${minute} min`).toEqual([]);
        },
      ),
      { numRuns: 100, seed: 1 },
    );
    expect(ended).toBeGreaterThan(20);
  });

  it('has states before its epoch as long ago as SGP4 has', () => {
    const elements = { ...ORBITAL_ELEMENTS.iss, BSTAR: 100 * Number(ORBITAL_ELEMENTS.iss.BSTAR) };
    const { epoch, stateAt } = propagate(elements);
    for (let day = 0; day < 60; day++) expect(stateAt(addMs(epoch, -day * 1440 * MS_PER_MIN))).toBeDefined();
  });

  it('has no state at an invalid instant', () => {
    const { stateAt } = propagate(ORBITAL_ELEMENTS.iss);
    expect(stateAt(epochMs(Number.NaN))).toBeUndefined();
    expect(stateAt(epochMs(Number.POSITIVE_INFINITY))).toBeUndefined();
    // Far from the epoch SGP4 integrates step by step, and would never finish.
    const far = propagate({ ...ORBITAL_ELEMENTS.iss, MEAN_MOTION: 1.002_737_9 });
    expect(far.stateAt(far.epoch)).toBeDefined();
    expect(far.stateAt(epochMs(Number.POSITIVE_INFINITY))).toBeUndefined();
  });
});

describe('elements that give no orbit', () => {
  it.each([
    ['below the ground', { MEAN_MOTION: 18 }, 'the orbit has decayed'],
    ['bound for the Moon and beyond', { MEAN_MOTION: 1e-5, ECCENTRICITY: 0.56 }, 'the eccentricity'],
    ['faster than numbers go', { MEAN_MOTION: 1e300 }, 'SGP4 finds no position'],
    ['dragged beyond numbers', { BSTAR: 1e300 }, 'SGP4 finds no position'],
  ])('%s are refused with a message', (_, change, reason) => {
    const result = createPropagator({ ...ORBITAL_ELEMENTS.iss, ...change });
    expect(result).toMatchObject({
      ok: false,
      message: expect.stringMatching(
        new RegExp(`^ISS \\(ZARYA\\): at the epoch of its elements, 2026-10-06 12:44:07 UTC, .*${reason}`),
      ),
    });
  });

  it('are refused with an eccentricity outside [0, 1), and with an invalid epoch', () => {
    const open = createPropagator({ ...ORBITAL_ELEMENTS.iss, ECCENTRICITY: 1.5 });
    expect(open).toMatchObject({ ok: false, message: expect.stringContaining('ISS (ZARYA)') });
    expect(createPropagator({ ...ORBITAL_ELEMENTS.iss, EPOCH: 'yesterday' }).ok).toBe(false);
  });

  it('are checked like any message', () => {
    expect(createPropagator({ ...ORBITAL_ELEMENTS.iss, INCLINATION: Number.NaN })).toEqual({
      ok: false,
      message: 'ISS (ZARYA): INCLINATION is NaN, which is not a number.',
    });
  });
});

describe('an epoch', () => {
  it('keeps its microseconds, however it is written', () => {
    const expected = Date.UTC(2026, 9, 6, 12, 44, 7) + 877.472;
    for (const suffix of ['', 'Z']) {
      const elements = { ...ORBITAL_ELEMENTS.iss, EPOCH: `${ORBITAL_ELEMENTS.iss.EPOCH}${suffix}` };
      expect(Math.abs(propagate(elements).epoch - expected)).toBeLessThan(0.001);
    }
  });

  /** From Vallado's SGP4-VER.TLE: two Molniyas and Intelsat 902, in resonance with the Earth's rotation. */
  const RESONANT = [
    [
      '1 08195U 75081A   06176.33215444  .00000099  00000-0  11873-3 0   813',
      '2 08195  64.1586 279.0717 6877146 264.7651  20.2257  2.00491383225656',
    ],
    [
      '1 09880U 77021A   06176.56157475  .00000421  00000-0  10000-3 0  9814',
      '2 09880  64.5968 349.3786 7069051 270.0229  16.3320  2.00813614112380',
    ],
    [
      '1 26900U 01039A   06106.74503247  .00000045  00000-0  10000-3 0  8290',
      '2 26900   0.0164 266.5378 0003319  86.1794 182.2590  1.00273847 16981',
    ],
  ] as const;

  /**
   * Eccentric orbits whose epochs fall far between two milliseconds: one in resonance, one perturbed only by Sun and
   * Moon.
   */
  const PERTURBED = [
    [
      '1 00005U 58002B   25333.74821329  .00000000  00000-0  00000-0 0  9992',
      '2 00005  70.3246 324.1529 7308879 281.7376 177.3670  2.01186423    10',
    ],
    [
      '1 00005U 58002B   21218.35863972  .00000000  00000-0  00000-0 0  9997',
      '2 00005  50.2044 142.5297 8399174  74.4127 175.3877  0.27087630    10',
    ],
  ] as const;

  it.each([...RESONANT, ...PERTURBED])(
    'sets Sun, Moon and Earth of a deep-space orbit as its two lines do: %s',
    (line1, line2) => {
      // Rounding the epoch to a millisecond costs up to 22 cm here, an epoch finer than that of the lines 4 cm.
      const satrec = twoline2satrec(line1, line2);
      const { epoch, stateAt } = propagate(unwrap(readTle(line1, line2)));
      for (let minutes = -30 * 1440; minutes <= 60 * 1440; minutes += 701) {
        const time = addMs(epoch, minutes * MS_PER_MIN);
        const state = stateAt(time);
        const expected = sgp4(satrec, (time - epoch) / MS_PER_MIN);
        if (!state || !expected) throw new Error('no state');
        const { x, y, z } = state.positionTeme;
        const apartKm = Math.hypot(x - expected.position.x, y - expected.position.y, z - expected.position.z);
        expect(apartKm, `after ${minutes} min`).toBeLessThan(0.000_001);
      }
    },
  );

  it.each(RESONANT)('gives a resonant orbit the same states in any order: %s', (line1, line2) => {
    const elements = unwrap(readTle(line1, line2));
    const minutes = Array.from({ length: 200 }, (_, index) => (index - 100) * 240);
    const statesIn = (order: readonly number[]) => {
      const { epoch, stateAt } = propagate(elements);
      return new Map(order.map((minute) => [minute, stateAt(addMs(epoch, minute * MS_PER_MIN))]));
    };
    const [forward, backward] = [statesIn(minutes), statesIn(minutes.toReversed())];
    const alternating = statesIn(minutes.flatMap((minute) => [minute, -minute]));
    for (const minute of minutes) {
      const alone = statesIn([minute]).get(minute);
      expect(alone).toBeDefined();
      expect([forward, backward, alternating].map((states) => states.get(minute))).toEqual([
        alone,
        alone,
        alone,
      ]);
    }
  });

  it('may be a whole second', () => {
    for (const EPOCH of ['2026-10-06T12:44:07', '2026-10-06T12:44:07Z']) {
      const { epoch } = propagate({ ...ORBITAL_ELEMENTS.iss, EPOCH });
      expect(epoch).toBe(Date.UTC(2026, 9, 6, 12, 44, 7));
    }
  });
});
