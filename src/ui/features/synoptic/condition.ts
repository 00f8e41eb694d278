import { atom } from 'jotai';
import { type EclipseTransition, nextChange } from '../../../shared/contract/contact-plan.ts';
import { SPACECRAFT } from '../../../shared/entities/satellites.ts';
import type { EclipseForecast, SpacecraftMode, SpacecraftView } from '../../../shared/entities/spacecraft.ts';
import { type EpochMs, MS_PER_MIN } from '../../../shared/kit/units.ts';
import type { StatusLevel } from '../../kit/status/levels.ts';
import { contactsOf } from '../../mission/contacts/contacts-at.ts';
import { missionSecondAtom, sliceAtoms } from '../../mission/link/atoms.ts';
import { isSpacecraftStaleAtom } from '../../mission/link/staleness.ts';
import { percent } from './percent.ts';

export const MODE_LEVELS: Readonly<Record<SpacecraftMode, StatusLevel>> = {
  NOMINAL: 'normal',
  SAFE: 'caution',
  SURVIVAL: 'critical',
};

const MODE_TEXT: Readonly<Record<SpacecraftMode, string>> = {
  NOMINAL: 'Nominal',
  SAFE: 'Safe mode',
  SURVIVAL: 'Survival mode',
};

function stateText({ mode, faults }: SpacecraftView): string {
  const [first, ...others] = faults;
  if (!first) return MODE_TEXT[mode];
  // Keeps the sentence to one line on a small screen; the anomaly itself states an unknown cause.
  return `${MODE_TEXT[mode]}, ${others.length === 0 ? first.label : `${faults.length} ongoing anomalies`}`;
}

const minutes = (ms: number): string => `${Math.max(1, Math.round(ms / MS_PER_MIN))} min`;
const inMinutes = (ms: number): string => (ms < MS_PER_MIN / 2 ? 'within a minute' : `in ${minutes(ms)}`);

/** Possible overestimate of the charge at the end of an eclipse while a fault is active, 0 to 1. */
const SOC_ERROR = 0.01;

/**
 * Describes current and next light, with the expected charge at the end of the eclipse: "In eclipse. Sunrise
 * in 12 min with about 75 %".
 */
export function describeLight(forecast: EclipseForecast | undefined, now: EpochMs): string | undefined {
  if (!forecast) return undefined;
  const { eclipse } = forecast;
  if (!eclipse) return 'No eclipse on this orbit';
  const { startTime, endTime, socAtEnd } = eclipse;
  if (endTime <= now) return undefined; // the next one is not forecast yet
  const least = Math.floor(100 * (socAtEnd - SOC_ERROR)) / 100;
  const bound = least > 0 ? `at least ${percent(least)}` : 'perhaps no charge';
  const charge = forecast.isLeast ? bound : `about ${percent(socAtEnd)}`;
  return startTime <= now
    ? `In eclipse. Sunrise ${inMinutes(endTime - now)} with ${charge}`
    : `Eclipse ${inMinutes(startTime - now)} for ${minutes(endTime - startTime)}, ${charge} at sunrise`;
}

/**
 * Describes current and next light without a charge, until the forecast is for the eclipse that the header
 * counts to.
 */
export function describeTransition(
  transitions: readonly EclipseTransition[],
  now: EpochMs,
): string | undefined {
  const next = nextChange(transitions, now);
  if (!next) return undefined;
  return next.isEclipsed
    ? `Eclipse ${inMinutes(next.time - now)}`
    : `In eclipse. Sunrise ${inMinutes(next.time - now)}`;
}

/**
 * Condition of the spacecraft, in a sentence or two: mode and faults, battery, and state of charge after the
 * next eclipse.
 */
export function describeCondition(
  view: SpacecraftView,
  forecast: EclipseForecast | undefined,
  now: EpochMs,
): string {
  const light = describeLight(forecast, now);
  return `${stateText(view)}. Battery ${percent(view.battery.soc)}${light === undefined ? '' : `. ${light}`}`;
}

/**
 * Returns the forecast at the displayed time, which may be before or after the forecast's own, with the times
 * that the header counts to. `undefined` until the forecast is for that eclipse.
 */
export function forecastAt(
  forecast: EclipseForecast | undefined,
  transitions: readonly EclipseTransition[],
  now: EpochMs,
): EclipseForecast | undefined {
  const next = nextChange(transitions, now);
  const end = next?.isEclipsed ? nextChange(transitions, next.time) : next;
  if (!forecast?.eclipse || !next || !end) return forecast;
  const { endTime, socAtEnd } = forecast.eclipse;
  if (Math.abs(endTime - end.time) > SAME_ECLIPSE_MS) return undefined;
  return { ...forecast, eclipse: { startTime: end === next ? now : next.time, endTime: end.time, socAtEnd } };
}

/** Less than an orbit, and more than two computations of its end differ by. */
const SAME_ECLIPSE_MS = 20 * MS_PER_MIN;

const transitionsAtom = atom(
  (get) => contactsOf(get(sliceAtoms.contacts), SPACECRAFT)?.eclipseTransitions ?? [],
);

const forecastAtom = atom((get): EclipseForecast | undefined => {
  const now = get(missionSecondAtom);
  return now === undefined ? undefined : forecastAt(get(sliceAtoms.eclipse), get(transitionsAtom), now);
});

/** `undefined` without fresh telemetry. */
export const conditionAtom = atom((get): string | undefined => {
  const view = get(sliceAtoms.spacecraft);
  const now = get(missionSecondAtom);
  if (!view || now === undefined || get(isSpacecraftStaleAtom)) return undefined;
  return describeCondition(view, get(forecastAtom), now);
});

/** `undefined` without fresh telemetry. */
export const lightAtom = atom((get): string | undefined => {
  const now = get(missionSecondAtom);
  if (now === undefined || get(isSpacecraftStaleAtom)) return undefined;
  return describeLight(get(forecastAtom), now) ?? describeTransition(get(transitionsAtom), now);
});

export interface ShownMode {
  readonly mode: SpacecraftMode;
  readonly level: StatusLevel;
  /** State of charge: `84 %`. */
  readonly charge: string;
  /** The same, 0 to 1. */
  readonly soc: number;
}

const freshModeAtom = atom((get): SpacecraftMode | undefined =>
  get(isSpacecraftStaleAtom) ? undefined : get(sliceAtoms.spacecraft)?.mode,
);

/** Rounded to the whole percent, as displayed. */
const chargeAtom = atom((get): number | undefined => {
  const view = get(sliceAtoms.spacecraft);
  return view && Math.round(100 * view.battery.soc) / 100;
});

/** Shown mode and state of charge; `undefined` without fresh telemetry. */
export const shownModeAtom = atom((get): ShownMode | undefined => {
  const mode = get(freshModeAtom);
  const soc = get(chargeAtom);
  return mode && soc !== undefined
    ? { mode, level: MODE_LEVELS[mode], charge: percent(soc), soc }
    : undefined;
});
