import type { OMMJsonObject } from 'satellite.js';
import * as v from 'valibot';
import { failed, type Result, succeeded } from '../kit/result.ts';
import { isBlank, typedLine } from '../kit/typed-text.ts';
import { MS_PER_DAY } from '../kit/units.ts';
import { ommSchema } from './omm-schema.ts';

import { readLine1, readLine2, type TleLine1 } from './tle-line.ts';

/** Mean orbital elements as an Orbit Mean-Elements Message in JSON, as published by CelesTrak. */
export type OrbitalElements = OMMJsonObject;

const isRecord = (input: unknown): input is Readonly<Record<string, unknown>> =>
  typeof input === 'object' && input !== null && !Array.isArray(input);

/** Maximum length of a name in a message. */
const LONGEST_LABEL = 100;

/** Returns the name of a satellite for a message. */
function nameIn({ OBJECT_NAME: name, NORAD_CAT_ID: id }: Readonly<Record<string, unknown>>): string {
  if (typeof name === 'string' && name.trim() !== '') return name.trim().slice(0, LONGEST_LABEL);
  if (typeof id === 'number' || typeof id === 'string') return `Satellite ${String(id).slice(0, 20)}`;
  return 'Unnamed satellite';
}

function quote(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, 40));
  return typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : 'a value of the wrong type';
}

/**
 * Reads mean orbital elements from an Orbit Mean-Elements Message in JSON (CCSDS 502.0-B), as CelesTrak and Space-Track
 * publish them: the message, or an array of one message, with numbers as numbers or texts. Angles in degrees, mean
 * motion in revolutions per day, epoch in UTC. The result has numbers only and omits unused fields; bookkeeping fields
 * that SGP4 does not need may be missing. A refusal names the satellite and the field.
 */
export function readOmm(input: unknown): Result<OrbitalElements> {
  if (Array.isArray(input) && input.length !== 1) {
    return failed(`The message contains ${input.length} sets of orbital elements instead of one.`);
  }
  const message: unknown = Array.isArray(input) ? input[0] : input;
  if (!isRecord(message)) return failed('The message contains no orbital elements.');
  const parsed = v.safeParse(ommSchema, message, { abortEarly: true });
  if (parsed.success) return succeeded(parsed.output);
  const [issue] = parsed.issues;
  const field = String(issue.path?.[0].key);
  const value = message[field];
  const what = value === undefined || value === null ? 'is missing' : `is ${quote(value)}, ${issue.message}`;
  return failed(typedLine(`${nameIn(message)}: ${field} ${what}.`));
}

/** Reads ` 94937-4` as 0.94937e-4. */
const withAssumedPoint = (text: string): string =>
  `${text.slice(0, 1).trim()}.${text.slice(1, 6)}e${text.slice(6)}`.replaceAll(' ', '');

/** Reads Alpha-5: a letter, except I and O, stands for the ten thousands from 10 up. */
function catalogueNumber(text: string): number {
  const letter = 'ABCDEFGHJKLMNPQRSTUVWXYZ'.indexOf(text.charAt(0));
  return letter < 0 ? Number(text) : (letter + 10) * 10_000 + Number(text.slice(1));
}

/** Years 57 to 99 belong to the 20th century. */
const fullYear = (twoDigits: string): number => Number(twoDigits) + (Number(twoDigits) < 57 ? 2000 : 1900);

/** Returns the epoch to the microsecond; a TLE's hundred-millionth of a day is 864 µs. */
function epochText({ epochYear, epochDay }: TleLine1): string | undefined {
  const [day = '', fraction = ''] = epochDay.split('.');
  const yearStart = Date.UTC(fullYear(epochYear), 0, 1);
  const micros = Number(fraction) * 864;
  const time = new Date(yearStart + (Number(day) - 1) * MS_PER_DAY + Math.floor(micros / 1000));
  if (time.getUTCFullYear() !== fullYear(epochYear)) return undefined;
  return `${time.toISOString().slice(0, -1)}${String(micros % 1000).padStart(3, '0')}`;
}

const designator = (text: string): string =>
  text.trim() === '' ? '' : `${fullYear(text.slice(0, 2))}-${text.slice(2).trim()}`;

/**
 * Reads mean orbital elements from a two-line element set, with an optional name. Checks length, line numbers,
 * checksums, every field, and that both lines belong to the same satellite. The epoch is kept exactly. A refusal names
 * the satellite, the line and the field.
 */
export function readTle(line1: string, line2: string, name = ''): Result<OrbitalElements> {
  const given = typedLine(name.replace(/^0 /, ''));
  const title = isBlank(given) ? '' : given;
  const label = title.slice(0, LONGEST_LABEL) || `Satellite ${line1.slice(2, 7).trim() || 'without a name'}`;
  const first = readLine1(line1);
  if (!first.ok) return failed(`${label}: ${first.message}`);
  const second = readLine2(line2);
  if (!second.ok) return failed(`${label}: ${second.message}`);
  const [one, two] = [first.value, second.value];
  const id = catalogueNumber(one.catalogueNumber);
  if (catalogueNumber(two.catalogueNumber) !== id) {
    return failed(
      `${label}: the TLE lines belong to different satellites: ${one.catalogueNumber} and ${two.catalogueNumber}.`,
    );
  }
  const epoch = epochText(one);
  if (epoch === undefined) {
    return failed(`${label}: TLE line 1: the year of the epoch has no day ${one.epochDay.split('.')[0]}.`);
  }
  return readOmm({
    OBJECT_NAME: title || `Satellite ${id}`,
    OBJECT_ID: designator(one.designator),
    NORAD_CAT_ID: id,
    EPOCH: epoch,
    MEAN_MOTION: two.meanMotion,
    ECCENTRICITY: `.${two.eccentricity.replaceAll(' ', '0')}`,
    INCLINATION: two.inclination,
    RA_OF_ASC_NODE: two.ascendingNode,
    ARG_OF_PERICENTER: two.argumentOfPerigee,
    MEAN_ANOMALY: two.meanAnomaly,
    BSTAR: withAssumedPoint(one.bstar),
    EPHEMERIS_TYPE: Number(one.ephemerisType),
    MEAN_MOTION_DOT: one.meanMotionDot.trim(),
    MEAN_MOTION_DDOT: withAssumedPoint(one.meanMotionDdot),
    ELEMENT_SET_NO: Number(one.elementSetNumber),
    REV_AT_EPOCH: Number(two.revolutions),
  });
}
