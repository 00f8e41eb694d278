import { atom } from 'jotai';
import type { StatusLevel } from '../kit/status/levels.ts';
import { sliceAtoms } from '../mission/atoms.ts';
import { isTelemetryStaleAtom } from '../mission/staleness.ts';
import { isClosedOnFault, isOpen, unresolved } from './fault-state.ts';
import { highestSeverity, isActive, SEVERITY_STATUS } from './severity.ts';

/** Status word for all open anomalies; `undefined` before the first list. */
export type RollUpWord = 'Critical' | 'High' | 'Medium' | 'Low' | 'Nominal' | 'Unknown' | undefined;

export const activeCountAtom = atom((get) => get(sliceAtoms.anomalies)?.filter(isActive).length ?? 0);

/** Number of Active anomalies and of Acknowledged ones that are not recovered, for the tab's badge. */
export const openCountAtom = atom(
  (get) =>
    get(sliceAtoms.anomalies)?.filter((anomaly) => isOpen(anomaly, get(sliceAtoms.spacecraft))).length ?? 0,
);

const closedOnFaultCountAtom = atom(
  (get) =>
    get(sliceAtoms.anomalies)?.filter((anomaly) => isClosedOnFault(anomaly, get(sliceAtoms.spacecraft)))
      .length ?? 0,
);

/** The counts in words: `1 active, 2 acknowledged`. */
export const openCountsTextAtom = atom((get): string => {
  const active = get(activeCountAtom);
  const acknowledged = get(openCountAtom) - active;
  const closed = get(closedOnFaultCountAtom);
  const counts = [
    active > 0 && `${active} active`,
    acknowledged > 0 && `${acknowledged} acknowledged`,
    closed > 0 && `${closed} resolved with fault persisting`,
  ].filter(Boolean);
  return counts.length > 0 ? counts.join(', ') : 'None active';
});

/**
 * Highest severity of the open anomalies and of those closed while their fault is active. Never nominal
 * without a link or fresh telemetry.
 */
export const rollUpAtom = atom((get): RollUpWord => {
  if (get(isTelemetryStaleAtom)) return 'Unknown';
  const anomalies = get(sliceAtoms.anomalies);
  return anomalies && (highestSeverity(unresolved(anomalies, get(sliceAtoms.spacecraft))) ?? 'Nominal');
});

export const ROLL_UP_STATUS: Readonly<Record<NonNullable<RollUpWord>, StatusLevel>> = {
  ...SEVERITY_STATUS,
  Nominal: 'normal',
  Unknown: 'off',
};
