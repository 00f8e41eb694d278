import type { TelemetrySample } from '../../../shared/entities/entities.ts';
import { formatAfterSeen } from '../../../shared/entities/explanation.ts';
import type { FaultName } from '../../../shared/entities/faults.ts';
import type { TelemetryChannel } from '../../../shared/entities/telemetry-channels.ts';
import { type EpochMs, MS_PER_MIN } from '../../../shared/kit/units.ts';
import { once } from '../../kit/remember.ts';
import { FAULT_KINDS } from '../../spacecraft/fault-kinds.ts';
import {
  capitalize,
  channelName,
  formatPresent,
  formatReading,
  formatUtcTime,
} from '../telemetry/telemetry-text.ts';
import { labelsOf } from './advice.ts';
import { FAULT_SIGNATURES } from './fault-signatures.ts';
import type { FaultPhase, Look } from './look.ts';
import { isLitIn } from './observed-change.ts';
import { readingClause } from './seen-text.ts';
import type { Symptoms } from './symptoms.ts';

/** Words for closed entries and for faults that have ended. */

/** Texts of a diagnosis, worded on demand because most diagnoses change no text. */
export interface DiagnosisText {
  readonly message: () => string;
  /** First line of the explanation. */
  readonly seen: () => string;
  /** Lines after the first, as returned by `formatAfterSeen`; worded once. */
  readonly afterSeen: () => string;
}

const pastCause = (causes: readonly FaultName[]): string => {
  const [only, ...others] = causes;
  if (only !== undefined && others.length === 0) return `${capitalize(FAULT_SIGNATURES[only].was)}.`;
  return `Not determined: ${labelsOf(causes)}.`;
};

/** Describes an entry closed while its fault was active, as of the instant of closing. */
export function closedText(
  symptoms: Symptoms,
  seen: Look,
  channel: TelemetryChannel,
  causes: readonly FaultName[],
  time: EpochMs,
): DiagnosisText {
  const { type } = FAULT_KINDS[symptoms.name];
  return {
    message: () => `${type} anomaly resolved at ${formatUtcTime(time)} while its fault persisted.`,
    seen: () => `When the entry was closed, ${readingClause(symptoms, seen, channel, 'was')}.`,
    afterSeen: once(() =>
      formatAfterSeen({
        'Likely cause': pastCause(causes),
        'If nothing is done': 'Closing the entry did not clear the fault.',
        Do: 'The entry was closed. A fault that recurs or gets worse gets a new entry.',
      }),
    ),
  };
}

/** "Antenna off pointing cleared by Rotate Antenna at 12:03:10 UTC; signal strength was back at 66.0 %." */
export function endedText(
  symptoms: Symptoms,
  endedAt: EpochMs,
  seen: Look,
  causes: readonly FaultName[],
): DiagnosisText {
  const [{ channel }] = FAULT_SIGNATURES[symptoms.name].indications;
  return {
    message: () => endedMessage(symptoms, endedAt, seen, causes),
    seen: () => endedSeen(symptoms, seen, channel),
    afterSeen: once(() =>
      formatAfterSeen({
        'Likely cause': pastCause(causes),
        'If nothing is done': 'The fault ended.',
        Do: `${symptoms.endedBy ? `${symptoms.endedBy} cleared it. ` : ''}No further action.`,
      }),
    ),
  };
}

/** Describes the newest reading while the channel recovers; the text is then kept, so the reading is dated. */
function endedSeen(symptoms: Symptoms, seen: Look, channel: TelemetryChannel): string {
  const { span, phase } = seen;
  if (!span) return `${capitalize(readingClause(symptoms, seen, channel, 'was'))}.`;
  if (phase !== 'recovered' && symptoms.status !== 'Resolved') {
    return `${capitalize(readingClause(symptoms, seen, channel, 'is'))}.`;
  }
  return `At ${formatUtcTime(span.to.timestamp)}, ${readingClause(symptoms, seen, channel, 'was')}.`;
}

function endedMessage(
  symptoms: Symptoms,
  endedAt: EpochMs,
  { span, phase }: Look,
  causes: readonly FaultName[],
): string {
  const { name, status, acting = [] } = symptoms;
  const [{ channel, needsLight }] = FAULT_SIGNATURES[name].indications;
  const isLit = span !== undefined && !(needsLight && !isLitIn(span.to));
  // A change that another fault may cause is not attributed to this one.
  const isShared = acting.some(
    (other) =>
      other.name !== name && FAULT_SIGNATURES[other.name].indications.some((one) => one.channel === channel),
  );
  const isBack = phase === 'recovered';
  // A closed entry states no present reading.
  const isConclusive =
    isLit && span.to.timestamp > endedAt && (isBack || !(isShared || status === 'Resolved'));
  const newest = isConclusive ? span : undefined;
  const label = capitalize(causes.length === 1 ? FAULT_KINDS[name].label : `${FAULT_KINDS[name].type} fault`);
  const now = newest ? `; ${channelName(channel)} ${readingAfter(newest.to, channel, phase)}` : '';
  return `${label} ${endingOf(symptoms, endedAt)} at ${formatUtcTime(endedAt)}${now}.`;
}

/** Describes the reading after the end of a fault; approximate until it is back to normal. */
function readingAfter(sample: TelemetrySample, channel: TelemetryChannel, phase: FaultPhase): string {
  const value = sample[channel];
  if (phase !== 'recovered') return `now at ${formatPresent(channel, value)}`;
  return `was back at ${formatReading(channel, value)} at ${formatUtcTime(sample.timestamp)}`;
}

/** Describes what ended the fault: a command, on-board FDIR, or something unknown to the ground. */
function endingOf({ endedBy, plan }: Symptoms, endedAt: EpochMs): string {
  if (endedBy) return `cleared by ${endedBy}`;
  // After the clock moved back the two may differ by a few seconds.
  if (plan?.clearedAt === undefined || plan.clearedAt - endedAt > MS_PER_MIN) {
    return 'cleared';
  }
  return `cleared by ${plan.course === 'transient' ? 'a retry' : 'a reconfiguration'} of FDIR`;
}
