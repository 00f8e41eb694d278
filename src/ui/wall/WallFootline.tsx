import { useAtomValue } from 'jotai';
import type { StatusLevel } from '../kit/status/levels.ts';
import { StatusIcon } from '../kit/status/StatusIcon.tsx';
import { crewDutyAtom, groundLinkTextAtom } from '../mission/duty/atoms.ts';
import { LINK_CLAUSES, type ShownLink, shownLinkAtom } from '../mission/link/link-status-text.ts';
import { textAtomOf } from '../mission/real-data/atoms.ts';
import { provenanceHeadline } from '../mission/real-data/provenance.ts';
import { isQuietAtom } from '../mission/time/shown-time.ts';
import styles from './footline.module.css';
import frame from './frame.module.css';

const LINK_LEVEL: Readonly<Record<ShownLink, StatusLevel>> = {
  connected: 'normal',
  connecting: 'standby',
  lost: 'off',
  unreachable: 'off',
  'low-gain': 'caution',
  'no-contact': 'critical',
};

/** Words after the subject, short enough for a distance; screen readers get a whole clause. */
const LINK_TEXT: Readonly<Record<ShownLink, string>> = {
  connected: 'connected',
  connecting: 'connecting',
  lost: 'lost',
  unreachable: 'lost',
  'low-gain': 'low gain',
  'no-contact': 'no contact',
};

const issHeadlineAtom = textAtomOf('iss', provenanceHeadline);

/** Who commands besides the operators, in few letters: three items share the line. */
function holderText(isCrew: boolean, isGround: boolean): string | undefined {
  if (isCrew && isGround) return 'Crew, ground';
  if (isGround) return 'Ground link';
  return isCrew ? 'Duty crew' : undefined;
}

/**
 * Shown in every scene, each with its subject: the link to the spacecraft, the data source, and who commands besides the
 * operators.
 */
export function WallFootline() {
  const link = useAtomValue(shownLinkAtom);
  const iss = useAtomValue(issHeadlineAtom);
  const crew = useAtomValue(crewDutyAtom);
  const groundText = useAtomValue(groundLinkTextAtom);
  const isQuiet = useAtomValue(isQuietAtom);
  const holder = holderText(crew !== undefined, groundText !== undefined);
  return (
    <div className={`${frame.footline} ${styles.footline}`}>
      <div className={styles.item}>
        <span className={styles.subject}>Link:</span>
        <StatusIcon level={LINK_LEVEL[link]} />
        <span className={styles.link} aria-hidden="true">
          {LINK_TEXT[link]}
        </span>
        <p className="visually-hidden" role="status" aria-live={isQuiet ? 'off' : 'polite'} data-link={link}>
          {LINK_CLAUSES[link]}
        </p>
      </div>
      <div className={styles.item}>
        <span className={styles.subject}>Data:</span>
        <p className={styles.mode}>SIMULATED{iss && ` · ${iss}`}</p>
      </div>
      {holder !== undefined && (
        <div className={styles.item}>
          <span className={styles.subject}>Console:</span>
          <p className={styles.crew}>
            {holder}
            {groundText !== undefined && <span className="visually-hidden">. {groundText}</span>}
          </p>
        </div>
      )}
    </div>
  );
}
