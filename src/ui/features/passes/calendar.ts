import type { Place } from '../../../shared/entities/place.ts';
import type { EpochMs } from '../../../shared/kit/units.ts';
import { MS_PER_MIN } from '../../../shared/kit/units.ts';
import type { ExportFile } from '../../kit/files/download.ts';
import { formatInstant } from '../../kit/format.ts';
import { brightnessTexts, visibleText } from '../../mission/fleet/seen-text.ts';
import { accuracyText } from './pass-accuracy.ts';
import { exportName } from './pass-csv.ts';
import { type ListedPass, toSecond } from './pass-filter.ts';
import { azimuthText, durationText, elevationText } from './pass-text.ts';

/** Passes as an iCalendar object (RFC 5545). */

/** Passes of a satellite over a place are further apart, and recomputed times change by less. */
const UID_STEP_MS = 30 * MS_PER_MIN;

/**
 * Identity of a pass: satellite, place, and its TCA to the half hour. To the minute, every tenth pass would
 * change identity with new elements, and a calendar would show it twice.
 */
export function passUid({ satellite, tca }: Pick<ListedPass, 'satellite' | 'tca'>, place: Place): string {
  const { latitude, longitude } = place;
  const step = Math.round(tca / UID_STEP_MS);
  return `${satellite.id}_${latitude.toFixed(3)}_${longitude.toFixed(3)}_${step}@passes.orbita-1`;
}

/** `20261124T213107Z` (RFC 5545, section 3.3.5, form 2) */
const utcText = (time: EpochMs): string =>
  `${new Date(toSecond(time)).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;

/** A value of type TEXT (RFC 5545, section 3.3.11). */
const escapeText = (text: string): string =>
  text.replaceAll(/[\\;,]/g, '\\$&').replaceAll(/\r\n|\r|\n/g, '\\n');

const MOST_OCTETS = 75;
const encoder = new TextEncoder();

/** Folds a content line into lines of at most 75 octets, without splitting a character (RFC 5545, section 3.1). */
function foldLine(line: string): string {
  let folded = '';
  let octets = 0;
  for (const character of line) {
    const size = encoder.encode(character).length;
    if (octets + size > MOST_OCTETS) {
      folded += '\r\n ';
      octets = 1;
    }
    folded += character;
    octets += size;
  }
  return `${folded}\r\n`;
}

const dateTime = (time: EpochMs): string => `${formatInstant(time, undefined)} UTC`;

/** Describes a pass, without what the search has not found: where it has no beginning or end, neither has a duration. */
function describe(pass: ListedPass): string {
  const { aos, los, aosAzimuth, tcaAzimuth, losAzimuth, startsBefore, endsAfter } = pass;
  const accuracy = accuracyText(pass.satellite, pass.tca);
  return [
    startsBefore ? `Already up at ${dateTime(aos)}` : `AOS in ${azimuthText(aosAzimuth)}`,
    `Highest at ${elevationText(pass)} in ${azimuthText(tcaAzimuth)}`,
    endsAfter ? `Still up at ${dateTime(los)}` : `LOS in ${azimuthText(losAzimuth)}`,
    ...(startsBefore || endsAfter ? [] : [`Duration ${durationText(pass)}`]),
    pass.visible.length > 0
      ? [`${visibleText(pass)} UTC`, ...brightnessTexts(pass)].join(', ')
      : visibleText(pass),
    ...(accuracy === undefined ? [] : [accuracy]),
  ].join('\n');
}

/** @param reminderMin alarm, in minutes before AOS; none if absent, and none before an unknown AOS */
export interface CalendarOptions {
  readonly place: Place;
  /** Instant of the export, UTC. */
  readonly stamp: EpochMs;
  readonly reminderMin?: number | undefined;
}

function eventLines(pass: ListedPass, { place, stamp, reminderMin }: CalendarOptions): readonly string[] {
  const { latitude, longitude } = place;
  const summary = escapeText(`${pass.satellite.name} over ${place.name}, ${elevationText(pass)}`);
  const alarm =
    reminderMin === undefined || pass.startsBefore
      ? []
      : [
          'BEGIN:VALARM',
          'ACTION:DISPLAY',
          `DESCRIPTION:${summary}`,
          `TRIGGER:-PT${reminderMin}M`,
          'END:VALARM',
        ];
  return [
    'BEGIN:VEVENT',
    `UID:${passUid(pass, place)}`,
    `DTSTAMP:${utcText(stamp)}`,
    // A later export replaces an earlier one.
    `SEQUENCE:${Math.floor(stamp / MS_PER_MIN)}`,
    `DTSTART:${utcText(pass.aos)}`,
    `DTEND:${utcText(pass.los)}`,
    `SUMMARY:${summary}`,
    `LOCATION:${escapeText(place.name)}`,
    `GEO:${latitude.toFixed(6)};${longitude.toFixed(6)}`,
    `DESCRIPTION:${escapeText(describe(pass))}`,
    'TRANSP:TRANSPARENT',
    ...alarm,
    'END:VEVENT',
  ];
}

/** A list as a calendar file. */
export function buildCalendar(passes: readonly ListedPass[], options: CalendarOptions): ExportFile {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//ORBITA-1//Passes//EN',
    'METHOD:PUBLISH',
    ...passes.flatMap((pass) => eventLines(pass, options)),
    'END:VCALENDAR',
  ];
  return {
    name: `${exportName(options.place, options.stamp)}.ics`,
    type: 'text/calendar;charset=utf-8',
    text: lines.map(foldLine).join(''),
  };
}
