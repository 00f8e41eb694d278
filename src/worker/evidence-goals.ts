import type { CommandName, TelemetrySample } from '../shared/entities.ts';
import { TELEMETRY_LIMITS, type TelemetryChannel } from '../shared/limits.ts';
import type { SpacecraftMode, SpacecraftPart, SpacecraftView } from '../shared/spacecraft.ts';
import { type EpochMs, MS_PER_MIN, MS_PER_S } from '../shared/units.ts';
import { slopePerMin } from './telemetry-slope.ts';
import { formatReading, formatUtcTime } from './telemetry-words.ts';

/** What can be looked for in telemetry and housekeeping. */
export type Sought =
  /** A channel changes by this much or more, in its direction. */
  | { readonly is: 'change'; readonly channel: TelemetryChannel; readonly by: number }
  /** A channel moves by no more than this: to the worse side, or to either. */
  | {
      readonly is: 'hold';
      readonly channel: TelemetryChannel;
      readonly within: number;
      readonly worse: 'up' | 'down' | 'either';
    }
  /** The bus warms (positive) or cools by this many °C/min more than before. */
  | { readonly is: 'slope'; readonly by: number; readonly from: number }
  | { readonly is: 'aligned' }
  | { readonly is: 'deployed' }
  | { readonly is: 'mode'; readonly mode: SpacecraftMode }
  | { readonly is: 'lighter'; readonly fromW: number; readonly byW: number }
  | { readonly is: 'linked' }
  | { readonly is: 'heater-off' }
  | { readonly is: 'downlinked'; readonly fromMb: number; readonly byMb: number };

/** What a command is expected to bring about: all that is sought, seen at once. */
export interface Goal {
  readonly sought: readonly Sought[];
  readonly withinMs: number;
  /** True where it counts only once the command has been carried out: what holds must hold to the end. */
  readonly isAtEnd?: boolean;
  /** What stands in the way, or what cannot be seen. */
  readonly note?: string;
}

/** What is known when a command is executed. */
export interface Start {
  readonly name: CommandName;
  /** The last sample; there may be none. */
  readonly base: TelemetrySample | undefined;
  readonly telemetry: readonly TelemetrySample[];
  readonly view: SpacecraftView;
  /** When a ground station next comes into view, where that is known. */
  readonly nextStationTime?: EpochMs | undefined;
}

const S = MS_PER_S;
const hold = (channel: TelemetryChannel, within: number, worse: 'up' | 'down' | 'either'): Sought => ({
  is: 'hold',
  channel,
  within,
  worse,
});
const change = (channel: TelemetryChannel, by: number): Sought => ({ is: 'change', channel, by });
const hasFault = ({ faults }: SpacecraftView, ...parts: readonly SpacecraftPart[]): boolean =>
  faults.some(({ part }) => parts.includes(part));

/** At most this far off, an antenna counts as aligned. */
export const ALIGNED_DEG = 0.5;
const DEPLOYED_SHARE = 0.995;
export const isDeployed = ({ array }: SpacecraftView): boolean => array.deployedShare >= DEPLOYED_SHARE;

/** Points of signal that a misalignment costs: 12 dB × (angle / 10°)², half of it over the relay, of 26 dB for 100 %. */
const lossPoints = ({ radio }: SpacecraftView): number =>
  ((12 * (radio.misalignment / 10) ** 2) / 26) * 100 * (radio.link === 'relay' ? 0.5 : 1);

function rotateAntenna({ view }: Start): Goal {
  const withinMs = 75 * S;
  const aligned: Sought = { is: 'aligned' };
  // Half of what is lost, or less, is asked for: range and attitude move the signal as well.
  if (lossPoints(view) >= 6) return { sought: [change('signalStrength', 3), aligned], withinMs };
  if (view.radio.misalignment > ALIGNED_DEG) return { sought: [aligned], withinMs };
  if (view.radio.link === 'station') return { sought: [aligned], withinMs, isAtEnd: true };
  return { sought: [hold('signalStrength', 3, 'down'), aligned], withinMs, isAtEnd: true };
}

function deploySolarArray({ view, base }: Start): Goal {
  const withinMs = 2 * MS_PER_MIN;
  const deployed: Sought = { is: 'deployed' };
  const isImpaired = hasFault(view, 'array') || !isDeployed(view);
  if (view.light < 0.5) {
    const note = isImpaired ? 'what it gains shows from sunrise' : 'in the Earth’s shadow';
    return { sought: [deployed], withinMs, isAtEnd: true, note };
  }
  const output = base?.solarOutput ?? view.array.powerW;
  if (isImpaired) {
    const by = Math.max(20, Math.round(output / 200) * 10);
    return { sought: [change('solarOutput', by), deployed], withinMs };
  }
  const within = Math.max(20, Math.round(output / 100) * 10);
  return { sought: [hold('solarOutput', within, 'down'), deployed], withinMs, isAtEnd: true };
}

