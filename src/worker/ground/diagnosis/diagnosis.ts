import type { AnomalySeverity, CommandName } from '../../../shared/entities/entities.ts';
import { formatAfterSeen, joinExplanation } from '../../../shared/entities/explanation.ts';
import type { FaultName } from '../../../shared/entities/faults.ts';
import type { TelemetryChannel } from '../../../shared/entities/telemetry-channels.ts';
import { type EpochMs, MS_PER_S } from '../../../shared/kit/units.ts';
import { once } from '../../kit/remember.ts';
import { FAULT_KINDS } from '../../spacecraft/fault-kinds.ts';
import { causeLine, doLine, remedyInProgress } from './advice.ts';
import { pressingReason, severityOf, suggestionFor } from './assessment.ts';
import { FAULT_SIGNATURES } from './fault-signatures.ts';
import { causesOf, fittingCauses, narrowCauses } from './fitting-causes.ts';
import { type FaultPhase, heardAt, type Look, look, mainChannel, newestOf, triedNow } from './look.ts';
import { type Outlook, type OutlookFacts, outlookOf, outlookText } from './outlook.ts';
import { closedText, type DiagnosisText, endedText } from './past-text.ts';
import { lightIn, messageOf, recurrenceText, seenLine } from './seen-text.ts';
import { clearOwnChange, type Share, shareOf } from './shares.ts';
import type { PressingReason, Symptoms, Tried } from './symptoms.ts';

/** Diagnosis without its texts. */
export interface Assessment {
  readonly phase: FaultPhase;
  /** Channel that shows the fault, and the cited reading. */
  readonly channel: TelemetryChannel;
  readonly reading: number | undefined;
  /** True if the texts say that the spacecraft is in sunlight, false for eclipse; `undefined` if they say neither. */
  readonly isLit: boolean | undefined;
  readonly causes: readonly FaultName[];
  readonly severity: AnomalySeverity;
  readonly suggestedAction: CommandName | undefined;
  /** Reason why the fault is not left to FDIR's retry, if any. */
  readonly pressing: PressingReason | undefined;
  readonly tried: Tried;
  readonly wording: DiagnosisText;
}

export interface Diagnosis extends Omit<Assessment, 'wording'> {
  readonly message: string;
  readonly aiExplanation: string;
}

export const diagnose = (symptoms: Symptoms, time: EpochMs): Diagnosis => worded(assess(symptoms, time));

export const worded = ({ wording: { message, seen, afterSeen }, ...assessed }: Assessment): Diagnosis => ({
  message: message(),
  aiExplanation: joinExplanation(seen(), afterSeen()),
  ...assessed,
});

/**
 * Diagnoses a fault: observation, possible causes, outlook and action in plain words, severity and suggested action.
 * A change is reported only when two samples show it above their noise; a cause is named once the evidence leaves
 * one. Severity, action and outlook follow from the possible causes. Closed entries and ended faults are reported in
 * the past tense.
 */
export function assess(symptoms: Symptoms, time: EpochMs): Assessment {
  const seen = look(symptoms);
  const tried = triedNow(symptoms);
  const causes = causesNow(symptoms, seen, tried, time);
  const facts = outlookFactsOf(symptoms, causes);
  const isOver = symptoms.endedAt !== undefined;
  const { span } = seen;
  const changeOf = (of: TelemetryChannel): number => (span ? clearOwnChange(symptoms, span, of) : 0);
  const pressing =
    symptoms.pressing ?? (isOver ? undefined : pressingReason(facts, span, symptoms.limits, changeOf));
  const channel = channelOf(symptoms, seen);
  return {
    phase: seen.phase,
    channel,
    reading: seen.span?.to[channel],
    isLit: lightIn(symptoms, seen, channel),
    causes,
    severity: severityOf(causes, pressing !== undefined),
    suggestedAction: suggestionFor(facts, symptoms).suggested,
    pressing,
    tried,
    wording: wordingOf(symptoms, seen, channel, facts, time),
  };
}

const outlookFactsOf = (symptoms: Symptoms, causes: readonly FaultName[]): OutlookFacts => {
  const { plan, view, foresight, since, onset = since } = symptoms;
  return { causes, onset, plan, heardAt: heardAt(symptoms), view, foresight };
};

