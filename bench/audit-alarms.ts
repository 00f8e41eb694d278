import { TELEMETRY_PERIOD_MS } from '../src/shared/entities/constants.ts';
import type { Anomaly, AnomalyType, TelemetrySample } from '../src/shared/entities/entities.ts';
import type { LogEntry } from '../src/shared/entities/event-log.ts';
import type { FaultView } from '../src/shared/entities/spacecraft.ts';
import { type TelemetryChannel, telemetryLevel } from '../src/shared/entities/telemetry-channels.ts';
import { addMs, type EpochMs, epochMs, MS_PER_DAY, MS_PER_H, MS_PER_MIN } from '../src/shared/kit/units.ts';
import { SETTLING_MS } from '../src/worker/ground/telemetry/limit-watch.ts';
import type { Seed } from '../src/worker/kit/random.ts';
import { createMission } from '../src/worker/mission/mission.ts';
import type { MissionFacts } from '../src/worker/mission/state/slices.ts';

/** How livable the alarms of a mission are (ISA-18.2, EEMUA 191), and what should have asked but did not. */
export interface AlarmAudit {
  readonly hours: number;
  /** Number of anomalies, and of those that asked for action; a fault asks at most once an hour. */
  readonly anomalies: number;
  readonly asks: number;
  /** Most asks within any ten minutes. */
  readonly worstTenMinutes: number;
  /** Number of periods of ten minutes, and of those with more than ten asks. */
  readonly periods: number;
  readonly periodsAboveTen: number;
  /** Number of log lines about a limit, and of those at warning or critical level. */
  readonly limitLines: number;
  readonly limitWarnings: number;
  /** Log lines about a limit, and asks of a fault, that repeat within a minute. */
  readonly chattering: readonly string[];
  /** Number of anomalies of a fault that the specification has drawn again within a minute. */
  readonly drawnAgain: number;
  /** Most unanswered anomalies at once that have asked for more than 24 hours. */
  readonly mostStale: number;
  /** Anomalies that stayed quiet after a failed retry, or with a reading out of limits. */
  readonly quiet: readonly string[];
  /** Checks that an anomaly may be quiet. */
  readonly quietChecks: number;
}

const CHATTER_MS = MS_PER_MIN;
const PERIOD_MS = 10 * MS_PER_MIN;
const MOST_IN_PERIOD = 10;
/** Time for which a reading must have been out of limits before its anomaly must have asked. */
const SUSTAINED_MS = 2 * MS_PER_MIN;

/** Channels with limits that a fault of each type alone takes out of them. */
const LIMITED: Readonly<Record<AnomalyType, readonly TelemetryChannel[]>> = {
  Battery: ['batteryVoltage'],
  Solar: [],
  Signal: ['signalStrength'],
  Temperature: ['temperature'],
  Attitude: ['attitudeStability'],
};

/** Returns the times at which something happened within a minute of the same thing before. */
class Repetitions {
  readonly found: string[] = [];
  readonly #last = new Map<string, EpochMs>();

  add(what: string, time: EpochMs): void {
    const last = this.#last.get(what);
    if (last !== undefined && time - last < CHATTER_MS) {
      this.found.push(`${new Date(time).toISOString()} ${what}`);
    }
    this.#last.set(what, time);
  }
}

/** The subject of a line about a limit: its text without the reading. */
const subjectOf = ({ level, text }: LogEntry): string => `${level} ${text.replace(/[:,].*/, '')}`;

class Watch {
  anomalies = 0;
  limitLines = 0;
  limitWarnings = 0;
  mostStale = 0;
  quietChecks = 0;
  readonly askTimes: EpochMs[] = [];
  readonly quiet = new Set<string>();
  readonly repetitions = new Repetitions();
  readonly draws = new Repetitions();
  readonly #seen = new Set<Anomaly['id']>();
  readonly #asked = new Map<string, EpochMs>();
  /** Time of the first ask of each fault that asks without an answer now. */
  #standing = new Map<string, EpochMs>();
  /** Time from which a fault acts alone with its channel out of limits, by itself: not in SAFE or SURVIVAL. */
  #outSince: { readonly id: string; readonly time: EpochMs } | undefined;
  /** From then on the spacecraft is NOMINAL and its attitude has settled. */
  #nominalFrom = epochMs(0);
  /** Anomalies since whose report their channel has been in limits: if it is out, that is not from before. */
  readonly #wasIn = new Set<Anomaly['id']>();
  #lastLogId = 0;
  #sample: TelemetrySample | undefined;

