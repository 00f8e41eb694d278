import { useAtomValue } from 'jotai';
import { crewDutyAtom } from '../duty/atoms.ts';
import type { StatusLevel } from '../kit/status/levels.ts';
import { StatusIcon } from '../kit/status/StatusIcon.tsx';
import { linkNewsAtom, type ShownLink, shownLinkAtom } from '../mission/link-status-text.ts';
import { provenanceTextAtoms } from '../real-data/atoms.ts';
import { isQuietAtom } from '../time/shown-time.ts';
import styles from './footline.module.css';
import frame from './frame.module.css';

const LINK_LEVEL: Readonly<Record<ShownLink, StatusLevel>> = {
  connected: 'normal',
  connecting: 'standby',
  lost: 'off',
  'low-gain': 'caution',
  'no-contact': 'critical',
};

/** After the subject, short enough for a distance; the whole sentence is for screen readers. */
const LINK_WORDS: Readonly<Record<ShownLink, string>> = {
  connected: 'connected',
  connecting: 'connecting',
  lost: 'lost, restarting',
  'low-gain': 'low gain',
  'no-contact': 'no contact',
};

/** First clause of a text: as much as can be read from across a room. */
const firstClause = (text: string): string => text.split(/, | in /)[0] ?? text;

/** In every scene, each with its subject: the link to the spacecraft, the data's origin, who has the console. */
export function WallFootline() {
  const link = useAtomValue(shownLinkAtom);
  const news = useAtomValue(linkNewsAtom);
  const iss = useAtomValue(provenanceTextAtoms.iss);
  const crew = useAtomValue(crewDutyAtom);
  const isQuiet = useAtomValue(isQuietAtom);
  return (
    <div className={`${frame.footline} ${styles.footline}`}>
      <div className={styles.item}>
        <span className={styles.subject}>Link:</span>
        <StatusIcon level={LINK_LEVEL[link]} />
        <span className={styles.link} aria-hidden="true">
          {LINK_WORDS[link]}
        </span>
        <p className="visually-hidden" role="status" aria-live={isQuiet ? 'off' : 'polite'} data-link={link}>
          {firstClause(news)}
        </p>
      </div>
      <div className={styles.item}>
        <span className={styles.subject}>Data:</span>
        <p className={styles.mode}>SIMULATED{iss && ` · ${firstClause(iss)}`}</p>
      </div>
      {crew && (
        <div className={styles.item}>
          <span className={styles.subject}>Console:</span>
          <p className={styles.crew}>Duty crew</p>
        </div>
      )}
    </div>
  );
}
