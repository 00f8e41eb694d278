import { useAtomValue } from 'jotai';
import { useId } from 'react';
import { surroundings, useKeptFocus } from '../../kit/controls/use-kept-focus.ts';
import { withUnitsJoined } from '../../kit/format.ts';
import { StatusIcon } from '../../kit/status/StatusIcon.tsx';
import { maySteerAtom } from '../../mission/link/read-only.ts';
import { nextRiskAtom } from '../../mission/look-ahead/outlook.ts';
import { partingCauseAtom, partingTextAtom } from '../../mission/look-ahead/partings.ts';
import { SendCommand } from '../commands/SendCommand.tsx';
import { offerAtom } from './advice.ts';
import { lightAtom, shownModeAtom } from './condition.ts';
import styles from './state-headline.module.css';

/**
 * First part of the Overview: the spacecraft's mode and charge, its next light change, the next limit that it is
 * predicted to cross, and a channel that has left its prediction.
 */
export function StateHeadline({ className = '' }: { readonly className?: string | undefined }) {
  const headingId = useId();
  const shown = useAtomValue(shownModeAtom);
  const light = useAtomValue(lightAtom);
  const risk = useAtomValue(nextRiskAtom);
  return (
    <section className={`${styles.headline} ${className}`} aria-labelledby={headingId} tabIndex={-1}>
      <h2 id={headingId} className="visually-hidden">
        Spacecraft state
      </h2>
      <p className={styles.mode} data-level={shown?.level ?? 'off'}>
        {shown ? (
          <>
            {shown.mode !== 'NOMINAL' && (
              <span data-status={shown.level}>
                <StatusIcon level={shown.level} />
              </span>
            )}
            <span className={styles.what}>Mode</span>
            <strong>{shown.mode}</strong>
            <span className={styles.charge}>
              <svg className={styles.battery} viewBox="0 0 44 20" aria-hidden="true">
                <rect className={styles.case} x="1" y="1" width="38" height="18" rx="3" />
                <rect className={styles.pole} x="40" y="6" width="3" height="8" rx="1" />
                <rect className={styles.fill} x="4" y="4" width={32 * shown.soc} height="12" rx="1" />
              </svg>
              <span className="visually-hidden">, battery </span>
              {shown.charge}
            </span>
          </>
        ) : (
          <strong>UNKNOWN</strong>
        )}
      </p>
      <p className={styles.quiet}>
        {light === undefined ? '\u00a0' : `${withUnitsJoined(light)}.`}
        {risk !== undefined && ` ${withUnitsJoined(risk)}.`}
      </p>
      {shown && <Parting />}
      <Offer />
    </section>
  );
}

/** A channel that has left its prediction, and what would explain it. */
function Parting() {
  const text = useAtomValue(partingTextAtom);
  const cause = useAtomValue(partingCauseAtom);
  if (text === undefined) return null;
  return (
    <p className={styles.parting} data-status="caution">
      <StatusIcon level="caution" />
      <span>
        {withUnitsJoined(text)}.{cause !== undefined && ` ${cause}.`}
      </span>
    </p>
  );
}

/**
 * Suggestion for the spacecraft itself, besides the answers to its anomalies. The headline takes the focus when the
 * button goes away.
 */
function Offer() {
  const textId = useId();
  const kept = useKeptFocus<HTMLDivElement>(surroundings);
  const offer = useAtomValue(offerAtom);
  const maySteer = useAtomValue(maySteerAtom);
  return (
    <div {...kept} className={offer && styles.offer}>
      {offer && <p id={textId}>{withUnitsJoined(offer.text)}</p>}
      {offer?.command && maySteer && <SendCommand name={offer.command} describedBy={textId} />}
    </div>
  );
}
