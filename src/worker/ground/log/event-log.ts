import type { TelemetrySample } from '../../../shared/entities/entities.ts';
import { LOG_CAP, type LogEntry } from '../../../shared/entities/event-log.ts';
import type { SpacecraftMode } from '../../../shared/entities/spacecraft.ts';
import {
  formatLimit,
  mapChannels,
  TELEMETRY_CHANNELS,
  type TelemetryChannel,
  telemetryLevel,
} from '../../../shared/entities/telemetry-channels.ts';
import { addMs, type EpochMs } from '../../../shared/kit/units.ts';
import type { LimitState } from '../telemetry/limit-deadband.ts';
import { type LimitStatus, type LimitWatches, limitStatus, watchLimits } from '../telemetry/limit-watch.ts';
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

/** What is reported of the limits after a sample, and the resulting log entries. */
export interface LimitStep {
  /** The given ones if none has changed. */
  readonly limits: LimitWatches;
  readonly drafts: readonly LogDraft[];
}

const NO_DRAFTS: readonly LogDraft[] = [];

interface LimitChange {
  readonly channel: TelemetryChannel;
  readonly from: LimitStatus;
  readonly to: LimitStatus;
}

/** Returns what is reported of a channel; nothing before the first sample. */
const statusIn = (limits: LimitWatches | undefined, channel: TelemetryChannel): LimitStatus =>
  limits ? limitStatus(limits[channel]) : 'nominal';

const limitChanges = (before: LimitWatches | undefined, after: LimitWatches): readonly LimitChange[] =>
  TELEMETRY_CHANNELS.map((channel) => ({
    channel,
    from: statusIn(before, channel),
    to: statusIn(after, channel),
  })).filter(({ from, to }) => from !== to);

/** Why a reading is beyond a limit, as far as the ground knows: the end of the line, and the anomalies. */
export type LimitReason = Pick<LogDraft, 'text' | 'of'>;

/** Returns the reason for a reading beyond a limit; `undefined` if no anomaly explains it. */
export type ExplainLimit = (channel: TelemetryChannel, value: number) => LimitReason | undefined;

/**
 * Returns a 'Limit' entry for each channel whose level (spec §9) has changed, by the deadband and the delays of the
 * channel (`limit-watch.ts`), so that a reading that wavers about a limit yields one entry. One that the mode takes
 * beyond a limit by design is reported once, as information. Without previous ones, channels out of limits are logged
 * as if they had just left them.
 * @param explain names the anomaly that explains a reading beyond a limit
 */
export function limitEvents(
  before: LimitWatches | undefined,
  after: TelemetrySample,
  mode: SpacecraftMode,
  explain?: ExplainLimit,
): LimitStep {
  const limits = watchLimits(before, after, mode);
  if (limits === before) return { limits, drafts: NO_DRAFTS };
  return { limits, drafts: limitDrafts(limitChanges(before, limits), limits, after, explain) };
}

const limitDrafts = (
  changes: readonly LimitChange[],
  limits: LimitWatches,
  sample: TelemetrySample,
  explain?: ExplainLimit,
): readonly LogDraft[] =>
  changes.flatMap(({ channel, from, to }): readonly LogDraft[] => {
    const value = sample[channel];
    const mode = limits[channel].byDesign?.mode;
    if (to === 'by design')
      return mode ? [withReason(designDraft(channel, value, mode), explain?.(channel, value))] : [];
    // Still settling when it is no longer by design: its delay decides whether that is reported.
    if (from === 'by design' && to === 'nominal' && telemetryLevel(channel, value) !== 'nominal') return [];
    const draft = limitDraft(channel, from, to, value);
    const reason = to === 'nominal' || from === 'critical' ? undefined : explain?.(channel, value);
    return [withReason(draft, reason)];
  });

const withReason = (draft: LogDraft, reason: LimitReason | undefined): LogDraft =>
  reason ? { ...draft, text: `${draft.text}, ${reason.text}`, ...(reason.of && { of: reason.of }) } : draft;

/** Recorded samples and the newest one, received together, with the history received before. */
export interface Playback {
  /** Received before, oldest first. */
  readonly received: readonly TelemetrySample[];
  /** Oldest first. */
  readonly played: readonly TelemetrySample[];
  readonly newest: TelemetrySample;
}

