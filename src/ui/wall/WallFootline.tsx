import { useAtomValue } from 'jotai';
import { crewDutyAtom } from '../duty/atoms.ts';
import type { StatusLevel } from '../kit/status/levels.ts';
import { StatusIcon } from '../kit/status/StatusIcon.tsx';
import { linkNewsAtom, type ShownLink, shownLinkAtom } from '../mission/link-status-text.ts';
import { provenanceTextAtoms } from '../real-data/atoms.ts';
import { isQuietAtom } from '../time/shown-time.ts';
import styles from './footline.module.css';

const LINK_LEVEL: Readonly<Record<ShownLink, StatusLevel>> = {
  connected: 'normal',
  connecting: 'standby',
  lost: 'off',
  'low-gain': 'caution',
  'no-contact': 'critical',
};

/** First clause of a text: as much as can be read from across a room. */
const firstClause = (text: string): string => text.split(/, | in /)[0] ?? text;

/**
 * Links from the page to the mission and from the mission to the spacecraft, the mode label, and who has the
 * console, in every scene.
 */
export function WallFootline() {
  const link = useAtomValue(shownLinkAtom);
  const news = useAtomValue(linkNewsAtom);
  const iss = useAtomValue(provenanceTextAtoms.iss);
  const crew = useAtomValue(crewDutyAtom);
  const isQuiet = useAtomValue(isQuietAtom);
  return (
    <div className={styles.footline}>
      <p className={styles.link} role="status" aria-live={isQuiet ? 'off' : 'polite'} data-link={link}>
        <StatusIcon level={LINK_LEVEL[link]} />
        <LinkWords news={firstClause(news)} isShort={crew !== undefined} />
      </p>
      <p className={styles.mode}>SIMULATED{iss && ` · ${firstClause(iss)}`}</p>
      {crew && (
        <p className={styles.crew} title={crew.task && `Duty crew: ${crew.task}`}>
          Duty crew{crew.task && <span className={styles.task}>: {crew.task}</span>}
        </p>
      )}
    </div>
  );
}

interface LinkWordsProps {
  readonly news: string;
  /** Shortened to make room for another status: the subject is in the accessible text only. */
  readonly isShort: boolean;
}

/** The subject before or after the status. */
const WHOM = /^(?<before>ORBITA-1: )?(?<what>.*?)(?<behind> to .*)?$/;

function LinkWords({ news, isShort }: LinkWordsProps) {
  const { before, what, behind } = WHOM.exec(news)?.groups ?? {};
  if (!isShort) return news;
  return (
    <span>
      <span className={styles.whom}>{before}</span>
      <span className={styles.what}>{what}</span>
      <span className={styles.whom}>{behind}</span>
    </span>
  );
}
