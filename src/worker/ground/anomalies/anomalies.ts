import { type Outcome, refused } from '../../../shared/contract/outcome.ts';
import { ANOMALY_LIST_CAP, ANOMALY_PROBABILITY } from '../../../shared/entities/constants.ts';
import {
  ANOMALY_TYPES,
  type Anomaly,
  type AnomalyStatus,
  type CommandName,
  type TelemetrySample,
} from '../../../shared/entities/entities.ts';
import type { FaultName } from '../../../shared/entities/faults.ts';
import type { MissionProfile } from '../../../shared/entities/mission-profile.ts';
import type { EpochMs } from '../../../shared/kit/units.ts';
import { pickOne, type Random } from '../../kit/random.ts';
import { accept, type OperationStep, refuse, type Step } from '../../kit/steps.ts';

import type { FdirPlan } from '../../spacecraft/fdir.ts';
import { causesOf } from '../diagnosis/fitting-causes.ts';
import type { MissionForesight } from '../diagnosis/outlook.ts';
import { type Ask, withAnswer, withNewAsks } from './asks.ts';
import { beginFault, containedRecord, type FaultRecord } from './fault-records.ts';

/** Anomalies (spec §4) and the spacecraft faults that they report. */
export interface AnomaliesState {
  /** Newest first, at most `ANOMALY_LIST_CAP`. */
  readonly anomalies: readonly Anomaly[];
  /** Number of the next `anomaly-N`. It only increases: ids are never reused. */
  readonly nextId: number;
  /** Faults of listed, unresolved anomalies, by anomaly id. */
  readonly faults: Faults;
  /**
   * Active faults whose anomaly was resolved or left the list. Their records continue when they are detected again.
   */
  readonly closed?: Faults;
  /** Faults whose anomaly has asked for action in the last hour, in order. */
  readonly asks?: readonly Ask[];
  /** Forecast of all active faults; absent once a report has invalidated it, until the next forecast. */
  readonly foresight?: MissionForesight;
}

export type Faults = Readonly<Record<string, FaultRecord>>;

export interface DrawnFault {
  readonly anomalyId: string;
  readonly fault: FaultName;
  readonly plan: FdirPlan;
}

export interface Detection extends Step<AnomaliesState> {
  readonly detected: DrawnFault;
}

export const UNKNOWN_ANOMALY = 'This anomaly is no longer in the list.';

/** Reasons why an anomaly of each status offers no actions (spec §4: only Active ones do). */
const NOT_ACTIVE: Readonly<Record<Exclude<AnomalyStatus, 'Active'>, string>> = {
  Acknowledged: 'This anomaly is already acknowledged.',
  Resolved: 'This anomaly is already resolved.',
};

export const anomalyId = (number: number): string => `anomaly-${number}`;

/** Returns the faults active on the spacecraft, newest first: the set that the model should have. */
export const actingFaults = ({ anomalies, faults }: AnomaliesState): readonly DrawnFault[] =>
  anomalies.flatMap(({ id }) => {
    const record = faults[id];
    return record && record.endedAt === undefined
      ? [{ anomalyId: id, fault: record.name, plan: record.plan }]
      : [];
  });

/**
 * True if an anomaly is open: Active, or Acknowledged while its fault is active. An acknowledged anomaly whose fault
 * has ended needs no attention.
 */
export const isOpen = ({ id, status }: Anomaly, { faults }: Pick<AnomaliesState, 'faults'>): boolean =>
  status === 'Active' || (status === 'Acknowledged' && isActing(id, faults));

/** True if the fault of an anomaly is still active to the ground's knowledge. */
export function isActing(id: string, faults: Faults): boolean {
  const record = Object.hasOwn(faults, id) ? faults[id] : undefined;
  return record !== undefined && record.endedAt === undefined;
}

/** Probability of a fault in one poll. */
const FAULT_PROBABILITIES: Readonly<Record<MissionProfile, number>> = {
  specified: ANOMALY_PROBABILITY,
  calm: ANOMALY_PROBABILITY / 4,
  hard: ANOMALY_PROBABILITY * 1.5,
  none: 0,
};

