import type { Anomaly, CommandName } from '../../../shared/entities/entities.ts';
import { type TelemetryChannel, telemetryLevel } from '../../../shared/entities/telemetry-channels.ts';
import type { EpochMs } from '../../../shared/kit/units.ts';
import { FAULT_KINDS } from '../../spacecraft/fault-kinds.ts';
import { FAULT_SIGNATURES, type Indication } from './fault-signatures.ts';
import { causesOf } from './fitting-causes.ts';
import {
  clearChange,
  FULL_LIGHT,
  isLitIn,
  isShown,
  type ObservedChange,
  spanSince,
} from './observed-change.ts';
import { clearOwnChange } from './shares.ts';
import type { Symptoms, Tried } from './symptoms.ts';

/** `unseen`: no sample shows it yet; `recovered`: it has ended, and its channel is back to normal. */
export type FaultPhase = 'unseen' | 'seen' | 'ended' | 'recovered';

/** Monitored channel for each type of anomaly. */
const MONITORED: Readonly<Record<Anomaly['type'], TelemetryChannel>> = {
  Battery: 'batteryVoltage',
  Solar: 'solarOutput',
  Signal: 'signalStrength',
  Temperature: 'temperature',
  Attitude: 'attitudeStability',
};

/** Symptoms of a fault in the samples, before wording. */
export interface Look {
  readonly span: ObservedChange | undefined;
  /** First visible indication. */
  readonly shown: Indication | undefined;
  /** True if the onset was in eclipse and the spacecraft is now in sunlight. */
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

/** True once in sunlight, for a fault with onset in eclipse that shows only in sunlight. */
function isSunrise({ name, view }: Symptoms, span: ObservedChange): boolean {
  if (!FAULT_SIGNATURES[name].indications[0].needsLight || !view) return false;
  const isLight = !isLitIn(span.from) && isLitIn(span.to) && view.light > FULL_LIGHT;
  return isLight && Number.isFinite(view.array.potentialW);
}

/** True if in limits and no longer clearly on the fault's side of the value before the onset. */
function isRecovered(span: ObservedChange, indication: Indication): boolean {
  const { channel, direction, needsLight } = indication;
  if (telemetryLevel(channel, span.to[channel]) !== 'nominal') return false;
  if (needsLight && !(isLitIn(span.from) && isLitIn(span.to))) return false;
  const change = clearChange(span, channel);
  return direction === 'either' ? change === 0 : direction === 'up' ? change <= 0 : change >= 0;
}

/** Returns the channel to cite for a fault that no sample shows, or no longer shows. */
export const mainChannel = ({ name, seenIn }: Symptoms, { isAtSunrise }: Look): TelemetryChannel =>
  isAtSunrise ? FAULT_SIGNATURES[name].indications[0].channel : (seenIn ?? MONITORED[FAULT_KINDS[name].type]);

/** Returns the time of the newest sample, or of the report if there is none. */
export const heardAt = ({ telemetry, since }: Symptoms): EpochMs => telemetry.at(-1)?.timestamp ?? since;

/** Returns the recovery commands tried, including those in progress. */
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
