import { useAtomValue } from 'jotai';
import { StatusIcon } from '../../kit/status/StatusIcon.tsx';
import { mapNoticeAtom, sourceSentencesAtom } from './atoms.ts';
import styles from './real-data.module.css';

/** Under the map: messages of spec §8 on live data. Header and tracking cards name the sources. */
export function Origins() {
  const notice = useAtomValue(mapNoticeAtom);
  return (
    <p className={styles.notice} data-notice="" data-shown={notice !== undefined}>
      {notice && <StatusIcon level={notice.text === 'Loading real data...' ? 'standby' : 'off'} />}
      {/* Always mounted, or its changes would not be announced. The reason may change with every attempt and
          is not announced. */}
      <span className={styles.noticeText} role="status">
        {notice?.text}
      </span>
      {notice?.reason && <span className={styles.noticeReason}>{notice.reason}</span>}
    </p>
  );
}

/** The same as sentences. */
export const SourceSentences = () => useAtomValue(sourceSentencesAtom);
