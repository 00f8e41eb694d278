import type { Shelving } from '../../../shared/contract/operations.ts';
import type { Anomaly } from '../../../shared/entities/entities.ts';
import { addMs, type EpochMs, MS_PER_MIN } from '../../../shared/kit/units.ts';
import { type AnomaliesState, UNKNOWN_ANOMALY, withAnswered } from '../../ground/anomalies/anomalies.ts';
import { accept, type OperationStep, refuse } from '../../kit/steps.ts';
import { isLongerThan, typedText } from './drafts.ts';

type ShelvingStep = OperationStep<AnomaliesState, Anomaly>;

/** Cap on a reason, in characters. */
const REASON_LIMIT = 200;

/** Shelves an Active anomaly with a reason, for a while. One that is shelved gets the new reason and time. */
export function shelveAnomaly(
  state: AnomaliesState,
  { id, minutes, reason: typed }: Shelving,
  time: EpochMs,
): ShelvingStep {
  const anomaly = state.anomalies.find((other) => other.id === id);
  if (!anomaly) return refuse(state, UNKNOWN_ANOMALY);
  if (anomaly.status !== 'Active') {
    return refuse(
      state,
      `This anomaly is ${anomaly.status.toLowerCase()}. Only an active one can be shelved.`,
    );
  }
  const reason = typedText(typed);
  if (reason === '') return refuse(state, 'Please give a reason for shelving.');
  if (isLongerThan(reason, REASON_LIMIT)) {
    return refuse(state, 'The reason is longer than 200 characters. Please shorten it.');
  }
  const { askedAt: _, ...quiet } = anomaly;
  const shelved: Anomaly = { ...quiet, shelved: { until: addMs(time, minutes * MS_PER_MIN), reason } };
  return accept(withAnswered(state, shelved, time), shelved, 'success', 'Anomaly shelved');
}

/** Ends the shelving of an anomaly by hand: it is Acknowledged. */
export function unshelveAnomaly(state: AnomaliesState, id: string, time: EpochMs): ShelvingStep {
  const found = state.anomalies.find((other) => other.id === id);
  if (!found) return refuse(state, UNKNOWN_ANOMALY);
  if (!found.shelved) return refuse(state, 'This anomaly is not shelved.');
  const { shelved: _, ...anomaly } = found;
  const acknowledged: Anomaly = { ...anomaly, status: 'Acknowledged' };
  return accept(
    withAnswered(state, acknowledged, time),
    acknowledged,
    'success',
    'Anomaly unshelved and acknowledged',
  );
}
