import { TELEMETRY_CHANNELS, type TelemetryChannel } from '../../../shared/entities/telemetry-channels.ts';
import { type EpochMs, MS_PER_MIN } from '../../../shared/kit/units.ts';
import type { RankedCause } from './causes.ts';

/**
 * Evidence that a channel has left its prediction: a cumulative sum (CUSUM) of what its readings are beyond the band,
 * in half widths of the band.
 */
export interface Evidence {
  readonly channel: TelemetryChannel;
  /** Side of the prediction on which the readings are: 1 above it, −1 below it. */
  readonly side: 1 | -1;
  /** First reading of the sum. */
  readonly since: EpochMs;
  /** Sum, from 0 to `PARTED_FROM`. */
  readonly sum: number;
  /** True once the sum has reached `PARTED_FROM`. */
  readonly isParted?: true;
  /** Time since when all readings of a parted channel are within the band. */
  readonly backSince?: EpochMs;
  /** What has been told of a parted channel; absent while an anomaly says it. */
  readonly told?: Told;
}

/** Causes that would explain a parted channel, as of an instant. */
interface Told {
  readonly at: EpochMs;
  /** The likeliest first. */
  readonly causes: readonly RankedCause[];
}

/** Sum from which a channel has parted. */
const PARTED_FROM = 1.5;
/** What one reading adds at most, so that a single wrong one is not enough. */
const MOST_AT_ONCE = 0.75;
/**
 * What each reading takes off: one at the edge of the band, or little beyond it, speaks for the prediction. Noise that
 * lasts for minutes, like that of the attitude, stays within a third of the half width beyond the band.
 */
const SLACK = 0.25;
/** Time within the band after which a channel counts as back. */
const BACK_MS = 2 * MS_PER_MIN;

function follow(
  held: Evidence | undefined,
  channel: TelemetryChannel,
  beyond: number,
  time: EpochMs,
): Evidence | undefined {
  if (held?.isParted) return followParted(held, beyond, time);
  const side = beyond === 0 ? (held?.side ?? 1) : beyond > 0 ? 1 : -1;
  const before = held?.side === side ? held : undefined;
  const sum = (before?.sum ?? 0) + Math.min(MOST_AT_ONCE, Math.abs(beyond) - SLACK);
  if (sum <= 0) return undefined;
  const evidence: Evidence = { channel, side, since: before?.since ?? time, sum };
  return sum < PARTED_FROM ? evidence : parted(evidence);
}

const parted = (evidence: Evidence): Evidence =>
  evidence.isParted ? evidence : { ...evidence, sum: PARTED_FROM, isParted: true };

/** True if a reading adds as much as one can: two channels that are so far off together are as good as two readings. */
const isClear = (beyond: number): boolean => Math.abs(beyond) - SLACK >= MOST_AT_ONCE;

function followParted(held: Evidence, beyond: number, time: EpochMs): Evidence | undefined {
  if (beyond === 0) {
    const { backSince = time } = held;
    if (time - backSince >= BACK_MS) return undefined;
    return held.backSince === backSince ? held : { ...held, backSince };
  }
  const side = beyond > 0 ? 1 : -1;
  if (held.backSince === undefined && held.side === side) return held;
  const { backSince: _, ...lasting } = held;
  return { ...lasting, side };
}

/**
 * Holds the readings of an instant against the prediction. Returns the given evidence if it stays the same.
 * @param beyondOf by how much a reading is beyond the band, in half widths, with its sign; 0 within it
 */
export function weigh(
  held: readonly Evidence[],
  beyondOf: (channel: TelemetryChannel) => number,
  time: EpochMs,
): readonly Evidence[] {
  let isSame = true;
  let clearlyOff = 0;
  const evidence: Evidence[] = [];
  for (const channel of TELEMETRY_CHANNELS) {
    const before = held.length > 0 ? held.find((other) => other.channel === channel) : undefined;
    const beyond = beyondOf(channel);
    if (!before && beyond === 0) continue;
    if (isClear(beyond)) clearlyOff += 1;
    const after = follow(before, channel, beyond, time);
    if (after !== before) isSame = false;
    if (after) evidence.push(after);
  }
  if (isSame) return held;
  if (clearlyOff < 2) return evidence;
  return evidence.map((one) => (isClear(beyondOf(one.channel)) ? parted(one) : one));
}
