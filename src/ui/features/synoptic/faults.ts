import { atom } from 'jotai';
import type { FaultView } from '../../../shared/entities/spacecraft.ts';
import { STATUS_LEVELS, type StatusLevel } from '../../kit/status/levels.ts';
import { sliceAtoms } from '../../mission/link/atoms.ts';
import { SEVERITY_STATUS } from '../anomalies/severity.ts';

/** A fault with the status level of its anomaly. */
export interface ShownFault extends FaultView {
  readonly level: StatusLevel;
  /** The severity as a word. */
  readonly word: string;
}

/** Most urgent first. A fault whose anomaly has left the list is a caution: its severity is unknown. */
export const faultsAtom = atom((get): readonly ShownFault[] => {
  const anomalies = get(sliceAtoms.anomalies) ?? [];
  const faults = get(sliceAtoms.spacecraft)?.faults ?? [];
  return faults
    .map((fault): ShownFault => {
      const anomaly = anomalies.find(({ id }) => id === fault.anomalyId);
      const severity = anomaly?.severity;
      const level = severity ? SEVERITY_STATUS[severity] : 'caution';
      return { ...fault, level, word: severity ?? 'Fault' };
    })
    .sort((a, b) => STATUS_LEVELS.indexOf(a.level) - STATUS_LEVELS.indexOf(b.level));
});

const CAUSE_UNKNOWN = 'cause unknown';

/**
 * `one array string open`; `solar fault, cause unknown`, shortened to `cause unknown` where it does not fit:
 * the diagram shows the part.
 */
export function faultText(
  { label, isCauseUnknown }: Pick<FaultView, 'label' | 'isCauseUnknown'>,
  letters = Number.POSITIVE_INFINITY,
): string {
  if (!isCauseUnknown) return label;
  const text = `${label}, ${CAUSE_UNKNOWN}`;
  return text.length <= letters ? text : CAUSE_UNKNOWN;
}
