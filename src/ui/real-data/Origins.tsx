import { useAtomValue } from 'jotai';
import { SATELLITE_IDS } from '../../shared/satellites.ts';
import { StatusIcon } from '../kit/status/StatusIcon.tsx';
import { mapNoticeAtom, sourceSentencesAtom } from './atoms.ts';
import { ProvenanceChip } from './ProvenanceChip.tsx';
import styles from './real-data.module.css';

/**
 * Under the map: messages of spec §8 on live data and, with chips, the data sources of all satellites. The
 * header has a one-word summary.
 */
export function Origins({ hasChips }: { readonly hasChips: boolean }) {
  return (
    <div className={styles.origins}>
      {hasChips && (
        <ul className={styles.chips} aria-label="Position sources">
          {SATELLITE_IDS.map((id) => (
            <li key={id}>
              <ProvenanceChip id={id} />
            </li>
          ))}
        </ul>
      )}
      <Notice />
    </div>
  );
}

function Notice() {
  const notice = useAtomValue(mapNoticeAtom);
  return (
    <p className={styles.notice} data-shown={notice !== undefined} data-reason={notice?.reason !== undefined}>
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
