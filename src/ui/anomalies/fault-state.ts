import { atom } from 'jotai';
import type { Anomaly, AnomalySeverity, AnomalyStatus } from '../../shared/entities.ts';
import type { SpacecraftView } from '../../shared/spacecraft.ts';
import type { StatusLevel } from '../kit/status/levels.ts';
import { sliceAtoms } from '../mission/atoms.ts';
import { isActive, SEVERITY_STATUS } from './severity.ts';

/** Whether the fault behind an anomaly is still active on the spacecraft. */
export type FaultState = 'acting' | 'over' | 'unknown';

export function faultStateOf(
  { id, timestamp }: Pick<Anomaly, 'id' | 'timestamp'>,
  view: SpacecraftView | undefined,
): FaultState {
  // A view from before the anomaly does not include its fault yet.
  if (!view || view.time <= timestamp) return 'unknown';
  return view.faults.some(({ anomalyId }) => anomalyId === id) ? 'acting' : 'over';
}

/**
 * Off for a resolved anomaly, or an acknowledged and recovered one, of any severity; not while its fault is
 * active.
 */
export const anomalyLevel = (
  severity: AnomalySeverity,
  status: AnomalyStatus,
  fault: FaultState = 'unknown',
): StatusLevel => {
  const isOff = status === 'Resolved' ? fault !== 'acting' : status === 'Acknowledged' && fault === 'over';
  return isOff ? 'off' : SEVERITY_STATUS[severity];
};

export const faultStateAtom = (anomaly: Pick<Anomaly, 'id' | 'timestamp'>) =>
  atom((get): FaultState => faultStateOf(anomaly, get(sliceAtoms.spacecraft)));

/** Anomalies that need attention: Active, or Acknowledged while the fault may be active. */
export const isOpen = (anomaly: Anomaly, view: SpacecraftView | undefined): boolean =>
  isActive(anomaly) || (anomaly.status === 'Acknowledged' && faultStateOf(anomaly, view) !== 'over');

/** Closed while its fault is active: it will be detected again. */
export const isClosedOnFault = (anomaly: Anomaly, view: SpacecraftView | undefined): boolean =>
  anomaly.status === 'Resolved' && faultStateOf(anomaly, view) === 'acting';

/** What every status of the anomalies is about: the open ones, and those that were closed while their fault is active. */
export const unresolved = (
  anomalies: readonly Anomaly[],
  view: SpacecraftView | undefined,
): readonly Anomaly[] =>
  anomalies.filter((anomaly) => isOpen(anomaly, view) || isClosedOnFault(anomaly, view));
