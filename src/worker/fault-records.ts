import type { Anomaly, AnomalySeverity, CommandName, TelemetrySample } from '../shared/entities.ts';
import type { SpacecraftView } from '../shared/spacecraft.ts';
import type { EpochMs } from '../shared/units.ts';
import { diagnose, type FaultPhase, phaseOf, type Symptoms } from './diagnosis/diagnosis.ts';
import { FAULT_CHAINS } from './diagnosis/fault-chains.ts';
import { slopeUntil } from './diagnosis/observed-change.ts';
import { firstLevel, type SettledLevel, settleLevel } from './settled-level.ts';
import { FAULT_KINDS, type FaultName } from './spacecraft/fault-kinds.ts';
import type { FdirPlan } from './spacecraft/fdir.ts';
import type { LimitForecast } from './spacecraft/limit-forecast.ts';

/** The fault behind an anomaly: when and in what it began, where it leads, how it ended. Plain cloneable data. */
export interface FaultRecord {
  readonly name: FaultName;
  readonly since: EpochMs;
  /** What FDIR does about it. */
  readonly plan: FdirPlan;
  /** Why it is told again, where an anomaly told of it before. */
  readonly recurrence?: Recurrence;
  /** The last sample before the onset. */
  readonly before?: TelemetrySample;
  /** How fast the bus warmed before the onset, °C/min. */
  readonly slopeBefore?: number;
  readonly forecast?: LimitForecast;
  /** When the forecast was made. */
  readonly forecastTime?: EpochMs;
  /** When it ended physically. */
  readonly endedAt?: EpochMs;
  /** The command that ended it. */
  readonly endedBy?: CommandName;
  /** The situation that the anomaly's text was written in. */
  readonly told: Situation;
}

/** `worse`: the fault was drawn again while it acted; `unresolved`: its anomaly was resolved or left the list, and it still acts. */
export const RECURRENCES = ['worse', 'unresolved'] as const;
export type Recurrence = (typeof RECURRENCES)[number];

/** What is essential about a fault: a text is written anew when it has changed. */
export interface Situation {
  readonly phase: FaultPhase;
  /** Of the channels of the fault's signs, in their order. */
  readonly levels: readonly SettledLevel[];
  readonly forecastTime?: EpochMs;
  readonly status: Anomaly['status'];
}

/** How severe a fault is: by what happens if nobody acts, where a retry on board clears it nothing does. */
const severityOf = (name: FaultName, { course }: FdirPlan): AnomalySeverity =>
  course === 'transient' ? 'Low' : FAULT_KINDS[name].severity;

/** A fault as it is detected, and the anomaly that tells of it. */
export function beginFault(
  id: string,
  { name, plan, recurrence }: Pick<FaultRecord, 'name' | 'plan' | 'recurrence'>,
  time: EpochMs,
  telemetry: readonly TelemetrySample[],
): { readonly anomaly: Anomaly; readonly record: FaultRecord } {
  const { type, remedy } = FAULT_KINDS[name];
  const before = telemetry.findLast(({ timestamp }) => timestamp <= time);
  const diagnosis = diagnose({ name, since: time, before, telemetry }, time);
  const anomaly: Anomaly = {
    id,
    timestamp: time,
    type,
    severity: severityOf(name, plan),
    message: diagnosis.message,
    aiExplanation: diagnosis.aiExplanation,
    status: 'Active',
    suggestedAction: remedy,
  };
  const slopeBefore = slopeUntil(time, telemetry);
  const levels = FAULT_CHAINS[name].signs.map(({ channel }) =>
    firstLevel(channel, before?.[channel] ?? Number.NaN),
  );
  const told: Situation = { phase: diagnosis.phase, levels, status: 'Active' };
  return {
    anomaly,
    record: {
      name,
      since: time,
      plan,
      ...(recurrence && { recurrence }),
      ...(before && { before }),
      ...(slopeBefore !== undefined && { slopeBefore }),
      told,
    },
  };
}

/** A fault as it stands now, with its forecast counted from now. */
export function symptomsOf(
  { name, since, before, slopeBefore, forecast, forecastTime, endedAt, endedBy }: FaultRecord,
  status: Anomaly['status'],
  telemetry: readonly TelemetrySample[],
  view: SpacecraftView | undefined,
  time: EpochMs,
): Symptoms {
  const left = forecast && { ...forecast, inMs: forecast.inMs - (time - (forecastTime ?? time)) };
  const isResolvable = status === 'Active';
  return {
    name,
    since,
    before,
    slopeBefore,
    telemetry,
    view,
    forecast: left,
    endedAt,
    endedBy,
    isResolvable,
  };
}

/** How far a fault has come, in the order in which it does. */
export const PHASE_ORDER: Readonly<Record<FaultPhase, number>> = {
  unseen: 0,
  seen: 1,
  ended: 2,
  recovered: 3,
};

/** The situation now: the very one that was told if nothing essential has changed. */
export function situationNow(
  { told, name, forecastTime }: FaultRecord,
  symptoms: Symptoms,
  status: Anomaly['status'],
): Situation {
  if (told.phase === 'recovered' && status === told.status) return told;
  const newest = symptoms.telemetry.at(-1);
  const levels = FAULT_CHAINS[name].signs.map(({ channel }, index) =>
    settleLevel(channel, told.levels[index] ?? 'nominal', newest?.[channel] ?? Number.NaN),
  );
  // A phase that has been told is not taken back: numbers may waver around it.
  const now = phaseOf(symptoms);
  const phase = PHASE_ORDER[now] > PHASE_ORDER[told.phase] ? now : told.phase;
  const isSame =
    levels.every((level, index) => level === told.levels[index]) &&
    phase === told.phase &&
    status === told.status &&
    forecastTime === told.forecastTime;
  return isSame ? told : { phase, levels, status, ...(forecastTime !== undefined && { forecastTime }) };
}
