import type { Illumination } from '../../../shared/contract/contact-plan.ts';
import type { TimeRange } from '../../../shared/kit/units.ts';
import { addMs, degrees, type EpochMs, MS_PER_MIN, MS_PER_S, toRadians } from '../../../shared/kit/units.ts';
import { cutAtPhases, type PhaseInterval } from '../geometry/illumination.ts';
import { type MapSize, strokeWidth } from '../geometry/map-size.ts';
import type { PicturePoint, Projector } from '../geometry/projector.ts';
import { dashIntervals, type GroundTrack, trackBetween, trackPoseAt } from '../geometry/track.ts';
import { scaleOf } from '../geometry/view.ts';
import type { StrokeSink } from './paths.ts';

/** Ground track of a satellite, and its style. */
export interface MapTrack {
  readonly track: GroundTrack;
  /** Illumination along it, over its whole time. */
  readonly phases: readonly PhaseInterval[];
  readonly color: string;
  /** 1 for the front satellite. */
  readonly opacity: number;
  /** True for a thin track without dashes and arrows; only the tail shows the direction. */
  readonly isQuiet?: boolean;
}

/** Length of a track behind and ahead of its satellite, in milliseconds. */
export interface TrackReach {
  readonly trailMs: number;
  readonly leadMs: number;
}

interface PhaseStyle {
  /** Line width in CSS pixels at a desk. */
  readonly width: number;
  readonly opacity: number;
  /** Drawn share of each dash period ahead of the satellite. */
  readonly dashShare: number;
}

/**
 * Shows illumination by weight, not hue: in umbra the line is thin and dim with short dashes, in penumbra it is a bar.
 */
const PHASE_STYLES: Readonly<Record<Illumination, PhaseStyle>> = {
  sunlit: { width: 1.9, opacity: 1, dashShare: 0.62 },
  penumbra: { width: 3.6, opacity: 0.9, dashShare: 1 },
  umbra: { width: 1.2, opacity: 0.78, dashShare: 0.32 },
};
/** Penumbra usually lasts seconds. A bar shorter than this becomes a tick across the track. */
const SHORTEST_BAR_CSS_PX = 4;
const TICK_CSS_PX = 7;
/** Up to this step, straight lines between points of a low orbit are within a tenth of a pixel of the path. */
const DENSE_STEP_MS = 10 * MS_PER_S;
/** Relative width of a quiet track. */
const QUIET_SHARE = 0.65;

/** A track fades in parts: almost completely behind its satellite, a little ahead of it. */
const TRAIL_FADE = { parts: 8, near: 0.62, far: 0.16 };
const LEAD_FADE = { parts: 6, near: 0.9, far: 0.45 };

const DASH_PERIODS_MS = [15, 30, 60, 120, 240].map((seconds) => seconds * MS_PER_S);
const MIN_PERIOD_CSS_PX = 9;
const ARROW_PERIODS_MS = [5, 10, 20, 30].map((minutes) => minutes * MS_PER_MIN);
const MIN_ARROW_PERIOD_CSS_PX = 84;
/** Clearance of an arrow from its satellite, and half its length. */
const ARROW_CLEARANCE_CSS_PX = 22;
const ARROW_CSS_PX = 4.2;
/** Approximate ground speed of a satellite in low orbit. */
const RADIANS_PER_MS = toRadians(degrees(3.87)) / MS_PER_MIN;

/** Returns the approximate time in which a satellite crosses this width on a desk's screen. */
const timeAcross = (cssPx: number, size: MapSize, { view }: Projector): number =>
  strokeWidth(cssPx, size) / (RADIANS_PER_MS * scaleOf(view, size));

/** Returns the shortest dash period, a whole fraction of a minute, with distinguishable dashes. */
export const dashPeriodMs = (size: MapSize, projector: Projector): number =>
  DASH_PERIODS_MS.find((period) => period >= timeAcross(MIN_PERIOD_CSS_PX, size, projector)) ??
  4 * MS_PER_MIN;

const arrowPeriodMs = (size: MapSize, projector: Projector): number =>
  ARROW_PERIODS_MS.find((period) => period >= timeAcross(MIN_ARROW_PERIOD_CSS_PX, size, projector)) ??
  30 * MS_PER_MIN;

/** Part of a track with one illumination and one stage of fading. */
interface TrackPart extends PhaseInterval {
  readonly alpha: number;
  readonly isAhead: boolean;
}

