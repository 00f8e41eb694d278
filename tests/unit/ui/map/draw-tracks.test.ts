import { describe, expect, it } from 'vitest';
import { addMs, type EpochMs, epochMs, MS_PER_MIN, MS_PER_S } from '../../../../src/shared/kit/units.ts';
import { endTime } from '../../../../src/shared/orbit/ephemeris.ts';
import {
  arrowhead,
  drawTrack,
  type MapTrack,
  type TrackReach,
} from '../../../../src/ui/map/draw/draw-tracks.ts';
import { illuminations, type PhaseInterval } from '../../../../src/ui/map/geometry/illumination.ts';
import { mapSize } from '../../../../src/ui/map/geometry/map-size.ts';
import { createProjector } from '../../../../src/ui/map/geometry/projector.ts';
import { groundTrack, trackPoseAt } from '../../../../src/ui/map/geometry/track.ts';
import { WHOLE_PLANE } from '../../../../src/ui/map/geometry/view.ts';
import { windowAround } from './windows.ts';

const NOON = epochMs(Date.UTC(2026, 10, 20, 12));
const SIZE = mapSize({ width: 1600, height: 800, pixelRatio: 1 }, 16);
const PROJECTOR = createProjector(WHOLE_PLANE, SIZE);
const REACH: TrackReach = { trailMs: 20 * MS_PER_MIN, leadMs: 45 * MS_PER_MIN };
const window = windowAround(NOON);
const sunlit: readonly PhaseInterval[] = [{ from: window.startTime, to: endTime(window), phase: 'sunlit' }];
const trackIn = (phases: readonly PhaseInterval[]): MapTrack => ({
  track: groundTrack(window),
  phases,
  color: '#fff',
  opacity: 1,
});

/** Returns the place of the track at an instant, in device pixels. */
function placeAt(time: EpochMs): { readonly x: number; readonly y: number } {
  const [longitude = Number.NaN, latitude = Number.NaN] = trackPoseAt(groundTrack(window), time)?.point ?? [];
  return PROJECTOR.place(longitude, latitude);
}

interface Mark {
  readonly alpha: number;
  readonly width: number;
  readonly xs: readonly number[];
  /** Width of the widest segment. */
  readonly widest: number;
}

/** Records what is drawn: strokes and fills in order. */
function record(now: EpochMs, track = trackIn(sunlit), reach = REACH) {
  const strokes: Mark[] = [];
  const fills: Mark[] = [];
  let points: { readonly x: number; readonly isStart: boolean }[] = [];
  const mark = (alpha: number, width: number): Mark => ({
    alpha,
    width,
    xs: points.map(({ x }) => x),
    widest: Math.max(
      ...points.map(({ x, isStart }, i) => (isStart ? 0 : Math.abs(x - (points[i - 1]?.x ?? x)))),
    ),
  });
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
      closePath() {},
      stroke: ({ alpha = 1, width = 1 }) => strokes.push(mark(alpha, width)),
      fill: ({ alpha = 1 }) => fills.push(mark(alpha, 0)),
    },
    track,
    now,
    reach,
    SIZE,
    PROJECTOR,
  );
  return { strokes, fills };
}

