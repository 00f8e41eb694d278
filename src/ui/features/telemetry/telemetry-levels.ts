import { atom } from 'jotai';
import { isArrayWeak } from '../../../shared/entities/constants.ts';
import type { SpacecraftMode, SpacecraftPart } from '../../../shared/entities/spacecraft.ts';
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

/** Parts whose faults act on the channels that a mode takes beyond a limit. */
const DISTURBED_BY: Readonly<Partial<Record<TelemetryChannel, readonly SpacecraftPart[]>>> = {
  attitudeStability: ['wheels', 'sensors', 'array'],
  signalStrength: ['antenna', 'wheels', 'sensors'],
};

/**
 * Mode that alone takes a reading beyond a limit by design, if one does: none while a known fault acts on the channel,
 * and none for an unknown level.
 */
export const designModeAtom = atom((get) => {
  const { mode, faults = [] } = get(sliceAtoms.spacecraft) ?? {};
  const disturbed = new Set(faults.flatMap(({ parts }) => parts));
  return (channel: TelemetryChannel, level: TelemetryLevel, value: number): SpacecraftMode | undefined =>
    mode !== undefined &&
    level !== 'unknown' &&
    isByDesign(channel, value, mode) &&
    !DISTURBED_BY[channel]?.some((part) => disturbed.has(part))
      ? mode
      : undefined;
});