function trackParts({ phases, opacity }: MapTrack, now: EpochMs, reach: TrackReach): readonly TrackPart[] {
  const fade = (isAhead: boolean): readonly TrackPart[] => {
    const { parts, near, far } = isAhead ? LEAD_FADE : TRAIL_FADE;
    const lengthMs = (isAhead ? reach.leadMs : -reach.trailMs) / parts;
    return Array.from({ length: parts }, (_, part) => {
      const [a, b] = [addMs(now, part * lengthMs), addMs(now, (part + 1) * lengthMs)];
      const alpha = opacity * (near + ((far - near) * part) / (parts - 1));
      return cutAtPhases(phases, isAhead ? { from: a, to: b } : { from: b, to: a }).map((cut) => ({
        ...cut,
        alpha: alpha * PHASE_STYLES[cut.phase].opacity,
        isAhead,
      }));
    }).flat();
  };
  return [...fade(false), ...fade(true)];
}

function strokePart(
  sink: StrokeSink,
  { track, color, isQuiet }: MapTrack,
  part: TrackPart,
  size: MapSize,
  projector: Projector,
): void {
  const { width, dashShare } = PHASE_STYLES[part.phase];
  const isTick =
    part.phase === 'penumbra' && part.to - part.from < timeAcross(SHORTEST_BAR_CSS_PX, size, projector);
  const strokes: readonly TimeRange[] =
    part.isAhead && !isQuiet && dashShare < 1
      ? dashIntervals(part, dashPeriodMs(size, projector), dashShare)
      : [part];
  const lines = strokes
    .map(({ from, to }) => trackBetween(track, from, to))
    .filter((line) => line.length > 1);
  if (lines.length === 0) return;
  sink.beginPath();
  const trace = track.stepMs <= DENSE_STEP_MS ? projector.traceDense : projector.trace;
  const isDrawn = trace(sink, {
    type: 'MultiLineString',
    coordinates: lines.map((line) => line.map(([longitude, latitude]) => [longitude, latitude])),
  });
  // Pixi would stroke the last filled path.
  if (!isDrawn) return;
  const share = isQuiet ? QUIET_SHARE : 1;
  sink.stroke({
    width: strokeWidth(share * (isTick ? TICK_CSS_PX : width), size),
    color,
    alpha: part.alpha,
    cap: 'butt',
    join: 'round',
  });
}

/** Returns the corners of an arrowhead on the track, in device pixels; none where an edge of the map would cut it. */
export function arrowhead(
  track: GroundTrack,
  time: EpochMs,
  size: MapSize,
  projector: Projector,
): readonly (readonly [number, number])[] | undefined {
  const pose = trackPoseAt(track, time);
  if (!pose) return undefined;
  const r = strokeWidth(ARROW_CSS_PX, size);
  const { x, y, isVisible } = projector.place(...pose.point);
  if (!isVisible || x < 2 * r || x > size.width - 2 * r) return undefined;
  const [before, after]: PicturePoint[] = [projector.place(...pose.before), projector.place(...pose.after)];
  if (!before || !after) return undefined;
  let dx = after.x - before.x;
  if (projector.planeWidth > 0) dx -= projector.planeWidth * Math.round(dx / projector.planeWidth);
  const dy = after.y - before.y;
  const length = Math.hypot(dx, dy) || 1;
  const [ux, uy] = [(dx / length) * r, (dy / length) * r];
  return [
    [x + ux, y + uy],
    [x - ux - 0.85 * uy, y - uy + 0.85 * ux],
    [x - ux + 0.85 * uy, y - uy - 0.85 * ux],
  ];
}

/** Draws arrows at equal intervals of time, aligned with the clock like the dashes. */
function drawArrows(
  sink: StrokeSink,
  { track, color }: MapTrack,
  part: TrackPart,
  now: EpochMs,
  size: MapSize,
  projector: Projector,
): void {
  const period = arrowPeriodMs(size, projector);
  const clearance = timeAcross(ARROW_CLEARANCE_CSS_PX, size, projector);
  for (let time = Math.ceil(part.from / period) * period; time < part.to; time += period) {
    if (Math.abs(time - now) < clearance) continue;
    const [tip, left, right] = arrowhead(track, time as EpochMs, size, projector) ?? [];
    if (!tip || !left || !right) continue;
    sink.beginPath();
    sink.moveTo(...tip);
    sink.lineTo(...left);
    sink.lineTo(...right);
    sink.lineTo(...tip);
    sink.fill({ color, alpha: Math.min(1, part.alpha * 1.15) });
  }
}

/**
 * Draws a fading line behind the satellite, dashes of equal time ahead of it, and arrows along both; for a quiet track
 * only lines.
 */
export function drawTrack(
  sink: StrokeSink,
  track: MapTrack,
  now: EpochMs,
  reach: TrackReach,
  size: MapSize,
  projector: Projector,
): void {
  for (const part of trackParts(track, now, reach)) {
    strokePart(sink, track, part, size, projector);
    if (!track.isQuiet) drawArrows(sink, track, part, now, size, projector);
  }
}
