import { useAtomValue } from 'jotai';
import type { Anomaly, TimelineEvent } from '../../shared/entities.ts';
import { explanationLines } from '../../shared/explanation.ts';
import { type EpochMs, MS_PER_DAY, MS_PER_H } from '../../shared/units.ts';
import { SEVERITY_STATUS } from '../anomalies/severity.ts';
import { formatAge, formatUtcMinute, withUnitsJoined } from '../kit/format.ts';
import { StatusLabel } from '../kit/status/StatusIcon.tsx';
import { missionSecondAtom } from '../mission/atoms.ts';
import { agendaAtom, urgentAnomaliesAtom } from './atoms.ts';
import frame from './frame.module.css';
import styles from './plan.module.css';
import texts from './texts.module.css';
import { fitSentences, fitWords } from './truncate.ts';
import { wallClock } from './wall-clock.ts';

/** Replaces the map: anomalies, current and next events. */
export function PlanPanel() {
  return (
    <div className={`${frame.panel} ${styles.plan}`}>
      <Anomalies />
      <Timeline />
    </div>
  );
}

const ANOMALIES_SHOWN = 2;
/** About three lines beside the timeline. */
const MESSAGE_LETTERS = 84;
/** About four lines, for a single anomaly in the column. */
const EXPLANATION_LETTERS = 120;

function Anomalies() {
  const anomalies = useAtomValue(urgentAnomaliesAtom);
  return (
    <section className={styles.column} aria-labelledby="wall-anomalies">
      <h2 id="wall-anomalies" className={styles.heading}>
        Anomalies
      </h2>
      {!anomalies && <p className={texts.quiet}>Not known</p>}
      {anomalies?.length === 0 && <p className={texts.quiet}>None active</p>}
      <div className={styles.list}>
        {anomalies?.slice(0, ANOMALIES_SHOWN).map((anomaly) => (
          <AnomalySummary key={anomaly.id} anomaly={anomaly} isAlone={anomalies.length === 1} />
        ))}
      </div>
    </section>
  );
}

/** Age in its largest unit: `47 s`, `12 min`, `3 h`. */
const roughAge = (ageMs: number): string => {
  const unit = [MS_PER_DAY, MS_PER_H].find((length) => ageMs >= length) ?? 1;
  return formatAge(Math.floor(ageMs / unit) * unit);
};

/** Outlook without action; the whole text if it has no such line. */
const outlookOf = (explanation: string): string =>
  explanationLines(explanation).find(({ label }) => label === 'If nothing is done')?.text ?? explanation;

interface AnomalySummaryProps {
  readonly anomaly: Anomaly;
  readonly isAlone: boolean;
}

function AnomalySummary({ anomaly, isAlone }: AnomalySummaryProps) {
  const { severity, type, message, aiExplanation, suggestedAction, timestamp } = anomaly;
  const now = useAtomValue(missionSecondAtom);
  const level = SEVERITY_STATUS[severity];
  return (
    <article className={styles.anomaly} data-level={level}>
      <h3 className={styles.anomalyName}>
        <StatusLabel level={level} word={severity} /> <span>{type}</span>{' '}
        {now !== undefined && <span className={styles.age}>{roughAge(now - timestamp)}</span>}
      </h3>
      <p>{withUnitsJoined(fitWords(message, MESSAGE_LETTERS))}</p>
      {isAlone && suggestedAction && (
        <p className={styles.explanation}>
          Action: <strong className={styles.action}>{suggestedAction}</strong>
        </p>
      )}
      {/* Last: without space for it, it is left out. */}
      {isAlone && (
        <p className={styles.explanation}>
          {withUnitsJoined(fitSentences(outlookOf(aiExplanation), EXPLANATION_LETTERS))}
        </p>
      )}
    </article>
  );
}

const EVENTS_SHOWN = 4;
const TITLE_LETTERS = 28;

function Timeline() {
  const agenda = useAtomValue(agendaAtom);
  const current = agenda?.current.slice(0, EVENTS_SHOWN - 1) ?? [];
  const ahead = agenda?.ahead.slice(0, EVENTS_SHOWN - current.length) ?? [];
  return (
    <section className={styles.column} aria-labelledby="wall-timeline">
      <h2 id="wall-timeline" className={styles.heading}>
        Timeline
      </h2>
      {!agenda && <p className={texts.quiet}>Not known</p>}
      {agenda && current.length + ahead.length === 0 && <p className={texts.quiet}>Nothing planned</p>}
      <ol className={styles.list}>
        {current.map((event) => (
          <EventLine key={event.id} event={event} isCurrent />
        ))}
        {ahead.map((event) => (
          <EventLine key={event.id} event={event} />
        ))}
      </ol>
    </section>
  );
}

interface EventLineProps {
  readonly event: TimelineEvent;
  readonly isCurrent?: boolean;
}

function EventLine({ event: { title, type, startTime, endTime }, isCurrent = false }: EventLineProps) {
  const now = useAtomValue(missionSecondAtom) ?? startTime;
  return (
    <li className={styles.eventLine} data-current={isCurrent}>
      <span className={styles.when}>{isCurrent ? 'Now' : formatUtcMinute(startTime)}</span>{' '}
      <span>
        <bdi>{fitWords(title, TITLE_LETTERS)}</bdi>
      </span>{' '}
      <span className={styles.kind}>
        {isCurrent ? endOf(endTime, now) : `in ${wallClock(startTime - now)}`} · {type}
      </span>
    </li>
  );
}

const endOf = (endTime: EpochMs, now: EpochMs): string =>
  endTime > now ? `until ${formatUtcMinute(endTime)}` : `due to end ${formatUtcMinute(endTime)}`;
