import type { CommandName, TelemetrySample } from '../../../shared/entities/entities.ts';
import type { FaultName } from '../../../shared/entities/faults.ts';
import type { SpacecraftMode, SpacecraftPart, SpacecraftView } from '../../../shared/entities/spacecraft.ts';
import type { TelemetryChannel } from '../../../shared/entities/telemetry-channels.ts';
import { type EpochMs, MS_PER_MIN, MS_PER_S } from '../../../shared/kit/units.ts';

import { openCircuitVoltage } from '../../spacecraft/power.ts';
import { recentSlopePerMin } from '../telemetry/telemetry-slope.ts';
import { formatReading, formatUtcTime } from '../telemetry/telemetry-text.ts';

/** Condition to check in telemetry and housekeeping. */
export type Criterion =
  /** A channel changes by at least this much in its direction. */
  | { readonly is: 'change'; readonly channel: TelemetryChannel; readonly by: number }
  /** A channel worsens by no more than this. */
  | {
      readonly is: 'hold';
      readonly channel: TelemetryChannel;
      readonly within: number;
      readonly worse: 'up' | 'down';
    }
  | { readonly is: 'in-limits'; readonly channel: TelemetryChannel }
  /** The battery's resistance, from charge, voltage and current, falls by at least this much. */
  | { readonly is: 'resistance'; readonly fromOhm: number; readonly byOhm: number }
  /** The bus warms (positive) or cools by this many °C/min more than before. */
  | { readonly is: 'slope'; readonly by: number; readonly from: number }
  | { readonly is: 'aligned' }
  | { readonly is: 'deployed' }
  | { readonly is: 'mode'; readonly mode: SpacecraftMode }
  | { readonly is: 'lighter'; readonly fromW: number; readonly byW: number }
  | { readonly is: 'linked' }
  | { readonly is: 'heater-off' }
  | { readonly is: 'downlinked'; readonly fromMb: number; readonly byMb: number };

/** Expected effect of a command: all criteria, met at the same time. */
export interface Criteria {
  readonly all: readonly Criterion[];
  readonly withinMs: number;
  /** True if it counts only after the command has ended: a no-change criterion must be met to the end. */
  readonly isAtEnd?: boolean;
  /** Obstacle to the effect, or an aspect that cannot be observed. */
  readonly note?: string;
}

/** Facts at the execution of a command. */
export interface ExecutionFacts {
  readonly name: CommandName;
  /** Last sample, if any. */
  readonly base: TelemetrySample | undefined;
  readonly telemetry: readonly TelemetrySample[];
  readonly view: SpacecraftView;
  /** Possible causes of the active faults, as far as known. */
  readonly faults?: readonly FaultName[] | undefined;
  /** Next AOS at a ground station, if known. */
  readonly nextStationTime?: EpochMs | undefined;
}

const S = MS_PER_S;
const hold = (channel: TelemetryChannel, within: number, worse: 'up' | 'down'): Criterion => ({
  is: 'hold',
  channel,
  within,
  worse,
});
const change = (channel: TelemetryChannel, by: number): Criterion => ({ is: 'change', channel, by });
const hasFault = ({ faults }: SpacecraftView, ...parts: readonly SpacecraftPart[]): boolean =>
  faults.some((fault) => fault.parts.some((part) => parts.includes(part)));

/** Largest misalignment of an aligned antenna. */
export const ALIGNED_DEG = 0.5;
const DEPLOYED_SHARE = 0.995;
export const isDeployed = ({ array }: SpacecraftView): boolean => array.deployedShare >= DEPLOYED_SHARE;

/**
 * Returns the signal lost by misalignment, points: 12 dB × (angle / 10°)², halved over the relay; 26 dB are 100 %.
 */
const lossPoints = ({ radio }: SpacecraftView): number =>
  ((12 * (radio.misalignment / 10) ** 2) / 26) * 100 * (radio.link === 'relay' ? 0.5 : 1);

