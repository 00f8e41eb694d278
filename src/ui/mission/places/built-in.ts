import { type Degrees, degrees } from '../../../shared/kit/units.ts';

/** Name, country or network, latitude and longitude in degrees, height in metres. */
export type BuiltInRow = readonly [
  name: string,
  group: string,
  latitude: number,
  longitude: number,
  heightM: number,
];

export interface BuiltInPlace {
  readonly name: string;
  /** Country of a city, network of a station. */
  readonly group: string;
  readonly kind: 'observer' | 'station';
  readonly latitude: Degrees;
  readonly longitude: Degrees;
  readonly heightM: number;
}

export const builtInPlaces = (
  rows: readonly BuiltInRow[],
  kind: BuiltInPlace['kind'],
): readonly BuiltInPlace[] =>
  rows.map(([name, group, latitude, longitude, heightM]) => ({
    name,
    group,
    kind,
    latitude: degrees(latitude),
    longitude: degrees(longitude),
    heightM,
  }));

/** Removes diacritics and case, so that `Zurich` finds Zürich. */
const folded = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .replaceAll('ø', 'o')
    .toLowerCase();

/**
 * Returns the places with all words of a search in their name or group; names that begin with it come first.
 * @param most maximum number of places
 */
export function findBuiltIn(
  places: readonly BuiltInPlace[],
  search: string,
  most: number,
): readonly BuiltInPlace[] {
  const wanted = folded(search.trim());
  if (wanted === '') return [];
  const words = wanted.split(/\s+/);
  const found = places.filter(({ name, group }) => {
    const text = folded(`${name} ${group}`);
    return words.every((word) => text.includes(word));
  });
  const begins = ({ name }: BuiltInPlace): boolean => folded(name).startsWith(wanted);
  return [...found.filter(begins), ...found.filter((one) => !begins(one))].slice(0, most);
}
