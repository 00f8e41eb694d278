import { expect, it } from 'vitest';
import { diffEphemeris, patchEphemeris } from '../../../../src/shared/contract/ephemeris-patch.ts';
import { ORBITAL_ELEMENTS } from '../../../../src/shared/entities/satellites.ts';
import { MS_PER_MIN, MS_PER_S } from '../../../../src/shared/kit/units.ts';
import { enterOrbit, followEphemerides } from '../../../../src/worker/orbit/ephemerides.ts';
import { createPropagators } from '../../../../src/worker/orbit/propagators.ts';
import { later } from '../../../support/mission.ts';

const propagators = createPropagators();
const at = (ms: number) => followEphemerides(undefined, propagators, later(ms)).iss;
const UNAVAILABLE = { status: 'unavailable', reason: 'none' } as const;

it.each([0, 30 * MS_PER_S, 10 * MS_PER_MIN, 180 * MS_PER_MIN])(
  'sends of a window moved by %s ms only the new samples',
  (ms) => {
    const patch = diffEphemeris(at(0), at(ms));
    if (patch.status !== 'moved') throw new Error('the whole window');
    expect(patch.added).toHaveLength((7 * ms) / (30 * MS_PER_S));
    expect(patchEphemeris(at(0), patch)).toEqual(at(ms));
  },
);

it('sends a window whole that does not overlap, lies earlier, is new or is on another orbit', () => {
  const elements = { ...ORBITAL_ELEMENTS, iss: { ...ORBITAL_ELEMENTS.iss, MEAN_ANOMALY: 10 } };
  const held = followEphemerides(undefined, propagators, later(0));
  const entered = enterOrbit(held, createPropagators(elements), 'iss', later(0)).iss;
  for (const [earlier, next] of [
    [at(0), at(200 * MS_PER_MIN)],
    [at(30 * MS_PER_S), at(0)],
    [UNAVAILABLE, at(0)],
    [at(0), UNAVAILABLE],
    [at(0), entered],
  ] as const) {
    expect(diffEphemeris(earlier, next)).toBe(next);
    expect(patchEphemeris(earlier, next)).toBe(next);
  }
});

it('keeps an orbit transition while it lasts', () => {
  const elements = { ...ORBITAL_ELEMENTS, iss: { ...ORBITAL_ELEMENTS.iss, MEAN_ANOMALY: 10 } };
  const others = createPropagators(elements);
  const held = followEphemerides(undefined, propagators, later(0));
  const entered = enterOrbit(held, others, 'iss', later(29 * MS_PER_S));
  const moved = followEphemerides(entered, others, later(30 * MS_PER_S));
  const ended = followEphemerides(moved, others, later(60 * MS_PER_S));
  for (const [earlier, next] of [
    [entered.iss, moved.iss],
    [moved.iss, ended.iss],
  ] as const) {
    const patch = diffEphemeris(earlier, next);
    expect(patch.status).toBe('moved');
    expect(patchEphemeris(earlier, patch)).toEqual(next);
  }
});

it('refuses a patch of a window that is not held', () => {
  expect(() => patchEphemeris(UNAVAILABLE, diffEphemeris(at(0), at(30 * MS_PER_S)))).toThrow('not held');
});
