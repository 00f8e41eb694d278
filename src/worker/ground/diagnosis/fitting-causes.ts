import { ANOMALY_TYPES, type AnomalyType, type TelemetrySample } from '../../../shared/entities/entities.ts';
import { FAULT_NAMES, type FaultName } from '../../../shared/entities/faults.ts';
import type { SpacecraftView } from '../../../shared/entities/spacecraft.ts';
import { MS_PER_MIN, MS_PER_S } from '../../../shared/kit/units.ts';
import { FAULT_KINDS } from '../../spacecraft/fault-kinds.ts';
import {
  clearChange,
  clearSlopeChange,
  FULL_LIGHT,
  isLitIn,
  type ObservedChange,
} from './observed-change.ts';

/** Evidence that separates the causes of one type of anomaly. */
export interface Evidence {
  readonly span: ObservedChange | undefined;
  /** First sample after the onset, if it came promptly. */
  readonly first: TelemetrySample | undefined;
  /** Spacecraft housekeeping, if from after the onset. */
  readonly view: SpacecraftView | undefined;
  readonly sinceOnsetMs: number;
  /** True if neither the redundant unit nor safe mode reduces the effect, so that its size is significant. */
  readonly isFullSize: boolean;
}

const CAUSES = Object.fromEntries(
  ANOMALY_TYPES.map((type) => [type, FAULT_NAMES.filter((name) => FAULT_KINDS[name].type === type)]),
) as unknown as Readonly<Record<AnomalyType, readonly FaultName[]>>;

export const causesOf = (type: AnomalyType): readonly FaultName[] => CAUSES[type];

/** Before this, a change has not reached its full size. */
const SIZE_AFTER_MS = 15 * MS_PER_S;
/** After this, the orbit has changed the reference for the size. */
const SIZE_UNTIL_MS = 6 * MS_PER_MIN;

interface Sized extends Evidence {
  readonly span: ObservedChange;
}

/** Returns the evidence if the size of a change is significant. */
function sized(evidence: Evidence): Sized | undefined {
  const { span, sinceOnsetMs, isFullSize } = evidence;
  const isDue = sinceOnsetMs >= SIZE_AFTER_MS && sinceOnsetMs <= SIZE_UNTIL_MS;
  return span && isDue && isFullSize ? { ...evidence, span } : undefined;
}

const isSteadyLight = ({ from, to }: ObservedChange): boolean => isLitIn(from) === isLitIn(to);

/** Voltage drop that only a missing cell causes, not a weak cell or a higher resistance, V. */
const MISSING_CELL_V = 2.5;
const WEAK_CELL_V = 0.48;
const RESISTANCE_V = 0.36;
/** Margin around the midpoint of the two sags within which they cannot be distinguished, V. */
const SAG_MARGIN_V = 0.09;

/**
 * A missing cell drops the voltage strongly; a higher resistance follows the sign of the current; a weak cell lowers
 * the voltage either way.
 */
function batteryCauses(evidence: Evidence): readonly FaultName[] | undefined {
  const { span, view, sinceOnsetMs } = sized(evidence) ?? {};
  if (!span || !view || sinceOnsetMs === undefined || !isSteadyLight(span)) return undefined;
  const change = clearChange(span, 'batteryVoltage');
  if (change === 0) return undefined;
  if (change > 0) return ['high-resistance'];
  if (change < -MISSING_CELL_V) return ['cell-short'];
  const both = ['weak-cell', 'high-resistance'] as const;
  const { currentA } = view.battery;
  if (currentA < 0) {
    // Both sags grow with the current; later the battery discharges too.
    if (sinceOnsetMs > MS_PER_MIN) return undefined;
    const between = 0.3 - 0.0375 * currentA;
    if (Math.abs(-change - between) < SAG_MARGIN_V) return both;
    return -change > between ? ['weak-cell'] : ['high-resistance'];
  }
  if (change < -WEAK_CELL_V) return ['weak-cell'];
  return change > -RESISTANCE_V ? ['high-resistance'] : both;
}

/** Loss of solar output: a quarter for a string, half for a wing, nearly all for the drive. */
function solarCauses(evidence: Evidence): readonly FaultName[] | undefined {
  const { span, view, sinceOnsetMs } = sized(evidence) ?? {};
  if (!span || !view || sinceOnsetMs === undefined || !isSteadyLight(span)) return undefined;
  const turn = clearChange(span, 'attitudeStability');
  if (isLitIn(span.from)) {
    if (view.light <= FULL_LIGHT) return undefined;
    const left = span.to.solarOutput / span.from.solarOutput;
    if (left < 0.28) return ['drive-stuck'];
    if (left < 0.42) return ['wing-folded', 'drive-stuck'];
    if (left < 0.6) return ['wing-folded'];
    return left > 0.66 && left < 0.95 && turn <= 0 ? ['open-string'] : undefined;
  }
  // In eclipse the two faults that move the array turn the spacecraft; an open string only drains the
  // battery.
  if (turn >= DRIVE_TURN) return ['drive-stuck'];
  if (turn > 0) return sinceOnsetMs >= 4 * MS_PER_MIN ? ['wing-folded'] : ['wing-folded', 'drive-stuck'];
  const hasSagged = clearChange(span, 'batteryVoltage') < 0;
  return hasSagged && sinceOnsetMs >= MS_PER_MIN ? ['open-string'] : undefined;
}

