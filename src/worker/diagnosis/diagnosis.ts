import type { Anomaly, CommandName, TelemetrySample } from '../../shared/entities.ts';
import { formatExplanation } from '../../shared/explanation.ts';
import type { SpacecraftView } from '../../shared/spacecraft.ts';
import { type TelemetryChannel, telemetryLevel } from '../../shared/telemetry-channels.ts';
import { type EpochMs, MS_PER_MIN, MS_PER_S } from '../../shared/units.ts';
import { FAULT_KINDS, type FaultKind, type FaultName } from '../spacecraft/fault-kinds.ts';
import { type FdirPlan, isContained } from '../spacecraft/fdir.ts';
import type { LimitForecast } from '../spacecraft/limit-forecast.ts';
import {
  capitalize,
  channelName,
  formatNumber,
  formatReading,
  formatSize,
  formatUtcMinute,
  formatUtcTime,
} from '../telemetry/telemetry-words.ts';
import { FAULT_SIGNATURES, type Indication } from './fault-signatures.ts';
import { causesOf, fittingCauses, narrowCauses } from './fitting-causes.ts';
import { housekeeping } from './housekeeping.ts';
import { clearChange, FULL_LIGHT, isLitIn, isShown, type Span, spanSince } from './observed-change.ts';
import { byAbout, outlook } from './outlook.ts';

/** A fault and everything known about it and the spacecraft. */
export interface Symptoms {
  readonly name: FaultName;
  readonly since: EpochMs;
  /** FDIR's plan for the fault. */
  readonly plan: FdirPlan;
  /** Reason for a repeated report, if an earlier anomaly reported the fault. */
  readonly recurrence?: Recurrence | undefined;
  /** Time at which the earlier anomaly was resolved, if it was. */
  readonly resolvedAt?: EpochMs | undefined;
  /** Last sample before the onset. */
  readonly before?: TelemetrySample | undefined;
  /** Bus temperature slope before the onset, °C/min, if known. */
  readonly slopeBefore?: number | undefined;
  /** Oldest first. */
  readonly telemetry: readonly TelemetrySample[];
  readonly view?: SpacecraftView | undefined;
  readonly forecast?: LimitForecast | undefined;
  /** Time of the last forecast. */
  readonly foreseenAt?: EpochMs | undefined;
  /** Time at which the fault ended physically, and the command that ended it. */
  readonly endedAt?: EpochMs | undefined;
  readonly endedBy?: CommandName | undefined;
  /** Causes not ruled out; all of the type before the first report. */
  readonly causes?: readonly FaultName[] | undefined;
  /** Channel in which the fault was seen before, if any. */
  readonly seenIn?: TelemetryChannel | undefined;
  /** Status of its anomaly. */
  readonly status: Anomaly['status'];
}

/**
 * `worse`: the fault was drawn again while active; `unresolved`: its anomaly was resolved or left the list,
 * and it is still active.
 */
export const RECURRENCES = ['worse', 'unresolved'] as const;
export type Recurrence = (typeof RECURRENCES)[number];

/** unseen: no sample shows it yet; recovered: it has ended, and its channel is back to normal. */
export type FaultPhase = 'unseen' | 'seen' | 'ended' | 'recovered';

export interface Diagnosis {
  readonly message: string;
  readonly aiExplanation: string;
  readonly phase: FaultPhase;
  /** Channel that shows the fault, and the cited reading. */
  readonly channel: TelemetryChannel;
  readonly reading: number | undefined;
  /** Causes that fit the observations. */
  readonly causes: readonly FaultName[];
}

/** Time after the onset within which the next samples may still show the fault. */
const AWAITED_MS = MS_PER_MIN;

/** Monitored channel for each type of anomaly. */
const MONITORED: Readonly<Record<Anomaly['type'], TelemetryChannel>> = {
  Battery: 'batteryVoltage',
  Solar: 'solarOutput',
  Signal: 'signalStrength',
  Temperature: 'temperature',
  Attitude: 'attitudeStability',
};

/** What the samples show of a fault, before wording. */
interface Look {
  readonly span: Span | undefined;
  /** First visible indication. */
  readonly shown: Indication | undefined;
  /** Onset in eclipse, now in sunlight. */
  readonly isAtSunrise: boolean;
  readonly phase: FaultPhase;
}

