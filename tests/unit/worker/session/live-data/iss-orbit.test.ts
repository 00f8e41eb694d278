import { describe, expect, it } from 'vitest';
import { readIssPosition, readSatellitePositions } from '../../../../../src/shared/contract/live-answers.ts';
import type { Provenance } from '../../../../../src/shared/contract/real-data.ts';
import type { IssPosition, SatellitePosition } from '../../../../../src/shared/entities/entities.ts';
import { ORBITAL_ELEMENTS } from '../../../../../src/shared/entities/satellites.ts';
import type { Result } from '../../../../../src/shared/kit/result.ts';
import {
  degrees,
  type EpochMs,
  MS_PER_H,
  MS_PER_MIN,
  MS_PER_S,
} from '../../../../../src/shared/kit/units.ts';
import { createPropagator } from '../../../../../src/shared/orbit/propagator.ts';
import { length, subtract } from '../../../../../src/shared/orbit/vector.ts';
import type { Answer } from '../../../../../src/worker/session/live-data/answers.ts';
import {
  BUILT_IN_ORBIT,
  type IssOrbit,
  isSameProvenance,
  provenanceOf,
  takeFix,
  takeSamples,
} from '../../../../../src/worker/session/live-data/iss-orbit.ts';
import { fixAnswer, samplesAnswer, TRUE_ISS, trueIss } from '../../../../support/fake-gateway.ts';
import { later, T0 } from '../../../../support/mission.ts';

function unwrap<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(result.message);
  return result.value;
}

/** Returns five minutes of N2YO's samples from an instant on, as the gateway passes them on. */
const samplesAt = (
  time: EpochMs,
  told: Partial<Answer<readonly SatellitePosition[]>> = {},
): Answer<readonly SatellitePosition[]> => ({
  value: unwrap(readSatellitePositions(samplesAnswer(time))),
  source: 'N2YO',
  dataTime: time,
  isStale: false,
  ...told,
});

/** Returns Open Notify's fix of the station's true place, optionally some seconds ahead. */
function fixAt(time: EpochMs, aheadS = 0): Answer<IssPosition> {
  const { latitude, longitude } = unwrap(readIssPosition(fixAnswer(later(aheadS * MS_PER_S, time))));
  return {
    value: { latitude, longitude, timestamp: time },
    source: 'Open Notify',
    dataTime: time,
    isStale: false,
  };
}

const onSamples = (time: EpochMs = T0): IssOrbit => unwrap(takeSamples(BUILT_IN_ORBIT, samplesAt(time)));

function errorKm({ elements }: IssOrbit, time: EpochMs): number {
  const [fitted, real] = [unwrap(createPropagator(elements)).stateAt(time), trueIss.stateAt(time)];
  if (!fitted || !real) throw new Error('no state');
  return length(subtract(fitted.positionTeme, real.positionTeme));
}

describe('the source of the ISS motion', () => {
  const live = (ms: number): Provenance => ({ kind: 'live', source: 'N2YO', time: later(ms) });
  const measured = { source: 'N2YO', time: later(-1000), from: T0, until: later(60_000) } as const;
  const orbit: IssOrbit = { ...BUILT_IN_ORBIT, isFitted: true, measured };
  const fixed = (time: EpochMs): IssOrbit => ({
    ...orbit,
    fixes: [
      { time: later(-MS_PER_H), latitude: degrees(0), longitude: degrees(0) },
      { time: later(-MS_PER_MIN), latitude: degrees(0), longitude: degrees(0) },
      { time, latitude: degrees(0), longitude: degrees(0) },
    ],
  });

  it('is the built-in elements, with their epoch, without measurements', () => {
    const { iss } = ORBITAL_ELEMENTS;
    const origin = provenanceOf(BUILT_IN_ORBIT, T0);
    expect(origin).toEqual({ kind: 'simulated', epoch: Date.parse(`${iss.EPOCH.slice(0, 23)}Z`) });
  });

  it.each<[string, IssOrbit, EpochMs, Provenance]>([
    ['live while they hold', orbit, T0, { kind: 'live', source: 'N2YO', time: later(-1000) }],
    ['live to their end', orbit, later(60_000), { kind: 'live', source: 'N2YO', time: later(-1000) }],
    [
      'predicted beyond their end, from there',
      orbit,
      later(60_001),
      { kind: 'predicted', source: 'N2YO', time: later(60_000) },
    ],
    [
      'live where clocks differ by a little',
      { ...orbit, measured: { ...measured, time: T0, from: later(5000) } },
      later(0),
      { kind: 'live', source: 'N2YO', time: T0 },
    ],
    [
      'predicted where they begin later than that',
      { ...orbit, measured: { ...measured, from: later(5001) } },
      T0,
      { kind: 'predicted', source: 'N2YO', time: later(-1000) },
    ],
    ['as new as the newest fix', fixed(later(20_000)), later(25_000), live(20_000)],
    ['no newer than now', fixed(later(20_500)), later(20_000), live(20_000)],
    ['as new as they are, where the fix is older', fixed(later(-9000)), T0, live(-1000)],
  ])('is measurements, %s', (_, told, now, origin) => {
    expect(provenanceOf(told, now)).toEqual(origin);
  });

  it('is equal only if all parts are', () => {
    const simulated: Provenance = { kind: 'simulated', epoch: T0 };
    const origins: readonly Provenance[] = [
      simulated,
      live(0),
      live(1),
      { kind: 'live', source: 'CelesTrak', time: T0 },
      { kind: 'predicted', source: 'N2YO', time: T0 },
    ];
    for (const [index, one] of origins.entries()) {
      for (const [other, another] of origins.entries()) {
        expect(isSameProvenance(one, { ...another })).toBe(index === other);
      }
    }
  });
});

