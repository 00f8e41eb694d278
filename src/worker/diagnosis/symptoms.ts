import type { Anomaly, CommandName, TelemetrySample } from '../../shared/entities.ts';
import type { SpacecraftMode, SpacecraftView } from '../../shared/spacecraft.ts';
import { type TelemetryChannel, telemetryLevel } from '../../shared/telemetry-channels.ts';
import type { EpochMs } from '../../shared/units.ts';
import { FAULT_KINDS, type FaultName } from '../spacecraft/fault-kinds.ts';
import type { FdirPlan } from '../spacecraft/fdir.ts';
import type { PressingReason } from './assessment.ts';
import { FAULT_SIGNATURES, type Indication } from './fault-signatures.ts';
import { causesOf } from './fitting-causes.ts';
import { clearChange, FULL_LIGHT, isLitIn, isShown, type Span, spanSince } from './observed-change.ts';
import type { MissionForesight } from './outlook.ts';
import { clearOwnChange } from './shares.ts';

/** A fault and everything known about it and the spacecraft. */
export interface Symptoms {
  readonly name: FaultName;
  readonly since: EpochMs;
  /** Onset of the fault, if before this report. */
  readonly onset?: EpochMs | undefined;
  /** FDIR's plan for the fault, once the spacecraft has reported a part of it. */
  readonly plan?: FdirPlan | undefined;
  /** Reason for a repeated report, if an earlier anomaly reported the fault. */
  readonly recurrence?: Recurrence | undefined;
  /** Last sample before the onset. */
  readonly before?: TelemetrySample | undefined;
  /** Mode before the onset; NOMINAL if not told. */
  readonly modeBefore?: SpacecraftMode | undefined;
  /** All faults that act, this one among them: they share what channels show. */
  readonly acting?: readonly ActingFault[] | undefined;
  /** Bus temperature slope before the onset, °C/min, if known. */
  readonly slopeBefore?: number | undefined;
  /** Oldest first. */
  readonly telemetry: readonly TelemetrySample[];
  readonly view?: SpacecraftView | undefined;
  /** What is foreseen of all faults together. */
  readonly foresight?: MissionForesight | undefined;
  /** Time at which the fault ended physically, and the command that ended it. */
  readonly endedAt?: EpochMs | undefined;
  readonly endedBy?: CommandName | undefined;
  /** Causes not ruled out; all of the type before the first report. */
  readonly causes?: readonly FaultName[] | undefined;
  /** Channel in which the fault was seen before, if any. */
  readonly seenIn?: TelemetryChannel | undefined;
  /** Why the fault is not left to the retry of on-board FDIR, if so before. */
  readonly pressing?: PressingReason | undefined;
  /** Recovery commands that telemetry has shown in progress. */
  readonly tried?: Tried | undefined;
  /** Status of its anomaly. */
  readonly status: Anomaly['status'];
}

/** What the ground knows of a fault that shares channels with others. */
export interface ActingFault extends Pick<Symptoms, 'name' | 'since' | 'before'> {
  /** Mode before its onset, if not NOMINAL. */
  readonly mode?: SpacecraftMode;
  readonly isContained?: boolean;
  readonly reported: { readonly causes: readonly FaultName[] };
}

/** When each recovery command since the onset ends. */
export type Tried = Readonly<Partial<Record<CommandName, EpochMs>>>;

/**
 * `worse`: the fault was drawn again while active; `unresolved`: its anomaly left the list, and it is still
 * active.
 */
export const RECURRENCES = ['worse', 'unresolved'] as const;

export type Recurrence = (typeof RECURRENCES)[number];

/** unseen: no sample shows it yet; recovered: it has ended, and its channel is back to normal. */
export type FaultPhase = 'unseen' | 'seen' | 'ended' | 'recovered';