/**
 * Draws the fault of a poll (spec §4). A poll takes one random number; one that draws a fault takes two more, for the
 * type and for the fault within the type, both uniform. A fault that is already active may be drawn again.
 */
export function drawFault(profile: MissionProfile, random: Random): FaultName | undefined {
  if (random.next() >= FAULT_PROBABILITIES[profile]) return undefined;
  return pickOne(causesOf(pickOne(ANOMALY_TYPES, random)), random);
}

/**
 * Returns the eviction rank in the full list, lowest first: if the fault has ended, handled anomalies before
 * unanswered ones; then, with an active fault, again handled before unanswered ones.
 */
function leavingRank({ id, status }: Anomaly, { faults, closed }: AnomaliesState): number {
  const record = faults[id] ?? closed?.[id];
  const hasEnded = record === undefined || record.endedAt !== undefined;
  const isUnanswered = status === 'Active';
  if (hasEnded) return isUnanswered ? 1 : 0;
  return isUnanswered ? 3 : 2;
}

/** Adds an anomaly on top of the list. Above `ANOMALY_LIST_CAP`, the oldest of the lowest rank is evicted. */
function addOnTop(anomaly: Anomaly, state: AnomaliesState): Pick<AnomaliesState, 'anomalies' | 'faults'> {
  const { anomalies, faults } = state;
  if (anomalies.length < ANOMALY_LIST_CAP) return { anomalies: [anomaly, ...anomalies], faults };
  const leaving = anomalies.reduceRight((best, other) =>
    leavingRank(other, state) < leavingRank(best, state) ? other : best,
  );
  const { [leaving.id]: _left, ...kept } = faults;
  return { anomalies: [anomaly, ...anomalies.filter((other) => other !== leaving)], faults: kept };
}

/** True if the list takes another anomaly without evicting an unanswered one with an active fault. */
export const hasRoom = (state: AnomaliesState): boolean =>
  state.anomalies.length < ANOMALY_LIST_CAP || state.anomalies.some((held) => leavingRank(held, state) < 3);

/** Detected fault: name, FDIR plan, reason for a repeated report, mode, and id of the earlier anomaly. */
export type Detected = Pick<FaultRecord, 'name' | 'plan' | 'recurrence' | 'mode'> & {
  readonly earlierId?: string;
};

/** Returns the records of active faults without a listed anomaly: adds new ones, removes `taken`. */
function closedAfter(state: AnomaliesState, faults: Faults, taken: string | undefined): Faults {
  const left = Object.entries(state.faults).filter(
    ([id, { endedAt }]) => endedAt === undefined && !Object.hasOwn(faults, id),
  );
  return withoutRecord({ ...state.closed, ...Object.fromEntries(left) }, taken ?? '');
}

/**
 * Reports a fault as an Active anomaly on top of the list (spec §4). It replaces an unresolved anomaly of the same
 * active fault: faults of one kind do not stack.
 */
export function detectFault(
  state: AnomaliesState,
  fault: Detected,
  time: EpochMs,
  telemetry: readonly TelemetrySample[],
): Detection {
  const id = anomalyId(state.nextId);
  const acting = actingFaults(state).find((other) => other.fault === fault.name);
  const earlierId = acting?.anomalyId ?? fault.earlierId;
  const earlier =
    earlierId === undefined ? undefined : (state.faults[earlierId] ?? state.closed?.[earlierId]);
  const firstReport = earlier && (earlier.firstReport ?? earlierId);
  const { anomaly, record } = beginFault(
    id,
    { ...fault, earlier, ...(firstReport && { firstReport }) },
    time,
    telemetry,
  );
  const others = acting ? withoutAnomaly(state, acting.anomalyId) : state;
  const { anomalies, faults } = addOnTop(anomaly, others);
  const closed = closedAfter(others, faults, earlierId);
  const records = { ...faults, [id]: record };
  return {
    state: withNewAsks({ ...others, anomalies, nextId: state.nextId + 1, faults: records, closed }, time),
    notices: [{ level: 'warning', text: `New anomaly detected: ${anomaly.type}`, newAnomalyId: id }],
    detected: { anomalyId: id, fault: fault.name, plan: fault.plan },
  };
}

