import type { TelemetrySample } from '../../../shared/entities/entities.ts';
import { LOG_CAP, type LogEntry } from '../../../shared/entities/event-log.ts';
import {
  formatLimit,
  TELEMETRY_CHANNELS,
  type TelemetryChannel,
} from '../../../shared/entities/telemetry-channels.ts';
import { addMs, type EpochMs } from '../../../shared/kit/units.ts';
import { applyDeadbands, type LimitState, type LimitStates } from '../telemetry/limit-deadband.ts';
import {
  capitalize,
  channelName,
  formatBeyond,
  formatReading,
  formatUtcTime,
  passedLimit,
} from '../telemetry/telemetry-text.ts';

/** The event log, oldest first. Ids continue from the newest entry, which is never dropped. */
export type EventLog = readonly LogEntry[];

/** Entry without an id yet; appending also sets the time if it is absent. */
export type LogDraft = Omit<LogEntry, 'id' | 'time'> & Partial<Pick<LogEntry, 'time'>>;

/** Appends entries and keeps the newest `LOG_CAP`; returns the given log if there are none. */
export function appendLog(log: EventLog, drafts: readonly LogDraft[], time: EpochMs): EventLog {
  if (drafts.length === 0) return log;
  const firstId = (log.at(-1)?.id ?? 0) + 1;
  const added = drafts.map((draft, index): LogEntry => ({ id: firstId + index, time, ...draft }));
  return [...log, ...added].slice(-LOG_CAP);
}

/** Shifts the log after the clock moved back; entries keep their order and age. */
export const shiftLog = (log: EventLog, shiftMs: number): EventLog =>
  log.map((entry) => ({ ...entry, time: addMs(entry.time, shiftMs) }));

/** Levels after a sample, and the resulting log entries. */
export interface LimitStep {
  /** The given levels if none has changed. */
  readonly levels: LimitStates;
  readonly drafts: readonly LogDraft[];
}

const NO_DRAFTS: readonly LogDraft[] = [];

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
 * Returns a 'Limit' entry for each channel whose level (spec §9) has changed. A level worsens at once and improves
 * only once the reading is inside the limit by a deadband (`limit-deadband.ts`), so that noise at a limit yields one
 * entry. Without previous levels, channels out of limits are logged as if they had just left them.
 */
export function limitEvents(before: LimitStates | undefined, after: TelemetrySample): LimitStep {
  const levels = applyDeadbands(before, after);
  if (levels === before) return { levels, drafts: NO_DRAFTS };
  const drafts = levelChanges(before, levels).map(({ channel, from, to }) =>
    limitDraft(channel, from, to, after[channel]),
  );
  return { levels, drafts };
}

/** Recorded samples and the newest one, received together, with the history received before. */
export interface Playback {
  /** Received before, oldest first. */
  readonly received: readonly TelemetrySample[];
  /** Oldest first. */
  readonly played: readonly TelemetrySample[];
  readonly newest: TelemetrySample;
}

/**
 * Returns the 'Limit' entries of a playback, with the sample's time in the text. A level change between two samples
 * received before is already in the log; only other changes are new.
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
      const isLogged =
        then !== undefined && change.from === (known?.[channel] ?? 'nominal') && change.to === then[channel];
      if (isLogged) continue;
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
  // No longer critical, but still within the warning deadband: no limit of this level is passed.
  if (limit === undefined) {
    return { kind: 'Limit', level: to, text: `${name} at ${to} level: ${formatReading(channel, value)}` };
  }
  const back = from === 'critical' ? 'no longer critical, still ' : '';
  const side = value < limit ? 'below' : 'above';
  const text = `${name} ${back}${side} the ${to} limit of ${formatLimit(channel, limit)}: ${formatBeyond(channel, value, limit)}`;
  return { kind: 'Limit', level: to, text };
}
