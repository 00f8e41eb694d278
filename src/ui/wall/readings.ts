import { atom } from 'jotai';
import type { TelemetrySample } from '../../shared/entities.ts';
import { type TelemetryChannel, type TelemetryLevel, telemetryLevel } from '../../shared/limits.ts';
import { formatNumber } from '../kit/format.ts';
import { telemetryAtom } from '../mission/atoms.ts';
import { isTelemetryStaleAtom } from '../mission/staleness.ts';
import { CHANNEL_DISPLAYS } from '../telemetry/channels.ts';

/** One-word names of the channels, as in anomalies, legible from across a room. */
export const WALL_NAMES: Readonly<Record<TelemetryChannel, string>> = {
  batteryVoltage: 'Battery',
  solarOutput: 'Solar',
  signalStrength: 'Signal',
  temperature: 'Temperature',
  attitudeStability: 'Attitude',
};

export interface Reading {
  readonly level: TelemetryLevel;
  /** A dash if the value is unknown. */
  readonly text: string;
  readonly history: readonly TelemetrySample[];
}

const NO_HISTORY: readonly TelemetrySample[] = [];

/** A stale value is not shown: from across a room its age is not visible. */
const readingAtomOf = (channel: TelemetryChannel) =>
  atom((get): Reading => {
    const history = get(telemetryAtom) ?? NO_HISTORY;
    const value = get(isTelemetryStaleAtom) ? undefined : history.at(-1)?.[channel];
    if (value === undefined || !Number.isFinite(value)) return { level: 'unknown', text: '–', history };
    const text = formatNumber(value, CHANNEL_DISPLAYS[channel].decimals);
    return { level: telemetryLevel(channel, value), text, history };
  });

export const readingAtoms = {
  batteryVoltage: readingAtomOf('batteryVoltage'),
  solarOutput: readingAtomOf('solarOutput'),
  signalStrength: readingAtomOf('signalStrength'),
  temperature: readingAtomOf('temperature'),
  attitudeStability: readingAtomOf('attitudeStability'),
};
