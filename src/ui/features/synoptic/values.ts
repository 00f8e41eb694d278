import type { Antenna, SpacecraftView } from '../../../shared/entities/spacecraft.ts';
import { formatNumber } from '../../../shared/kit/quantity-text.ts';
import { MS_PER_S } from '../../../shared/kit/units.ts';
import { percent } from './percent.ts';

/** Figures of the model as text, for the diagram, its summary and its table. */

export const watts = (power: number): string => `${formatNumber(power, 0)} W`;
export const volts = (voltage: number): string => `${formatNumber(voltage, 1)} V`;
export const celsius = (temperature: number): string => `${formatNumber(temperature, 1)} °C`;
export const angle = (value: number): string => `${formatNumber(value, 2)}°`;
export const megabytes = (size: number): string => `${formatNumber(size, 0)} MB`;
export const rate = (mbPerS: number): string => `${formatNumber(mbPerS, 2)} MB/s`;

/** Current with its sign: positive while charging. */
export const amperes = (current: number): string => {
  const text = formatNumber(current, 1);
  return `${Number(current.toFixed(1)) > 0 ? '+' : ''}${text} A`;
};

/** Below this current, a battery neither charges nor discharges. */
const IDLE_A = 0.05;

export function batteryState({ battery }: SpacecraftView): 'Charging' | 'Discharging' | 'Idle' {
  if (Math.abs(battery.currentA) < IDLE_A) return 'Idle';
  return battery.currentA > 0 ? 'Charging' : 'Discharging';
}

/** Power into the battery, or out of it if negative, in watts. */
const batteryPowerW = ({ battery }: SpacecraftView): number => battery.voltageV * battery.currentA;

/** Available array power that neither loads nor battery use; the shunt regulator dissipates it. */
export const shuntedW = (view: SpacecraftView): number =>
  Math.max(0, view.array.powerW - view.loads.totalW - Math.max(0, batteryPowerW(view)));

/** Power of an array without faults, in this light and at this angle to the Sun. */
export const expectedW = ({ array }: SpacecraftView): number =>
  array.potentialW * Math.cos((array.sunAngle * Math.PI) / 180);

/** Returns the reference for the array's power, in words. */
export const expectedText = (view: SpacecraftView, sun: 'Sun' | 'the Sun'): string =>
  view.light <= 0
    ? 'in eclipse'
    : `of ${watts(expectedW(view))} at ${formatNumber(view.array.sunAngle, 0)}° to ${sun}`;

export function illuminationState({ light }: SpacecraftView): 'Sunlit' | 'Penumbra' | 'Eclipse' {
  if (light <= 0) return 'Eclipse';
  return light < 1 ? 'Penumbra' : 'Sunlit';
}

/** Other end of the radio link. */
export function farEnd({ radio }: SpacecraftView): string {
  if (radio.link === 'none') return 'No link';
  if (radio.link === 'relay') return 'Relay';
  return radio.stationName ?? 'Station';
}

/** Words for the antenna that carries the radio link. */
export const ANTENNA_TEXT: Readonly<Record<Antenna, string>> = {
  high: 'High gain',
  low: 'Low gain',
  none: 'No link',
};

/** Margin in dB of the antenna that carries the link, or of the low-gain one without a link. */
export const linkMarginDb = ({ radio }: SpacecraftView): number =>
  radio.antenna === 'high' ? radio.marginDb : radio.lowGainMarginDb;

export interface ValueGroup {
  readonly name: string;
  readonly values: readonly (readonly [name: string, text: string])[];
}

/** Returns all values that the spacecraft reports or the ground computes (docs/model.md). */
export function valueGroups(view: SpacecraftView): readonly ValueGroup[] {
  const { array, battery, loads, thermal, attitude, radio, data } = view;
  return [
    {
      name: 'Power',
      values: [
        ['Mode', view.mode],
        ['Illumination', `${illuminationState(view)}, ${percent(view.light)}`],
        ['Array output', watts(array.powerW)],
        ['Array expected', watts(expectedW(view))],
        ['Sun angle', `${formatNumber(array.sunAngle, 0)}°`],
        ['Array shunted', watts(shuntedW(view))],
        ['Battery charge', percent(battery.soc)],
        ['Battery voltage', volts(battery.voltageV)],
        ['Battery current', amperes(battery.currentA)],
        ['Battery power', watts(batteryPowerW(view))],
      ],
    },
    {
      name: 'Loads and heat',
      values: [
        ['Platform', watts(loads.busW)],
        ['Payload', watts(loads.payloadW)],
        ['Transmitter', watts(loads.transmitterW)],
        ['Heater', `${thermal.isHeaterOn ? 'On' : 'Off'}, ${watts(loads.heaterW)}`],
        ['Commands and events', watts(loads.activityW)],
        ['All loads', watts(loads.totalW)],
        ['Bus temperature', celsius(thermal.busTemperature)],
        ['Array temperature', celsius(array.temperature)],
      ],
    },
    {
      name: 'Attitude and data',
      values: [
        ['Attitude', attitude.isSlewing ? 'Slewing' : 'Holding'],
        ['Pointing error', angle(attitude.deviation)],
        ['Wheel momentum', percent(attitude.wheelMomentumShare)],
        ['Stored', megabytes(data.storedMb)],
        ['Recorder capacity', megabytes(data.capacityMb)],
        ['Recording', rate(data.recordedMbPerS)],
        ['Downlink', rate(data.downlinkMbPerS)],
        ['Downlinked', megabytes(data.downlinkedMb)],
      ],
    },
    {
      name: 'Radio',
      values: [
        ['Link over', farEnd(view)],
        ['Antenna', ANTENNA_TEXT[radio.antenna]],
        ['Telemetry', radio.antenna === 'none' ? 'None' : `Every ${radio.telemetryPeriodMs / MS_PER_S} s`],
        ['Range', radio.rangeKm === undefined ? '–' : `${formatNumber(radio.rangeKm, 0)} km`],
        ['Elevation', radio.elevation === undefined ? '–' : `${formatNumber(radio.elevation, 1)}°`],
        ['High-gain margin', `${formatNumber(radio.marginDb, 1)} dB`],
        ['Low-gain margin', `${formatNumber(radio.lowGainMarginDb, 1)} dB`],
        ['Signal strength', `${formatNumber(radio.signalStrength, 1)} %`],
        ['Antenna encoder', `${angle(radio.misalignment)} off`],
      ],
    },
  ];
}
