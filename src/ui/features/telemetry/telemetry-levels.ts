import { atom } from 'jotai';
import { isArrayWeak } from '../../../shared/entities/constants.ts';
import type { SpacecraftMode } from '../../../shared/entities/spacecraft.ts';
import {
  isByDesign,
  type TelemetryChannel,
  type TelemetryLevel,
} from '../../../shared/entities/telemetry-channels.ts';
import type { StatusLevel } from '../../kit/status/levels.ts';
import { sliceAtoms } from '../../mission/link/atoms.ts';

export const TELEMETRY_STATUS: Readonly<Record<TelemetryLevel, StatusLevel>> = {
  critical: 'critical',
  warning: 'caution',
  nominal: 'normal',
  unknown: 'off',
};

export const TELEMETRY_TEXT: Readonly<Record<TelemetryLevel, string>> = {
  critical: 'Critical',
  warning: 'Warning',
  nominal: 'Nominal',
  unknown: 'Unknown',
};

/**
 * True for a solar output below what the light allows, by the model's view of the array, which includes the
 * illumination.
 */
export const isWeakAtom = atom((get) => {
  const view = get(sliceAtoms.spacecraft);
  const isArrayLow = view !== undefined && isArrayWeak(view.array);
  return (channel: TelemetryChannel, level: TelemetryLevel): boolean =>
    isArrayLow && channel === 'solarOutput' && level !== 'unknown';
});

/** Mode that takes a reading beyond a limit by design, if one does; `undefined` also for an unknown level. */
export const designModeAtom = atom((get) => {
  const mode = get(sliceAtoms.spacecraft)?.mode;
  return (channel: TelemetryChannel, level: TelemetryLevel, value: number): SpacecraftMode | undefined =>
    mode !== undefined && level !== 'unknown' && isByDesign(channel, value, mode) ? mode : undefined;
});