function look(symptoms: Symptoms): Look {
  const { name, since, before, slopeBefore, telemetry, view, endedAt, seenIn } = symptoms;
  const { indications } = FAULT_SIGNATURES[name];
  const span = spanSince(since, before, telemetry, slopeBefore);
  const shown = span && indications.find((indication) => isShown(span, indication, view?.light));
  const isAtSunrise = !shown && span !== undefined && isSunrise(symptoms, span);
  if (endedAt === undefined) {
    return { span, shown, isAtSunrise, phase: seenIn || shown || isAtSunrise ? 'seen' : 'unseen' };
  }
  const isBack = span !== undefined && span.to.timestamp > endedAt && isRecovered(span, indications[0]);
  return { span, shown, isAtSunrise, phase: isBack ? 'recovered' : 'ended' };
}

/**
 * Diagnosis in plain words: observation, fitting causes, outlook and action. A change is reported only when
 * two samples show it above their noise; a cause is named once the evidence leaves one. Closed entries and
 * ended faults are reported in the past tense.
 */
export function diagnose(symptoms: Symptoms, time: EpochMs): Diagnosis {
  const seen = look(symptoms);
  const causes = causesNow(symptoms, seen, time);
  if (symptoms.endedAt !== undefined) return diagnoseEnded(symptoms, symptoms.endedAt, seen, causes);
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

/** Channel cited for a fault that no sample shows, or shows any more. */
const mainChannel = ({ name, seenIn }: Symptoms, { isAtSunrise }: Look): TelemetryChannel =>
  isAtSunrise ? FAULT_SIGNATURES[name].indications[0].channel : (seenIn ?? MONITORED[FAULT_KINDS[name].type]);

const newestOf = ({ telemetry }: Symptoms, channel: TelemetryChannel): number =>
  telemetry.findLast((sample) => Number.isFinite(sample[channel]))?.[channel] ?? Number.NaN;

function recurrenceWords({ recurrence, resolvedAt }: Symptoms): string {
  if (!recurrence) return '';
  if (recurrence === 'worse') return 'Recurred, and worse than before. ';
  if (resolvedAt === undefined) return 'Recurred: its entry left the list while its fault still acts. ';
  return `Recurred: resolved at ${formatUtcMinute(resolvedAt)} while its fault still acts. `;
}

/** "Signal strength is 57.7 %, 8.3 points lower than before the onset." */
function messageOf(
  symptoms: Symptoms,
  { span, shown, isAtSunrise, phase }: Look,
  channel: TelemetryChannel,
): string {
  const { type } = FAULT_KINDS[symptoms.name];
  if (!span || phase === 'unseen') return `${type} monitor tripped; no sample shows a clear change yet.`;
  const name = capitalize(channelName(channel));
  const value = formatReading(channel, span.to[channel]);
  if (isAtSunrise && symptoms.view) {
    const most = formatReading(channel, symptoms.view.array.potentialW);
    return `${name} is ${value} since sunrise, where ${most} is the most.`;
  }
  if (!shown) return `${name} is ${value}, no clear difference from before the onset.`;
  const isLit = isLitNow(symptoms, span);
  if (shown.bySlope && span.slopes) {
    const { before, now } = span.slopes;
    const light = isLit ? LIT : DARK;
    return `${name} moves by ${formatSlope(now)} °C/min ${light}, ${formatSlope(before)} °C/min before the onset.`;
  }
  const change = clearChange(span, channel);
  const size = `${formatSize(channel, change)} ${change < 0 ? 'lower' : 'higher'} than before the onset`;
  return `${name} is ${value}, ${size}${illuminationWords(span, channel, isLit)}.`;
}

const LIT = 'while sunlit';
const DARK = 'in eclipse';

/** Whether the spacecraft is in sunlight, from its report or its array output; `undefined` without either. */
function isLitNow(
  { view, telemetry }: Pick<Symptoms, 'view' | 'telemetry'>,
  span?: Span,
): boolean | undefined {
  if (view && Number.isFinite(view.light)) return view.light >= 0.5;
  const newest = span?.to ?? telemetry.at(-1);
  return newest && isLitIn(newest);
}

/** True for a fault with onset in eclipse that shows only in sunlight, once in sunlight. */
function isSunrise({ name, view }: Symptoms, span: Span): boolean {
  if (!FAULT_SIGNATURES[name].indications[0].needsLight || !view) return false;
  const isLight = !isLitIn(span.from) && isLitIn(span.to) && view.light > FULL_LIGHT;
  return isLight && Number.isFinite(view.array.potentialW);
}

const formatSlope = (slope: number): string => `${slope < 0 ? '' : '+'}${formatNumber(slope, 2)}`;

/** Channels that follow the illumination by themselves. */
const FOLLOWS_LIGHT: ReadonlySet<TelemetryChannel> = new Set([
  'batteryVoltage',
  'solarOutput',
  'temperature',
]);

function illuminationWords(span: Span, channel: TelemetryChannel, isLit: boolean | undefined): string {
  if (isLit === undefined) return '';
  if (!FOLLOWS_LIGHT.has(channel)) return '';
  if (isLit === isLitIn(span.from)) return isLit ? ` ${LIT}` : ` ${DARK}`;
  return isLit ? ', partly because the Sun has risen' : ', partly because the Sun has set';
}

/** "Signal strength is 57.7 %, in limits; it was 66.0 % before the onset." */
function seenLine(symptoms: Symptoms, seen: Look, channel: TelemetryChannel, time: EpochMs): string {
  const tripped = `The ${FAULT_KINDS[symptoms.name].type} monitor tripped.`;
  const reading = capitalize(readingClause(symptoms, seen, channel, seen.span ? 'is' : 'was'));
  if (!seen.span || seen.phase === 'unseen') {
    const isAwaited = time - symptoms.since < AWAITED_MS;
    return `${tripped} ${reading}; ${isAwaited ? 'the next samples are awaited' : 'no sample shows a clear change'}.`;
  }
  return `${reading}${comparison(seen.span, channel)}.`;
}

function readingClause(
  symptoms: Symptoms,
  { span }: Look,
  channel: TelemetryChannel,
  verb: 'is' | 'was',
): string {
  const newest = span?.to ?? symptoms.telemetry.findLast((sample) => Number.isFinite(sample[channel]));
  if (!newest) return `no reading of ${channelName(channel)} has been received yet`;
  const isLit = isLitNow(symptoms, span);
  const light = isLit === undefined || !FOLLOWS_LIGHT.has(channel) ? '' : ` ${isLit ? LIT : DARK}`;
  return `${channelName(channel)} ${verb} ${readingAndLevel(channel, newest[channel], light)}`;
}

/** Value of the channel before the onset, with the illumination then if it has changed. */
function comparison({ from, to }: Span, channel: TelemetryChannel): string {
  const hasIlluminationChanged = FOLLOWS_LIGHT.has(channel) && isLitIn(from) !== isLitIn(to);
  const light = hasIlluminationChanged ? ` ${isLitIn(from) ? LIT : DARK}` : '';
  return `; it was ${formatReading(channel, from[channel])}${light} before the onset`;
}

function readingAndLevel(channel: TelemetryChannel, value: number, light: string): string {
  const reading = formatReading(channel, value);
  // The array output has no limits.
  if (channel === 'solarOutput') return `${reading}${light}`;
  const level = telemetryLevel(channel, value);
  return `${reading}${light}, ${level === 'nominal' ? 'in limits' : level}`;
}

/** "antenna off pointing, antenna gimbal slipped or receiver detuned" */
const oneOf = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;

const labelsOf = (causes: readonly FaultName[]): string =>
  oneOf(causes.map((name) => FAULT_KINDS[name].label));

function causeLine({ view }: Symptoms, causes: readonly FaultName[]): string {
  const [only, ...others] = causes;
  if (only === undefined || others.length > 0) return `${capitalize(labelsOf(causes))}.`;
  const { cause, why } = FAULT_SIGNATURES[only];
  return `${capitalize(cause)}; ${why(housekeeping(view))}.`;
}

/** Time within which further samples may separate the causes. */
const TOLD_APART_MS = 5 * MS_PER_MIN;

/** Recovery command of the remaining causes; with several, the command for each, in their order. */
function doLine({ name, since, view }: Symptoms, causes: readonly FaultName[], time: EpochMs): string {
  const { recoveryCommand, worsenedBy }: FaultKind = FAULT_KINDS[name];
  const underWay = view?.activities.find(
    (activity) => activity.name === recoveryCommand && activity.endTime > time,
  );
  if (underWay)
    return `Wait: ${recoveryCommand} is being carried out and ends ${byAbout(underWay.endTime, time)}.`;
  if (causes.length === 1) {
    const { recoveryEffect, wouldWorsen } = FAULT_SIGNATURES[name];
    const worse = wouldWorsen ? `; ${worsenedBy.join(' or ')} ${wouldWorsen}` : '';
    return `${recoveryCommand} ${recoveryEffect}${worse}.`;
  }
  const avoided = [
    ...new Set(causes.flatMap((cause): readonly CommandName[] => FAULT_KINDS[cause].worsenedBy)),
  ];
  const avoid = avoided.length > 0 ? ` Avoid ${oneOf(avoided)} until the cause is known.` : '';
  const remedies = [...new Set(causes.map((cause) => FAULT_KINDS[cause].recoveryCommand))];
  if (remedies.length === 1) return `${recoveryCommand} fits each of these causes.${avoid}`;
  const fits = remedies.map(
    (command) =>
      `${command} fits ${labelsOf(causes.filter((cause) => FAULT_KINDS[cause].recoveryCommand === command))}`,
  );
  const choice = `${fits.join(', ')}.${avoid}`;
  return time - since < TOLD_APART_MS ? `Wait for the next samples to tell them apart. ${choice}` : choice;
}

const pastCause = (causes: readonly FaultName[]): string => {
  const [only, ...others] = causes;
  if (only !== undefined && others.length === 0) return `${capitalize(FAULT_SIGNATURES[only].was)}.`;
  return `Not told apart: ${labelsOf(causes)}.`;
};

/** Texts of an entry closed while its fault was active: as of the instant of closing. */
function closedTexts(
  symptoms: Symptoms,
  seen: Look,
  channel: TelemetryChannel,
  causes: readonly FaultName[],
  time: EpochMs,
): Pick<Diagnosis, 'message' | 'aiExplanation'> {
  const { type } = FAULT_KINDS[symptoms.name];
  const reading = readingClause(symptoms, seen, channel, 'was');
  return {
    message: `${type} anomaly resolved at ${formatUtcTime(time)} while its fault still acted.`,
    aiExplanation: formatExplanation({
      Seen: `When the entry was closed, ${reading}.`,
      'Likely cause': pastCause(causes),
      'If nothing is done':
        'Closing the entry repaired nothing: a fault that still acted was to be detected again.',
      Do: 'The entry was closed. A fault that recurs gets a new entry.',
    }),
  };
}

/** "Antenna off pointing ended by Rotate Antenna at 12:03:10 UTC; signal strength back at 66.0 %: ready to resolve." */
function diagnoseEnded(
  symptoms: Symptoms,
  endedAt: EpochMs,
  seen: Look,
  causes: readonly FaultName[],
): Diagnosis {
  const { name, status } = symptoms;
  const { span, phase } = seen;
  const [{ channel, needsLight }] = FAULT_SIGNATURES[name].indications;
  const isTelling = span && span.to.timestamp > endedAt && !(needsLight && !isLitIn(span.to));
  const newest = isTelling ? span : undefined;
  const back = phase === 'recovered' ? 'back' : status === 'Resolved' ? 'then' : 'now';
  const label = capitalize(causes.length === 1 ? FAULT_KINDS[name].label : `${FAULT_KINDS[name].type} fault`);
  const now = newest
    ? `; ${channelName(channel)} ${back} at ${formatReading(channel, newest.to[channel])}`
    : '';
  const isResolved = status === 'Resolved';
  return {
    message: `${label} ${endingOf(symptoms, endedAt)} at ${formatUtcTime(endedAt)}${now}${status === 'Active' ? ': ready to resolve' : ''}.`,
    aiExplanation: formatExplanation({
      Seen: `${capitalize(readingClause(symptoms, seen, channel, isResolved || !span ? 'was' : 'is'))}.`,
      'Likely cause': pastCause(causes),
      'If nothing is done': isResolved
        ? 'Nothing more was expected: the fault was over.'
        : 'Nothing more: the fault is over.',
      Do: afterwards(symptoms),
    }),
    phase,
    channel,
    reading: span?.to[channel],
    causes,
  };
}

/** What ended the fault: a command, on-board FDIR, or a newer anomaly of the same fault. */
function endingOf({ endedBy, plan: { course, clearedAt } }: Symptoms, endedAt: EpochMs): string {
  if (endedBy) return `ended by ${endedBy}`;
  // After the clock moved back the two may differ by some seconds.
  if (clearedAt === undefined || clearedAt - endedAt > MS_PER_MIN) return 'taken over by a newer anomaly';
  return `cleared by ${course === 'transient' ? 'a retry' : 'a reconfiguration'} of on-board FDIR`;
}

function afterwards({ endedBy, status }: Symptoms): string {
  const done = endedBy ? `${endedBy} ended it. ` : '';
  if (status === 'Active') return `${done}Resolve closes the entry.`;
  return `${done}${status === 'Resolved' ? 'The entry was closed.' : 'Nothing more is needed.'}`;
}

/** In limits, and no longer clearly on the fault's side of the value before the onset. */
function isRecovered(span: Span, indication: Indication): boolean {
  const { channel, direction, needsLight } = indication;
  if (telemetryLevel(channel, span.to[channel]) !== 'nominal') return false;
  if (needsLight && !(isLitIn(span.from) && isLitIn(span.to))) return false;
  const change = clearChange(span, channel);
  return direction === 'either' ? change === 0 : direction === 'up' ? change <= 0 : change >= 0;
}
