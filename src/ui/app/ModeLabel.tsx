import { useAtomValue } from 'jotai';
import { CircleQuestionMark, Cpu } from 'lucide-react';
import { dataQualityAtoms, sourceTextAtoms } from '../mission/real-data/atoms.ts';
import { PROVENANCE_SHAPES } from '../mission/real-data/ProvenanceChip.tsx';
import type { DataQuality } from '../mission/real-data/provenance.ts';
import styles from './mode-label.module.css';

const ISS_TEXT: Readonly<Record<Exclude<DataQuality['kind'], 'simulated'>, string>> = {
  live: 'LIVE',
  transition: 'ACQUIRING',
  predicted: 'PREDICTED',
  unknown: 'UNKNOWN',
};

/** Marks data as simulated or live, by shape and word, at every size. */
export function ModeLabel() {
  const iss = useAtomValue(dataQualityAtoms.iss);
  const source = useAtomValue(sourceTextAtoms.iss);
  const kind = iss?.kind ?? 'unknown';
  const Shape = iss ? PROVENANCE_SHAPES[kind] : CircleQuestionMark;
  const isAllSimulated = kind === 'simulated';
  return (
    <p className={styles.modes}>
      <span className={styles.mode} data-mode="orbita" title="ORBITA-1 and its telemetry are simulated">
        <Cpu aria-hidden="true" />
        <span>
          <span className={isAllSimulated ? undefined : 'visually-hidden'}>ORBITA-1 </span>
          {isAllSimulated && 'AND ISS '}SIMULATED
        </span>
      </span>
      {!isAllSimulated && (
        <span
          className={styles.mode}
          data-mode="iss"
          data-kind={kind}
          title={source && `ISS position: ${source}`}
        >
          <Shape aria-hidden="true" />
          ISS {ISS_TEXT[kind]}
        </span>
      )}
    </p>
  );
}
