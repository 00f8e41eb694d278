import { describe, expect, it } from 'vitest';
import type { FleetTrack, FleetTrackSearch } from '../../../../../src/shared/contract/fleet.ts';
import { addMs, epochMs, MS_PER_DAY, MS_PER_H, MS_PER_MIN } from '../../../../../src/shared/kit/units.ts';
import type { OrbitalElements } from '../../../../../src/shared/orbit/elements.ts';
import { createTracks } from '../../../../../src/ui/mission/fleet/tracks.ts';
import { type OrbitKind, syntheticElements } from '../../../../support/synthetic-fleet.ts';

const NOON = epochMs(Date.UTC(2026, 10, 20, 12));

const COURSE: FleetTrack = {
  startTime: NOON,
  stepMs: 10_000,
  latitudes: new Float32Array(2),
  longitudes: new Float32Array(2),
  light: [],
};

function openTracks(...kinds: readonly OrbitKind[]) {
  return tracksOf(kinds.map((kind, number) => syntheticElements(number, kind)));
}

function tracksOf(elements: readonly OrbitalElements[]) {
  const asked: FleetTrackSearch[] = [];
  const answers: (() => void)[] = [];
  const setting = { rate: 1 };
  const tracks = createTracks(
    elements,
    () => setting.rate,
    (search, signal) => {
      asked.push(search);
      return new Promise((resolve, reject) => {
        answers.push(() => resolve(COURSE));
        signal.addEventListener('abort', () => reject(signal.reason));
      });
    },
  );
  return {
    tracks,
    asked,
    setting,
    /** Answers a query, counted from 1. */
    async answer(question: number) {
      answers[question - 1]?.();
      await Promise.resolve();
    },
  };
}

describe('the track of a selected satellite', () => {
  // 14.6 revolutions a day are 98.6 min.
  it('is asked for once: one orbit ahead and a sixth of one behind, with some to spare', async () => {
    const { tracks, asked, answer } = openTracks('sunSynchronous');
    expect(tracks.trackAt(NOON, 0)).toBeUndefined();
    expect(tracks.trackAt(NOON, 0)).toBeUndefined();
    expect(asked).toHaveLength(1);
    const { from, to } = asked[0] as FleetTrackSearch;
    expect((NOON - from) / MS_PER_MIN).toBeCloseTo(98.6 / 6, 1);
    expect((to - NOON) / MS_PER_MIN).toBeGreaterThan(98.6);
    expect((to - NOON) / MS_PER_MIN).toBeLessThan(1.5 * 98.6);
    await answer(1);
    expect(tracks.trackAt(NOON, 0)).toMatchObject({ ground: COURSE });
    expect(tracks.trackAt(NOON, 0)).toBe(tracks.trackAt(NOON, 0));
    expect(asked).toHaveLength(1);
  });

  it.each([
    ['molniya', 1440 / 2.006],
    ['navigation', 1440 / 2.0056],
    ['geostationary', 1440 / 1.0027],
  ] as const)('of a %s orbit is its whole figure', async (kind, periodMin) => {
    const { tracks, answer } = openTracks(kind);
    tracks.trackAt(NOON, 0);
    await answer(1);
    expect((tracks.trackAt(NOON, 0)?.leadMs ?? 0) / MS_PER_MIN).toBeCloseTo(periodMin, 0);
  });

  it('ends after a day', () => {
    const slow = { ...syntheticElements(1, 'geostationary'), MEAN_MOTION: 0.5 };
    const { tracks, asked } = tracksOf([slow]);
    tracks.trackAt(NOON, 0);
    expect((asked[0]?.to ?? 0) - NOON).toBeLessThanOrEqual(1.5 * MS_PER_DAY);
  });

  it('stays until the next one has come, which is asked for before it ends', async () => {
    const { tracks, asked, answer } = openTracks('sunSynchronous');
    tracks.trackAt(NOON, 0);
    await answer(1);
    const end = (98.6 * 1.34 - 98.6) * MS_PER_MIN;
    let isAsked = false;
    for (let ms = 0; ms < end; ms += MS_PER_MIN) {
      expect(tracks.trackAt(addMs(NOON, ms), 0)).toMatchObject({ ground: COURSE });
      isAsked ||= asked.length === 2;
    }
    expect(isAsked).toBe(true);
    expect(asked).toHaveLength(2);
  });

  it('is asked for over more time at a high rate', () => {
    const { tracks, asked, setting } = openTracks('sunSynchronous');
    setting.rate = 3600;
    tracks.trackAt(NOON, 0);
    // 1.5 s on the wall are 90 minutes.
    expect((asked[0]?.to ?? 0) - NOON).toBeGreaterThanOrEqual((98.6 + 90) * MS_PER_MIN);
  });

  it('is requested again at a past instant', () => {
    const { tracks, asked } = openTracks('sunSynchronous');
    tracks.trackAt(NOON, 0);
    const past = addMs(NOON, -8 * MS_PER_H);
    tracks.trackAt(past, 0);
    expect(asked).toHaveLength(2);
    expect(asked[1]?.from).toBeLessThan(past);
    expect(asked[1]?.to).toBeLessThan(NOON);
  });

  it('is dropped with another selection, and an answer for it comes too late', async () => {
    const { tracks, asked, answer } = openTracks('sunSynchronous', 'molniya');
    tracks.trackAt(NOON, 0);
    tracks.trackAt(NOON, 1);
    expect(asked.map(({ satellite }) => satellite)).toEqual([0, 1]);
    await answer(1);
    expect(tracks.trackAt(NOON, 1)).toBeUndefined();
    await answer(2);
    expect(tracks.trackAt(NOON, 1)).toMatchObject({ ground: COURSE });
    expect(tracks.trackAt(NOON, 0)).toBeUndefined();
    expect(asked).toHaveLength(3);
  });

  it('is not asked for without an orbit', () => {
    const { tracks, asked } = tracksOf([{ ...syntheticElements(1), MEAN_MOTION: 0 }]);
    expect(tracks.trackAt(NOON, 0)).toBeUndefined();
    expect(tracks.trackAt(NOON, 7)).toBeUndefined();
    expect(asked).toEqual([]);
  });
});
