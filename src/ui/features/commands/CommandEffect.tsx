import { useAtomValue } from 'jotai';
import { useId, useMemo } from 'react';
import { LONGEST_LOOK_AHEAD_MS } from '../../../shared/contract/look-ahead.ts';
import type { Command, CommandName } from '../../../shared/entities/entities.ts';
import { type EpochMs, epochMs, MS_PER_H } from '../../../shared/kit/units.ts';
import { withUnitsJoined } from '../../kit/format.ts';
import { orbitaContactsAtom } from '../../mission/clocks/clocks.ts';
import { missionMinuteAtom, sliceAtoms } from '../../mission/link/atoms.ts';
import { type AheadQuestion, useLookAheads } from '../../mission/look-ahead/use-look-ahead.ts';
import styles from './command-effect.module.css';
import { type EffectFacts, effectText } from './effect.ts';
import { type EffectChart, effectCharts } from './effect-charts.ts';
import { type Compared, EFFECT_CHANNELS } from './effect-difference.ts';

interface CommandEffectProps {
  readonly name: CommandName;
  /** Time of its execution; now by default. */
  readonly time?: EpochMs | undefined;
  /** The command of the queue that it is, if it is one: if armed, it is no part of what would come without it. */
  readonly queued?: Command['id'] | undefined;
  /** True to draw the channels that it changes most. */
  readonly hasCharts?: boolean;
  /** Id for the element that it describes. */
  readonly id?: string;
}

/** Two orbits after the command: an eclipse and its sunrise lie within. */
const AFTER_MS = 3.2 * MS_PER_H;

/** Predicted effect of a command that is not sent yet, held against doing nothing. Empty until it is known. */
export function CommandEffect({ name, time, queued, hasCharts = false, id }: CommandEffectProps) {
  const now = useAtomValue(missionMinuteAtom) ?? epochMs(0);
  const at = epochMs(Math.max(time ?? now, now));
  const isTooLate = at - now > LONGEST_LOOK_AHEAD_MS - MS_PER_H;
  const questions = useMemo(() => {
    const command = { name, ...(time !== undefined && { time }) };
    const question: AheadQuestion = {
      channels: EFFECT_CHANNELS,
      aheadMs: AFTER_MS,
      after: time,
      ...(queued !== undefined && { except: queued }),
    };
    return isTooLate ? undefined : [{ ...question, command }, question];
  }, [name, time, queued, isTooLate]);
  const [withIt, without] = useLookAheads(questions) ?? [];
  const anomalies = useAtomValue(sliceAtoms.anomalies);
  const transitions = useAtomValue(orbitaContactsAtom)?.eclipseTransitions;
  const effect = useMemo(() => {
    if (!withIt || !without) return undefined;
    const compared: Compared = { withIt, without };
    const aboard = withIt.arrival ?? at;
    const sunrise = transitions?.find((change) => !change.isEclipsed && change.time > aboard)?.time;
    const facts: EffectFacts = { now, time: at, sunrise, anomalies: anomalies ?? [] };
    return {
      text: effectText(compared, facts),
      charts: hasCharts ? effectCharts(compared, now) : [],
    };
  }, [withIt, without, now, at, transitions, anomalies, hasCharts]);
  const headingId = useId();
  if (isTooLate) {
    return (
      <p id={id} className={styles.text}>
        The effect can be predicted from 23 h before the scheduled time.
      </p>
    );
  }
  if (!effect) return null;
  const { text, charts } = effect;
  return (
    <section className={styles.effect} aria-labelledby={headingId}>
      <h4 id={headingId} className={styles.heading}>
        Predicted effect of {name}
      </h4>
      <p id={id} className={styles.text}>
        {withUnitsJoined(text)}
      </p>
      {charts.length > 0 && (
        <div className={styles.charts} aria-hidden="true">
          {charts.map((chart) => (
            <Chart key={chart.channel} {...chart} />
          ))}
          <p className={styles.key}>
            <span data-line="with">with it</span>
            <span data-line="without">without it</span>
          </p>
        </div>
      )}
    </section>
  );
}

function Chart({ title, withIt, without, range: [low, high] }: EffectChart) {
  return (
    <figure className={styles.chart}>
      <figcaption>{title}</figcaption>
      <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
        <path data-line="without" d={without} vectorEffect="non-scaling-stroke" />
        <path data-line="with" d={withIt} vectorEffect="non-scaling-stroke" />
      </svg>
      <p className={styles.scale}>
        <span>{high}</span>
        <span>{low}</span>
      </p>
    </figure>
  );
}
