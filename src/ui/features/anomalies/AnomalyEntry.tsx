import { useAtomValue } from 'jotai';
import { type ReactNode, useId, useState } from 'react';
import type { Anomaly } from '../../../shared/entities/entities.ts';
import { Button } from '../../kit/controls/Button.tsx';
import { useFormOnDemand } from '../../kit/controls/FormOnDemand.tsx';
import { pressOnce } from '../../kit/controls/press-once.ts';
import { useKeptFocus } from '../../kit/controls/use-kept-focus.ts';
import { formatUtcTime, withUnitsJoined } from '../../kit/format.ts';
import { onDemand } from '../../kit/on-demand/on-demand.tsx';
import { StatusLabel } from '../../kit/status/StatusIcon.tsx';
import { missionSecondAtom } from '../../mission/link/atoms.ts';
import { type AnomalyOperation, OFFERS, type Offer } from '../../mission/link/offers.ts';
import { useOperations } from '../../mission/link/operations.ts';
import { maySteerAtom } from '../../mission/link/read-only.ts';
import { useAction } from '../../mission/link/use-action.ts';
import { ShowInstant } from '../../mission/time/ShowInstant.tsx';
import { Age } from './Age.tsx';
import { Answer } from './Answer.tsx';
import styles from './anomalies.module.css';
import { Explanation } from './Explanation.tsx';
import { recoveredAtom, riskTextsAtom, severityBasisAtom } from './roll-up.ts';
import { SEVERITY_STATUS } from './severity.ts';

const ShelveForm = onDemand(
  ['ShelveForm'],
  async () => (await import('./ShelveForm.tsx')).ShelveForm,
).Component;

interface AnomalyEntryProps {
  readonly anomaly: Anomaly;
  /** True while its fault persists. */
  readonly isOngoing: boolean;
  readonly isWide: boolean;
  /** True if it arrived while the list was visible. */
  readonly hasArrived?: boolean;
  /** True for the most urgent one, which has larger type. */
  readonly isFirst?: boolean;
}

/** One anomaly (spec §3) with its actions. */
export function AnomalyEntry({
  anomaly,
  isOngoing,
  isWide,
  hasArrived = false,
  isFirst = false,
}: AnomalyEntryProps) {
  const { timestamp, type, severity, message, aiExplanation, status } = anomaly;
  const headingId = useId();
  const messageId = useId();
  const keptFocus = useKeptFocus<HTMLElement>();
  const maySteer = useAtomValue(maySteerAtom);
  const offers = OFFERS.anomaly[status];
  const level = isOngoing ? SEVERITY_STATUS[severity] : 'off';
  const isRecovered = useAtomValue(recoveredAtom).has(anomaly.id);
  const note = faultNote(status, isOngoing, isRecovered);
  const basis = useAtomValue(severityBasisAtom).get(anomaly.id);
  const [isShelving, setShelving] = useState(false);
  const { openerRef, close } = useFormOnDemand(isShelving, setShelving, false);
  const canShelve = maySteer && isWide && isOngoing && status === 'Active' && !anomaly.shelved;
  // Shelved or answered elsewhere: the form does not return with the next chance.
  if (isShelving && !canShelve) setShelving(false);
  return (
    <article
      {...keptFocus}
      className={styles.entry}
      aria-labelledby={headingId}
      aria-describedby={messageId}
      tabIndex={-1}
      data-level={level}
      data-arrived={hasArrived}
      data-first={isFirst}
    >
      <div className={styles.who}>
        <h3 id={headingId} className={styles.name}>
          <StatusLabel level={level} word={severity} />{' '}
          {basis && <span className={styles.basis}>({basis}) </span>}
          {type}
        </h3>
        <p className={styles.status}>
          <span data-usual={status === 'Active'}>{status}</span>
          {note && <span className={styles.note}>{note}</span>}
          {isWide && anomaly.follows !== undefined && (
            <span className={styles.note}>
              follows the {type} anomaly of {formatUtcTime(anomaly.follows)}
            </span>
          )}
          {isWide && isOngoing && !anomaly.shelved && <AskNote anomaly={anomaly} />}
          {anomaly.shelved && (
            <span className={styles.note}>
              shelved until {formatUtcTime(anomaly.shelved.until)}: <bdi>{anomaly.shelved.reason}</bdi>
            </span>
          )}
        </p>
        <p className={styles.when}>
          <time dateTime={new Date(timestamp).toISOString()}>{formatUtcTime(timestamp)} UTC</time>
          <Age since={timestamp} />
          <ShowInstant time={timestamp} describedBy={headingId} />
        </p>
      </div>
      {isOngoing && !isWide && <Risk anomalyId={anomaly.id} />}
      <p id={messageId} className={styles.message}>
        {withUnitsJoined(message)}
      </p>
      <div className={styles.next}>
        <Answer anomaly={anomaly} isOngoing={isOngoing} describedBy={headingId} />
        {maySteer && anomaly.shelved && <Unshelve id={anomaly.id} describedBy={headingId} />}
        {maySteer && !anomaly.shelved && offers && (
          <Actions id={anomaly.id} offers={offers} describedBy={headingId}>
            {canShelve && !isShelving && (
              <Button
                ref={openerRef}
                className={styles.button}
                look="quiet"
                aria-describedby={headingId}
                onClick={() => setShelving(true)}
              >
                Shelve
              </Button>
            )}
          </Actions>
        )}
      </div>
      {isShelving && <ShelveForm anomaly={anomaly} onClose={close} />}
      {isWide ? (
        <div className={styles.explanation}>
          <p className={styles.label}>AI explanation</p>
          <Explanation text={aiExplanation} />
        </div>
      ) : (
        <Disclosure text={aiExplanation} />
      )}
    </article>
  );
}

