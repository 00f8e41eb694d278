import { failed, type Result, succeeded } from '../kit/result.ts';
import type { OrbitalElements } from '../orbit/elements.ts';
import { readOmm } from '../orbit/elements.ts';
import { plainText } from './live-answers.ts';

/** Maximum length of a group name of added satellites, in characters. */
export const LONGEST_GROUP = 30;
/** Maximum number of groups per satellite. */
const MOST_GROUPS = 8;

/** Removes duplicate, empty and excess group names. */
export const cleanGroups = (names: readonly string[]): readonly string[] =>
  [...new Set(names.map((name) => plainText(name, LONGEST_GROUP)))]
    .filter((name) => name !== '')
    .slice(0, MOST_GROUPS);

/** Group colours by name, as numbers from 1; the page maps each number to a colour. */
export type GroupColours = ReadonlyMap<string, number>;

const MOST_COLOURS = 20;
const HIGHEST_COLOUR = 99;

function isGroupColour(value: unknown): value is [string, number] {
  if (!Array.isArray(value) || value.length !== 2) return false;
  const [name, colour] = value as readonly unknown[];
  if (typeof name !== 'string' || cleanGroups([name])[0] !== name) return false;
  return Number.isInteger(colour) && Number(colour) >= 1 && Number(colour) <= HIGHEST_COLOUR;
}

/** Reads colours as pairs of a name and a number; `undefined` if invalid. */
export const readGroupColours = (value: unknown): GroupColours | undefined =>
  Array.isArray(value) && value.length <= MOST_COLOURS && value.every(isGroupColour)
    ? new Map(value)
    : undefined;

/** A satellite added by the user. */
export interface ListedSatellite {
  readonly elements: OrbitalElements;
  readonly isShown: boolean;
  /** Its groups, CelesTrak's or the user's. The first one determines its colour. */
  readonly groups: readonly string[];
  /** True if its elements came from CelesTrak through the gateway. */
  readonly isFromCelestrak: boolean;
}

/** Satellites added by the user, in their order, and the colours of their groups. */
export interface SatelliteList<Satellite extends ListedSatellite = ListedSatellite> {
  readonly satellites: readonly Satellite[];
  readonly colours: GroupColours;
}

/** Fields of an orbit mean-elements message, in the order of a satellite's row. */
const FIELDS = [
  'OBJECT_NAME',
  'OBJECT_ID',
  'NORAD_CAT_ID',
  'EPOCH',
  'MEAN_MOTION',
  'ECCENTRICITY',
  'INCLINATION',
  'RA_OF_ASC_NODE',
  'ARG_OF_PERICENTER',
  'MEAN_ANOMALY',
  'BSTAR',
  'MEAN_MOTION_DOT',
  'MEAN_MOTION_DDOT',
  'ELEMENT_SET_NO',
  'REV_AT_EPOCH',
] as const satisfies readonly (keyof OrbitalElements)[];

/** Writes a satellite as a row: elements, shown flag, CelesTrak flag (1 or 0), groups. */
export const writeSatelliteRow = ({ elements, isShown, groups, isFromCelestrak }: ListedSatellite) => [
  ...FIELDS.map((field) => elements[field]),
  isShown ? 1 : 0,
  isFromCelestrak ? 1 : 0,
  ...groups,
];

/** Reads a satellite from a row; a refusal is a clause. */
export function readSatelliteRow(row: unknown): Result<ListedSatellite> {
  if (!Array.isArray(row)) return failed('it is not a satellite');
  const values: readonly unknown[] = row.slice(0, FIELDS.length);
  const [isShown, isFromCelestrak, ...groups] = row.slice(FIELDS.length) as readonly unknown[];
  const isFlag = (value: unknown): boolean => value === 0 || value === 1;
  if (!isFlag(isShown) || !isFlag(isFromCelestrak)) return failed('it is not a satellite');
  const names = groups.filter((one) => typeof one === 'string');
  if (names.length < groups.length || groups.length > MOST_GROUPS) return failed('it has no valid groups');
  const read = readOmm(Object.fromEntries(FIELDS.map((field, index) => [field, values[index]])));
  if (!read.ok) return failed(read.message.replace(/\.$/, ''));
  return succeeded({
    elements: read.value,
    isShown: isShown === 1,
    groups: cleanGroups(names),
    isFromCelestrak: isFromCelestrak === 1,
  });
}
