import type { StrokeStyle } from 'pixi.js';
import { addMs, type EpochMs, MS_PER_MIN, MS_PER_S } from '../../shared/units.ts';
import { type Pen, tracePolylines } from './brush.ts';
import { type MapSize, strokeWidth } from './map-size.ts';
import type { Polyline } from './plane.ts';
import { dashIntervals, type GroundTrack, type Interval, trackBetween } from './track.ts';

/** Pixi's graphics, as far as tracks need them. */
export interface TrackPen extends Pen {
  beginPath(): unknown;
  stroke(style: StrokeStyle): unknown;
}

/** The longest stretch that is drawn behind and ahead of the satellite. */
const TRAIL_MS = 20 * MS_PER_MIN;
const LEAD_MS = 45 * MS_PER_MIN;
/** The trail fades away behind the satellite in this many parts. */
const TRAIL_PARTS = 8;

const DASH_SHARE = 0.6;
const DASH_PERIODS_MS = [15, 30, 60, 120, 240].map((seconds) => seconds * MS_PER_S);
const MIN_PERIOD_CSS_PX = 9;
/** About how far a satellite in low orbit moves over the ground, in plane units. */
const PLANE_UNITS_PER_MS = 8.6 / MS_PER_MIN;

/** The shortest period of whole fractions of a minute whose dashes can still be told apart. */
export function dashPeriodMs(size: MapSize): number {
  const least = strokeWidth(MIN_PERIOD_CSS_PX, size) / (PLANE_UNITS_PER_MS * size.scaleX);
  return DASH_PERIODS_MS.find((period) => period >= least) ?? 4 * MS_PER_MIN;
}

/** Behind the satellite a line that fades, ahead of it dashes of equal time. */
export function drawTrack(
  pen: TrackPen,
  track: GroundTrack,
  now: EpochMs,
  size: MapSize,
  color: string,
): void {
  const stroke = (polylines: readonly Polyline[], alpha: number): void => {
    if (polylines.length === 0) return;
    pen.beginPath();
    tracePolylines(pen, polylines, size);
    pen.stroke({ width: strokeWidth(1.75, size), color, alpha, cap: 'butt', join: 'round' });
  };

  for (let part = 0; part < TRAIL_PARTS; part++) {
    const from = addMs(now, (-TRAIL_MS * (TRAIL_PARTS - part)) / TRAIL_PARTS);
    stroke(
      trackBetween(track, from, addMs(from, TRAIL_MS / TRAIL_PARTS)),
      0.15 + (0.5 * (part + 1)) / TRAIL_PARTS,
    );
  }
  const ahead: Interval = {
    from: Math.max(now, track.startTime) as EpochMs,
    to: Math.min(addMs(now, LEAD_MS), track.endTime) as EpochMs,
  };
  const dashes = dashIntervals(ahead, dashPeriodMs(size), DASH_SHARE);
  stroke(
    dashes.flatMap(({ from, to }) => trackBetween(track, from, to)),
    0.9,
  );
}
