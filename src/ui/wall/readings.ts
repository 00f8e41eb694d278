import { atom } from 'jotai';
import type { TelemetrySample } from '../../shared/entities/entities.ts';
import {
  CHANNELS,
  mapChannels,
  TELEMETRY_CHANNELS,
  type TelemetryChannel,
  type TelemetryLevel,
  telemetryLevel,
} from '../../shared/entities/telemetry-channels.ts';
import { formatNumber } from '../../shared/kit/quantity-text.ts';
import { isWeakAtom } from '../features/telemetry/telemetry-levels.ts';
import { sliceAtoms } from '../mission/link/atoms.ts';
import { isTelemetryStaleAtom } from '../mission/link/staleness.ts';

export interface WallReading {
  readonly level: TelemetryLevel;
  /** True if below what the light allows, although no limit is violated. */
  readonly isWeak: boolean;
  /** A dash if the value is unknown. */
  readonly text: string;
  readonly history: readonly TelemetrySample[];
}

const NO_HISTORY: readonly TelemetrySample[] = [];

/** A stale value is not shown, because its age is not visible from across a room. */
const readingAtomOf = (channel: TelemetryChannel) =>
  atom((get): WallReading => {
    const history = get(sliceAtoms.telemetry) ?? NO_HISTORY;
    const value = get(isTelemetryStaleAtom) ? undefined : history.at(-1)?.[channel];
    if (value === undefined || !Number.isFinite(value))
      return { level: 'unknown', isWeak: false, text: '–', history };
    const text = formatNumber(value, CHANNELS[channel].decimals);
    const level = telemetryLevel(channel, value);
    return { level, isWeak: get(isWeakAtom)(channel, level), text, history };
  });

export const readingAtoms = mapChannels(readingAtomOf);

/** True if a channel is not nominal: out of its limits, below what the light allows, or unknown. */
export const isAlarmedAtom = atom((get): boolean =>
  TELEMETRY_CHANNELS.some((channel) => {
    const { level, isWeak } = get(readingAtoms[channel]);
    return level !== 'nominal' || isWeak;
  }),
);
