import {
  ANOMALY_TYPES,
  type Anomaly,
  type AnomalyStatus,
  type AnomalyType,
  type CommandName,
  type TelemetrySample,
} from '../shared/entities.ts';
import { ANOMALY_LIST_CAP, ANOMALY_PROBABILITY } from '../shared/limits.ts';
import type { EpochMs } from '../shared/units.ts';
import { type Answer, accept, refuse } from './answers.ts';
import { beginFault, type FaultRecord } from './fault-records.ts';
import type { Step } from './notices.ts';
import type { Random } from './random.ts';
import { FAULT_KINDS, FAULT_NAMES, type FaultName } from './spacecraft/fault-kinds.ts';
import type { FdirPlan } from './spacecraft/fdir.ts';

/** The anomalies (spec §4), and the faults of the spacecraft that they tell of. */
export interface AnomaliesState {
  /** Newest first, at most `ANOMALY_LIST_CAP`. */
  readonly anomalies: readonly Anomaly[];
  /** The number of the next `anomaly-N`. It only grows, so that an id is never given twice. */
  readonly nextId: number;
  /** Of listed anomalies that are not resolved, by their ids. */
  readonly faults: Faults;
  /** Of anomalies that were closed or left the list while their faults act: taken over as these are detected again. */
  readonly closed?: Faults;
}

export type Faults = Readonly<Record<string, FaultRecord>>;

/** A fault that acts on the spacecraft, and the anomaly that tells of it. */
export interface DrawnFault {
  readonly anomalyId: string;
  readonly fault: FaultName;
  readonly plan: FdirPlan;
}

/** The anomalies after one more, and what it says. */
export interface Detection extends Step<AnomaliesState> {
  readonly detected: DrawnFault;
}

const UNKNOWN = 'This anomaly is no longer in the list.';

/** Why an anomaly of each status shows no actions (spec §4: only Active ones do). */
const NOT_ACTIVE: Readonly<Record<Exclude<AnomalyStatus, 'Active'>, string>> = {
  Acknowledged: 'This anomaly is already acknowledged.',
  Resolved: 'This anomaly is already resolved.',
};

export const anomalyId = (number: number): string => `anomaly-${number}`;

/** The faults that an anomaly of a type can come of. */
export const faultsOf = (type: AnomalyType): readonly FaultName[] =>
  FAULT_NAMES.filter((name) => FAULT_KINDS[name].type === type);

/** The faults that act on the spacecraft now, newest first: what the model should have. */
export const actingFaults = ({ anomalies, faults }: AnomaliesState): readonly DrawnFault[] =>
  anomalies.flatMap(({ id }) => {
    const record = faults[id];
    return record && record.endedAt === undefined
      ? [{ anomalyId: id, fault: record.name, plan: record.plan }]
      : [];
  });

/**
 * Whether an anomaly is open: it is Active, or Acknowledged while its fault still acts. An acknowledged one whose fault
 * is over needs nobody any more.
 */
export const isOpen = ({ id, status }: Anomaly, { faults }: Pick<AnomaliesState, 'faults'>): boolean =>
  status === 'Active' || (status === 'Acknowledged' && isActing(id, faults));

/** Whether the fault of an anomaly still acts, as far as the console knows. */
export function isActing(id: string, faults: Faults): boolean {
  const record = Object.hasOwn(faults, id) ? faults[id] : undefined;
  return record !== undefined && record.endedAt === undefined;
}

/**
 * The fault that a poll brings (spec §4), with `ANOMALY_PROBABILITY`. A poll takes one random number; one that brings a
 * fault takes two more, for its type and for the fault among those of its type, both uniform. A fault that is acting may
 * come again.
 */
export function drawFault(random: Random): FaultName | undefined {
  if (random.next() >= ANOMALY_PROBABILITY) return undefined;
  return pickOne(faultsOf(pickOne(ANOMALY_TYPES, random)), random);
}

/** What leaves the full list first: what has ended by itself, then what is handled, and last what acts and is unanswered. */
function leavingRank({ id, status }: Anomaly, faults: Faults): number {
  const record = Object.hasOwn(faults, id) ? faults[id] : undefined;
  const hasEnded = record?.endedAt !== undefined;
  if (status !== 'Resolved' && hasEnded && record.endedBy === undefined) return 0;
  if (status === 'Resolved' || hasEnded) return 1;
  return status === 'Acknowledged' ? 2 : 3;
}

