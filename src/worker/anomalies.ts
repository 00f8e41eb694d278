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

/** The anomalies (spec §4), and the faults of the spacecraft that they tell of. */
export interface AnomaliesState {
  /** Newest first, at most `ANOMALY_LIST_CAP`. */
  readonly anomalies: readonly Anomaly[];
  /** The number of the next `anomaly-N`. It only grows, so that an id is never given twice. */
  readonly nextId: number;
  /** Of listed anomalies that are not resolved, by their ids. */
  readonly faults: Faults;
}

export type Faults = Readonly<Record<string, FaultRecord>>;

/** What is to begin to act on the spacecraft. */
export interface DrawnFault {
  readonly anomalyId: string;
  readonly fault: FaultName;
}

export interface Draw extends Step<AnomaliesState> {
  readonly drawn?: DrawnFault;
  /** The anomaly that left the full list, with a fault that was still acting: it is over. */
  readonly droppedId?: string;
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
    return record && record.endedAt === undefined ? [{ anomalyId: id, fault: record.name }] : [];
  });

/**
 * One poll (spec §4): with `ANOMALY_PROBABILITY` a fault, as an Active anomaly on top of the list, from which the oldest
 * goes once there are more than `ANOMALY_LIST_CAP`. A poll takes one random number; one that brings an anomaly takes two
 * more, for its type and for the fault among those of its type, both uniform. A fault that is acting may come again.
 */
export function drawAnomaly(
  state: AnomaliesState,
  time: EpochMs,
  telemetry: readonly TelemetrySample[],
  random: Random,
): Draw {
  if (random.next() >= ANOMALY_PROBABILITY) return { state, notices: [] };
  const type = pickOne(ANOMALY_TYPES, random);
  const fault = pickOne(faultsOf(type), random);
  const id = anomalyId(state.nextId);
  const { anomaly, record } = beginFault(id, fault, time, telemetry);
  const anomalies = [anomaly, ...state.anomalies].slice(0, ANOMALY_LIST_CAP);
  const dropped = state.anomalies.find((held) => !anomalies.includes(held));
  const leaving = dropped?.id ?? '';
  const { [leaving]: lost, ...kept } = state.faults;
  return {
    state: { anomalies, nextId: state.nextId + 1, faults: { ...kept, [id]: record } },
    notices: [{ level: 'warning', text: `New anomaly detected: ${type}`, newAnomalyId: id }],
    drawn: { anomalyId: id, fault },
    ...(dropped && lost && lost.endedAt === undefined && { droppedId: dropped.id }),
  };
}

function pickOne<T>(choices: readonly T[], random: Random): T {
  const choice = choices[Math.floor(random.next() * choices.length)] ?? choices[0];
  if (choice === undefined) throw new Error('There is nothing to pick from.');
  return choice;
}

/** Active → Acknowledged. Its fault goes on. */
export const acknowledgeAnomaly = (state: AnomaliesState, id: string): Answer<AnomaliesState, Anomaly> =>
  moveAnomaly(state, id, 'Acknowledged', 'Anomaly acknowledged');

/** Active → Resolved. Its fault, if it still acts, ends with it. */
export function resolveAnomaly(state: AnomaliesState, id: string): Answer<AnomaliesState, Anomaly> {
  const answer = moveAnomaly(state, id, 'Resolved', 'Anomaly marked as resolved');
  if (!answer.outcome.ok) return answer;
  const { [id]: _ended, ...faults } = state.faults;
  return { ...answer, state: { ...answer.state, faults } };
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
  const record = Object.hasOwn(state.faults, id) ? state.faults[id] : undefined;
  if (!record || record.endedAt !== undefined) return state;
  const ended: FaultRecord = { ...record, endedAt: time, ...(by && { endedBy: by }) };
  return { ...state, faults: { ...state.faults, [id]: ended } };
}
