import {
  cleanGroups,
  readGroupColours,
  type SatelliteList,
} from '../../../shared/contract/satellite-list.ts';
import type { OrbitalElements } from '../../../shared/orbit/elements.ts';
import { readOmm } from '../../../shared/orbit/elements.ts';
import { MOST_SATELLITES } from '../../../shared/orbit/elements-text.ts';
import type { Satellite } from './fleet.ts';
import { isFrequency } from './frequency.ts';
import { groupColours } from './groups.ts';
import { elementsEpoch } from './regime.ts';

type Choices = Partial<Omit<Satellite, 'elements'>>;

/** The list of a browser or a recording. */
export type AddedList = SatelliteList<Satellite>;

/** Returns the satellite with some elements. */
export const toSatellite = (
  elements: OrbitalElements,
  { isShown = true, groups = [], isFromCelestrak = false, frequencyMhz }: Choices = {},
): Satellite => ({
  id: Number(elements.NORAD_CAT_ID),
  name: elements.OBJECT_NAME,
  elements,
  isShown,
  groups,
  isFromCelestrak,
  ...(frequencyMhz !== undefined && { frequencyMhz }),
});

/** Reads a stored list, without invalid entries. An earlier version stored only the satellites. */
export function readKept(stored: unknown): AddedList {
  const { satellites, colours } = (
    Array.isArray(stored) ? { satellites: stored } : (stored ?? {})
  ) as Readonly<Record<string, unknown>>;
  const read = readSatellites(satellites);
  return { satellites: read, colours: groupColours(read, readGroupColours(colours) ?? new Map()) };
}

function readSatellites(stored: unknown): readonly Satellite[] {
  if (!Array.isArray(stored)) return [];
  const satellites = stored.flatMap((entry: unknown) => {
    const read = readOmm((entry as { readonly elements?: unknown } | null)?.elements);
    return read.ok ? [toSatellite(read.value, readChoices(entry))] : [];
  });
  return [...new Map(satellites.map((one) => [one.id, one])).values()].slice(0, MOST_SATELLITES);
}

/** Reads the user's choices for a satellite; invalid ones get their defaults. */
function readChoices(stored: unknown): Choices {
  const { isShown, groups, isFromCelestrak, frequencyMhz } = (stored ?? {}) as Readonly<
    Record<string, unknown>
  >;
  const names = Array.isArray(groups) ? groups.filter((one) => typeof one === 'string') : [];
  return {
    isShown: isShown !== false,
    groups: cleanGroups(names),
    isFromCelestrak: isFromCelestrak === true,
    frequencyMhz: isFrequency(frequencyMhz) ? frequencyMhz : undefined,
  };
}

/** A long list as stored: the text of its elements, which the worker reads, and the other data by catalogue number. */
export interface LongList {
  readonly elements: string;
  readonly choices: unknown;
  readonly colours: unknown;
}

export const toLongList = ({ satellites, colours }: AddedList): LongList => ({
  elements: JSON.stringify(satellites.map(({ elements }) => elements)),
  choices: satellites.map((one) => [one.id, choicesOf(one)]),
  colours: [...colours],
});

/** Returns the list with the elements that the worker has read. */
export function ofLongList({ choices, colours }: LongList, elements: readonly OrbitalElements[]): AddedList {
  const chosen = new Map<unknown, unknown>(
    Array.isArray(choices) ? choices.filter((one): one is [unknown, unknown] => Array.isArray(one)) : [],
  );
  const satellites = elements.map((one) =>
    toSatellite(one, readChoices(chosen.get(Number(one.NORAD_CAT_ID)))),
  );
  return { satellites, colours: groupColours(satellites, readGroupColours(colours) ?? new Map()) };
}

/** Returns the stored data of a satellite besides its elements; default values are omitted. */
const choicesOf = ({ isShown, groups, isFromCelestrak, frequencyMhz }: Satellite): Choices => ({
  ...(!isShown && { isShown }),
  ...(groups.length > 0 && { groups }),
  ...(isFromCelestrak && { isFromCelestrak }),
  ...(frequencyMhz !== undefined && { frequencyMhz }),
});

/** Returns the data to store: none for an empty list; default values are omitted. */
export const toKept = ({ satellites, colours }: AddedList) =>
  satellites.length === 0
    ? undefined
    : {
        satellites: satellites.map((one) => ({ elements: one.elements, ...choicesOf(one) })),
        ...(colours.size > 0 && { colours: [...colours] }),
      };

/** Converts a list to the page's form. */
export const asAdded = ({ satellites, colours }: SatelliteList): AddedList => {
  const added = satellites.map((one) => toSatellite(one.elements, one));
  return { satellites: added, colours: groupColours(added, colours) };
};

/** Returns a known satellite with what is added to it. CelesTrak's elements may be older: its groups differ in age. */
function joined(known: Satellite | undefined, added: Satellite): Satellite {
  const groups = cleanGroups([...(known?.groups ?? []), ...added.groups]);
  const isOlder =
    known && added.isFromCelestrak && elementsEpoch(added.elements) < elementsEpoch(known.elements);
  return isOlder ? { ...known, isShown: added.isShown, groups } : { ...known, ...added, groups };
}

/**
 * Adds satellites to a list, and counts those that do not fit. Known ones get new elements, unless CelesTrak's are older,
 * and the groups in addition to theirs; they keep their frequency.
 */
export function joinSatellites(list: readonly Satellite[], added: readonly Satellite[]) {
  const all = new Map(list.map((one) => [one.id, one]));
  let left = 0;
  for (const one of added) {
    const known = all.get(one.id);
    if (known || all.size < MOST_SATELLITES) all.set(one.id, joined(known, one));
    else left += 1;
  }
  return { satellites: [...all.values()], left };
}