/** Monitored channel for each type of anomaly. */
const MONITORED: Readonly<Record<Anomaly['type'], TelemetryChannel>> = {
  Battery: 'batteryVoltage',
  Solar: 'solarOutput',
  Signal: 'signalStrength',
  Temperature: 'temperature',
  Attitude: 'attitudeStability',
};

/** What the samples show of a fault, before wording. */
export interface Look {
  readonly span: Span | undefined;
  /** First visible indication. */
  readonly shown: Indication | undefined;
  /** Onset in eclipse, now in sunlight. */
  readonly isAtSunrise: boolean;
  readonly phase: FaultPhase;
}

export function look(symptoms: Symptoms): Look {
  const { name, since, before, slopeBefore, telemetry, view, endedAt, seenIn } = symptoms;
  const { indications } = FAULT_SIGNATURES[name];
  const span = spanSince(since, before, telemetry, slopeBefore);
  const changeOf = (channel: TelemetryChannel): number =>
    span ? clearOwnChange(symptoms, span, channel) : 0;
  const shown = span && indications.find((indication) => isShown(span, indication, changeOf, view?.light));
  const isAtSunrise = !shown && span !== undefined && isSunrise(symptoms, span);
  if (endedAt === undefined) {
    return { span, shown, isAtSunrise, phase: seenIn || shown || isAtSunrise ? 'seen' : 'unseen' };
  }
  const isBack = span !== undefined && span.to.timestamp > endedAt && isRecovered(span, indications[0]);
  return { span, shown, isAtSunrise, phase: isBack ? 'recovered' : 'ended' };
}

/** True for a fault with onset in eclipse that shows only in sunlight, once in sunlight. */
function isSunrise({ name, view }: Symptoms, span: Span): boolean {
  if (!FAULT_SIGNATURES[name].indications[0].needsLight || !view) return false;
  const isLight = !isLitIn(span.from) && isLitIn(span.to) && view.light > FULL_LIGHT;
  return isLight && Number.isFinite(view.array.potentialW);
}

/** In limits, and no longer clearly on the fault's side of the value before the onset. */
function isRecovered(span: Span, indication: Indication): boolean {
  const { channel, direction, needsLight } = indication;
  if (telemetryLevel(channel, span.to[channel]) !== 'nominal') return false;
  if (needsLight && !(isLitIn(span.from) && isLitIn(span.to))) return false;
  const change = clearChange(span, channel);
  return direction === 'either' ? change === 0 : direction === 'up' ? change <= 0 : change >= 0;
}

/** Channel cited for a fault that no sample shows, or shows any more. */
export const mainChannel = ({ name, seenIn }: Symptoms, { isAtSunrise }: Look): TelemetryChannel =>
  isAtSunrise ? FAULT_SIGNATURES[name].indications[0].channel : (seenIn ?? MONITORED[FAULT_KINDS[name].type]);

/** Time of the newest sample; until there is one, that of the report. */
export const heardAt = ({ telemetry, since }: Symptoms): EpochMs => telemetry.at(-1)?.timestamp ?? since;

/** The recovery commands tried, with those now in progress. */
export function triedNow({ name, since, onset = since, view, tried = {} }: Symptoms): Tried {
  if (!view || view.activities.length === 0) return tried;
  const remedies: readonly CommandName[] = causesOf(FAULT_KINDS[name].type).map(
    (cause) => FAULT_KINDS[cause].recoveryCommand,
  );
  const begun = view.activities.filter(
    (activity) =>
      activity.startTime >= onset &&
      remedies.includes(activity.name) &&
      tried[activity.name] !== activity.endTime,
  );
  if (begun.length === 0) return tried;
  return { ...tried, ...Object.fromEntries(begun.map((activity) => [activity.name, activity.endTime])) };
}

export const newestOf = ({ telemetry }: Symptoms, channel: TelemetryChannel): number =>
  telemetry.findLast((sample) => Number.isFinite(sample[channel]))?.[channel] ?? Number.NaN;