function rotateAntenna({ view }: ExecutionFacts): Criteria {
  const withinMs = 75 * S;
  const aligned: Criterion = { is: 'aligned' };
  // At most half of the loss is required: range and attitude change the signal too.
  if (lossPoints(view) >= 6) return { all: [change('signalStrength', 3), aligned], withinMs };
  if (view.radio.misalignment > ALIGNED_DEG) return { all: [aligned], withinMs };
  if (view.radio.link === 'station') return { all: [aligned], withinMs, isAtEnd: true };
  return { all: [hold('signalStrength', 3, 'down'), aligned], withinMs, isAtEnd: true };
}

function deploySolarArray({ view, base }: ExecutionFacts): Criteria {
  const withinMs = 2 * MS_PER_MIN;
  const deployed: Criterion = { is: 'deployed' };
  const isImpaired = hasFault(view, 'array') || !isDeployed(view);
  if (view.light < 0.5) {
    const note = isImpaired ? 'its gain shows from sunrise' : 'in eclipse';
    return { all: [deployed], withinMs, isAtEnd: true, note };
  }
  const output = base?.solarOutput ?? view.array.powerW;
  if (isImpaired) {
    const by = Math.max(20, Math.round(output / 200) * 10);
    return { all: [change('solarOutput', by), deployed], withinMs, isAtEnd: true };
  }
  const within = Math.max(20, Math.round(output / 100) * 10);
  return { all: [hold('solarOutput', within, 'down'), deployed], withinMs, isAtEnd: true };
}

function calibrateSensors({ view }: ExecutionFacts): Criteria {
  const withinMs = 3 * MS_PER_MIN;
  const criterion = hasFault(view, 'sensors')
    ? change('attitudeStability', -0.2)
    : hold('attitudeStability', 0.5, 'up');
  return { all: [criterion], withinMs, isAtEnd: true };
}

function enterSafeMode({ view }: ExecutionFacts): Criteria {
  const mode: Criterion = { is: 'mode', mode: 'SAFE' };
  const { payloadW, totalW } = view.loads;
  if (view.mode !== 'NOMINAL' || payloadW < 20) return { all: [mode], withinMs: 30 * S };
  const byW = Math.floor(payloadW / 20) * 10;
  return { all: [mode, { is: 'lighter', fromW: totalW, byW }], withinMs: 30 * S };
}

/** State of charge above which a slew ends safe mode. */
const LEAVES_SAFE_FROM_SOC = 0.5;

function attitudeAdjustment({ view }: ExecutionFacts): Criteria {
  const withinMs = 5 * MS_PER_MIN;
  if (view.mode === 'SAFE' && view.battery.soc > LEAVES_SAFE_FROM_SOC) {
    return { all: [{ is: 'mode', mode: 'NOMINAL' }], withinMs };
  }
  const criterion = hasFault(view, 'wheels')
    ? change('attitudeStability', -0.2)
    : hold('attitudeStability', 0.6, 'up');
  return { all: [criterion], withinMs, isAtEnd: true };
}

function communicationsCheck({ view }: ExecutionFacts): Criteria {
  const linked: Criterion = { is: 'linked' };
  // A check of the receiver does not correct a misaligned antenna.
  const isWeak = hasFault(view, 'antenna') && view.radio.misalignment <= 1;
  return isWeak
    ? { all: [change('signalStrength', 2.5), linked], withinMs: MS_PER_MIN, isAtEnd: true }
    : { all: [linked], withinMs: MS_PER_MIN, isAtEnd: true };
}

/** °C/min: well above the noise of a slope. */
const TURNS_BY = 0.25;
/** Amperes: below this, voltage and current do not determine the resistance. */
const LEAST_CURRENT_A = 1;
/** Ohms: a smaller resistance may be mere noise of voltage and charge, and its decrease would prove nothing. */
const LEAST_OHM = 0.04;

/**
 * Returns the resistance from charge, voltage and current, in ohms; `undefined` at almost no current, or if something
 * other than a resistance changes the voltage.
 */
