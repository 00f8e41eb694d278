import {
  type BranchComparison,
  type BranchOutcome,
  HISTORY_CHANNELS,
  type HistoryChannel,
  type PeriodSummary,
  type ShiftFigures,
} from '../../../shared/contract/history.ts';
import type { LogEntry } from '../../../shared/entities/event-log.ts';
import {
  mapChannels,
  TELEMETRY_CHANNELS,
  type TelemetryChannel,
  telemetryLevel,
} from '../../../shared/entities/telemetry-channels.ts';
import type { EpochMs, TimeRange } from '../../../shared/kit/units.ts';
import { medianOf } from '../../kit/median.ts';
import type { Archive } from './archive.ts';
import { LONGEST_PERIOD_MS } from './history.ts';
import type { Condition } from './marks.ts';
import type { ArchivedSample } from './samples.ts';

/**
 * Compares two branches over a span that begins where they part.
 * @param knownAt excludes data received later; by default none
 */
export function compareArchives(
  one: Archive,
  other: Archive,
  { from, to }: TimeRange,
  knownAt?: EpochMs,
): BranchComparison {
  const difference = firstDifference(one, other, from, knownAt);
  return {
    ...(difference && { firstDifference: difference }),
    outcomes: [outcomeOf(one, from, to, knownAt), outcomeOf(other, from, to, knownAt)],
  };
}

/** Returns the conditions of a period as known at its end; the first one holds at its start. */
function conditionsIn(archive: Archive, from: EpochMs, to: EpochMs): readonly Condition[] {
  const conditions = archive.conditions(to);
  return conditions.slice(
    Math.max(
      0,
      conditions.findLastIndex(({ time }) => time <= from),
    ),
  );
}

/** Returns the ids of the commands executed in a period. */
const commandsIn = (archive: Archive, from: EpochMs, to: EpochMs): readonly string[] =>
  archive.marks({ from, to }, to).commands.flatMap(({ id, time }) => (time > from ? [id] : []));

/** Summarises a period, as known at its end. */
export function summarise(archive: Archive, from: EpochMs, to: EpochMs): PeriodSummary {
  const known = conditionsIn(archive, from, to);
  const earlier = new Set(known[0]?.faults);
  const faults = new Set(known.flatMap((condition) => condition.faults));
  const ongoing = known.at(-1)?.faults.length ?? 0;
  return {
    ...outcomeOf(archive, from, to, to),
    from,
    to,
    faults: faults.size,
    raised: [...faults].filter((id) => !earlier.has(id)).length,
    recovered: faults.size - ongoing,
    ongoing,
    commands: commandsIn(archive, from, to).length,
    modes: known.flatMap(({ time, mode }, index) =>
      index > 0 && mode !== known[index - 1]?.mode ? [{ time, mode }] : [],
    ),
  };
}

/** Returns a period in figures, as known at its end. */
export function shiftFigures(archive: Archive, from: EpochMs, to: EpochMs): ShiftFigures {
  const known = conditionsIn(archive, from, to);
  const timeOf = (holds: (condition: Condition) => boolean): number =>
    known.reduce((sum, condition, index) => {
      const until = Math.min(to, known[index + 1]?.time ?? to);
      return holds(condition) ? sum + Math.max(0, until - Math.max(from, condition.time)) : sum;
    }, 0);
  const outOfLimits = mapChannels((channel) =>
    outOfLimitsMs(archive, { from, to }, (sample) => isOut(sample, channel), to),
  );
  const clearedInMs = medianOf(clearanceTimes(known));
  const asks = archive.asks(to).filter(({ askedAt }) => askedAt > from && askedAt <= to);
  const answeredInMs = medianOf(
    asks.flatMap(({ askedAt, answeredAt }) => (answeredAt === undefined ? [] : [answeredAt - askedAt])),
  );
  const unconfirmed = archive.unconfirmed(to);
  return {
    ...summarise(archive, from, to),
    outOfLimits,
    notNominalMs: timeOf(({ mode }) => mode !== 'NOMINAL'),
    payloadOnMs: timeOf(({ isPayloadOn }) => isPayloadOn),
    cleared: clearedIn(archive, from, to),
    ...(clearedInMs !== undefined && { clearedInMs }),
    asked: asks.length,
    ...(answeredInMs !== undefined && { answeredInMs }),
    unconfirmed: commandsIn(archive, from, to).filter((id) => unconfirmed.has(id)).length,
  };
}

