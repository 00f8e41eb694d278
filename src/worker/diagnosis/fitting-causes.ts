import type { AnomalyType, TelemetrySample } from '../../shared/entities.ts';
import type { SpacecraftView } from '../../shared/spacecraft.ts';
import { MS_PER_MIN, MS_PER_S } from '../../shared/units.ts';
import { FAULT_KINDS, FAULT_NAMES, type FaultName } from '../spacecraft/fault-kinds.ts';
import { clearChange, clearSlopeChange, FULL_LIGHT, isLitIn, type Span } from './observed-change.ts';

/** What can tell the causes of one type of anomaly apart. */
export interface Evidence {
  readonly span: Span | undefined;
  /** The first sample after the onset, where it came at once. */
  readonly first: TelemetrySample | undefined;
  /** What the spacecraft reports of itself, where that is of after the onset. */
  readonly view: SpacecraftView | undefined;
  readonly sinceOnsetMs: number;
  /** Neither a redundant unit nor safe mode takes a part of the effect away, so that its size tells something. */
  readonly isFullSize: boolean;
}

/** The faults that an anomaly of a type can come of. */
export const causesOf = (type: AnomalyType): readonly FaultName[] =>
  FAULT_NAMES.filter((name) => FAULT_KINDS[name].type === type);

/** Before it the size of a change is still that of its beginning. */
const SIZE_AFTER_MS = 15 * MS_PER_S;
/** After it the orbit has changed what a size is compared with. */
const SIZE_UNTIL_MS = 6 * MS_PER_MIN;

interface Sized extends Evidence {
  readonly span: Span;
}

/** The evidence where the size of a change tells something. */
function sized(evidence: Evidence): Sized | undefined {
  const { span, sinceOnsetMs, isFullSize } = evidence;
  const isDue = sinceOnsetMs >= SIZE_AFTER_MS && sinceOnsetMs <= SIZE_UNTIL_MS;
  return span && isDue && isFullSize ? { ...evidence, span } : undefined;
}

const isSteadyLight = ({ from, to }: Span): boolean => isLitIn(from) === isLitIn(to);

/** Volts that only a missing cell takes away, and that a weak cell does and more resistance does not. */
const MISSING_CELL_V = 2.5;
const WEAK_CELL_V = 0.48;
const RESISTANCE_V = 0.36;
/** Volts around the middle between the two in which a sag tells nothing. */
const SAG_MARGIN_V = 0.09;

/** A missing cell is large; more resistance follows the sign of the current, a weak cell is low either way. */
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
    // The sag of both grows with the current; later the battery runs down as well.
    if (sinceOnsetMs > MS_PER_MIN) return undefined;
    const between = 0.3 - 0.0375 * currentA;
    if (Math.abs(-change - between) < SAG_MARGIN_V) return both;
    return -change > between ? ['weak-cell'] : ['high-resistance'];
  }
  if (change < -WEAK_CELL_V) return ['weak-cell'];
  return change > -RESISTANCE_V ? ['high-resistance'] : both;
}

/** What is left of the solar output: a string is a quarter, a wing a half, the drive nearly all. */
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
  // In the dark the two that move the array turn the spacecraft; an open string only draws on the battery.
  if (turn >= DRIVE_TURN) return ['drive-stuck'];
  if (turn > 0) return sinceOnsetMs >= 4 * MS_PER_MIN ? ['wing-folded'] : ['wing-folded', 'drive-stuck'];
  const hasSagged = clearChange(span, 'batteryVoltage') < 0;
  return hasSagged && sinceOnsetMs >= MS_PER_MIN ? ['open-string'] : undefined;
}

/** Degrees by which only a stalled drive turns the spacecraft. */
const DRIVE_TURN = 2.2;

/** Degrees off the direction within which the antenna points, is off it, and beyond which its gimbal has slipped. */
const ON_DIRECTION = 0.8;
const OFF_DIRECTION = { from: 2.5, to: 5.1 } as const;
const SLIPPED_FROM = 6.2;

/** How far the antenna is off its direction, as its encoder reports it. */
function signalCauses({ span, view, sinceOnsetMs, isFullSize }: Evidence): readonly FaultName[] | undefined {
  if (!view || sinceOnsetMs < SIZE_AFTER_MS) return undefined;
  if (view.activities.some(({ name }) => name === 'Rotate Antenna')) return undefined;
  const { misalignment } = view.radio;
  if (misalignment < ON_DIRECTION) {
    const isSeen = span !== undefined && clearChange(span, 'signalStrength') < 0;
    const isTurned = span !== undefined && clearChange(span, 'attitudeStability') > 0;
    return isSeen && !isTurned ? ['receiver-detuned'] : undefined;
  }
  if (isFullSize && misalignment >= OFF_DIRECTION.from && misalignment <= OFF_DIRECTION.to) {
    return ['antenna-off'];
  }
  return isFullSize && misalignment >= SLIPPED_FROM ? ['gimbal-slip'] : ['antenna-off', 'gimbal-slip'];
}

/** °C above which the thermostat keeps the heater off. */
const HEATER_OFF_ABOVE = 2;

/** Whether the heater is on where its thermostat would have it off, and which way the temperature turns. */
function temperatureCauses({ span, view, sinceOnsetMs }: Evidence): readonly FaultName[] | undefined {
  if (!view || sinceOnsetMs < SIZE_AFTER_MS) return undefined;
  const { busTemperature, isHeaterOn } = view.thermal;
  const isTelling = busTemperature > HEATER_OFF_ABOVE;
  if (isTelling && isHeaterOn) return ['heater-stuck-on'];
  const turn = span ? clearSlopeChange(span) || clearChange(span, 'temperature') : 0;
  if (turn < 0) return ['louvre-open'];
  const others = ['radiator-blocked', 'louvre-open'] as const;
  if (turn > 0) return isTelling ? ['radiator-blocked'] : ['heater-stuck-on', 'radiator-blocked'];
  return isTelling ? others : undefined;
}

/** Degrees by which only a failing wheel lets the spacecraft go, and that a wheel jumps by where a gyro creeps. */
const FAILING_TURN = 1.6;
const FRICTION_TURN = 1.2;
const JUMP = 0.5;
const FRICTION_AFTER_MS = 100 * MS_PER_S;

/** A wheel jumps and a gyro creeps; how far it goes tells the wheels apart. */
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

/** The causes of a type of anomaly that fit the evidence: all of them where it does not tell them apart. */
export const fittingCauses = (type: AnomalyType, evidence: Evidence): readonly FaultName[] =>
  RULES[type](evidence) ?? causesOf(type);

/**
 * The causes that still fit: what was ruled out stays so. Two faults at once can give evidence against both; the one that
 * acts is never ruled out.
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