export function resistanceOf({ battery, faults }: SpacecraftView): number | undefined {
  const { soc, voltageV, currentA } = battery;
  if (!(Math.abs(currentA) >= LEAST_CURRENT_A)) return undefined;
  if (faults.filter(({ parts }) => parts.includes('battery')).length > 1) return undefined;
  const ohm = (voltageV - openCircuitVoltage(soc)) / currentA;
  // A clearly negative result means that another fault changes the voltage.
  return ohm < -LEAST_OHM ? undefined : Math.max(0, ohm);
}

const HOT_FAULTS: ReadonlySet<FaultName> = new Set(['heater-stuck-on', 'radiator-blocked']);

function thermalControl({ view, telemetry, faults = [] }: ExecutionFacts): Criteria {
  const withinMs = 5 * MS_PER_MIN;
  // The thermostat switches off at 0 °C.
  if (view.thermal.isHeaterOn && view.thermal.busTemperature > 2) {
    return { all: [{ is: 'heater-off' }], withinMs: 90 * S };
  }
  const isColdFault = faults.includes('louvre-open');
  // With both causes possible, neither direction of the temperature can be required.
  const isOpen = isColdFault && faults.some((name) => HOT_FAULTS.has(name));
  const from = recentSlopePerMin(telemetry, 'temperature');
  if (from !== undefined && !isOpen && (isColdFault || hasFault(view, 'bus', 'heater'))) {
    return { all: [{ is: 'slope', by: isColdFault ? TURNS_BY : -TURNS_BY, from }], withinMs };
  }
  if (faults.includes('high-resistance')) {
    const fromOhm = resistanceOf(view);
    if (fromOhm !== undefined && fromOhm >= LEAST_OHM) {
      const byOhm = Math.round(fromOhm * 25) / 100;
      return { all: [{ is: 'resistance', fromOhm, byOhm }], withinMs };
    }
    // Charging of the full battery ended early; it continues once the resistance has fallen.
    if (view.light >= 0.5) return { all: [change('batteryVoltage', 0.1)], withinMs };
  }
  return { all: [{ is: 'in-limits', channel: 'temperature' }], withinMs: 2 * MS_PER_MIN, isAtEnd: true };
}

/** Percent: below this a station cannot receive data. */
const NO_DATA_BELOW = 40;

function dataDownlink({ view, nextStationTime }: ExecutionFacts): Criteria {
  const { storedMb, downlinkedMb } = view.data;
  const all: readonly Criterion[] = [
    { is: 'downlinked', fromMb: downlinkedMb, byMb: storedMb >= 2 ? 1 : 0.1 },
  ];
  if (view.radio.station === undefined) {
    const until = nextStationTime === undefined ? ' now' : ` until ${formatUtcTime(nextStationTime)}`;
    return { all, withinMs: 2 * MS_PER_MIN, note: `needs a ground station: none in view${until}` };
  }
  const { signalStrength, antenna } = view.radio;
  if (antenna !== 'high') return { all, withinMs: MS_PER_MIN, note: 'needs the high-gain antenna' };
  if (signalStrength >= NO_DATA_BELOW) return { all, withinMs: MS_PER_MIN };
  const now = formatReading('signalStrength', signalStrength);
  return { all, withinMs: MS_PER_MIN, note: `needs a signal of ${NO_DATA_BELOW} % or more: ${now} now` };
}

const GOALS: Readonly<Record<CommandName, (start: ExecutionFacts) => Criteria>> = {
  'Rotate Antenna': rotateAntenna,
  'Deploy Solar Array': deploySolarArray,
  'Calibrate Sensors': calibrateSensors,
  'Enter Safe Mode': enterSafeMode,
  'Attitude Adjustment': attitudeAdjustment,
  'Communications Check': communicationsCheck,
  'Thermal Control': thermalControl,
  'Data Downlink': dataDownlink,
};

export const criteriaOf = (start: ExecutionFacts): Criteria => GOALS[start.name](start);
