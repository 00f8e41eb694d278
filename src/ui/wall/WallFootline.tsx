import { useAtomValue } from 'jotai';
import { crewDutyAtom } from '../duty/atoms.ts';
import { provenanceTextAtoms } from '../real-data/atoms.ts';
import { linkNewsAtom, type ShownLink, shownLinkAtom } from '../shell/link-status-text.ts';
import type { StatusLevel } from '../status/levels.ts';
import { StatusIcon } from '../status/StatusIcon.tsx';
import styles from './footline.module.css';

const LINK_LEVEL: Readonly<Record<ShownLink, StatusLevel>> = {
  connected: 'normal',
  connecting: 'standby',
  lost: 'off',
  'low-gain': 'caution',
  'no-contact': 'critical',
};

/** What a text says before it says more: as much as can be read from across a room. */
const firstClause = (text: string): string => text.split(/, | in /)[0] ?? text;

/**
 * How the page is linked to the mission and the mission to the spacecraft, what is simulated and what is live, and who has
 * the console, in every scene.
 */
export function WallFootline() {
  const link = useAtomValue(shownLinkAtom);
  const news = useAtomValue(linkNewsAtom);
  const iss = useAtomValue(provenanceTextAtoms.iss);
  const crew = useAtomValue(crewDutyAtom);
  return (
    <div className={styles.footline}>
      <p className={styles.link} role="status" data-link={link}>
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
  /** Another word has to find room beside it: whom it is about is only heard. */
  readonly isShort: boolean;
}

/** Whom it is about, before or behind what is said of it. */
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
