import type { TelemetrySample } from '../shared/entities.ts';
import { LOG_CAP, type LogEntry } from '../shared/event-log.ts';
import { TELEMETRY_CHANNELS, type TelemetryChannel } from '../shared/limits.ts';
import { addMs, type EpochMs } from '../shared/units.ts';
import { applyDeadbands, type LimitState, type LimitStates } from './limit-deadband.ts';
import {
  capitalize,
  channelName,
  formatBeyond,
  formatLimit,
  formatReading,
  formatUtcTime,
  passedLimit,
} from './telemetry-words.ts';

/** The event log, oldest first. Ids go on from the newest entry, and the newest entry is never dropped. */
export type EventLog = readonly LogEntry[];

/** An entry before the log has numbered it, and dated it where it has no time of its own. */
export type LogDraft = Pick<LogEntry, 'kind' | 'level' | 'text'> & Partial<Pick<LogEntry, 'time'>>;

/** The log with entries added, the `LOG_CAP` newest kept; the very log that was given if there are none. */
export function appendLog(log: EventLog, drafts: readonly LogDraft[], time: EpochMs): EventLog {
  if (drafts.length === 0) return log;
  const firstId = (log.at(-1)?.id ?? 0) + 1;
  const added = drafts.map((draft, index): LogEntry => ({ id: firstId + index, time, ...draft }));
  return [...log, ...added].slice(-LOG_CAP);
}

/** The log under a clock that was set back: its entries keep their order and their distance from now. */
export const shiftLog = (log: EventLog, shiftMs: number): EventLog =>
  log.map((entry) => ({ ...entry, time: addMs(entry.time, shiftMs) }));

/** What a sample does to the levels, and what is to be logged of it. */
export interface LimitStep {
  /** The very levels that were given if no channel has moved. */
  readonly levels: LimitStates;
  readonly drafts: readonly LogDraft[];
}

const NO_DRAFTS: readonly LogDraft[] = [];

/** A channel whose level has moved. */
interface LevelChange {
  readonly channel: TelemetryChannel;
  readonly from: LimitState;
  readonly to: LimitState;
}

const levelChanges = (before: LimitStates | undefined, after: LimitStates): readonly LevelChange[] =>
  TELEMETRY_CHANNELS.map((channel) => ({
    channel,
    from: before?.[channel] ?? 'nominal',
    to: after[channel],
  })).filter(({ from, to }) => from !== to);

/**
 * A 'Limit' entry for each channel whose level (spec §9) has changed. A channel gets worse at once and better only once
 * it lies inside its limit by a deadband (`settled-level.ts`), so that noise at a limit brings one entry, not many.
 * With no levels from before, what is out of limits is logged as if it had just left them.
 */
export function limitEvents(before: LimitStates | undefined, after: TelemetrySample): LimitStep {
  const levels = applyDeadbands(before, after);
  if (levels === before) return { levels, drafts: NO_DRAFTS };
  const drafts = levelChanges(before, levels).map(({ channel, from, to }) =>
    limitDraft(channel, from, to, after[channel]),
  );
  return { levels, drafts };
}

/** What is received at once: the recorder's samples and the newest one, beside those that had come before. */
export interface Playback {
  /** Received before, oldest first. */
  readonly received: readonly TelemetrySample[];
  /** Oldest first. */
  readonly played: readonly TelemetrySample[];
  readonly newest: TelemetrySample;
}

/**
 * The 'Limit' entries of a playback, each with the time of its sample. Between two samples that had been received, their
 * own change of level is in the log already: only what lies beside it is new.
 */
export function playbackEvents(
  before: LimitStates | undefined,
  { received, played, newest }: Playback,
): LimitStep {
  const [first] = played;
  if (!first) return limitEvents(before, newest);
  const between = received.filter(({ timestamp }) => timestamp > first.timestamp);
  const earlier = received.findLast(({ timestamp }) => timestamp <= first.timestamp);
  let levels = between.length === 0 ? before : earlier && applyDeadbands(undefined, earlier);
  let known = levels;
  const drafts: LogDraft[] = [];
  for (const sample of [...between, ...played].sort((a, b) => a.timestamp - b.timestamp)) {
    const from = levels;
    levels = applyDeadbands(levels, sample);
    if (between.includes(sample)) {
      known = levels;
      continue;
    }
    const next = between.find(({ timestamp }) => timestamp > sample.timestamp);
    const then = next && applyDeadbands(levels, next);
    for (const change of levelChanges(from, levels)) {
      const { channel } = change;
      const isTold =
        then !== undefined && change.from === (known?.[channel] ?? 'nominal') && change.to === then[channel];
      if (isTold) continue;
      const draft = limitDraft(channel, change.from, change.to, sample[channel]);
      drafts.push({ ...draft, text: `${draft.text}, at ${formatUtcTime(sample.timestamp)}, played back` });
    }
  }
  const last = limitEvents(levels, newest);
  return { levels: last.levels, drafts: [...drafts, ...last.drafts] };
}

function limitDraft(channel: TelemetryChannel, from: LimitState, to: LimitState, value: number): LogDraft {
  const name = capitalize(channelName(channel));
  if (to === 'nominal') {
    const text = `${name} back in limits: ${formatReading(channel, value)}`;
    return { kind: 'Limit', level: 'success', text };
  }
  const limit = passedLimit(channel, to, value);
  // Out of the critical band by its deadband, and still within that of the warning: no limit of the level is passed.
  if (limit === undefined) {
    return { kind: 'Limit', level: to, text: `${name} at ${to} level: ${formatReading(channel, value)}` };
  }
  const back = from === 'critical' ? 'no longer critical, still ' : '';
  const side = value < limit ? 'below' : 'above';
  const text = `${name} ${back}${side} the ${to} limit of ${formatLimit(channel, limit)}: ${formatBeyond(channel, value, limit)}`;
  return { kind: 'Limit', level: to, text };
}
