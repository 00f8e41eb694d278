import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ORBITAL_ELEMENTS } from '../../../../src/shared/entities/satellites.ts';
import {
  addMs,
  type EpochMs,
  epochMs,
  MS_PER_DAY,
  MS_PER_H,
  MS_PER_MIN,
} from '../../../../src/shared/kit/units.ts';
import type { OrbitalElements } from '../../../../src/shared/orbit/elements.ts';
import { greenwichSiderealTime, temeToEcef } from '../../../../src/shared/orbit/frames.ts';
import {
  createGrid,
  lastSampleTime,
  type OrbitSamples,
  positionEcefAt,
  sampleOrbit,
  samplingStepMs,
} from '../../../../src/shared/orbit/orbit-samples.ts';
import type { Propagator } from '../../../../src/shared/orbit/propagator.ts';
import { length, subtract } from '../../../../src/shared/orbit/vector.ts';
import { propagate } from './flights.ts';

const T0 = epochMs(Date.UTC(2026, 10, 20, 6, 0, 17));

const STEP_MS = 2 * MS_PER_MIN;

function samplesOf(propagator: Propagator, from: EpochMs, to: EpochMs, stepMs = STEP_MS): OrbitSamples {
  const samples = sampleOrbit(createGrid(propagator, stepMs), from, to);
  if (!samples) throw new Error('no orbit');
  return samples;
}

/** Returns the largest distance between interpolated and propagated positions over a revolution, in metres. */
function worstError(elements: OrbitalElements): number {
  const propagator = propagate(elements);
  const to = addMs(T0, MS_PER_DAY / Number(elements.MEAN_MOTION));
  const samples = samplesOf(propagator, T0, to, samplingStepMs(propagator));
  let worstKm = 0;
  for (let time = T0; time < to; time = addMs(time, 47_000)) {
    const state = propagator.stateAt(time);
    if (!state) throw new Error('no state');
    const expected = temeToEcef(state.positionTeme, greenwichSiderealTime(time));
    worstKm = Math.max(worstKm, length(subtract(positionEcefAt(samples, time), expected)));
  }
  return worstKm * 1000;
}