function calibrateSensors({ view, base }: Start): Goal {
  const withinMs = 3 * MS_PER_MIN;
  const isOff = hasFault(view, 'sensors') || (view.mode === 'NOMINAL' && (base?.attitudeStability ?? 0) > 1);
  const sought = isOff ? change('attitudeStability', -0.2) : hold('attitudeStability', 0.5, 'up');
  return { sought: [sought], withinMs, isAtEnd: true };
}

function enterSafeMode({ view }: Start): Goal {
  const mode: Sought = { is: 'mode', mode: 'SAFE' };
  const { payloadW, totalW } = view.loads;
  if (view.mode !== 'NOMINAL' || payloadW < 20) return { sought: [mode], withinMs: 30 * S };
  const byW = Math.floor(payloadW / 20) * 10;
  return { sought: [mode, { is: 'lighter', fromW: totalW, byW }], withinMs: 30 * S };
}

/** Above this state of charge a slew takes the spacecraft out of safe mode. */
const LEAVES_SAFE_FROM_SOC = 0.5;

function attitudeAdjustment({ view, base }: Start): Goal {
  const withinMs = 5 * MS_PER_MIN;
  if (view.mode === 'SAFE' && view.battery.soc > LEAVES_SAFE_FROM_SOC) {
    return { sought: [{ is: 'mode', mode: 'NOMINAL' }], withinMs };
  }
  const isOff = hasFault(view, 'wheels') || (view.mode === 'NOMINAL' && (base?.attitudeStability ?? 0) > 1);
  const sought = isOff ? change('attitudeStability', -0.3) : hold('attitudeStability', 0.6, 'up');
  return { sought: [sought], withinMs, isAtEnd: true };
}

function communicationsCheck({ view }: Start): Goal {
  const linked: Sought = { is: 'linked' };
  // An antenna that is off its direction is not what a check of the receiver mends.
  const isWeak = hasFault(view, 'antenna') && view.radio.misalignment <= 1;
  return isWeak
    ? { sought: [change('signalStrength', 3), linked], withinMs: MS_PER_MIN }
    : { sought: [linked], withinMs: MS_PER_MIN, isAtEnd: true };
}

function thermalControl({ view, telemetry }: Start): Goal {
  const { isHeaterOn, busTemperature } = view.thermal;
  // The thermostat switches off at 0 °C.
  if (isHeaterOn && busTemperature > 2) return { sought: [{ is: 'heater-off' }], withinMs: 90 * S };
  const { low = -20, high = 40 } = TELEMETRY_LIMITS.temperature.warning;
  const isTooWarm = busTemperature > high - 5;
  const from = slopePerMin(telemetry, 'temperature');
  if (from !== undefined && (isTooWarm || busTemperature < low + 5 || hasFault(view, 'bus', 'heater'))) {
    const isCooled = isTooWarm || (busTemperature >= low + 5 && from > 0);
    return { sought: [{ is: 'slope', by: isCooled ? -0.15 : 0.15, from }], withinMs: 5 * MS_PER_MIN };
  }
  if (hasFault(view, 'battery') && view.battery.currentA < -2) {
    return { sought: [change('batteryVoltage', 0.1)], withinMs: 3 * MS_PER_MIN };
  }
  return { sought: [hold('temperature', 3, 'either')], withinMs: 2 * MS_PER_MIN, isAtEnd: true };
}

/** In percent: below it a station can read no data. */
const NO_DATA_BELOW = 40;

function dataDownlink({ view, nextStationTime }: Start): Goal {
  const { storedMb, downlinkedMb } = view.data;
  const sought: readonly Sought[] = [
    { is: 'downlinked', fromMb: downlinkedMb, byMb: storedMb >= 2 ? 1 : 0.1 },
  ];
  if (view.radio.station === undefined) {
    const until = nextStationTime === undefined ? ' now' : ` until ${formatUtcTime(nextStationTime)}`;
    return { sought, withinMs: 2 * MS_PER_MIN, note: `needs a ground station: none in view${until}` };
  }
  const { signalStrength } = view.radio;
  if (signalStrength >= NO_DATA_BELOW) return { sought, withinMs: MS_PER_MIN };
  const now = formatReading('signalStrength', signalStrength);
  return { sought, withinMs: MS_PER_MIN, note: `needs a signal of ${NO_DATA_BELOW} % or more: ${now} now` };
}

const GOALS: Readonly<Record<CommandName, (start: Start) => Goal>> = {
  'Rotate Antenna': rotateAntenna,
  'Deploy Solar Array': deploySolarArray,
  'Calibrate Sensors': calibrateSensors,
  'Enter Safe Mode': enterSafeMode,
  'Attitude Adjustment': attitudeAdjustment,
  'Communications Check': communicationsCheck,
  'Thermal Control': thermalControl,
  'Data Downlink': dataDownlink,
};

/** What a command is expected to bring about from the state that it finds. */
export const goalOf = (start: Start): Goal => GOALS[start.name](start);
