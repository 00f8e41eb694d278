import type { TelemetrySample } from '../../../shared/entities/entities.ts';
import type { SpacecraftMode } from '../../../shared/entities/spacecraft.ts';
import {
  CHANNELS,
  isByDesign,
  TELEMETRY_CHANNELS,
  type TelemetryChannel,
} from '../../../shared/entities/telemetry-channels.ts';
import { addMs, type EpochMs, MS_PER_MIN, MS_PER_S } from '../../../shared/kit/units.ts';
import { applyDeadband, better, initialState, isWorse, type LimitState, worse } from './limit-deadband.ts';

/**
 * Limit crossings as they are reported: with the deadband and the delays of the channel, and without those that a mode
 * causes by design. Delays count in mission time, from sample to sample.
 */

/** What is reported of one channel. Plain cloneable data. */
export interface LimitWatch {
  readonly level: LimitState;
  /** Level that every reading since an instant has shown, or exceeded, and that is not reported yet. */
  readonly next?: { readonly level: LimitState; readonly since: EpochMs };
  /** Mode that takes the reading beyond a limit by design, and when the spacecraft left it, if it has. */
  readonly byDesign?: { readonly mode: SpacecraftMode; readonly leftAt?: EpochMs };
}

export type LimitWatches = Readonly<Record<TelemetryChannel, LimitWatch>>;

/** What the log says of a channel. */
export type LimitStatus = LimitState | 'by design';

export const limitStatus = ({ level, byDesign }: LimitWatch): LimitStatus =>
  level === 'nominal' && byDesign ? 'by design' : level;

/** Time within which the attitude settles after SAFE or SURVIVAL: the control loop takes 2.5 minutes from 3.5° to 1.3°. */
export const SETTLING_MS = 3 * MS_PER_MIN;

/** Returns the mode by whose limits a reading is judged: for some minutes, still the one that was left. */
function judgedMode({ byDesign }: LimitWatch, mode: SpacecraftMode, time: EpochMs): SpacecraftMode {
  if (mode !== 'NOMINAL' || !byDesign) return mode;
  return time - (byDesign.leftAt ?? time) < SETTLING_MS ? byDesign.mode : mode;
}

/** Returns the level after a reading, and the level that waits for its delay. */
function applyDelays(
  channel: TelemetryChannel,
  { level: held, next }: LimitWatch,
  shown: LimitState,
  time: EpochMs,
): Pick<LimitWatch, 'level' | 'next'> {
  if (shown === held) return { level: held };
  const worsens = isWorse(shown, held);
  const continued = next && isWorse(next.level, held) === worsens ? next : undefined;
  const level = continued ? (worsens ? better : worse)(continued.level, shown) : shown;
  const since = continued?.since ?? time;
  const { onS, offS } = CHANNELS[channel].delays;
  if (time - since >= (worsens ? onS : offS) * MS_PER_S) return { level };
  return { level: held, next: continued?.level === level ? continued : { level, since } };
}

/** Returns by which mode's design a channel is beyond a limit, after a reading. */
function designOf(
  channel: TelemetryChannel,
  { byDesign: held }: LimitWatch,
  value: number,
  mode: SpacecraftMode,
  time: EpochMs,
): LimitWatch['byDesign'] {
  if (mode !== 'NOMINAL') {
    const isHeld = held?.mode === mode || !isByDesign(channel, value, mode);
    if (!isHeld) return { mode };
    return held?.leftAt === undefined ? held : { mode: held.mode };
  }
  if (!held || applyDeadband(channel, 'critical', value) === 'nominal') return undefined;
  const { leftAt = time } = held;
  if (time - leftAt >= SETTLING_MS) return undefined;
  return held.leftAt === undefined ? { ...held, leftAt } : held;
}

function watchChannel(
  channel: TelemetryChannel,
  held: LimitWatch | undefined,
  value: number,
  mode: SpacecraftMode,
  time: EpochMs,
): LimitWatch {
  if (!held) {
    const level = initialState(channel, value, mode);
    return { level, ...(isByDesign(channel, value, mode) && { byDesign: { mode } }) };
  }
  if (!Number.isFinite(value)) return held;
  const shown = applyDeadband(channel, held.level, value, judgedMode(held, mode, time));
  const { level, next } = applyDelays(channel, held, shown, time);
  const byDesign = level === 'nominal' ? designOf(channel, held, value, mode, time) : undefined;
  if (level === held.level && next === held.next && byDesign === held.byDesign) return held;
  return { level, ...(next && { next }), ...(byDesign && { byDesign }) };
}

/**
 * Returns the watches of all channels after a sample; the given ones if none has changed. Without previous ones,
 * readings are reported as they are.
 * @param mode of the spacecraft when it took the sample, as known on the ground
 */
export function watchLimits(
  held: LimitWatches | undefined,
  sample: TelemetrySample,
  mode: SpacecraftMode,
): LimitWatches {
  const watches = {} as Record<TelemetryChannel, LimitWatch>;
  for (const channel of TELEMETRY_CHANNELS) {
    watches[channel] = watchChannel(channel, held?.[channel], sample[channel], mode, sample.timestamp);
  }
  return held && TELEMETRY_CHANNELS.every((channel) => watches[channel] === held[channel]) ? held : watches;
}

/**
 * True if a reading is out of limits, that has been reported, and the mode does not cause it by design. Without
 * watches the reading alone decides.
 */
export function isReportedOut(
  watches: LimitWatches | undefined,
  channel: TelemetryChannel,
  value: number,
  mode: SpacecraftMode,
): boolean {
  const isOut = initialState(channel, value, mode) !== 'nominal';
  return isOut && watches?.[channel].level !== 'nominal';
}

/** Shifts the delays after the clock moved back. */
export const shiftWatches = (watches: LimitWatches, shiftMs: number): LimitWatches =>
  Object.fromEntries(
    Object.entries(watches).map(([channel, { level, next, byDesign }]: [string, LimitWatch]) => [
      channel,
      {
        level,
        ...(next && { next: { ...next, since: addMs(next.since, shiftMs) } }),
        ...(byDesign && {
          byDesign: {
            ...byDesign,
            ...(byDesign.leftAt !== undefined && { leftAt: addMs(byDesign.leftAt, shiftMs) }),
          },
        }),
      },
    ]),
  ) as unknown as LimitWatches;
