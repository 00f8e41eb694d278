import { useAtomValue } from 'jotai';
import { StatusIcon } from '../../kit/status/StatusIcon.tsx';
import { mapNoticeAtom, sourceSentencesAtom } from './atoms.ts';
import styles from './real-data.module.css';

/** Messages of spec §8 on live data, below the map. Header and tracking cards name the sources. */
export function Origins() {
  const notice = useAtomValue(mapNoticeAtom);
  return (
    <p className={styles.notice} data-notice="" data-shown={notice !== undefined}>
      {notice && <StatusIcon level={notice.text === 'Loading real data...' ? 'standby' : 'off'} />}
      {/* Always mounted, or its changes would not be announced. The reason may change with every attempt, so it
          is not announced. */}
      <span className={styles.noticeText} role="status">
        {notice?.text}
      </span>
      {notice?.reason && <span className={styles.noticeReason}>{notice.reason}</span>}
    </p>
  );
}

/** The sources as sentences. */
export const SourceSentences = () => useAtomValue(sourceSentencesAtom);