/** Returns how many faults the log of a period says have been cleared, by what has cleared them. */
function clearedIn(archive: Archive, from: EpochMs, to: EpochMs): ShiftFigures['cleared'] {
  const logged = archive.logAt(to).filter(({ time }) => time > from && time <= to);
  const countOf = (by: LogEntry['clearedBy']): number =>
    logged.reduce((sum, { clearedBy, of }) => (clearedBy === by ? sum + (of?.length ?? 0) : sum), 0);
  return { byFdir: countOf('FDIR'), byCommand: countOf('command') };
}

/** Returns the times from report to end of the faults that begin and end within some conditions, in milliseconds. */
function clearanceTimes(known: readonly Condition[]): readonly number[] {
  const begun = new Map<string, EpochMs>();
  const times: number[] = [];
  for (const [index, { time, faults }] of known.entries()) {
    const before = known[index - 1]?.faults ?? faults;
    for (const id of faults) if (!before.includes(id)) begun.set(id, time);
    for (const id of before) {
      const since = begun.get(id);
      if (since !== undefined && !faults.includes(id)) times.push(time - since);
    }
  }
  return times;
}

const isEqual = (a: number, b: number): boolean => a === b || (Number.isNaN(a) && Number.isNaN(b));

/**
 * Returns the first difference between two archives from an instant on, up to the end of the shorter one.
 * @param knownAt excludes data received later; by default none
 */
export function firstDifference(
  one: Archive,
  other: Archive,
  from: EpochMs,
  knownAt?: EpochMs,
): BranchComparison['firstDifference'] {
  const others = samplesSince(other, from, knownAt);
  for (const a of samplesSince(one, from, knownAt)) {
    const b = others.next().value;
    if (!b) return undefined;
    const time = a.time < b.time ? a.time : b.time;
    const valueIn = (sample: ArchivedSample, channel: HistoryChannel): number =>
      sample.time === time ? sample.value(channel) : Number.NaN;
    for (const channel of HISTORY_CHANNELS) {
      const values = [valueIn(a, channel), valueIn(b, channel)] as const;
      if (!isEqual(...values)) return { time, channel, values };
    }
  }
  return undefined;
}

function* samplesSince(
  archive: Archive,
  from: EpochMs,
  knownAt: EpochMs | undefined,
): Generator<ArchivedSample, undefined> {
  for (const sample of archive.samplesFrom(from, knownAt)) if (sample.time >= from) yield sample;
}

/**
 * Returns the outcome of a branch over a span. A sample counts until the next one, but no longer than the longest
 * sample period.
 * @param knownAt excludes data received later; by default none
 */
export function outcomeOf(archive: Archive, from: EpochMs, to: EpochMs, knownAt?: EpochMs): BranchOutcome {
  let leastStateOfCharge = Number.POSITIVE_INFINITY;
  let [firstMb, lastMb]: (number | undefined)[] = [];
  for (const sample of archive.samplesFrom(from, knownAt)) {
    if (sample.time > to) break;
    const downlinked = sample.value('downlinked');
    if (Number.isNaN(downlinked)) continue;
    if (sample.time <= from) firstMb = downlinked;
    firstMb ??= downlinked;
    lastMb = downlinked;
    if (sample.time >= from) {
      leastStateOfCharge = Math.min(leastStateOfCharge, sample.value('stateOfCharge'));
    }
  }
  return {
    ...(leastStateOfCharge <= 1 && { leastStateOfCharge }),
    downlinkedMb: (lastMb ?? 0) - (firstMb ?? 0),
    outOfLimitsMs: outOfLimitsMs(archive, { from, to }, isOutOfLimits, knownAt),
  };
}

const isOut = (sample: ArchivedSample, channel: TelemetryChannel): boolean =>
  telemetryLevel(channel, sample.value(channel)) !== 'nominal';

const isOutOfLimits = (sample: ArchivedSample): boolean =>
  TELEMETRY_CHANNELS.some((channel) => isOut(sample, channel));

/** Returns the time of a span in which samples are out; each counts as in `outcomeOf`. */
function outOfLimitsMs(
  archive: Archive,
  { from, to }: TimeRange,
  isOutIn: (sample: ArchivedSample) => boolean,
  knownAt: EpochMs | undefined,
): number {
  let sumMs = 0;
  let last: ArchivedSample | undefined;
  const countUntil = (end: number): void => {
    if (!last || !isOutIn(last)) return;
    const until = Math.min(end, to, last.time + LONGEST_PERIOD_MS);
    sumMs += Math.max(0, until - Math.max(from, last.time));
  };
  for (const sample of archive.samplesFrom(from, knownAt)) {
    countUntil(sample.time);
    last = sample;
    if (sample.time > to) break;
  }
  if (last && last.time <= to) countUntil(to);
  return sumMs;
}
