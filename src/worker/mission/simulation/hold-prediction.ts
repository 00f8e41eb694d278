import type { Parting } from '../../../shared/contract/look-ahead.ts';
import { partAround } from '../../../shared/contract/predicted-line.ts';
import type { TelemetrySample } from '../../../shared/entities/entities.ts';
import { addMs, type EpochMs, MS_PER_MIN } from '../../../shared/kit/units.ts';
import type { AnomaliesState } from '../../ground/anomalies/anomalies.ts';
import { type FaultRecord, isCauseKnown } from '../../ground/anomalies/fault-records.ts';
import type { LogEvent } from '../../ground/log/log-events.ts';
import { isExplained, type RankedCause, rankCauses, SETTLING_MS } from '../../ground/parting/causes.ts';
import type { Evidence } from '../../ground/parting/evidence.ts';
import { type HeldPrediction, predictionFor } from '../../ground/parting/prediction.ts';
import { amountOf, partingEvent } from '../../ground/parting/tell.ts';
import { holdSample, type PredictionWatch } from '../../ground/parting/watch.ts';
import { rememberLast } from '../../kit/remember.ts';
import { FAULT_KINDS } from '../../spacecraft/fault-kinds.ts';
import {
  type LoopStep,
  type MissionState,
  type SimulationContext,
  withoutEvents,
} from '../state/mission-state.ts';
import { knownFaultsIn } from './fault-forecasts.ts';

/** What the ground knows of faults that changes a prediction: causes, actions of FDIR, ends. */
interface Knowledge {
  /** Numbers of the anomalies whose faults last, with what is known of them. */
  readonly lasting: string;
  readonly ended: readonly { readonly id: string; readonly endedAt: EpochMs }[];
}

/** Returns the number of an anomaly: the text is part of every keyframe. */
const numberOf = (id: string): string => id.slice(id.indexOf('-') + 1);

const knowledgeOf = rememberLast(({ faults, closed = {} }: AnomaliesState): Knowledge => {
  let lasting = '';
  const ended: { id: string; endedAt: EpochMs }[] = [];
  for (const records of [closed, faults]) {
    for (const id in records) {
      const record = records[id] as FaultRecord;
      if (record.endedAt !== undefined) ended.push({ id, endedAt: record.endedAt });
      else if (isCauseKnown(record)) lasting += `${numberOf(id)}${record.isContained ? '!' : ''},`;
      else if (record.isContained) lasting += `${numberOf(id)}?!,`;
    }
  }
  return { lasting, ended };
});

/** Returns a text that changes when the ground learns something of a fault, and when one that has ended has settled. */
function knows({ operator }: MissionState, time: EpochMs): string {
  const { lasting, ended } = knowledgeOf(operator.anomalies);
  let known = lasting;
  for (const { id, endedAt } of ended) if (time - endedAt < SETTLING_MS) known += `${numberOf(id)}.,`;
  return known;
}

/** True unless a running exercise is flown without a look ahead. */
const isHeld = ({ exercise }: MissionState, context: SimulationContext): boolean =>
  exercise?.isOver === true || (context.exercise?.definition.aids.lookAhead ?? true);

/**
 * Holds a received sample against the prediction made a while ago; logs each channel that has left it and that no
 * anomaly explains, once.
 */
export function holdPrediction(
  state: MissionState,
  sample: TelemetrySample,
  context: SimulationContext,
): LoopStep {
  if (!isHeld(state, context)) return withoutEvents(state);
  const { timestamp: time } = sample;
  const held = holdSample(
    state.predictionWatch,
    {
      sample,
      spacecraft: state.telemetry.downlink.reported.spacecraft,
      faults: knownFaultsIn(state, context).faults,
      knows: knows(state, time),
    },
    context.environmentAt,
    (channel) => isExplained(state.operator.anomalies, channel, time),
  );
  if (held === state.predictionWatch && held.evidence.length === 0) return withoutEvents(state);
  return tellNew(
    held === state.predictionWatch ? state : { ...state, predictionWatch: held },
    held,
    time,
    context,
  );
}

/** Time after which the causes are ranked again: as long as the parting has lasted, so that a long one costs little. */
const isRankedAgain = ({ since, told }: Evidence, time: EpochMs): boolean =>
  told !== undefined && time - told.at >= Math.max(MS_PER_MIN, told.at - since);

/** Tells of the channels that have left their prediction, unless an anomaly explains it. */
function tellNew(
  state: MissionState,
  held: PredictionWatch,
  time: EpochMs,
  context: SimulationContext,
): LoopStep {
  const isDue = (evidence: Evidence): boolean =>
    evidence.isParted === true &&
    evidence.backSince === undefined &&
    (evidence.told === undefined || isRankedAgain(evidence, time)) &&
    !isExplained(state.operator.anomalies, evidence.channel, time);
  if (!held.evidence.some(isDue)) return withoutEvents(state);
  const logEvents: LogEvent[] = [];
  const prediction = predictionOf(state, held, context, time);
  const evidence = held.evidence.map((one): Evidence => {
    if (!isDue(one)) return one;
    const causes = causesOf(state, held, one, context);
    const amount = amountOf(one, prediction, state.telemetry.history);
    if (!one.told) logEvents.push(partingEvent(one, amount, causes, time));
    return { ...one, told: { at: time, causes } };
  });
  return { state: { ...state, predictionWatch: { ...held, evidence } }, notices: [], logEvents };
}

/** Returns the causes that would explain a parting; none in an exercise without explanations. */
function causesOf(
  state: MissionState,
  { basis }: PredictionWatch,
  { channel, since }: Evidence,
  context: SimulationContext,
): readonly RankedCause[] {
  if (context.exercise?.definition.aids.explanations === false) return [];
  return rankCauses(channel, since, {
    basis,
    faults: knownFaultsIn(state, context).faults,
    history: state.telemetry.history,
    view: context.viewOnGround(state),
    environmentAt: context.environmentAt,
  });
}

const predictionOf = (
  state: MissionState,
  { basis }: PredictionWatch,
  context: SimulationContext,
  time: EpochMs,
): HeldPrediction => predictionFor(basis, knownFaultsIn(state, context).faults, context.environmentAt, time);

/** Time before a parting from which on its prediction is shown, so that it is seen where the lines part. */
const SHOWN_BEFORE_MS = 10 * MS_PER_MIN;

/** Returns the channels that have left their prediction and that no anomaly explains, the first one first. */
export function partingsOf(state: MissionState, context: SimulationContext): readonly Parting[] {
  const { predictionWatch: held, telemetry, operator } = state;
  const time = telemetry.history.at(-1)?.timestamp;
  if (!held || time === undefined || !isHeld(state, context)) return [];
  const shown = held.evidence.filter(
    ({ told, channel }) => told && !isExplained(operator.anomalies, channel, time),
  );
  if (shown.length === 0) return [];
  const prediction = predictionOf(state, held, context, time);
  return shown
    .map((evidence): Parting => {
      const { channel, since, told } = evidence;
      return {
        channel,
        since,
        amount: amountOf(evidence, prediction, telemetry.history),
        causes: (told?.causes ?? []).map(({ name, share }) => ({
          name,
          label: FAULT_KINDS[name].label,
          share,
        })),
        predicted: partAround(prediction.channels[channel], {
          from: addMs(since, -SHOWN_BEFORE_MS),
          to: time,
        }),
      };
    })
    .toSorted((one, other) => one.since - other.since);
}
