import { useAtomValue } from 'jotai';
import { SATELLITE_IDS, SATELLITE_NAMES } from '../../shared/elements.ts';
import { StatusIcon } from '../status/StatusIcon.tsx';
import { mapNoticeAtom, sourceTextAtoms } from './atoms.ts';
import { ProvenanceChip } from './ProvenanceChip.tsx';
import styles from './real-data.module.css';

/** Under the map: what both satellites are shown from, and what spec §8 says of the real data. */
export function Origins() {
  return (
    <div className={styles.origins}>
      {SATELLITE_IDS.map((id) => (
        <ProvenanceChip key={id} id={id} />
      ))}
      <Notice />
    </div>
  );
}

function Notice() {
  const notice = useAtomValue(mapNoticeAtom);
  return (
    <p className={styles.notice} role="status" data-reason={notice?.reason !== undefined}>
      {notice && (
        <>
          <StatusIcon level={notice.text === 'Loading real data...' ? 'standby' : 'off'} />
          <span className={styles.noticeText}>{notice.text}</span>
          {notice.reason && (
            <span className={styles.noticeReason} title={notice.reason}>
              {notice.reason}
            </span>
          )}
        </>
      )}
    </p>
  );
}

/** The same as sentences: `ISS: N2YO. ORBITA-1: SGP4 on fixed elements of 2026-11-01. ` */
export function SourceSentences() {
  const sources = { iss: useAtomValue(sourceTextAtoms.iss), orbita: useAtomValue(sourceTextAtoms.orbita) };
  return SATELLITE_IDS.map((id) => sources[id] && `${SATELLITE_NAMES[id]}: ${sources[id]}. `);
}