  follow({ anomalies, log, spacecraft, telemetry }: MissionFacts, time: EpochMs): void {
    const newest = telemetry.at(-1);
    for (const entry of log) {
      if (entry.id <= this.#lastLogId) continue;
      this.#lastLogId = entry.id;
      if (entry.kind !== 'Limit') continue;
      this.limitLines += 1;
      if (entry.level === 'warning' || entry.level === 'critical') this.limitWarnings += 1;
      if (!entry.text.endsWith('played back')) this.repetitions.add(subjectOf(entry), entry.time);
    }
    const faults = new Map(spacecraft?.faults.map((fault) => [fault.anomalyId, fault]));
    const standing = new Map<string, EpochMs>();
    for (const anomaly of anomalies) this.#followAnomaly(anomaly, faults.get(anomaly.id), standing);
    this.#standing = standing;
    const stale = [...standing.values()].filter((askedAt) => time - askedAt > MS_PER_DAY).length;
    this.mostStale = Math.max(this.mostStale, stale);
    if (!newest || newest === this.#sample) return;
    this.#sample = newest;
    if (spacecraft?.mode !== 'NOMINAL') this.#nominalFrom = addMs(newest.timestamp, SETTLING_MS);
    this.#checkQuiet(anomalies, faults, newest, newest.timestamp > this.#nominalFrom);
  }

  #followAnomaly(
    { id, status, timestamp, askedAt }: Anomaly,
    fault: FaultView | undefined,
    standing: Map<string, EpochMs>,
  ): void {
    const first = fault?.firstReport ?? id;
    if (!this.#seen.has(id)) {
      this.#seen.add(id);
      this.anomalies += 1;
      this.draws.add(first, timestamp);
    }
    if (status !== 'Active' || askedAt === undefined) return;
    const last = this.#asked.get(first);
    if (last === undefined || askedAt - last >= MS_PER_H) {
      this.#asked.set(first, askedAt);
      this.askTimes.push(askedAt);
      this.repetitions.add(`ask of the fault of ${first}`, askedAt);
    }
    standing.set(first, this.#standing.get(first) ?? askedAt);
  }

  /** Every ongoing anomaly that has not asked must be left to a retry, with no reading out of limits by its fault. */
  #checkQuiet(
    anomalies: readonly Anomaly[],
    faults: ReadonlyMap<string, FaultView>,
    newest: TelemetrySample,
    isNominal: boolean,
  ): void {
    const isOut = ({ type }: Anomaly): boolean =>
      LIMITED[type].some((channel) =>
        ['warning', 'critical'].includes(telemetryLevel(channel, newest[channel])),
      );
    const alone = faults.size === 1 && isNominal ? anomalies.find(({ id }) => faults.has(id)) : undefined;
    for (const anomaly of anomalies) if (!isOut(anomaly)) this.#wasIn.add(anomaly.id);
    if (!alone || !isOut(alone) || !this.#wasIn.has(alone.id)) this.#outSince = undefined;
    else if (this.#outSince?.id !== alone.id) this.#outSince = { id: alone.id, time: newest.timestamp };
    for (const { id, type, askedAt, shelved, retriedUntil, status } of anomalies) {
      if (!faults.has(id) || askedAt !== undefined || shelved || status === 'Resolved') continue;
      this.quietChecks += 1;
      const isPast = newest.timestamp > (retriedUntil ?? 0);
      const isOutLong = this.#outSince?.id === id && newest.timestamp - this.#outSince.time >= SUSTAINED_MS;
      if (isPast || isOutLong) {
        this.quiet.add(`${type} ${id}: ${isPast ? 'the retry has failed' : 'a reading is out of limits'}`);
      }
    }
  }
}

/** Simulates days of the specified mission, unattended or with the duty crew. */
export function auditAlarms(seed: Seed, from: EpochMs, days: number, hasCrew: boolean): AlarmAudit {
  const mission = createMission({ seed, startTime: from });
  if (hasCrew) mission.apply({ kind: 'operation', name: 'handOverConsole', input: 'duty crew' });
  const watch = new Watch();
  const end = addMs(from, days * MS_PER_DAY);
  for (let time = from; time < end; time = addMs(time, MS_PER_H)) {
    mission.advanceTo(addMs(time, MS_PER_H), (facts, now) => {
      if (now % TELEMETRY_PERIOD_MS === 0) watch.follow(facts, now);
      return false;
    });
  }
  const { askTimes } = watch;
  const inPeriods = new Map<number, number>();
  for (const askedAt of askTimes) {
    const period = Math.floor(askedAt / PERIOD_MS);
    inPeriods.set(period, (inPeriods.get(period) ?? 0) + 1);
  }
  return {
    hours: days * 24,
    anomalies: watch.anomalies,
    asks: askTimes.length,
    worstTenMinutes: Math.max(
      0,
      ...askTimes.map((last) => askTimes.filter((time) => time > last - PERIOD_MS && time <= last).length),
    ),
    periods: (days * MS_PER_DAY) / PERIOD_MS,
    periodsAboveTen: [...inPeriods.values()].filter((count) => count > MOST_IN_PERIOD).length,
    limitLines: watch.limitLines,
    limitWarnings: watch.limitWarnings,
    chattering: watch.repetitions.found,
    drawnAgain: watch.draws.found.length,
    mostStale: watch.mostStale,
    quiet: [...watch.quiet],
    quietChecks: watch.quietChecks,
  };
}
