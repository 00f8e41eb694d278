import type { ObservedPass } from '../../shared/contact-plan.ts';
import type { LookAngles } from '../../shared/orbit/observer.ts';
import { degrees, type EpochMs } from '../../shared/units.ts';
import { arcPointAt, arcPoints, type SkyPoint, toSkyPoint } from './sky-geometry.ts';
import styles from './sky-plot.module.css';

/** A direction in the sky at an instant. */
export interface SkyPosition extends Pick<LookAngles, 'azimuth' | 'elevation'> {
  readonly time: EpochMs;
}

interface SkyPlotProps {
  readonly pass: ObservedPass;
  /** Positions in the next minutes, without those below the horizon. */
  readonly ahead: readonly SkyPosition[];
  readonly now: EpochMs;
  /** Look angles of the shown position while it is off the pass's own track. */
  readonly gliding: LookAngles | undefined;
  /** Instant of the charts' shared cursor. */
  readonly cursor: EpochMs | undefined;
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

/** Arrowhead at the middle of the track, in its direction. */
function midwayArrow(points: readonly SkyPoint[]): string | undefined {
  const middle = Math.floor(points.length / 2);
  const [before, at] = [points[middle - 1], points[middle]];
  if (!before || !at) return undefined;
  const angle = (Math.atan2(at.y - before.y, at.x - before.x) * 180) / Math.PI;
  return `translate(${at.x} ${at.y}) rotate(${angle})`;
}

const pointAbove = ({ azimuth, elevation }: LookAngles): SkyPoint | undefined =>
  elevation > 0 ? toSkyPoint(azimuth, elevation) : undefined;

/** The observer's sky: zenith in the middle, north up, east to the right; with the current or next pass. */
export function SkyPlot({ pass, ahead, now, gliding, cursor, label }: SkyPlotProps) {
  const points = arcPoints(pass.arc);
  const [rise, set] = [points.at(0), points.at(-1)];
  const arrow = midwayArrow(points);
  const satellite = gliding ? pointAbove(gliding) : arcPointAt(pass.arc, now);
  const pointed = cursor === undefined ? undefined : arcPointAt(pass.arc, cursor);
  return (
    <svg className={styles.plot} viewBox="-1.22 -1.22 2.44 2.44" role="img" aria-label={label}>
      <circle className={styles.sky} r="1" />
      {RINGS.map((elevation) => (
        <circle key={elevation} className={styles.ring} r={(90 - elevation) / 90} />
      ))}
      <path className={styles.ring} d="M-1 0H1M0-1V1" />
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
      <path className={styles.arc} d={toPath(points)} />
      {arrow && <path className={styles.arrow} d="M0.06 0-0.04 0.05-0.04-0.05Z" transform={arrow} />}
      {rise && <circle className={styles.end} cx={rise.x} cy={rise.y} r="0.03" />}
      {set && <circle className={styles.end} cx={set.x} cy={set.y} r="0.03" />}
      {ahead
        .filter(({ elevation, time }) => elevation > 0 && time > now)
        .map(({ azimuth, elevation, time }) => {
          const { x, y } = toSkyPoint(azimuth, elevation);
          return <circle key={time} className={styles.ahead} cx={x} cy={y} r="0.018" />;
        })}
      {pointed && <circle className={styles.pointed} cx={pointed.x} cy={pointed.y} r="0.05" />}
      {satellite && <circle className={styles.satellite} cx={satellite.x} cy={satellite.y} r="0.055" />}
    </svg>
  );
}
