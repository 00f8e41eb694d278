import type { TelemetrySample } from '../shared/entities.ts';
import { LOG_CAP, type LogEntry } from '../shared/event-log.ts';
import { TELEMETRY_CHANNELS, type TelemetryChannel } from '../shared/limits.ts';
import { addMs, type EpochMs } from '../shared/units.ts';
import { type SettledLevel, type SettledLevels, settleLevels } from './settled-level.ts';
import {
  capitalize,
  channelName,
  formatBeyond,
  formatLimit,
  formatReading,
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
  readonly levels: SettledLevels;
  readonly drafts: readonly LogDraft[];
}

const NO_DRAFTS: readonly LogDraft[] = [];

/**
 * A 'Limit' entry for each channel whose level (spec §9) has changed. A channel gets worse at once and better only once
 * it lies inside its limit by a dead band (`settled-level.ts`), so that noise at a limit brings one entry, not many.
 * With no levels from before, what is out of limits is logged as if it had just left them.
 */
export function limitEvents(before: SettledLevels | undefined, after: TelemetrySample): LimitStep {
  const levels = settleLevels(before, after);
  if (levels === before) return { levels, drafts: NO_DRAFTS };
  const drafts = TELEMETRY_CHANNELS.flatMap((channel): readonly LogDraft[] => {
    const [from, to] = [before?.[channel] ?? 'nominal', levels[channel]];
    return from === to ? [] : [limitDraft(channel, from, to, after[channel])];
  });
  return { levels, drafts };
}

function limitDraft(
  channel: TelemetryChannel,
  from: SettledLevel,
  to: SettledLevel,
  value: number,
): LogDraft {
  const name = capitalize(channelName(channel));
  if (to === 'nominal') {
    const text = `${name} back in limits: ${formatReading(channel, value)}`;
    return { kind: 'Limit', level: 'success', text };
  }
  const limit = passedLimit(channel, to, value);
  // Out of the critical band by its dead band, and still within that of the warning: no limit of the level is passed.
  if (limit === undefined) {
    return { kind: 'Limit', level: to, text: `${name} at ${to} level: ${formatReading(channel, value)}` };
  }
  const back = from === 'critical' ? 'no longer critical, still ' : '';
  const side = value < limit ? 'below' : 'above';
  const text = `${name} ${back}${side} ${formatLimit(channel, limit)} (${to}): ${formatBeyond(channel, value, limit)}`;
  return { kind: 'Limit', level: to, text };
}