const outlookIn = (symptoms: Symptoms, facts: OutlookFacts, time: EpochMs): Outlook =>
  outlookOf(facts, (channel) => newestOf(symptoms, channel), time);

/** Describes the outlook, including a recovery command in progress. */
function outlookLine(symptoms: Symptoms, facts: OutlookFacts, time: EpochMs): string {
  const inProgress = remedyInProgress(symptoms.view, facts.causes, time);
  const text = outlookText(outlookIn(symptoms, facts, time), symptoms.view, time);
  return inProgress ? `With ${inProgress.name} in progress: ${text}` : text;
}

/** Returns the outlook of an open fault, before it is worded. */
export function outlookFor(symptoms: Symptoms, causes: readonly FaultName[], time: EpochMs): Outlook {
  return outlookIn(symptoms, outlookFactsOf(symptoms, causes), time);
}

/** Returns the fault's share of the change that its report cites; `undefined` if it cites none. */
export function shareFor(symptoms: Symptoms, channel: TelemetryChannel): Share | undefined {
  const { span, phase } = look(symptoms);
  return span && phase === 'seen' ? shareOf(symptoms, span, channel) : undefined;
}

/** Returns the fault's own share of a channel's change since its onset; 0 within the noise. */
export function ownChangeIn(symptoms: Symptoms, channel: TelemetryChannel): number {
  const { span } = look(symptoms);
  return span ? clearOwnChange(symptoms, span, channel) : 0;
}

/** Returns the channel that shows the fault; once it has ended, the most significant one. */
function channelOf(symptoms: Symptoms, seen: Look): TelemetryChannel {
  if (symptoms.endedAt !== undefined) return FAULT_SIGNATURES[symptoms.name].indications[0].channel;
  return (seen.phase === 'seen' && seen.shown?.channel) || mainChannel(symptoms, seen);
}

function wordingOf(
  symptoms: Symptoms,
  seen: Look,
  channel: TelemetryChannel,
  facts: OutlookFacts,
  time: EpochMs,
): DiagnosisText {
  const { causes } = facts;
  if (symptoms.endedAt !== undefined) return endedText(symptoms, symptoms.endedAt, seen, causes);
  if (symptoms.status === 'Resolved') return closedText(symptoms, seen, channel, causes, time);
  return {
    message: () => `${recurrenceText(symptoms)}${messageOf(symptoms, seen, channel)}`,
    seen: () => seenLine(symptoms, seen, channel, time),
    afterSeen: once(() =>
      formatAfterSeen({
        'Likely cause': causeLine(symptoms, causes),
        'If nothing is done': outlookLine(symptoms, facts, time),
        Do: doLine(symptoms, causes, suggestionFor(facts, symptoms), time),
      }),
    ),
  };
}

/** A sample this soon after the onset shows a sudden change. */
const FIRST_SAMPLE_MS = 10 * MS_PER_S;

function causesNow(
  symptoms: Symptoms,
  { span, phase }: Look,
  tried: Tried,
  time: EpochMs,
): readonly FaultName[] {
  const { name, plan, view, since, endedAt, telemetry } = symptoms;
  const { type } = FAULT_KINDS[name];
  const open = symptoms.causes ?? causesOf(type);
  // A single cause is the fault itself, which is never ruled out.
  if (endedAt !== undefined || open.length === 1) return open;
  const held = narrowCauses(open, withoutTried(open, tried, heardAt(symptoms)), name);
  // Before the fault is seen, the evidence rules out no cause.
  if (phase === 'unseen') return held;
  const fitting = fittingCauses(type, {
    span,
    first: telemetry.find(({ timestamp }) => timestamp > since && timestamp - since <= FIRST_SAMPLE_MS),
    view: view && view.time > since ? view : undefined,
    sinceOnsetMs: time - since,
    isFullSize: plan === undefined && (view === undefined || view.mode === 'NOMINAL'),
  });
  return narrowCauses(held, fitting, name);
}

/** Returns the causes whose recovery command has not been completed; the fault has outlasted the others'. */
const withoutTried = (causes: readonly FaultName[], tried: Tried, heardAt: EpochMs): readonly FaultName[] =>
  causes.filter((cause) => {
    const endTime = tried[FAULT_KINDS[cause].recoveryCommand];
    return endTime === undefined || heardAt <= endTime;
  });
