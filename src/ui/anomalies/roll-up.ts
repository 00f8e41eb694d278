import { atom } from 'jotai';
import type { StatusLevel } from '../kit/status/levels.ts';
import { sliceAtoms } from '../mission/atoms.ts';
import { isTelemetryStaleAtom } from '../mission/staleness.ts';
import { isOngoing } from './fault-state.ts';
import { highestSeverity, isActive, SEVERITY_STATUS } from './severity.ts';

/** Status word for all ongoing anomalies; `undefined` before the first list. */
export type RollUpWord = 'Critical' | 'High' | 'Medium' | 'Low' | 'Nominal' | 'Unknown' | undefined;

/** The list, with those apart whose fault has ended: recovered ones and resolved ones. */
export const partedAnomaliesAtom = atom((get) => {
  const view = get(sliceAtoms.spacecraft);
  const anomalies = get(sliceAtoms.anomalies) ?? [];
  const ongoing = anomalies.filter((anomaly) => isOngoing(anomaly, view));
  return { ongoing, over: anomalies.filter((anomaly) => !ongoing.includes(anomaly)) };
});

/** Number of ongoing anomalies, with any that a full list has no room for. */
export const ongoingCountAtom = atom((get) => {
  const listed = get(sliceAtoms.anomalies) ?? [];
  const unlisted = get(sliceAtoms.spacecraft)?.faults.filter(({ anomalyId }) =>
    listed.every(({ id }) => id !== anomalyId),
  );
  return get(partedAnomaliesAtom).ongoing.length + (unlisted?.length ?? 0);
});

/** Whether an ongoing anomaly waits for an answer. */
export const isAlarmedAtom = atom((get): boolean => get(partedAnomaliesAtom).ongoing.some(isActive));

/** `3 ongoing` */
export const ongoingTextAtom = atom((get): string => `${get(ongoingCountAtom) || 'None'} ongoing`);

/** Highest severity of the ongoing anomalies. Never nominal without a link or fresh telemetry. */
export const rollUpAtom = atom((get): RollUpWord => {
  if (get(isTelemetryStaleAtom)) return 'Unknown';
  if (!get(sliceAtoms.anomalies)) return undefined;
  return highestSeverity(get(partedAnomaliesAtom).ongoing) ?? 'Nominal';
});

export const ROLL_UP_STATUS: Readonly<Record<NonNullable<RollUpWord>, StatusLevel>> = {
  ...SEVERITY_STATUS,
  Nominal: 'normal',
  Unknown: 'off',
};
