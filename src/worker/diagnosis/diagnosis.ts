import { formatExplanation } from '../../shared/explanation.ts';
import type { TelemetryChannel } from '../../shared/telemetry-channels.ts';
import { type EpochMs, MS_PER_S } from '../../shared/units.ts';
import { FAULT_KINDS, type FaultName } from '../spacecraft/fault-kinds.ts';
import { isContained } from '../spacecraft/fdir.ts';
import { causeLine, doLine } from './advice.ts';
import { FAULT_SIGNATURES } from './fault-signatures.ts';
import { causesOf, fittingCauses, narrowCauses } from './fitting-causes.ts';
import { outlook } from './outlook.ts';
import { closedTexts, endedTexts, type Texts } from './past-words.ts';
import { messageOf, recurrenceWords, seenLine } from './seen-words.ts';
import { type FaultPhase, type Look, look, mainChannel, newestOf, type Symptoms } from './symptoms.ts';

export interface Diagnosis extends Texts {
  readonly phase: FaultPhase;
  /** Channel that shows the fault, and the cited reading. */
  readonly channel: TelemetryChannel;
  readonly reading: number | undefined;
  /** Causes that fit the observations. */
  readonly causes: readonly FaultName[];
}

/**
 * Diagnosis in plain words: observation, fitting causes, outlook and action. A change is reported only when
 * two samples show it above their noise; a cause is named once the evidence leaves one. Closed entries and
 * ended faults are reported in the past tense.
 */
export function diagnose(symptoms: Symptoms, time: EpochMs): Diagnosis {
  const seen = look(symptoms);
  const causes = causesNow(symptoms, seen, time);
  if (symptoms.endedAt !== undefined) {
    const [{ channel }] = FAULT_SIGNATURES[symptoms.name].indications;
    const texts = endedTexts(symptoms, symptoms.endedAt, seen, causes);
    return { ...texts, phase: seen.phase, channel, reading: seen.span?.to[channel], causes };
  }
  const channel = (seen.phase === 'seen' && seen.shown?.channel) || mainChannel(symptoms, seen);
  const reading = seen.span?.to[channel];
  const reported = { phase: seen.phase, channel, reading, causes };
  if (symptoms.status === 'Resolved')
    return { ...reported, ...closedTexts(symptoms, seen, channel, causes, time) };
  return {
    ...reported,
    message: `${recurrenceWords(symptoms)}${messageOf(symptoms, seen, channel)}`,
    aiExplanation: formatExplanation({
      Seen: seenLine(symptoms, seen, channel, time),
      'Likely cause': causeLine(symptoms, causes),
      'If nothing is done': outlook(symptoms, (of) => newestOf(symptoms, of), time),
      Do: doLine(symptoms, causes, time),
    }),
  };
}

/** A sample this soon after the onset shows a sudden change. */
const FIRST_SAMPLE_MS = 10 * MS_PER_S;

function causesNow(symptoms: Symptoms, { span, phase }: Look, time: EpochMs): readonly FaultName[] {
  const { name, plan, view, since, endedAt, telemetry } = symptoms;
  const { type } = FAULT_KINDS[name];
  const held = symptoms.causes ?? causesOf(type);
  // No cause is ruled out before the fault is seen.
  if (endedAt !== undefined || phase === 'unseen') return held;
  const fitting = fittingCauses(type, {
    span,
    first: telemetry.find(({ timestamp }) => timestamp > since && timestamp - since <= FIRST_SAMPLE_MS),
    view: view && view.time > since ? view : undefined,
    sinceOnsetMs: time - since,
    isFullSize: !isContained(plan, time) && (view === undefined || view.mode === 'NOMINAL'),
  });
  return narrowCauses(held, fitting, name);
}