/** Returns what the status does not show: whether the fault persists. */
function faultNote(status: Anomaly['status'], isOngoing: boolean, isRecovered: boolean): string | undefined {
  if (status === 'Resolved') return isOngoing ? 'Fault persists' : undefined;
  if (isOngoing) return undefined;
  return isRecovered ? 'Recovered' : 'Fault cleared';
}

/** Since when an unanswered anomaly asks for action, or until when it is left to the retry of the on-board FDIR. */
function AskNote({
  anomaly: { timestamp, status, askedAt, retriedUntil },
}: Pick<AnomalyEntryProps, 'anomaly'>) {
  const now = useAtomValue(missionSecondAtom);
  if (askedAt !== undefined) {
    const isAtOnce = formatUtcTime(askedAt) === formatUtcTime(timestamp);
    return isAtOnce || status !== 'Active' ? null : (
      <span className={styles.note}>asks for action since {formatUtcTime(askedAt)}</span>
    );
  }
  if (retriedUntil === undefined) return null;
  const isDue = now !== undefined && now >= retriedUntil;
  return (
    <span className={styles.note}>
      {isDue ? 'left to FDIR until the next telemetry' : `left to FDIR until ${formatUtcTime(retriedUntil)}`}
    </span>
  );
}

/** Forecast if nobody intervenes. */
function Risk({ anomalyId }: { readonly anomalyId: string }) {
  const words = useAtomValue(riskTextsAtom).get(anomalyId);
  return (
    words && (
      <p className={styles.risk}>
        <strong>{withUnitsJoined(words.what)}</strong> {withUnitsJoined(words.when)}.
      </p>
    )
  );
}

/** Opened on demand: by default one line is enough. */
function Disclosure({ text }: { readonly text: string }) {
  return (
    <details className={styles.explanation}>
      <summary className={styles.label}>AI explanation</summary>
      <Explanation text={text} />
    </details>
  );
}

interface ActionsProps {
  readonly id: string;
  readonly offers: readonly Offer<AnomalyOperation>[];
  readonly describedBy: string;
}

/** Ends the shelving of an anomaly. */
function Unshelve({ id, describedBy }: Pick<ActionsProps, 'id' | 'describedBy'>) {
  const { unshelveAnomaly } = useOperations();
  const { isBusy, refusal, run } = useAction(() => unshelveAnomaly(id));
  return (
    <div className={styles.actions}>
      <Button
        className={styles.button}
        isBusy={isBusy}
        refusal={refusal}
        aria-describedby={describedBy}
        {...pressOnce(() => void run(undefined))}
      >
        Unshelve
      </Button>
    </div>
  );
}

/** One shared call: while it is in progress, all buttons are disabled. */
function Actions({ id, offers, describedBy, children }: ActionsProps & { readonly children?: ReactNode }) {
  const operations = useOperations();
  const { isBusy, refusal, run } = useAction((operation: AnomalyOperation) => operations[operation](id));
  return (
    <div className={styles.actions}>
      {offers.map(({ operation, word }) => (
        <Button
          key={operation}
          className={styles.button}
          isBusy={isBusy}
          refusal={refusal}
          aria-describedby={describedBy}
          {...pressOnce(() => void run(operation))}
        >
          {word}
        </Button>
      ))}
      {children}
    </div>
  );
}
