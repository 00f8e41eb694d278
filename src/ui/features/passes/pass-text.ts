import type { Place } from '../../../shared/entities/place.ts';
import { mapSatellites, SATELLITES } from '../../../shared/entities/satellites.ts';
import { formatDuration, formatNumber } from '../../../shared/kit/quantity-text.ts';
import type { Degrees, EpochMs } from '../../../shared/kit/units.ts';
import { formatUtcDate, formatUtcMinute, formatUtcTime, formatUtcTimeFrom } from '../../kit/format.ts';
import {
  type ListedPass,
  type PassFilter,
  type PassSpan,
  type Period,
  type SatelliteGroup,
  toSecond,
} from './pass-filter.ts';

const POINTS = [
  'N',
  'NNE',
  'NE',
  'ENE',
  'E',
  'ESE',
  'SE',
  'SSE',
  'S',
  'SSW',
  'SW',
  'WSW',
  'W',
  'WNW',
  'NW',
  'NNW',
] as const;

/** An azimuth as compass point with degrees: `WNW 293°`. */
export function azimuthText(azimuth: Degrees): string {
  const whole = Math.round(azimuth) % 360;
  return `${POINTS[Math.round(whole / 22.5) % POINTS.length]} ${whole}°`;
}

export const elevationText = ({ maxElevation }: Pick<ListedPass, 'maxElevation'>): string =>
  `${formatNumber(maxElevation, 0)}°`;

/** `06:42:12`, or `before 06:42:12` if the time of the rise is unknown. */
export const aosText = ({ aos, startsBefore }: ListedPass): string =>
  `${startsBefore ? 'before ' : ''}${formatUtcTime(aos)}`;

export const tcaText = ({ aos, tca }: ListedPass): string => formatUtcTimeFrom(tca, aos);

export const losText = ({ aos, los, endsAfter }: ListedPass): string =>
  `${endsAfter ? 'after ' : ''}${formatUtcTimeFrom(los, aos)}`;

export const durationText = ({ aos, los }: Pick<ListedPass, 'aos' | 'los'>): string =>
  formatDuration(toSecond(los) - toSecond(aos));

/** `2026-11-24 21:31 to 2026-11-25 11:57 UTC`, a date only where it changes; with ` and ` between two nights. */
export function spanText({ from, to, day }: PassSpan): string {
  let date = '';
  const text = (time: EpochMs): string => {
    const before = date;
    date = formatUtcDate(time);
    return date === before ? formatUtcMinute(time) : `${date} ${formatUtcMinute(time)}`;
  };
  const parts = day
    ? [
        [from, day.from],
        [day.to, to],
      ]
    : [[from, to]];
  return `${parts.map((part) => part.map((time) => text(time as EpochMs)).join(' to ')).join(' and ')} UTC`;
}

export const GROUP_NAMES: Readonly<Record<SatelliteGroup, string>> = {
  ...mapSatellites((id) => SATELLITES[id].name),
  added: 'Added',
};

export const PERIOD_NAMES: Readonly<Record<Period, string>> = {
  tonight: 'Tonight',
  '24 h': 'Next 24 h',
  '3 days': 'Next 3 days',
  '7 days': 'Next 7 days',
};

/** A filter in words: `Tonight, visible, from 20°, ISS`. */
export function filterText({ period, isVisibleOnly, leastElevation, groups }: PassFilter): string {
  return [
    PERIOD_NAMES[period],
    ...(isVisibleOnly ? ['visible only'] : []),
    ...(leastElevation > 0 ? [`from ${leastElevation}°`] : []),
    ...(groups.length > 0 ? [groups.map((group) => GROUP_NAMES[group]).join(' and ')] : []),
  ].join(', ');
}

/** Minimum elevation of passes at a place, in words. */
export const leastText = ({ mask }: Place): string => (mask > 0 ? `${mask}° of elevation` : 'the horizon');

/** Reason why a list is empty. */
export interface EmptyList {
  readonly headline: string;
  /** Suggested change. */
  readonly detail: string;
}

/** @param hidden passes of the period that the other choices of the filter hide */
export function emptyList(
  filter: PassFilter,
  span: PassSpan | undefined,
  place: Place,
  hidden: number,
): EmptyList {
  if (!span) {
    return {
      headline: `The Sun does not set at ${place.name}`,
      detail: 'There is no night to list passes for. Choose another period.',
    };
  }
  const period = filter.period === 'tonight' ? 'tonight' : `in the next ${filter.period}`;
  if (hidden > 0) {
    const passes = hidden === 1 ? 'One pass does' : `${hidden} passes do`;
    return {
      headline: 'No pass matches the filters',
      detail: `${passes} not match them ${period}. Show all of them, or choose a longer period.`,
    };
  }
  return {
    headline: `No pass over ${place.name} ${period}`,
    detail: `No satellite of the list rises above ${leastText(place)}. Choose a longer period or another place.`,
  };
}

/** Describes a pass in one sentence, for a notification. @param now current time */
export function noticeText(
  pass: Pick<ListedPass, 'aos' | 'los' | 'aosAzimuth' | 'maxElevation'> & { readonly place: string },
  now: EpochMs,
): string {
  const left = pass.aos > now ? `rises in ${formatDuration(pass.aos - now)}` : 'is up';
  const until = `until ${formatUtcTime(pass.los)} UTC`;
  return `${left} over ${pass.place}: ${formatUtcTime(pass.aos)} in ${azimuthText(pass.aosAzimuth)}, highest ${elevationText(pass)}, ${until}`;
}
