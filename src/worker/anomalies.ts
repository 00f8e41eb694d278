import {
  ANOMALY_TYPES,
  type Anomaly,
  type AnomalyStatus,
  type AnomalyType,
  type TelemetrySample,
} from '../shared/entities.ts';
import { ANOMALY_LIST_CAP, ANOMALY_PROBABILITY } from '../shared/limits.ts';
import type { EpochMs } from '../shared/units.ts';
import { ANOMALY_KINDS, type AnomalyKind } from './anomaly-kinds.ts';
import { type Answer, accept, refuse } from './answers.ts';
import type { Step } from './notices.ts';
import type { Random } from './random.ts';
import { citeChannels } from './telemetry-words.ts';

/** The anomalies (spec §4). */
export interface AnomaliesState {
  /** Newest first, at most `ANOMALY_LIST_CAP`. */
  readonly anomalies: readonly Anomaly[];
  /** The number of the next `anomaly-N`. It only grows, so that an id is never given twice. */
  readonly nextId: number;
}

type Answered = Answer<AnomaliesState, Anomaly>;

const UNKNOWN = 'This anomaly is no longer in the list.';

/** Why an anomaly of each status shows no actions (spec §4: only Active ones do). */
const NOT_ACTIVE: Readonly<Record<Exclude<AnomalyStatus, 'Active'>, string>> = {
  Acknowledged: 'This anomaly is already acknowledged.',
  Resolved: 'This anomaly is already resolved.',
};

export const anomalyId = (number: number): string => `anomaly-${number}`;

/** The anomaly of a kind as it is seen in the telemetry that stands at hand. */
export const describeAnomaly = (
  type: AnomalyType,
  { severity, message, evidence, reasoning, suggestedAction }: AnomalyKind,
  telemetry: readonly TelemetrySample[],
): Pick<Anomaly, 'type' | 'severity' | 'message' | 'aiExplanation' | 'suggestedAction'> => ({
  type,
  severity,
  message,
  aiExplanation: `${citeChannels(telemetry, evidence)} ${reasoning}`,
  suggestedAction,
});

/**
 * One poll (spec §4): with `ANOMALY_PROBABILITY` a random Active anomaly on top of the list, from which the oldest goes
 * once there are more than `ANOMALY_LIST_CAP`. A poll takes one random number; one that brings an anomaly takes two
 * more, for its type and for its kind, both uniform.
 */
export function drawAnomaly(
  state: AnomaliesState,
  time: EpochMs,
  telemetry: readonly TelemetrySample[],
  random: Random,
): Step<AnomaliesState> {
  if (random.next() >= ANOMALY_PROBABILITY) return { state, notices: [] };
  const type = pickOne(ANOMALY_TYPES, random);
  const kind = pickOne(ANOMALY_KINDS[type], random);
  const anomaly: Anomaly = {
    id: anomalyId(state.nextId),
    timestamp: time,
    ...describeAnomaly(type, kind, telemetry),
    status: 'Active',
  };
  return {
    state: {
      anomalies: [anomaly, ...state.anomalies].slice(0, ANOMALY_LIST_CAP),
      nextId: state.nextId + 1,
    },
    notices: [{ level: 'warning', text: `New anomaly detected: ${type}` }],
  };
}

const pickOne = <T>(choices: readonly [T, ...T[]], random: Random): T =>
  choices[Math.floor(random.next() * choices.length)] ?? choices[0];

/** Active → Acknowledged. */
export const acknowledgeAnomaly = (state: AnomaliesState, id: string): Answered =>
  moveAnomaly(state, id, 'Acknowledged', 'Anomaly acknowledged');

/** Active → Resolved. */
export const resolveAnomaly = (state: AnomaliesState, id: string): Answered =>
  moveAnomaly(state, id, 'Resolved', 'Anomaly marked as resolved');

function moveAnomaly(state: AnomaliesState, id: string, status: AnomalyStatus, text: string): Answered {
  const index = state.anomalies.findIndex((anomaly) => anomaly.id === id);
  const anomaly = state.anomalies[index];
  if (!anomaly) return refuse(state, UNKNOWN);
  if (anomaly.status !== 'Active') return refuse(state, NOT_ACTIVE[anomaly.status]);
  const moved: Anomaly = { ...anomaly, status };
  return accept({ ...state, anomalies: state.anomalies.with(index, moved) }, moved, 'success', text);
}
