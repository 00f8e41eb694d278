import { SATELLITE_IDS } from '../../../shared/entities/satellites.ts';
import { addMs, type EpochMs, epochMs, MS_PER_DAY, MS_PER_H, MS_PER_S } from '../../../shared/kit/units.ts';
import { type Night, nightAt } from '../../../shared/orbit/night.ts';
import type { Site } from '../../../shared/orbit/observer.ts';
import type { VisualPass } from '../../../shared/orbit/visual-passes.ts';
import type { Satellite } from '../../mission/fleet/fleet.ts';

/** Satellite choices: those of the mission, and the added ones that are shown. */
export const SATELLITE_GROUPS = [...SATELLITE_IDS, 'added'] as const;
export type SatelliteGroup = (typeof SATELLITE_GROUPS)[number];

export const groupOf = ({ mission }: Satellite): SatelliteGroup => mission ?? 'added';

export interface ListedPass extends VisualPass {
  readonly satellite: Satellite;
}

export const PERIODS = ['tonight', '24 h', '3 days', '7 days'] as const;
export type Period = (typeof PERIODS)[number];

/** Choices of the least maximum elevation of listed passes, in degrees; 0 lists all. */
export const LEAST_ELEVATIONS = [0, 10, 20, 40] as const;

export interface PassFilter {
  readonly period: Period;
  readonly isVisibleOnly: boolean;
  readonly leastElevation: (typeof LEAST_ELEVATIONS)[number];
  /** Empty for all. */
  readonly groups: readonly SatelliteGroup[];
}

export const FIRST_FILTER: PassFilter = {
  period: 'tonight',
  isVisibleOnly: false,
  leastElevation: 0,
  groups: [],
};

export const isSameFilter = (one: PassFilter, other: PassFilter): boolean =>
  one.period === other.period &&
  one.isVisibleOnly === other.isVisibleOnly &&
  one.leastElevation === other.leastElevation &&
  one.groups.length === other.groups.length &&
  one.groups.every((group) => other.groups.includes(group));

/** Parses a stored filter; damaged parts are those of the first one. */
export function readFilter(stored: unknown): PassFilter {
  const { period, isVisibleOnly, leastElevation, groups } = (stored ?? {}) as Partial<
    Record<keyof PassFilter, unknown>
  >;
  return {
    period: PERIODS.find((one) => one === period) ?? FIRST_FILTER.period,
    isVisibleOnly: isVisibleOnly === true,
    leastElevation: LEAST_ELEVATIONS.find((one) => one === leastElevation) ?? FIRST_FILTER.leastElevation,
    groups: Array.isArray(groups) ? SATELLITE_GROUPS.filter((group) => groups.includes(group)) : [],
  };
}

/** Time that a list covers; undefined if there is no night. */
export interface PassSpan {
  readonly from: EpochMs;
  readonly to: EpochMs;
  /** Kind of night of a list for tonight. */
  readonly night?: Night['kind'];
  /** Day between the two nights of a list for tonight; passes during it are not listed. */
  readonly day?: { readonly from: EpochMs; readonly to: EpochMs };
}

const DAYS: Readonly<Record<Exclude<Period, 'tonight'>, number>> = { '24 h': 1, '3 days': 3, '7 days': 7 };

/** Truncates to the second, like every clock of the page. */
export const toSecond = (time: EpochMs): EpochMs => epochMs(Math.floor(time / MS_PER_S) * MS_PER_S);

/** A remaining night this long makes a list by itself; a shorter one is extended by the coming night. */
const SHORT_NIGHT_MS = MS_PER_H;

/**
 * Returns the time that a period covers from an instant: tonight is the rest of the current night or, by day,
 * the next one, from sunset to sunrise. In its last hour the coming night is added, if one begins within a
 * day. In polar night it is the next 24 hours, and in polar day nothing.
 */
export function passSpan(period: Period, site: Site, now: EpochMs): PassSpan | undefined {
  if (period !== 'tonight') return { from: now, to: addMs(now, DAYS[period] * MS_PER_DAY) };
  const night = nightAt(site, now);
  if (night.kind === 'polar day') return undefined;
  if (night.kind === 'polar night') return { from: now, to: addMs(now, MS_PER_DAY), night: night.kind };
  const span = {
    from: epochMs(Math.max(now, toSecond(night.sunset))),
    to: toSecond(night.sunrise),
    night: night.kind,
  };
  if (night.sunset > now || night.sunrise - now >= SHORT_NIGHT_MS) return span;
  const coming = nightAt(site, addMs(night.sunrise, MS_PER_S));
  if (coming.kind !== 'night') return span;
  return { ...span, to: toSecond(coming.sunrise), day: { from: span.to, to: toSecond(coming.sunset) } };
}

/** True if a satellite's group is chosen. */
export const hasGroup = ({ groups }: PassFilter, group: SatelliteGroup): boolean =>
  groups.length === 0 || groups.includes(group);

/** Returns the passes of a span that a filter lists, in order of AOS. */
export const listPasses = (
  passes: readonly ListedPass[],
  filter: PassFilter,
  { from, to, day }: PassSpan,
): readonly ListedPass[] =>
  passes
    .filter(
      ({ aos, los, maxElevation, visible, satellite }) =>
        los > from &&
        aos < to &&
        !(day && aos > day.from && los < day.to) &&
        maxElevation >= filter.leastElevation &&
        (!filter.isVisibleOnly || visible.some(({ start, end }) => end > from && start < to)) &&
        hasGroup(filter, groupOf(satellite)),
    )
    .sort((a, b) => a.aos - b.aos || a.satellite.id - b.satellite.id);

/** True if a satellite is up for longer than the search: all day for a geostationary one. */
export const isAlwaysUp = ({ startsBefore, endsAfter }: VisualPass): boolean => startsBefore && endsAfter;