describe('samples', () => {
  it('define the orbit, and are valid from the first to the last of them', () => {
    const orbit = onSamples();
    expect(orbit).toMatchObject({
      isFitted: true,
      measured: { source: 'N2YO', time: T0, from: T0, until: later(299 * MS_PER_S) },
    });
    expect(errorKm(orbit, later(5 * MS_PER_MIN))).toBeLessThan(0.2);
  });

  it('are valid no longer than their response, if that is stale', () => {
    const given = later(-MS_PER_H);
    const stale = takeSamples(BUILT_IN_ORBIT, samplesAt(T0, { dataTime: given, isStale: true }));
    expect(unwrap(stale).measured).toMatchObject({ time: given, until: given });
    const ahead = takeSamples(BUILT_IN_ORBIT, samplesAt(T0, { dataTime: later(MS_PER_H), isStale: true }));
    expect(unwrap(ahead).measured?.until).toBe(later(299 * MS_PER_S));
  });

  it('of no place are refused', () => {
    expect(takeSamples(BUILT_IN_ORBIT, samplesAt(T0, { value: [] }))).toEqual({
      ok: false,
      message: 'There are no positions.',
    });
  });

  it('keep an orbit within 0.2 km, and refit any other', () => {
    const orbit = onSamples();
    const raised = (km: number) => {
      const { value, ...answer } = samplesAt(later(10_000));
      return { ...answer, value: value.map((one) => ({ ...one, sataltitude: one.sataltitude + km })) };
    };
    expect(unwrap(takeSamples(orbit, raised(0.1))).elements).toBe(orbit.elements);
    expect(unwrap(takeSamples(orbit, raised(0.3))).elements).not.toBe(orbit.elements);
  });

  it('are fitted even close to the built-in elements, which are not a measured orbit', () => {
    const own: IssOrbit = { ...BUILT_IN_ORBIT, elements: TRUE_ISS };
    expect(unwrap(takeSamples(own, samplesAt(T0))).elements).not.toBe(TRUE_ISS);
  });

  it('correct a wrong orbit, starting from the built-in elements', () => {
    const polar = { ...ORBITAL_ELEMENTS.iss, INCLINATION: 98, MEAN_MOTION: 14.5 };
    const astray: IssOrbit = { ...BUILT_IN_ORBIT, elements: polar, isFitted: true };
    const righted = unwrap(takeSamples(astray, samplesAt(T0)));
    expect(righted.isFitted).toBe(true);
    expect(errorKm(righted, T0)).toBeLessThan(0.2);
  });

  it('of another satellite are refused, with or without a previous orbit', () => {
    const { value, ...answer } = samplesAt(T0);
    const north = value.map((one) => ({ ...one, satlatitude: degrees(85) }));
    for (const orbit of [BUILT_IN_ORBIT, onSamples()]) {
      expect(takeSamples(orbit, { ...answer, value: north })).toMatchObject({
        ok: false,
        message: expect.stringMatching(/orbit/),
      });
    }
  });
});

