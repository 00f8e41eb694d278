import type { TelemetrySample } from '../../../shared/entities/entities.ts';
import type { SpacecraftMode } from '../../../shared/entities/spacecraft.ts';
import type { EpochMs } from '../../../shared/kit/units.ts';
import type { TelemetryState } from '../telemetry/telemetry.ts';
import { formatUtcTime } from '../telemetry/telemetry-text.ts';
import type { LogEvent } from './log-events.ts';

const MODE_LEVELS = { NOMINAL: 'success', SAFE: 'warning', SURVIVAL: 'critical' } as const satisfies Record<
  SpacecraftMode,
  LogEvent['level']
>;

/** Returns the reception events between two telemetry states: link, recorder playback and mode. */
export function receptionEvents(
  before: TelemetryState,
  after: TelemetryState,
  time: EpochMs,
): readonly LogEvent[] {
  return [
    ...linkEvents(before, after, time),
    ...playbackEvents(before, after, time),
    ...modeEvents(before, after, time),
  ];
}

function linkEvents(before: TelemetryState, after: TelemetryState, time: EpochMs): readonly LogEvent[] {
  const { antenna, link } = after.spacecraft;
  if (before.spacecraft.antenna === antenna) return [];
  const kind = 'Connection';
  switch (antenna) {
    case 'high':
      return [{ time, kind, level: 'success', text: 'ORBITA-1 is on its high-gain antenna' }];
    case 'low': {
      const over = link === 'station' ? 'a ground station' : 'the relay';
      const text = `ORBITA-1 is on its low-gain antenna over ${over}: telemetry every 30 s, no data`;
      return [{ time, kind, level: 'warning', text }];
    }
    case 'none':
      return [{ time, kind, level: 'critical', text: 'No link to ORBITA-1: telemetry has stopped' }];
  }
}

/** Returns the recorded samples received between two telemetry states, oldest first. */
export function playedBack(before: TelemetryState, after: TelemetryState): readonly TelemetrySample[] {
  if (after.downlink.recorded.length > 0) return [];
  return before.downlink.recorded.filter((sample) => after.history.includes(sample));
}

function playbackEvents(before: TelemetryState, after: TelemetryState, time: EpochMs): readonly LogEvent[] {
  const played = playedBack(before, after);
  const [first, last] = [played[0], played.at(-1)];
  if (!first || !last) return [];
  const samples = played.length === 1 ? '1 sample' : `${played.length} samples`;
  const span = `${formatUtcTime(first.timestamp)} to ${formatUtcTime(last.timestamp)}`;
  return [{ time, kind: 'Connection', level: 'info', text: `Recorder playback: ${samples}, ${span}` }];
}

/** The mode is known only from telemetry; without telemetry, a change goes unnoticed. */
function modeEvents(before: TelemetryState, after: TelemetryState, time: EpochMs): readonly LogEvent[] {
  const [from, to] = [before.downlink.reported.spacecraft.mode, after.downlink.reported.spacecraft.mode];
  if (from === to) return [];
  return [{ time, kind: 'Mission', level: MODE_LEVELS[to], text: `ORBITA-1 is now in ${to} mode` }];
}
