import { describe, expect, it } from 'vitest';
import type { Illumination, SatelliteContacts } from '../../../../src/shared/contract/contact-plan.ts';
import { addMs, epochMs, MS_PER_H, MS_PER_MIN, MS_PER_S } from '../../../../src/shared/kit/units.ts';
import { endTime } from '../../../../src/shared/orbit/ephemeris.ts';
import { cutAtPhases, illuminations } from '../../../../src/ui/map/geometry/illumination.ts';
import { contactsWith } from '../../../support/contact-plans.ts';
import { windowAround } from './windows.ts';

const NOON = epochMs(Date.UTC(2026, 10, 20, 12));
const window = windowAround(NOON);
const end = endTime(window);
const at = (minutes: number) => addMs(NOON, minutes * MS_PER_MIN);

const change = (minutes: number, phase: Illumination) => ({ time: at(minutes), phase });
const contacts: SatelliteContacts = contactsWith({
  illuminationChanges: [
    change(-60, 'sunlit'),
    change(5, 'penumbra'),
    change(5.14, 'umbra'),
    change(30, 'penumbra'),
    change(30.14, 'sunlit'),
    change(90, 'penumbra'),
  ],
});

describe('the illumination along a track', () => {
  it('is cut at the instants of the plan, and covers the window without a gap', () => {
    expect(illuminations(window, contacts)).toEqual([
      { from: window.startTime, to: at(5), phase: 'sunlit' },
      { from: at(5), to: at(5.14), phase: 'penumbra' },
      { from: at(5.14), to: at(30), phase: 'umbra' },
      { from: at(30), to: at(30.14), phase: 'penumbra' },
      { from: at(30.14), to: end, phase: 'sunlit' },
    ]);
  });

  it.each([
    [0, 'sunlit'],
    [0.5, 'penumbra'],
    [1, 'umbra'],
  ])(
    'begins with the window’s illumination if the plan has no earlier transition: an eclipse fraction of %d is %s',
    (share, phase) => {
      const steady = { ...window, eclipseFractions: window.eclipseFractions.map(() => share) };
      expect(illuminations(steady, contactsWith({ illuminationChanges: [] }))).toEqual([
        { from: window.startTime, to: end, phase },
      ]);
    },
  );

  it('follows the window’s samples without a plan', () => {
    const shaded = { ...window, eclipseFractions: window.eclipseFractions.map((_, i) => (i < 40 ? 0 : 1)) };
    const turn = addMs(window.startTime, 40 * window.stepMs);
    expect(illuminations(shaded, undefined)).toEqual([
      { from: window.startTime, to: turn, phase: 'sunlit' },
      { from: turn, to: end, phase: 'umbra' },
    ]);
  });

  it('is empty for an empty window', () => {
    const empty = {
      ...window,
      positionsEcefKm: new Float64Array(),
      velocitiesEcefKmPerS: new Float64Array(),
      eclipseFractions: new Float32Array(),
    };
    expect(illuminations(empty, undefined)).toEqual([]);
  });
});

describe('cutting an interval', () => {
  const phases = illuminations(window, contacts);

  it('keeps its ends and everything between', () => {
    const cuts = cutAtPhases(phases, { from: at(4), to: at(6) });
    expect(cuts.map(({ phase }) => phase)).toEqual(['sunlit', 'penumbra', 'umbra']);
    expect([cuts[0]?.from, cuts.at(-1)?.to]).toEqual([at(4), at(6)]);
    const total = cuts.reduce((sum, { from, to }) => sum + (to - from), 0);
    expect(total).toBe(2 * MS_PER_MIN);
  });

  it('ends where the window does', () => {
    expect(cutAtPhases(phases, { from: addMs(end, -MS_PER_S), to: addMs(end, MS_PER_H) })).toEqual([
      { from: addMs(end, -MS_PER_S), to: end, phase: 'sunlit' },
    ]);
    expect(cutAtPhases(phases, { from: end, to: addMs(end, MS_PER_H) })).toEqual([]);
  });
});