/** Number of received samples within which a change of the recorded ones is reported, given their longer period. */
const REPORTED_WITHIN = 2;

/**
 * Returns the 'Limit' entries of a playback, with the sample's time in the text. A change that the samples received
 * before have shown is already in the log; only other changes are new.
 * @param modes before the playback and now: what a mode causes by design is known of the samples if both are the same
 */
export function playbackEvents(
  before: LimitWatches | undefined,
  { received, played, newest }: Playback,
  [modeBefore, mode]: readonly [before: SpacecraftMode, now: SpacecraftMode],
  explain?: ExplainLimit,
): LimitStep {
  const [first] = played;
  if (!first) return limitEvents(before, newest, mode, explain);
  const playedMode = modeBefore === mode ? mode : 'NOMINAL';
  const between = received.filter(({ timestamp }) => timestamp > first.timestamp);
  const earlier = received.findLast(({ timestamp }) => timestamp <= first.timestamp);
  let limits = between.length === 0 ? before : earlier && watchLimits(undefined, earlier, playedMode);
  let live = limits;
  /** What was logged with each of the samples received in between. */
  const logged = between.map((sample) => {
    const from = live;
    live = watchLimits(live, sample, playedMode);
    return limitChanges(from, live);
  });
  const known = mapChannels((channel) => statusIn(limits, channel)) as Record<TelemetryChannel, LimitStatus>;
  const drafts: LogDraft[] = [];
  for (const sample of [...between, ...played].sort((a, b) => a.timestamp - b.timestamp)) {
    for (const { channel, to } of logged[between.indexOf(sample)] ?? []) known[channel] = to;
    const from = limits;
    limits = watchLimits(limits, sample, playedMode);
    const later = between.filter(({ timestamp }) => timestamp > sample.timestamp).length;
    const soon = logged
      .slice(between.length - later)
      .slice(0, REPORTED_WITHIN)
      .flat();
    const changes = limitChanges(from, limits).filter((change) => {
      const { channel, to } = change;
      const isKnown =
        known[channel] === to ||
        soon.some((one) => one.channel === channel && one.from === change.from && one.to === to);
      known[channel] = to;
      return !isKnown;
    });
    for (const draft of limitDrafts(changes, limits, sample)) {
      drafts.push({ ...draft, text: `${draft.text}, at ${formatUtcTime(sample.timestamp)}, played back` });
    }
  }
  const last = limitEvents(limits, newest, mode, explain);
  return { limits: last.limits, drafts: [...drafts, ...last.drafts] };
}

/** `above the warning limit of 1.5°: 2.31°` */
function beyondText(
  channel: TelemetryChannel,
  level: 'warning' | 'critical',
  value: number,
): string | undefined {
  const limit = passedLimit(channel, level, value);
  if (limit === undefined) return undefined;
  const side = value < limit ? 'below' : 'above';
  return `${side} the ${level} limit of ${formatLimit(channel, limit)}: ${formatBeyond(channel, value, limit)}`;
}

function designDraft(channel: TelemetryChannel, value: number, mode: SpacecraftMode): LogDraft {
  const level = telemetryLevel(channel, value) === 'critical' ? 'critical' : 'warning';
  const beyond = beyondText(channel, level, value) ?? `at ${formatReading(channel, value)}`;
  const text = `${capitalize(channelName(channel))} ${beyond}, by design in ${mode} mode`;
  return { kind: 'Limit', level: 'info', text };
}

function limitDraft(channel: TelemetryChannel, from: LimitStatus, to: LimitState, value: number): LogDraft {
  const name = capitalize(channelName(channel));
  if (to === 'nominal') {
    const text = `${name} back in limits: ${formatReading(channel, value)}`;
    return { kind: 'Limit', level: 'success', text };
  }
  const beyond = beyondText(channel, to, value);
  // No longer critical, but still within the warning deadband: no limit of this level is passed.
  if (beyond === undefined) {
    return { kind: 'Limit', level: to, text: `${name} at ${to} level: ${formatReading(channel, value)}` };
  }
  const back = from === 'critical' ? 'no longer critical, still ' : '';
  return { kind: 'Limit', level: to, text: `${name} ${back}${beyond}` };
}
