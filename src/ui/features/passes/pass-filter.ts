import { addMs, type EpochMs, epochMs, MS_PER_DAY, MS_PER_H, MS_PER_S } from '../../../shared/kit/units.ts';
import { type Night, nightAt } from '../../../shared/orbit/night.ts';
import type { Site } from '../../../shared/orbit/observer.ts';
import type { VisualPass } from '../../../shared/orbit/visual-passes.ts';
import type { Satellite } from '../../mission/fleet/fleet.ts';

/** Choices of satellites: those of the mission, and the added ones that are shown. */
export const SATELLITE_GROUPS = ['iss', 'orbita', 'added'] as const;
export type SatelliteGroup = (typeof SATELLITE_GROUPS)[number];

export const groupOf = ({ mission }: Satellite): SatelliteGroup => mission ?? 'added';

/** A pass with its satellite. */
export interface ListedPass extends VisualPass {
  readonly satellite: Satellite;
}

export const PERIODS = ['tonight', '24 h', '3 days', '7 days'] as const;
export type Period = (typeof PERIODS)[number];

/** Highest elevations in degrees from which passes can be listed; 0 lists all. */
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

/** Time that a list covers. Without one there is no night. */
export interface PassSpan {
  readonly from: EpochMs;
  readonly to: EpochMs;
  /** Of a list for tonight. */
  readonly night?: Night['kind'];
  /** Between the two nights of a list for tonight: passes by day are not listed. */
  readonly day?: { readonly from: EpochMs; readonly to: EpochMs };
}

const DAYS: Readonly<Record<Exclude<Period, 'tonight'>, number>> = { '24 h': 1, '3 days': 3, '7 days': 7 };

/** Without its part of a second, as every clock of the page shows an instant. */
export const toSecond = (time: EpochMs): EpochMs => epochMs(Math.floor(time / MS_PER_S) * MS_PER_S);

/** So much of a night is a list of its own; of less, the coming night is a part too. */
const SHORT_NIGHT_MS = MS_PER_H;

/**
 * The time that a period covers from an instant on: tonight is what is left of the present night or, by day, the next one,
 * from sunset to sunrise. In its last hour the coming night is added, if one begins within a day. In the polar night it is the next
 * 24 hours, and in the polar day nothing.
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

/** Whether a satellite is one of those chosen. */
export const hasGroup = ({ groups }: PassFilter, group: SatelliteGroup): boolean =>
  groups.length === 0 || groups.includes(group);

/** The passes of a span that a filter lists, in order of AOS. */
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

/** Whether a satellite is up at a place for longer than a search looks: all day for a geostationary one. */
export const isAlwaysUp = ({ startsBefore, endsAfter }: VisualPass): boolean => startsBefore && endsAfter;