/** Attitude change that only a stalled drive causes, degrees. */
const DRIVE_TURN = 2.2;

/**
 * Antenna misalignment, degrees: pointing is correct below `ON_DIRECTION` and off within `OFF_DIRECTION`; from
 * `SLIPPED_FROM` on, the gimbal has slipped.
 */
const ON_DIRECTION = 0.8;
const OFF_DIRECTION = { from: 2.5, to: 5.1 } as const;
const SLIPPED_FROM = 6.2;

/** Narrows the causes by the misalignment that the antenna's encoder reports. */
function signalCauses({ span, view, sinceOnsetMs, isFullSize }: Evidence): readonly FaultName[] | undefined {
  if (!view || sinceOnsetMs < SIZE_AFTER_MS) return undefined;
  if (view.activities.some(({ name }) => name === 'Rotate Antenna')) return undefined;
  const { misalignment } = view.radio;
  if (misalignment < ON_DIRECTION) {
    const isTurned = span === undefined || clearChange(span, 'attitudeStability') > 0;
    return isTurned ? undefined : ['receiver-detuned'];
  }
  if (isFullSize && misalignment >= OFF_DIRECTION.from && misalignment <= OFF_DIRECTION.to) {
    return ['antenna-off'];
  }
  return isFullSize && misalignment >= SLIPPED_FROM ? ['gimbal-slip'] : ['antenna-off', 'gimbal-slip'];
}

/** Temperature above which the thermostat keeps the heater off, °C. */
const HEATER_OFF_ABOVE = 2;

/**
 * Narrows the causes by a heater that is on although its thermostat should have it off, and by the direction of the
 * temperature change.
 */
function temperatureCauses({ span, view, sinceOnsetMs }: Evidence): readonly FaultName[] | undefined {
  if (!view || sinceOnsetMs < SIZE_AFTER_MS) return undefined;
  const { busTemperature, isHeaterOn } = view.thermal;
  const isConclusive = busTemperature > HEATER_OFF_ABOVE;
  if (isConclusive && isHeaterOn) return ['heater-stuck-on'];
  const turn = span ? clearSlopeChange(span) || clearChange(span, 'temperature') : 0;
  if (turn < 0) return ['louvre-open'];
  const others = ['radiator-blocked', 'louvre-open'] as const;
  if (turn > 0) return isConclusive ? ['radiator-blocked'] : ['heater-stuck-on', 'radiator-blocked'];
  return isConclusive ? others : undefined;
}

/**
 * Degrees: change that only a failing wheel causes, limit for wheel friction, and step that a wheel causes but a gyro
 * does not.
 */
const FAILING_TURN = 1.6;
const FRICTION_TURN = 1.2;
const JUMP = 0.5;
const FRICTION_AFTER_MS = 100 * MS_PER_S;

/** A wheel causes a step, a gyro a drift; the size separates the wheel faults. */
function attitudeCauses(evidence: Evidence): readonly FaultName[] | undefined {
  const { span, first, sinceOnsetMs } = sized(evidence) ?? {};
  if (!span || sinceOnsetMs === undefined || !isSteadyLight(span)) return undefined;
  const turn = clearChange(span, 'attitudeStability');
  if (turn >= FAILING_TURN) return ['wheel-failing'];
  const isSmall = sinceOnsetMs >= FRICTION_AFTER_MS && turn < FRICTION_TURN;
  if (!first) return isSmall ? ['wheel-friction', 'gyro-drift'] : undefined;
  if (first.attitudeStability - span.from.attitudeStability < JUMP) return ['gyro-drift'];
  return isSmall ? ['wheel-friction'] : ['wheel-friction', 'wheel-failing'];
}

const RULES: Readonly<Record<AnomalyType, (evidence: Evidence) => readonly FaultName[] | undefined>> = {
  Battery: batteryCauses,
  Solar: solarCauses,
  Signal: signalCauses,
  Temperature: temperatureCauses,
  Attitude: attitudeCauses,
};

/** Returns the causes of a type of anomaly that fit the evidence; all of them if it does not separate them. */
export const fittingCauses = (type: AnomalyType, evidence: Evidence): readonly FaultName[] =>
  RULES[type](evidence) ?? causesOf(type);

/**
 * Returns the causes that still fit. A cause ruled out stays so. Two simultaneous faults can give evidence against
 * both, so the active one is never ruled out.
 */
export function narrowCauses(
  held: readonly FaultName[],
  fitting: readonly FaultName[],
  name: FaultName,
): readonly FaultName[] {
  if (!fitting.includes(name)) return held;
  const narrowed = held.filter((cause) => fitting.includes(cause));
  return narrowed.length === held.length ? held : narrowed;
}
