import { type Degrees, degrees, type EpochMs } from '../../../shared/kit/units.ts';
import type { Interval } from '../../../shared/orbit/intervals.ts';
import type { LookAngles } from '../../../shared/orbit/observer.ts';
import type { SkyArc } from '../../../shared/orbit/passes.ts';
import {
  arcParts,
  arcPointAt,
  arcPoints,
  nameBesideArc,
  nameBeyondHorizon,
  type SkyPoint,
  toSkyPoint,
} from './sky-geometry.ts';
import styles from './sky-plot.module.css';

/** A direction in the sky at an instant. */
export interface SkyPosition extends Pick<LookAngles, 'azimuth' | 'elevation'> {
  readonly time: EpochMs;
}

/** A named instant of a pass: rise, set, or one between them. */
export interface SkyEvent {
  readonly name: string;
  readonly time: EpochMs;
  readonly isAtEnd: boolean;
}

interface SkyPlotProps {
  /** Track of a pass; `undefined` for a fixed satellite. */
  readonly arc: SkyArc | undefined;
  /** Elevation mask; drawn if above the horizon. */
  readonly mask?: Degrees;
  /** Sunlit intervals; the rest of the arc is dashed. Without them, no light is shown. */
  readonly sunlit?: readonly Interval[] | undefined;
  readonly events?: readonly SkyEvent[];
  /** Positions in the next minutes; those below the horizon are not drawn. */
  readonly ahead?: readonly SkyPosition[];
  readonly now: EpochMs;
  /** Look angles of the shown position if it differs from that on the arc. */
  readonly position?: LookAngles | undefined;
  /** Instant of the charts' shared cursor. */
  readonly cursor?: EpochMs | undefined;
  /** Text alternative of the plot. */
  readonly label: string;
}

const RINGS = [0, 30, 60].map(degrees);
const COMPASS = [
  ['N', 0],
  ['E', 90],
  ['S', 180],
  ['W', 270],
] as const;

/** Firefox renders no type smaller than one user unit, and the sky has a radius of 1. */
const TYPE_SCALE = 100;

const toPath = (points: readonly SkyPoint[]): string =>
  points.map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${x.toFixed(4)} ${y.toFixed(4)}`).join('');

/** Returns the transform of an arrowhead at a fraction of the track. */
function trackArrow(points: readonly SkyPoint[], share: number): string | undefined {
  const index = Math.floor(points.length * share);
  const [before, at] = [points[index - 1], points[index]];
  if (!before || !at) return undefined;
  const angle = (Math.atan2(at.y - before.y, at.x - before.x) * 180) / Math.PI;
  return `translate(${at.x} ${at.y}) rotate(${angle})`;
}

const pointAbove = ({ azimuth, elevation }: LookAngles): SkyPoint | undefined =>
  elevation > 0 ? toSkyPoint(azimuth, elevation) : undefined;

const NONE: readonly never[] = [];

/** The second has space for names beyond the horizon. */
const VIEW_BOX = '-1.22 -1.22 2.44 2.44';
const NAMED_VIEW_BOX = '-1.5 -1.22 3 2.44';

/** The observer's sky with the track of a pass: zenith in the middle, north up, east to the right. */
export function SkyPlot({
  arc,
  mask = degrees(0),
  sunlit,
  events = NONE,
  ahead = NONE,
  now,
  position,
  cursor,
  label,
}: SkyPlotProps) {
  const points = arc ? arcPoints(arc) : NONE;
  const [rise, set] = [points.at(0), points.at(-1)];
  // Keeps clear of the name at the middle.
  const arrow = trackArrow(points, events.length > 0 ? 0.75 : 0.5);
  const parts = arc && sunlit ? arcParts(arc, sunlit) : [{ isSunlit: true, points }];
  const satellite = position ? pointAbove(position) : arc && arcPointAt(arc, now);
  const pointed = arc && cursor !== undefined ? arcPointAt(arc, cursor) : undefined;
  return (
    <svg
      className={styles.plot}
      viewBox={events.length > 0 ? NAMED_VIEW_BOX : VIEW_BOX}
      role="img"
      aria-label={label}
    >
      <circle className={styles.sky} r="1" />
      {RINGS.map((elevation) => (
        <circle key={elevation} className={styles.ring} r={(90 - elevation) / 90} />
      ))}
      <path className={styles.ring} d="M-1 0H1M0-1V1" />
      {mask > 0 && <circle className={styles.mask} r={(90 - mask) / 90} />}
      <g transform={`scale(${1 / TYPE_SCALE})`}>
        {COMPASS.map(([name, azimuth]) => {
          const { x, y } = toSkyPoint(degrees(azimuth), degrees(-10));
          return (
            <text key={name} className={styles.compass} x={TYPE_SCALE * x} y={TYPE_SCALE * y}>
              {name}
            </text>
          );
        })}
        {[30, 60].map((elevation) => (
          <text
            key={elevation}
            className={styles.ringLabel}
            x={TYPE_SCALE * 0.02}
            y={TYPE_SCALE * (0.075 - (90 - elevation) / 90)}
          >
            {elevation}°
          </text>
        ))}
      </g>
      {parts.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts of one line, in their order
        <path key={index} className={part.isSunlit ? styles.arc : styles.shadowed} d={toPath(part.points)} />
      ))}
      {arrow && <path className={styles.arrow} d="M0.06 0-0.04 0.05-0.04-0.05Z" transform={arrow} />}
      {rise && <circle className={styles.end} cx={rise.x} cy={rise.y} r="0.03" />}
      {set && <circle className={styles.end} cx={set.x} cy={set.y} r="0.03" />}
      {ahead
        .filter(({ elevation, time }) => elevation > 0 && time > now)
        .map(({ azimuth, elevation, time }) => {
          const { x, y } = toSkyPoint(azimuth, elevation);
          return <circle key={time} className={styles.ahead} cx={x} cy={y} r="0.018" />;
        })}
      {arc && events.map((event) => <EventName key={event.name} event={event} arc={arc} />)}
      {pointed && <circle className={styles.pointed} cx={pointed.x} cy={pointed.y} r="0.05" />}
      {satellite && <circle className={styles.satellite} cx={satellite.x} cy={satellite.y} r="0.055" />}
    </svg>
  );
}

function EventName({
  event: { name, time, isAtEnd },
  arc,
}: {
  readonly event: SkyEvent;
  readonly arc: SkyArc;
}) {
  const point = arcPointAt(arc, time);
  if (!point) return null;
  const place = isAtEnd ? nameBeyondHorizon(point) : nameBesideArc(arc, time);
  if (!place) return null;
  return (
    <>
      {!isAtEnd && <circle className={styles.end} cx={point.x} cy={point.y} r="0.03" />}
      <text
        className={styles.event}
        textAnchor={place.anchor}
        transform={`scale(${1 / TYPE_SCALE})`}
        x={TYPE_SCALE * place.x}
        y={TYPE_SCALE * place.y}
      >
        {name}
      </text>
    </>
  );
}