function withoutAnomaly({ foresight: _, ...state }: AnomaliesState, id: string): AnomaliesState {
  return {
    ...state,
    anomalies: state.anomalies.filter((anomaly) => anomaly.id !== id),
    faults: withoutRecord(state.faults, id),
  };
}

export function withoutRecord(records: Faults = {}, id: string): Faults {
  const { [id]: _, ...rest } = records;
  return rest;
}

/** Active → Acknowledged. The fault stays active. */
export const acknowledgeAnomaly = (
  state: AnomaliesState,
  id: string,
  time: EpochMs,
): OperationStep<AnomaliesState, Anomaly> =>
  moveAnomaly(state, id, 'Acknowledged', 'Anomaly acknowledged', time);

/** Active → Resolved. This closes the entry and does not clear the fault, which may persist. */
export function resolveAnomaly(
  state: AnomaliesState,
  id: string,
  time: EpochMs,
): OperationStep<AnomaliesState, Anomaly> {
  const step = moveAnomaly(state, id, 'Resolved', 'Anomaly marked as resolved', time);
  if (!step.outcome.ok) return step;
  const { [id]: record, ...faults } = state.faults;
  if (!record) return step;
  const closed = { ...state.closed, [id]: { ...record, isResolved: true as const } };
  return { ...step, state: { ...step.state, faults, closed } };
}

function moveAnomaly(
  state: AnomaliesState,
  id: string,
  status: AnomalyStatus,
  text: string,
  time: EpochMs,
): OperationStep<AnomaliesState, Anomaly> {
  const anomaly = state.anomalies.find((other) => other.id === id);
  if (!anomaly) return refuse(state, UNKNOWN_ANOMALY);
  if (anomaly.status !== 'Active') return refuse(state, NOT_ACTIVE[anomaly.status]);
  const { shelved: _, askedAt, ...listed } = anomaly;
  const moved: Anomaly = {
    ...listed,
    status,
    ...(askedAt !== undefined && status !== 'Resolved' && { askedAt }),
  };
  return accept(withAnswered(state, moved, time), moved, 'success', text);
}

/** Finds an anomaly that a command may answer: one that is not resolved. */
export function findAnswerable({ anomalies }: AnomaliesState, id: string): Outcome<Anomaly> {
  const anomaly = anomalies.find((other) => other.id === id);
  if (!anomaly) return refused(UNKNOWN_ANOMALY);
  return anomaly.status === 'Resolved' ? refused(NOT_ACTIVE.Resolved) : { ok: true, value: anomaly };
}

/** Replaces an anomaly of the list with what an operator has made of it, which answers it. */
export const withAnswered = (state: AnomaliesState, answered: Anomaly, time: EpochMs): AnomaliesState => {
  const anomalies = state.anomalies.map((anomaly) => (anomaly.id === answered.id ? answered : anomaly));
  return withAnswer({ ...state, anomalies }, answered.id, time);
};

/** Records that the spacecraft has reported a fault as contained by FDIR. */
export function containFault(state: AnomaliesState, id: string): AnomaliesState {
  const contain = (records: Faults): Faults => {
    const record = records[id];
    return record ? { ...records, [id]: containedRecord(record) } : records;
  };
  const { foresight: _, ...held } = state;
  return {
    ...held,
    faults: contain(state.faults),
    ...(state.closed && { closed: contain(state.closed) }),
  };
}

/** Records that a fault has ended physically, and what ended it. The anomaly keeps its status (spec §4). */
export function endFault(state: AnomaliesState, id: string, time: EpochMs, by?: CommandName): AnomaliesState {
  const { foresight: _, ...held } = state;
  if (state.closed && Object.hasOwn(state.closed, id)) {
    return { ...held, closed: withoutRecord(state.closed, id) };
  }
  const record = Object.hasOwn(state.faults, id) ? state.faults[id] : undefined;
  if (!record || record.endedAt !== undefined) return state;
  const ended: FaultRecord = { ...record, endedAt: time, ...(by && { endedBy: by }) };
  return { ...held, faults: { ...state.faults, [id]: ended } };
}
