import type { Place } from '../../../shared/entities/place.ts';
import { formatNumber } from '../../../shared/kit/quantity-text.ts';
import type { EpochMs } from '../../../shared/kit/units.ts';
import type { LookAngles } from '../../../shared/orbit/observer.ts';
import type { Pass, PassPath } from '../../../shared/orbit/passes.ts';
import { formatBearing, formatUtcTimeFrom } from '../../kit/format.ts';
import { lightChanges, passLight } from '../../kit/sky/pass-light.ts';
import { type SkyEvent, SkyPlot } from '../../kit/sky/SkyPlot.tsx';
import { compassPoint } from '../../kit/sky/sky-geometry.ts';
import type { Satellite } from './fleet.ts';
import styles from './pass-sky.module.css';

interface Props {
  readonly satellite: Pick<Satellite, 'name' | 'mission'>;
  readonly place: Place;
  readonly time: EpochMs;
  /** Look angles from the place at that time; `undefined` until computed. Absent if only the pass is described. */
  readonly position?: { readonly look: LookAngles | undefined };
}

interface PassProps {
  readonly pass: Pass;
  readonly path: PassPath;
}

const direction = (azimuth: number): string =>
  `${compassPoint(azimuth)}, azimuth ${formatBearing(azimuth, 0)}`;

const degreesOf = (elevation: number): string => `${formatNumber(elevation, 0)}°`;

/** Describes the satellite's current position. */
function positionText({ look }: NonNullable<Props['position']>): string {
  if (!look) return 'Its position is being computed';
  return look.elevation > 0
    ? `It is now in the ${direction(look.azimuth)}, at ${degreesOf(look.elevation)}`
    : 'It is now below the horizon';
}

/** Light along the pass, by line style. */
const LIGHT_TEXTS = {
  sunlit: 'Solid: sunlit all the time',
  shadow: "Dashed: in the Earth's shadow all the time",
  changing: "Solid: sunlit; dashed: in the Earth's shadow",
} as const;

const lightText = (pass: Pass, path: PassPath): string => LIGHT_TEXTS[passLight(pass, path)];

interface Described {
  /** Text alternative of the plot. */
  readonly label: string;
  readonly facts: readonly (readonly [name: string, text: string])[];
  readonly events: readonly SkyEvent[];
}

function describe(pass: Pass, path: PassPath, { satellite, place, time, position }: Props): Described {
  const { aos, tca, los } = pass;
  const at = (instant: EpochMs): string => formatUtcTimeFrom(instant, time);
  const facts: (readonly [string, string])[] = [];
  const events: SkyEvent[] = [];
  const verbs: string[] = [];
  if (!pass.startsBefore) {
    facts.push(['AOS', `${at(aos)}, ${direction(pass.aosAzimuth)}`]);
    events.push({ name: 'AOS', time: aos, isAtEnd: true });
    verbs.push(`rises at ${at(aos)} in the ${direction(pass.aosAzimuth)}`);
  }
  facts.push(['TCA', `${at(tca)}, ${degreesOf(pass.maxElevation)} in the ${compassPoint(pass.tcaAzimuth)}`]);
  events.push({ name: 'TCA', time: tca, isAtEnd: false });
  verbs.push(
    `peaks at ${at(tca)} at ${degreesOf(pass.maxElevation)} in the ${compassPoint(pass.tcaAzimuth)}`,
  );
  if (!pass.endsAfter) {
    facts.push(['LOS', `${at(los)}, ${direction(pass.losAzimuth)}`]);
    events.push({ name: 'LOS', time: los, isAtEnd: true });
    verbs.push(`sets at ${at(los)} in the ${direction(pass.losAzimuth)}`);
  }
  const light = lightChanges(pass, path, at);
  const sentence = [...verbs, ...light].join(', ');
  const where = position ? ` ${positionText(position)}.` : '';
  const label = `Sky over ${place.name}: ${satellite.name} ${sentence}. ${lightText(pass, path)}.${where}`;
  return { label, facts, events };
}

/** A pass in a plot of the place's sky with the current position, and in words. */
export function PassSky({ pass, path, ...props }: Props & PassProps) {
  const { label, facts, events } = describe(pass, path, props);
  const { satellite, time, position } = props;
  return (
    <div className={styles.sky}>
      <div className={styles.frame} data-satellite={satellite.mission}>
        <SkyPlot
          arc={path.arc}
          sunlit={path.sunlit}
          events={events}
          now={time}
          position={position?.look}
          label={label}
        />
      </div>
      <div className={styles.words}>
        <dl className={styles.facts}>
          {facts.map(([term, text]) => (
            <div key={term}>
              <dt>{term}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
        <p>{`${[lightText(pass, path), ...lightChanges(pass, path, (instant) => formatUtcTimeFrom(instant, time))].join('; ')}.`}</p>
        {position && <p>{positionText(position)}.</p>}
      </div>
    </div>
  );
}

/** The sky with a satellite that does not rise or set: its position, and its daily figure, if any. */
export function StandingSky({
  satellite,
  place,
  time,
  position,
  pass,
  path,
  isFixed,
}: Required<Props> & PassProps & { readonly isFixed: boolean }) {
  const text = isFixed ? 'stands still' : 'stays above the horizon';
  const label = `Sky over ${place.name}: ${satellite.name} ${text}. ${positionText(position)}.`;
  return (
    <div className={styles.sky}>
      <div className={styles.frame} data-satellite={satellite.mission}>
        <SkyPlot
          arc={isFixed ? undefined : path.arc}
          sunlit={path.sunlit}
          now={time}
          position={position.look}
          label={label}
        />
      </div>
      <div className={styles.words}>
        {!isFixed && <p>{lightText(pass, path)}.</p>}
        <p>{positionText(position)}.</p>
      </div>
    </div>
  );
}