/** The list with one more on top, from which one goes once there are more than `ANOMALY_LIST_CAP`: the oldest of its rank. */
function addOnTop(
  anomaly: Anomaly,
  { anomalies, faults }: AnomaliesState,
): Pick<AnomaliesState, 'anomalies' | 'faults'> {
  if (anomalies.length < ANOMALY_LIST_CAP) return { anomalies: [anomaly, ...anomalies], faults };
  const leaving = anomalies.reduceRight((best, other) =>
    leavingRank(other, faults) < leavingRank(best, faults) ? other : best,
  );
  const { [leaving.id]: _left, ...kept } = faults;
  return { anomalies: [anomaly, ...anomalies.filter((other) => other !== leaving)], faults: kept };
}

/** Whether the list takes another anomaly without losing one that acts and is unanswered. */
export const hasRoom = ({ anomalies, faults }: AnomaliesState): boolean =>
  anomalies.length < ANOMALY_LIST_CAP || anomalies.some((held) => leavingRank(held, faults) < 3);

/** What an anomaly tells of a fault: what, FDIR's plan, why it is told again, and which anomaly told of it before. */
export type Detected = Pick<FaultRecord, 'name' | 'plan' | 'recurrence'> & { readonly earlierId?: string };

/** The records of faults that act and whose anomalies are not open: one more, or one less. */
function closedAfter(state: AnomaliesState, faults: Faults, taken: string | undefined): Faults {
  const left = Object.entries(state.faults).filter(
    ([id, { endedAt }]) => endedAt === undefined && !Object.hasOwn(faults, id),
  );
  return withoutRecord({ ...state.closed, ...Object.fromEntries(left) }, taken ?? '');
}

/**
 * A fault is detected: an Active anomaly on top of the list (spec §4). An earlier anomaly of the same fault has ended with
 * it: faults of one kind do not stack.
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
  const { anomaly, record } = beginFault(id, { ...fault, earlier }, time, telemetry);
  const ended = acting ? endFault(state, acting.anomalyId, time) : state;
  const { anomalies, faults } = addOnTop(anomaly, ended);
  const closed = closedAfter(ended, faults, earlierId);
  return {
    state: { anomalies, nextId: state.nextId + 1, faults: { ...faults, [id]: record }, closed },
    notices: [{ level: 'warning', text: `New anomaly detected: ${anomaly.type}`, newAnomalyId: id }],
    detected: { anomalyId: id, fault: fault.name, plan: fault.plan },
  };
}

/** Records without one. */
export function withoutRecord(records: Faults = {}, id: string): Faults {
  const { [id]: _, ...rest } = records;
  return rest;
}

function pickOne<T>(choices: readonly T[], random: Random): T {
  const choice = choices[Math.floor(random.next() * choices.length)] ?? choices[0];
  if (choice === undefined) throw new Error('There is nothing to pick from.');
  return choice;
}

/** Active → Acknowledged. Its fault goes on. */
export const acknowledgeAnomaly = (state: AnomaliesState, id: string): Answer<AnomaliesState, Anomaly> =>
  moveAnomaly(state, id, 'Acknowledged', 'Anomaly acknowledged');

/** Active → Resolved. It closes the entry and mends nothing: a fault that still acts is detected again. */
export function resolveAnomaly(
  state: AnomaliesState,
  id: string,
  time: EpochMs,
): Answer<AnomaliesState, Anomaly> {
  const answer = moveAnomaly(state, id, 'Resolved', 'Anomaly marked as resolved');
  if (!answer.outcome.ok) return answer;
  const { [id]: record, ...faults } = state.faults;
  if (!record) return answer;
  const closed = { ...state.closed, [id]: { ...record, resolvedAt: time } };
  return { ...answer, state: { ...answer.state, faults, closed } };
}

function moveAnomaly(
  state: AnomaliesState,
  id: string,
  status: AnomalyStatus,
  text: string,
): Answer<AnomaliesState, Anomaly> {
  const index = state.anomalies.findIndex((anomaly) => anomaly.id === id);
  const anomaly = state.anomalies[index];
  if (!anomaly) return refuse(state, UNKNOWN);
  if (anomaly.status !== 'Active') return refuse(state, NOT_ACTIVE[anomaly.status]);
  const moved: Anomaly = { ...anomaly, status };
  return accept({ ...state, anomalies: state.anomalies.with(index, moved) }, moved, 'success', text);
}

/** Notes that a fault has ended physically, and what ended it. The anomaly keeps its status (spec §4). */
export function endFault(state: AnomaliesState, id: string, time: EpochMs, by?: CommandName): AnomaliesState {
  if (state.closed && Object.hasOwn(state.closed, id)) {
    return { ...state, closed: withoutRecord(state.closed, id) };
  }
  const record = Object.hasOwn(state.faults, id) ? state.faults[id] : undefined;
  if (!record || record.endedAt !== undefined) return state;
  const ended: FaultRecord = { ...record, endedAt: time, ...(by && { endedBy: by }) };
  return { ...state, faults: { ...state.faults, [id]: ended } };
}
