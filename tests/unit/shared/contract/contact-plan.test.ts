import { describe, expect, it } from 'vitest';
import {
  currentOrNextPass,
  type IlluminationChange,
  illuminationOf,
  latestChange,
  nextChange,
  phaseAt,
  type SatelliteContacts,
} from '../../../../src/shared/contract/contact-plan.ts';
import { degrees } from '../../../../src/shared/kit/units.ts';
import type { EphemerisWindow } from '../../../../src/shared/orbit/ephemeris.ts';
import type { Pass } from '../../../../src/shared/orbit/passes.ts';
import { later, T0 } from '../../../support/mission.ts';

const CHANGES: readonly IlluminationChange[] = [
  { time: later(10_000), phase: 'penumbra' },
  { time: later(20_000), phase: 'umbra' },
  { time: later(30_000), phase: 'penumbra' },
];

const CONTACTS: SatelliteContacts = {
  stations: [],
  eclipseTransitions: [],
  illuminationChanges: CHANGES,
};

/** A minute in which the Earth gradually covers the Sun's disc: half of it after half a minute. */
const WINDOW: EphemerisWindow = {
  startTime: T0,
  stepMs: 60_000,
  positionsEcefKm: new Float64Array(6),
  velocitiesEcefKmPerS: new Float64Array(6),
  eclipseFractions: new Float32Array([0, 1]),
};

/** Returns a pass of four minutes that starts at a minute. */
const passAt = (minute: number): Pass => ({
  aos: later(minute * 60_000),
  tca: later((minute + 2) * 60_000),
  los: later((minute + 4) * 60_000),
  maxElevation: degrees(40),
  aosAzimuth: degrees(200),
  tcaAzimuth: degrees(120),
  losAzimuth: degrees(40),
  startsBefore: false,
  endsAfter: false,
});

describe('the relevant pass', () => {
  const passes = [passAt(10), passAt(100)];

  it('is the one in progress, then the next one', () => {
    expect(currentOrNextPass(passes, T0)).toBe(passes[0]);
    expect(currentOrNextPass(passes, later(14 * 60_000 - 1))).toBe(passes[0]);
    expect(currentOrNextPass(passes, later(14 * 60_000))).toBe(passes[1]);
    expect(currentOrNextPass(passes, later(104 * 60_000))).toBeUndefined();
  });
});

describe('of transitions in order of time', () => {
  it('the latest counts from its own instant on', () => {
    expect(latestChange(CHANGES, later(9999))).toBeUndefined();
    expect(latestChange(CHANGES, later(10_000))).toBe(CHANGES[0]);
    expect(latestChange(CHANGES, later(29_999))).toBe(CHANGES[1]);
    expect(latestChange(CHANGES, later(99_000))).toBe(CHANGES[2]);
  });

  it('the next one is still to come', () => {
    expect(nextChange(CHANGES, later(9999))).toBe(CHANGES[0]);
    expect(nextChange(CHANGES, later(10_000))).toBe(CHANGES[1]);
    expect(nextChange(CHANGES, later(30_000))).toBeUndefined();
  });
});

describe('the illumination', () => {
  it.each([
    [0, 'sunlit'],
    [0.001, 'penumbra'],
    [0.999, 'penumbra'],
    [1, 'umbra'],
  ])('with %d of the disc covered is %s', (share, phase) => {
    expect(illuminationOf(share)).toBe(phase);
  });

  it('is that of the plan, and before its first transition that of the window', () => {
    expect(phaseAt(CONTACTS, WINDOW, later(20_000))).toBe('umbra');
    expect(phaseAt(CONTACTS, WINDOW, later(5000))).toBe('penumbra');
    expect(phaseAt(CONTACTS, WINDOW, T0)).toBe('sunlit');
  });

  it('is that of the window without a plan, and unknown outside', () => {
    expect(phaseAt(undefined, WINDOW, T0)).toBe('sunlit');
    expect(phaseAt(undefined, WINDOW, later(30_000))).toBe('penumbra');
    expect(phaseAt(undefined, WINDOW, later(60_000))).toBe('umbra');
    expect(phaseAt(undefined, WINDOW, later(60_001))).toBeUndefined();
    expect(phaseAt(CONTACTS, WINDOW, later(-1))).toBeUndefined();
  });
});
