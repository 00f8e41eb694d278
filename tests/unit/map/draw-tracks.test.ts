import { describe, expect, it } from 'vitest';
import { endTime } from '../../../src/shared/ephemeris.ts';
import { addMs, type EpochMs, epochMs, MS_PER_MIN } from '../../../src/shared/units.ts';
import { drawTrack } from '../../../src/ui/map/draw-tracks.ts';
import { mapSize } from '../../../src/ui/map/map-size.ts';
import { groundTrack } from '../../../src/ui/map/track.ts';
import { windowAround } from './windows.ts';

const NOON = epochMs(Date.UTC(2026, 10, 20, 12));
const SIZE = mapSize({ width: 1600, height: 800, pixelRatio: 1 }, 16);
const track = groundTrack(windowAround(NOON));

/** What was drawn: each stroke with its opacity and the number of its points. */
function record(now: EpochMs) {
  const strokes: { readonly alpha: number; readonly points: number; readonly widest: number }[] = [];
  let points: { x: number; isStart: boolean }[] = [];
  drawTrack(
    {
      beginPath() {
        points = [];
      },
      moveTo(x: number) {
        points.push({ x, isStart: true });
      },
      lineTo(x: number) {
        points.push({ x, isStart: false });
      },
      stroke({ alpha = 1 }) {
        const widths = points.map(({ x, isStart }, i) =>
          isStart ? 0 : Math.abs(x - (points[i - 1]?.x ?? x)),
        );
        strokes.push({ alpha, points: points.length, widest: Math.max(...widths) });
      },
    },
    track,
    now,
    SIZE,
    '#fff',
  );
  return strokes;
}

describe('drawing a track', () => {
  it('fades behind the satellite and is bright ahead of it', () => {
    const alphas = record(NOON).map(({ alpha }) => alpha);
    expect(alphas.length).toBeGreaterThan(3);
    expect(alphas.toSorted((a, b) => a - b)).toEqual(alphas);
  });

  it('strokes no segment over half the map', () => {
    for (let minute = 0; minute < 40; minute++) {
      const widest = Math.max(...record(addMs(NOON, minute * MS_PER_MIN)).map((stroke) => stroke.widest));
      expect(widest).toBeLessThan(SIZE.width / 2);
    }
  });

  it('has nothing ahead where the window has run out', () => {
    const last = record(addMs(endTime(windowAround(NOON)), 1));
    expect(last.every(({ alpha }) => alpha < 0.9)).toBe(true);
  });
});
