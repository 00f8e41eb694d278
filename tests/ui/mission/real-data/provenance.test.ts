import { createStore } from 'jotai';
import { describe, expect, it, vi } from 'vitest';
import { type EphemerisWindow, transitionInto } from '../../../../src/shared/orbit/ephemeris.ts';
import { formatAge } from '../../../../src/ui/kit/format.ts';
import { linkStateAtom, wallSecondAtom } from '../../../../src/ui/mission/link/atoms.ts';
import { provenanceTextAtoms } from '../../../../src/ui/mission/real-data/atoms.ts';
import {
  dataQualityOf,
  mapNotice,
  provenanceText,
  sourceText,
  transitionUntil,
} from '../../../../src/ui/mission/real-data/provenance.ts';
import { rollUpLevel } from '../../../../src/ui/mission/real-data/sources.ts';
import { followEphemerides } from '../../../../src/worker/orbit/ephemerides.ts';
import { createPropagators } from '../../../../src/worker/orbit/propagators.ts';
import { later, T0 } from '../../../support/mission.ts';
import {
  FAILED_DATA,
  failed,
  LIVE,
  LOADING_DATA,
  PREDICTED,
  realData,
  SIMULATED,
  showRealData,
} from '../../../support/real-data.ts';

const MIN = 60_000;
const H = 60 * MIN;

describe('an age', () => {
  it.each([
    [-5000, '0 s'],
    [0, '0 s'],
    [3999, '3 s'],
    [59_999, '59 s'],
    [MIN, '1 min'],
    [2 * MIN + 59_000, '2 min'],
    [H, '1 h'],
    [H + 5 * MIN, '1 h 5 min'],
    [24 * H, '1 d'],
    [45 * 24 * H + 6 * H, '45 d 6 h'],
  ])('of %d ms reads %s', (ms, text) => {
    expect(formatAge(ms)).toBe(text);
  });
});

describe('the provenance text', () => {
  it.each([
    ['live', LIVE, 'ISS LIVE 3 s', 'N2YO'],
    ['live from elements', { ...LIVE, source: 'CelesTrak' }, 'ISS LIVE 3 s', 'CelesTrak elements + SGP4'],
    [
      'predicted',
      PREDICTED,
      'ISS PREDICTED, last live data 4 min ago',
      'N2YO until 11:56:00 UTC, SGP4 since',
    ],
    ['simulated', SIMULATED, 'ISS SIMULATED', 'SGP4 on built-in elements of 2026-10-06'],
  ] as const)('names the source of data that are %s', (_case, provenance, text, source) => {
    expect(provenanceText('iss', provenance, T0)).toBe(text);
    expect(sourceText('iss', provenance, T0)).toBe(source);
  });

  it('of ORBITA-1 is always simulated', () => {
    expect(provenanceText('orbita', SIMULATED, T0)).toBe('ORBITA-1 SIMULATED');
    expect(sourceText('orbita', SIMULATED, T0)).toBe('SGP4 on fixed elements of 2026-10-06');
  });

  it('shows nothing as LIVE while the worker is lost', () => {
    const quality = dataQualityOf(LIVE, true);
    expect(provenanceText('iss', quality, T0)).toBe('ISS UNKNOWN, last live data 3 s ago');
    expect(sourceText('iss', quality, T0)).toBe('N2YO until 11:59:57 UTC, link lost');
    expect(dataQualityOf(PREDICTED, true)).toBe(PREDICTED);
    expect(dataQualityOf(LIVE, false)).toBe(LIVE);
  });

  it('shows nothing as LIVE during an orbit transition', () => {
    const { iss, orbita } = followEphemerides(undefined, createPropagators(), T0);
    if (iss.status === 'unavailable' || orbita.status === 'unavailable') throw new Error('no window');
    const window = transitionInto(iss.window, orbita.window, later(1500), 8000);
    const transitionEndsAt = (ms: number) => transitionUntil({ status: 'available', window }, later(ms));
    expect([transitionEndsAt(0), transitionEndsAt(9000), transitionEndsAt(9500)]).toEqual([
      later(9500),
      later(9500),
      undefined,
    ]);
    expect(transitionUntil(iss, T0)).toBeUndefined();
    const near = { ...window, transition: { ...window.transition, rotation: { x: 0, y: 0.0017, z: 0 } } };
    expect(transitionUntil({ status: 'available', window: near as EphemerisWindow }, T0)).toBeUndefined();

    const quality = dataQualityOf(LIVE, false, transitionEndsAt(0));
    expect(provenanceText('iss', quality, T0)).toBe('ISS ACQUIRING, 9 s left');
    expect(sourceText('iss', quality, T0)).toBe('N2YO');
    expect(rollUpLevel({ realData: realData(), iss: quality, isInStep: true, isLost: false, now: T0 })).toBe(
      'standby',
    );
    expect(dataQualityOf(PREDICTED, false, transitionEndsAt(0))).toBe(PREDICTED);
    expect(dataQualityOf(LIVE, true, transitionEndsAt(0)).kind).toBe('unknown');
  });

  it('changes at most once a second, and only when its text differs', () => {
    const store = createStore();
    showRealData(store, realData(), PREDICTED);
    const changed = vi.fn();
    store.sub(provenanceTextAtoms.iss, changed);
    for (let ms = 0; ms < MIN; ms += 250) {
      store.set(wallSecondAtom, later(Math.floor(ms / 1000) * 1000));
    }
    expect(changed).not.toHaveBeenCalled();
    store.set(wallSecondAtom, later(MIN));
    expect(changed).toHaveBeenCalledOnce();
    store.set(linkStateAtom, { status: 'lost', attempt: 1 });
    expect(changed).toHaveBeenCalledOnce();
  });
});

describe('the live-data text on the map (spec §4, §8)', () => {
  it.each([
    ['loading', LOADING_DATA, SIMULATED, { text: 'Loading real data...' }],
    ['loading, with real data of an earlier run', LOADING_DATA, PREDICTED, undefined],
    ['real', realData(), LIVE, undefined],
    ['predicted from real data', realData(), PREDICTED, undefined],
    ['in error', FAILED_DATA, SIMULATED, { text: 'Using simulated data', reason: 'Failed to fetch' }],
    [
      'in error, still predicted',
      FAILED_DATA,
      PREDICTED,
      { text: 'Using simulated data', reason: 'Failed to fetch' },
    ],
    [
      'ready but for the tracking',
      realData({ calls: { satellitePositions: failed('quota exceeded') } }),
      SIMULATED,
      { text: 'Using simulated data', reason: 'quota exceeded' },
    ],
  ] as const)('says whether they are shown, and why not: %s', (_case, data, iss, notice) => {
    expect(mapNotice(data, iss)).toEqual(notice);
  });
});
