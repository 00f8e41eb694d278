import { ORBITAL_ELEMENTS, type SatelliteId } from '../../../../src/shared/entities/satellites.ts';
import type { Result } from '../../../../src/shared/kit/result.ts';
import { degrees, type EpochMs, epochMs, MS_PER_S, wrapLongitude } from '../../../../src/shared/kit/units.ts';
import type { OrbitalElements } from '../../../../src/shared/orbit/elements.ts';
import { readTle } from '../../../../src/shared/orbit/elements.ts';
import { type Site, siteOf } from '../../../../src/shared/orbit/observer.ts';
import { createPropagator, type Propagator } from '../../../../src/shared/orbit/propagator.ts';
import reference from '../../../reference/elements.json';

export function unwrap<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(result.message);
  return result.value;
}

export const propagate = (elements: OrbitalElements): Propagator => unwrap(createPropagator(elements));

const LINES = {
  iss: reference.sets['iss-2026-10-06'].tle,
  orbita: reference.sets['orbita-1'].tle,
} satisfies Partial<Record<SatelliteId, readonly string[]>>;

/** Returns the reference's elements as the two lines in which they were published. */
export function tleOf(id: keyof typeof LINES): readonly [string, string] {
  const [line1 = '', line2 = ''] = LINES[id];
  return [line1, line2];
}

/** Overwrites some columns (counted from 1) of a line, and updates its checksum. */
export function edited(line: string, column: number, text: string): string {
  const body = line.slice(0, column - 1) + text + line.slice(column - 1 + text.length, 68);
  const digits = [...body].map((character) => (character === '-' ? 1 : Number(character) || 0));
  return `${body}${digits.reduce((sum, digit) => sum + digit, 0) % 10}`;
}

/** Both satellites, from both forms of their elements, by the names in the reference files. */
export const FLIGHTS = (
  [
    ['ISS', 'iss'],
    ['ORBITA-1', 'orbita'],
  ] as const
).flatMap(([name, id]) => [
  { name, form: 'OMM', propagator: propagate(ORBITAL_ELEMENTS[id]) },
  { name, form: 'TLE', propagator: propagate(unwrap(readTle(...tleOf(id), name))) },
]);

/** Returns the only entry of a list with a name. */
export function named<T extends { readonly name: string }>(list: readonly T[], name: string): T {
  const entry = list.find((candidate) => candidate.name === name);
  if (!entry) throw new Error(`The reference has no ${name}.`);
  return entry;
}

export const unixTime = (seconds: number): EpochMs => epochMs(seconds * MS_PER_S);
export const isoTime = (text: string): EpochMs => epochMs(Date.parse(text));

export const siteAt = (latitude: number, longitude: number, altitudeKm = 0): Site =>
  siteOf({ latitude: degrees(latitude), longitude: degrees(longitude), altitudeKm });

/** Returns the shorter angle between two directions on a circle in degrees, never negative. */
export const angleApart = (a: number, b: number): number => Math.abs(wrapLongitude(degrees(a - b)));

/** Wraps a propagator to count its calls. */
export function counting({ epoch, stateAt }: Propagator): {
  readonly propagator: Propagator;
  count(): number;
} {
  let count = 0;
  return {
    propagator: {
      epoch,
      stateAt(time) {
        count++;
        return stateAt(time);
      },
    },
    count: () => count,
  };
}
