import { describe, expect, it } from 'vitest';
import { ORBITAL_ELEMENTS } from '../../../../src/shared/entities/satellites.ts';
import {
  addMs,
  type EpochMs,
  epochMs,
  MS_PER_H,
  MS_PER_MIN,
  MS_PER_S,
} from '../../../../src/shared/kit/units.ts';
import { endTime, fixAt } from '../../../../src/shared/orbit/ephemeris.ts';
import {
  createGroundTracks,
  dashIntervals,
  type GroundTrack,
  groundTrack,
  trackBetween,
} from '../../../../src/ui/map/geometry/track.ts';
import { isOnPlane, PLANE_WIDTH, type Polyline, traced, widestSegment } from './polylines.ts';
import { windowAround } from './windows.ts';

const NOON = epochMs(Date.UTC(2026, 10, 20, 12));
const hours = (count: number): EpochMs => addMs(NOON, count * MS_PER_H);

/** Returns a part of a track on the plane. */
const lineOf = (track: GroundTrack, from: EpochMs, to: EpochMs): readonly Polyline[] =>
  traced({
    type: 'LineString',
    coordinates: trackBetween(track, from, to).map(([longitude, latitude]) => [longitude, latitude]),
  });

/** Compares tracks to a hundredth of a millimetre. */
function expectSame({ points, ...track }: GroundTrack, { points: expected, ...other }: GroundTrack): void {
  expect(track).toEqual(other);
  expect(points.length).toBe(expected.length);
  points.forEach(([longitude, latitude], index) => {
    expect(longitude).toBeCloseTo(expected[index]?.[0] ?? Number.NaN, 10);
    expect(latitude).toBeCloseTo(expected[index]?.[1] ?? Number.NaN, 10);
  });
}

describe('the ground track', () => {
  it('has no segment wider than half the map and stays on the plane, over a day of both satellites', () => {
    for (const id of ['iss', 'orbita'] as const) {
      for (let hour = 0; hour < 24; hour += 0.5) {
        const window = windowAround(hours(hour), id);
        const lines = lineOf(groundTrack(window), window.startTime, endTime(window));
        expect(lines.flat().length).toBeGreaterThan(100);
        expect(widestSegment(lines)).toBeLessThan(PLANE_WIDTH / 20);
        expect(isOnPlane(lines)).toBe(true);
      }
    }
  });

  it('holds over the poles', () => {
    const polar = { ...ORBITAL_ELEMENTS.orbita, INCLINATION: 90, OBJECT_NAME: 'POLAR' };
    for (let hour = 0; hour < 6; hour += 0.25) {
      const window = windowAround(hours(hour), polar);
      const lines = lineOf(groundTrack(window), window.startTime, endTime(window));
      expect(lines.flat().length).toBeGreaterThan(100);
      expect(widestSegment(lines)).toBeLessThanOrEqual(PLANE_WIDTH / 2);
      expect(isOnPlane(lines)).toBe(true);
    }
  });

  it.each([
    ['by a sample', 30_000],
    ['by a quarter of an hour', 15 * MS_PER_MIN],
    ['beyond all of it', 3 * MS_PER_H],
    ['backwards', -10 * MS_PER_MIN],
  ])('is the same with and without the one before it, when its window moves on %s', (_by, ms) => {
    const trackOf = createGroundTracks();
    trackOf('iss', windowAround(NOON, 'iss'));
    const window = windowAround(addMs(NOON, ms), 'iss');
    expectSame(trackOf('iss', window), groundTrack(window));
  });

  it('is that of the new orbit when the satellite has got another one', () => {
    const trackOf = createGroundTracks();
    trackOf('iss', windowAround(NOON, 'iss'));
    const other = windowAround(addMs(NOON, 30_000), 'orbita');
    expectSame(trackOf('iss', other), groundTrack(other));
  });

  it('keeps the points that both windows have', () => {
    const trackOf = createGroundTracks();
    const before = trackOf('iss', windowAround(NOON, 'iss'));
    const after = trackOf('iss', windowAround(addMs(NOON, 5 * MS_PER_MIN), 'iss'));
    const kept = after.points.filter((point) => before.points.includes(point)).length;
    expect(kept).toBeGreaterThan(0.9 * (before.points.length - (5 * MS_PER_MIN) / before.stepMs));
  });

  it('passes through the satellite at any instant, to 0.05°', () => {
    const window = windowAround(NOON);
    const track = groundTrack(window);
    for (let offset = 0; offset <= 40; offset += 0.37) {
      const time = addMs(NOON, offset * MS_PER_MIN);
      const fix = fixAt(window, time);
      const [start] = trackBetween(track, time, addMs(time, MS_PER_MIN));
      expect(start?.[0]).toBeCloseTo(fix?.longitude ?? Number.NaN, 1);
      expect(start?.[1]).toBeCloseTo(fix?.latitude ?? Number.NaN, 1);
    }
  });

  it('joins past and future at the same point', () => {
    const track = groundTrack(windowAround(NOON));
    const past = trackBetween(track, addMs(NOON, -10 * MS_PER_MIN), NOON).at(-1);
    const [future] = trackBetween(track, NOON, addMs(NOON, 10 * MS_PER_MIN));
    expect(past?.[0]).toBeCloseTo(future?.[0] ?? Number.NaN, 9);
    expect(past?.[1]).toBeCloseTo(future?.[1] ?? Number.NaN, 9);
  });

  it('ends where the window does, and is empty outside it', () => {
    const window = windowAround(NOON);
    const track = groundTrack(window);
    const end = endTime(window);
    expect(trackBetween(track, end, addMs(end, MS_PER_MIN))).toEqual([]);
    expect(trackBetween(track, addMs(window.startTime, -MS_PER_H), window.startTime)).toEqual([]);
    const whole = trackBetween(track, addMs(window.startTime, -MS_PER_H), addMs(end, MS_PER_H));
    expect(whole).toEqual(trackBetween(track, window.startTime, end));
  });
});

describe('dashes', () => {
  const ahead = { from: addMs(NOON, 17 * MS_PER_S), to: addMs(NOON, 10 * MS_PER_MIN) };

  it('are static: at a later instant they are the same, except those that have passed', () => {
    const before = dashIntervals(ahead, MS_PER_MIN, 0.5);
    const after = dashIntervals({ ...ahead, from: addMs(ahead.from, 2 * MS_PER_MIN) }, MS_PER_MIN, 0.5);
    expect(after.slice(1)).toEqual(before.slice(3));
  });

  it('fill their share of the time', () => {
    const drawn = dashIntervals({ from: NOON, to: addMs(NOON, MS_PER_H) }, MS_PER_MIN, 0.6);
    expect(drawn).toHaveLength(60);
    expect(drawn.every(({ from, to }) => to - from === 36 * MS_PER_S)).toBe(true);
  });

  it('omit a dash that would be a dot', () => {
    expect(dashIntervals({ from: NOON, to: addMs(NOON, 61 * MS_PER_S) }, MS_PER_MIN, 0.6)).toHaveLength(1);
  });
});