describe('drawing a track', () => {
  it('is brightest ahead of the satellite and fades away from it both ways', () => {
    const alphas = record(NOON).strokes.map(({ alpha }) => alpha);
    const brightest = alphas.indexOf(Math.max(...alphas));
    const [behind, ahead] = [alphas.slice(0, brightest), alphas.slice(brightest)];
    expect(behind.length).toBeGreaterThan(3);
    expect(ahead.length).toBeGreaterThan(3);
    expect(behind.toSorted((a, b) => b - a)).toEqual(behind);
    expect(ahead.toSorted((a, b) => b - a)).toEqual(ahead);
    expect(Math.min(...ahead)).toBeGreaterThan(Math.min(...behind));
  });

  it('draws no segment across half the map', () => {
    for (let minute = 0; minute < 40; minute++) {
      const { strokes, fills } = record(addMs(NOON, minute * MS_PER_MIN));
      const widest = Math.max(...[...strokes, ...fills].map((mark) => mark.widest));
      expect(widest).toBeLessThan(SIZE.width / 2);
    }
  });

  it('extends as far as requested, and no farther than the window', () => {
    expect(record(NOON, trackIn(sunlit), { trailMs: 0, leadMs: 0 })).toEqual({ strokes: [], fills: [] });
    const behindOnly = record(NOON, trackIn(sunlit), { ...REACH, leadMs: 0 });
    expect(behindOnly.strokes.length).toBeGreaterThan(0);
    expect(behindOnly.strokes.every(({ alpha }) => alpha < 0.7)).toBe(true);
    const after = record(addMs(endTime(window), 1));
    expect(after.strokes.length).toBeGreaterThan(0);
    expect(after.strokes.every(({ alpha }) => alpha < 0.7)).toBe(true);
  });

  it('is thinner and dimmer in umbra, with a bar in penumbra, or a tick if that is brief', () => {
    const widthsIn = (phase: PhaseInterval['phase']) =>
      record(NOON, trackIn(sunlit.map((part) => ({ ...part, phase })))).strokes;
    const [inSun, inPenumbra, inUmbra] = [widthsIn('sunlit'), widthsIn('penumbra'), widthsIn('umbra')];
    expect(inUmbra[0]?.width).toBeLessThan(inSun[0]?.width ?? 0);
    expect(inUmbra[0]?.alpha).toBeLessThan(inSun[0]?.alpha ?? 0);
    expect(inPenumbra[0]?.width).toBeGreaterThan(inSun[0]?.width ?? 0);
    const dawn = addMs(NOON, 10 * MS_PER_MIN);
    const brief = record(
      NOON,
      trackIn([{ from: dawn, to: addMs(dawn, 8 * MS_PER_S), phase: 'penumbra' }]),
    ).strokes;
    expect(brief).toHaveLength(1);
    expect(brief[0]?.width).toBeGreaterThan(3 * (inSun[0]?.width ?? 0));
    expect(brief[0]?.widest).toBeLessThan(3);
  });

  it('changes at the instant of the eclipse transition', () => {
    const turn = addMs(NOON, -3 * MS_PER_MIN - 1234);
    const { strokes } = record(
      NOON,
      trackIn([
        { from: window.startTime, to: turn, phase: 'sunlit' },
        { from: turn, to: endTime(window), phase: 'umbra' },
      ]),
    );
    const { x } = placeAt(turn);
    const isAtTurn = (at: number | undefined) => Math.abs((at ?? Number.NaN) - x) < 1e-6;
    const inSun = strokes.filter(({ xs }) => isAtTurn(xs.at(-1)));
    const inUmbra = strokes.filter(({ xs }) => isAtTurn(xs[0]));
    expect([inSun.length, inUmbra.length]).toEqual([1, 1]);
    expect(inUmbra[0]?.width).toBeLessThan(inSun[0]?.width ?? 0);
  });

  it('takes the illumination from the window without a plan', () => {
    const { strokes } = record(NOON, trackIn(illuminations(window, undefined)));
    expect(new Set(strokes.map(({ width }) => width)).size).toBeGreaterThan(1);
  });
});

describe('arrows', () => {
  const track = groundTrack(window);

  it('lie on the track and point along it', () => {
    let count = 0;
    for (let minute = -12; minute < 42; minute += 0.7) {
      const time = addMs(NOON, minute * MS_PER_MIN);
      const corners = arrowhead(track, time, SIZE, PROJECTOR);
      if (!corners) continue;
      count += 1;
      const [tip, left, right] = corners as [[number, number], [number, number], [number, number]];
      const { x, y } = placeAt(time);
      const back = [(left[0] + right[0]) / 2, (left[1] + right[1]) / 2] as const;
      expect((tip[0] + back[0]) / 2).toBeCloseTo(x, 6);
      expect((tip[1] + back[1]) / 2).toBeCloseTo(y, 6);
      const later = placeAt(addMs(time, MS_PER_MIN / 4));
      if (!(Math.abs(later.x - x) <= SIZE.width / 8)) continue;
      const way = Math.atan2(later.y - y, later.x - x);
      const arrow = Math.atan2(tip[1] - back[1], tip[0] - back[0]);
      expect(Math.cos(way - arrow)).toBeGreaterThan(0.99);
    }
    expect(count).toBeGreaterThan(60);
  });

  it('stay where they are while the satellite moves on', () => {
    const tips = (now: EpochMs) => record(now).fills.map(({ xs }) => xs[0]?.toFixed(3));
    const [before, after] = [tips(NOON), tips(addMs(NOON, 2 * MS_PER_MIN))];
    expect(before.filter((tip) => after.includes(tip)).length).toBeGreaterThan(3);
  });

  it('are not clipped: none at the edge of the map', () => {
    let count = 0;
    for (let minute = -14; minute < 44; minute += 0.05) {
      const corners = arrowhead(track, addMs(NOON, minute * MS_PER_MIN), SIZE, PROJECTOR);
      if (!corners) continue;
      count += 1;
      expect(corners.every(([x]) => x >= 0 && x <= SIZE.width)).toBe(true);
    }
    expect(count).toBeGreaterThan(1000);
  });
});