describe('fixes', () => {
  const take = (orbit: IssOrbit, atS: number, aheadS = 0): IssOrbit => {
    const time = later(atS * MS_PER_S);
    return unwrap(takeFix(orbit, fixAt(time, aheadS), time));
  };
  const timesOf = ({ fixes }: IssOrbit): readonly number[] =>
    fixes.map(({ time }) => (time - T0) / MS_PER_S - 0.5);

  it('are dated to the middle of their second, and are valid for 30 s', () => {
    const orbit = take(BUILT_IN_ORBIT, 0);
    expect(timesOf(orbit)).toEqual([0]);
    expect(orbit).toMatchObject({
      isFitted: true,
      measured: { source: 'Open Notify', time: T0, from: T0, until: later(30_000) },
    });
  });

  it('are ignored if repeated or late', () => {
    const orbit = take(BUILT_IN_ORBIT, 0);
    expect(take(orbit, 0)).toBe(orbit);
    expect(unwrap(takeFix(orbit, fixAt(later(-10_000)), later(1000)))).toBe(orbit);
  });

  it('are kept for three hours', () => {
    const first = take(BUILT_IN_ORBIT, 0);
    expect(timesOf(take(first, 3 * 3600))).toEqual([0, 3 * 3600]);
    expect(timesOf(take(first, 3 * 3600 + 1))).toEqual([3 * 3600 + 1]);
  });

  it('are kept up to sixteen: of the closest together one is dropped, never the first or the newest', () => {
    const feed = (seconds: readonly number[]) =>
      timesOf(seconds.reduce((orbit, atS) => take(orbit, atS), BUILT_IN_ORBIT));
    const sixteen = Array.from({ length: 16 }, (_, index) => index * 600);
    expect(feed(sixteen)).toEqual(sixteen);
    // The third is 10 s before the fourth, whose other neighbour is further away.
    const crowded = [0, 600, 1400, 1410, ...Array.from({ length: 13 }, (_, index) => 2400 + index * 600)];
    expect(feed(crowded)).toEqual(crowded.filter((atS) => atS !== 1400));
    const newest = [...sixteen, 15 * 600 + 10];
    expect(feed(newest)).toEqual(newest.filter((atS) => atS !== 15 * 600));
    const oldest = [0, 10, ...Array.from({ length: 15 }, (_, index) => 600 + index * 600)];
    expect(feed(oldest)).toEqual(oldest.filter((atS) => atS !== 10));
  });

  it('correct an orbit at first, and no longer from the eleventh on', () => {
    let orbit = BUILT_IN_ORBIT;
    const orbits = Array.from({ length: 12 }, (_, index) => {
      orbit = take(orbit, 10 * index);
      return orbit.elements;
    });
    for (let index = 1; index < 10; index++) expect(orbits[index]).not.toBe(orbits[index - 1]);
    expect(orbits[10]).toBe(orbits[9]);
    expect(orbits[11]).toBe(orbits[10]);
  });

  it('correct an orbit later if it is 4 km off', () => {
    let orbit = BUILT_IN_ORBIT;
    for (let index = 0; index < 12; index++) orbit = take(orbit, 10 * index);
    const ahead = [12, 13, 14, 15].reduce((held, index) => take(held, 10 * index, 2), orbit);
    expect(ahead.elements).not.toBe(orbit.elements);
  });

  it('correct the known orbit, not the built-in one: a position alone does not determine its inclination', () => {
    const inclination = Number(TRUE_ISS.INCLINATION) + 0.2;
    const tilted = { ...TRUE_ISS, INCLINATION: inclination };
    const orbit = take({ ...BUILT_IN_ORBIT, elements: tilted, isFitted: true }, 0);
    expect(orbit.elements.INCLINATION).toBeCloseTo(inclination, 1);
  });

  it('do not change the orbit while samples are valid, but are kept for their end', () => {
    const orbit = onSamples();
    const fixed = take(orbit, 10);
    expect(fixed).toEqual({ ...orbit, fixes: fixed.fixes });
    expect(timesOf(fixed)).toEqual([10]);
    const after = take(fixed, 310);
    expect(after.measured).toMatchObject({ source: 'Open Notify', until: later(340_000) });
    expect(timesOf(after)).toEqual([10, 310]);
  });

  // The station moves at 7.4 km/s over the rotating Earth, and a fix counts for half a second later.
  it('are accepted up to 250 km from the ISS position of the samples', () => {
    expect(timesOf(take(onSamples(), 10, 33))).toEqual([10]);
    expect(takeFix(onSamples(), fixAt(later(10_000), 35), later(10_000))).toEqual({
      ok: false,
      message: expect.stringMatching(/^The position is 25\d km from the ISS position reported by N2YO\.$/),
    });
  });

  it('are compared with the newest of them, not with kept ones', () => {
    const fixed = take(onSamples(), 10);
    expect(takeFix(fixed, fixAt(later(20_000), 35), later(20_000)).ok).toBe(false);
  });

  it('are ignored beside samples that are valid for longer', () => {
    const ahead = unwrap(takeSamples(BUILT_IN_ORBIT, samplesAt(later(60_000))));
    expect(take(ahead, 0).measured).toEqual(ahead.measured);
  });

  it('off the orbit are refused', () => {
    const { value, ...answer } = fixAt(T0);
    expect(
      takeFix(BUILT_IN_ORBIT, { ...answer, value: { ...value, latitude: degrees(85) } }, T0),
    ).toMatchObject({ ok: false, message: expect.stringMatching(/orbit/) });
  });
});
