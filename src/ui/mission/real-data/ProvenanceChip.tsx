import { useAtomValue } from 'jotai';
import { CircleQuestionMark, Cpu, type LucideIcon, Orbit, Radio, Route } from 'lucide-react';
import type { SatelliteId } from '../../../shared/entities/satellites.ts';
import { dataQualityAtoms, provenanceTextAtoms, sourceTextAtoms } from './atoms.ts';
import type { DataQuality } from './provenance.ts';
import styles from './real-data.module.css';

/** Shape of each kind of data source. */
export const PROVENANCE_SHAPES: Readonly<Record<DataQuality['kind'], LucideIcon>> = {
  live: Radio,
  transition: Route,
  predicted: Orbit,
  simulated: Cpu,
  unknown: CircleQuestionMark,
};

/** Data source of a satellite's motion, as a shape and words; details in the tooltip. */
export function ProvenanceChip({ id }: { readonly id: SatelliteId }) {
  const kind = useAtomValue(dataQualityAtoms[id])?.kind;
  const text = useAtomValue(provenanceTextAtoms[id]);
  const source = useAtomValue(sourceTextAtoms[id]);
  if (!kind || !text) return null;
  const Shape = PROVENANCE_SHAPES[kind];
  return (
    <span className={styles.chip} data-satellite={id} data-kind={kind} title={`Source: ${source}`}>
      <Shape className={styles.shape} aria-hidden="true" />
      <span>{text}</span>
    </span>
  );
}