describe('a sampled orbit', () => {
  const angle = fc.double({ min: 0, max: 360, noNaN: true });
  /** Draws orbits with perigees from 150 km up. */
  const orbit = (highestPerigeeKm: number, highestEccentricity: number) =>
    fc
      .record({
        perigeeKm: fc.double({ min: 150, max: highestPerigeeKm, noNaN: true }),
        ECCENTRICITY: fc.double({ min: 0, max: highestEccentricity, noNaN: true }),
        // SGP4 itself divides by the sine of high orbits' inclination, which denormal numbers do not survive.
        INCLINATION: fc.oneof(fc.constant(0), fc.double({ min: 1e-6, max: 180, noNaN: true })),
        RA_OF_ASC_NODE: angle,
        ARG_OF_PERICENTER: angle,
        MEAN_ANOMALY: angle,
      })
      .map(({ perigeeKm, ...elements }): OrbitalElements => {
        const semiMajorAxisKm = (6378.135 + perigeeKm) / (1 - elements.ECCENTRICITY);
        const meanMotion = Math.sqrt(398_600.8 / semiMajorAxisKm ** 3) * (86_400 / (2 * Math.PI));
        const EPOCH = '2026-11-20T00:00:00';
        return { ...ORBITAL_ELEMENTS.orbita, EPOCH, ...elements, MEAN_MOTION: meanMotion };
      });

  it('is within 0.1 m of SGP4 between samples, if it is low and nearly circular (seed 1)', () => {
    fc.assert(
      fc.property(orbit(2000, 0.01), (elements) => {
        expect(worstError(elements)).toBeLessThan(0.1);
      }),
      { seed: 1 },
    );
  });

  it('is within 5 m of SGP4 at its step, however eccentric it is (seed 2)', () => {
    fc.assert(
      fc.property(orbit(40_000, 0.9), (elements) => {
        fc.pre(Number(elements.MEAN_MOTION) > 0.5);
        expect(worstError(elements)).toBeLessThan(5);
      }),
      { seed: 2 },
    );
  });

  it('has its samples on whole steps, three beyond either end', () => {
    const samples = samplesOf(propagate(ORBITAL_ELEMENTS.orbita), T0, addMs(T0, MS_PER_H));
    expect(samples.startTime).toBe(T0 - 17_000 - 3 * STEP_MS);
    expect(lastSampleTime(samples)).toBe(T0 - 17_000 + MS_PER_H + 4 * STEP_MS);
  });

  it('gives at its samples the very samples', () => {
    const propagator = propagate(ORBITAL_ELEMENTS.orbita);
    const samples = samplesOf(propagator, T0, addMs(T0, MS_PER_H));
    const time = addMs(samples.startTime, 5 * STEP_MS);
    const [x, y, z] = samples.positionsEcefKm.subarray(15, 18);
    expect(positionEcefAt(samples, time)).toEqual({ x, y, z });
  });

  it('is sampled only where it exists, and interpolated there', () => {
    const whole = propagate(ORBITAL_ELEMENTS.orbita);
    const within = (fromMs: number, toMs: number): Propagator => ({
      epoch: whole.epoch,
      stateAt: (time) => (time >= T0 + fromMs && time < T0 + toMs ? whole.stateAt(time) : undefined),
    });
    const sample = (propagator: Propagator) =>
      sampleOrbit(createGrid(propagator, STEP_MS), T0, addMs(T0, MS_PER_H));
    for (const minutes of [5, 11, 17, 31]) {
      const samples = sample(within(10 * MS_PER_MIN, (10 + minutes) * MS_PER_MIN));
      if (!samples) throw new Error('no samples');
      expect(samples.startTime).toBe(T0 + 11 * MS_PER_MIN + 43_000);
      expect(lastSampleTime(samples)).toBeLessThan(T0 + (10 + minutes) * MS_PER_MIN);
      expect(lastSampleTime(samples)).toBeGreaterThanOrEqual(T0 + (8 + minutes) * MS_PER_MIN);
      const time = addMs(samples.startTime, STEP_MS / 2);
      const expected = positionEcefAt(samplesOf(whole, T0, addMs(T0, MS_PER_H)), time);
      // Two points make a chord: 60 s of a circle deviate from it by 15 km; four points deviate by 0.3 km.
      expect(length(subtract(positionEcefAt(samples, time), expected))).toBeLessThan(minutes < 9 ? 20 : 1);
    }
    expect(sample(within(-MS_PER_DAY, -MS_PER_H))).toBeUndefined();
  });

  it('ends at the first end, with up to ten times the error towards its last samples', () => {
    const whole = propagate(ORBITAL_ELEMENTS.orbita);
    const gap = { from: T0 + 30 * MS_PER_MIN, to: T0 + 35 * MS_PER_MIN };
    const torn: Propagator = {
      epoch: whole.epoch,
      stateAt: (time) => (time >= gap.from && time < gap.to ? undefined : whole.stateAt(time)),
    };
    const samples = samplesOf(torn, T0, addMs(T0, MS_PER_H));
    const last = lastSampleTime(samples);
    expect(last).toBeLessThan(gap.from);
    expect(last).toBeGreaterThanOrEqual(gap.from - STEP_MS);
    for (let back = 0; back < 5 * STEP_MS; back += STEP_MS / 4) {
      const time = addMs(last, -back);
      const state = whole.stateAt(time);
      if (!state) throw new Error('no state');
      const expected = temeToEcef(state.positionTeme, greenwichSiderealTime(time));
      expect(length(subtract(positionEcefAt(samples, time), expected))).toBeLessThan(0.001);
    }
  });
});
