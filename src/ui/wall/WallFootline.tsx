import { useAtomValue } from 'jotai';
import { linkStateAtom } from '../mission/atoms.ts';
import { provenanceTextAtoms } from '../real-data/atoms.ts';
import { LINK_NEWS } from '../shell/link-news.ts';
import type { StatusLevel } from '../status/levels.ts';
import { StatusIcon } from '../status/StatusIcon.tsx';
import styles from './footline.module.css';

const LINK_LEVEL = { connected: 'normal', connecting: 'standby', lost: 'off' } as const satisfies Record<
  string,
  StatusLevel
>;

/** What a text says before it says more: as much as can be read from across a room. */
const firstClause = (text: string): string => text.split(/, | in /)[0] ?? text;

/** How the page is linked to the mission, and what is simulated and what is live, in every scene. */
export function WallFootline() {
  const link = useAtomValue(linkStateAtom);
  const iss = useAtomValue(provenanceTextAtoms.iss);
  return (
    <div className={styles.footline}>
      <p className={styles.link} role="status" data-link={link.status}>
        <StatusIcon level={LINK_LEVEL[link.status]} />
        {firstClause(LINK_NEWS[link.status])}
      </p>
      <p className={styles.mode}>SIMULATED{iss && ` · ${firstClause(iss)}`}</p>
    </div>
  );
}
