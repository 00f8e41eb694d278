import { readOmm } from '../../shared/orbit/elements.ts';
import { MOST_SATELLITES } from '../../shared/orbit/elements-text.ts';
import type { OrbitalElements } from '../../shared/orbit/propagator.ts';
import { cleanGroups, readGroupColours, type SatelliteList } from '../../shared/satellite-list.ts';
import { type EpochMs, epochMs } from '../../shared/units.ts';
import type { AddedSatellite } from './fleet.ts';
import { isFrequency } from './frequency.ts';
import { groupColours } from './groups.ts';

type Choices = Partial<Omit<AddedSatellite, 'elements'>>;

/** The list of a browser, or of a recording. */
export type AddedList = SatelliteList<AddedSatellite>;

/** The satellite of some elements. */
export const toSatellite = (
  elements: OrbitalElements,
  { isShown = true, groups = [], isFromCelestrak = false, frequencyMhz }: Choices = {},
): AddedSatellite => ({
  id: Number(elements.NORAD_CAT_ID),
  name: elements.OBJECT_NAME,
  elements,
  isShown,
  groups,
  isFromCelestrak,
  ...(frequencyMhz !== undefined && { frequencyMhz }),
});

/** Epoch of some elements. */
export const epochOf = ({ EPOCH }: OrbitalElements): EpochMs =>
  epochMs(Date.parse(EPOCH.endsWith('Z') ? EPOCH : `${EPOCH}Z`));

/** The list from what is stored; what is damaged in it is left out. An earlier version kept the satellites alone. */
export function readKept(stored: unknown): AddedList {
  const { satellites, colours } = (
    Array.isArray(stored) ? { satellites: stored } : (stored ?? {})
  ) as Readonly<Record<string, unknown>>;
  const read = readSatellites(satellites);
  return { satellites: read, colours: groupColours(read, readGroupColours(colours) ?? new Map()) };
}

function readSatellites(stored: unknown): readonly AddedSatellite[] {
  if (!Array.isArray(stored)) return [];
  const satellites = stored.flatMap((entry: unknown) => {
    const { elements, isShown, groups, isFromCelestrak, frequencyMhz } = (entry ?? {}) as Readonly<
      Record<string, unknown>
    >;
    const read = readOmm(elements);
    if (!read.ok) return [];
    const names = Array.isArray(groups) ? groups.filter((one) => typeof one === 'string') : [];
    return [
      toSatellite(read.value, {
        isShown: isShown !== false,
        groups: cleanGroups(names),
        isFromCelestrak: isFromCelestrak === true,
        frequencyMhz: isFrequency(frequencyMhz) ? frequencyMhz : undefined,
      }),
    ];
  });
  return [...new Map(satellites.map((one) => [one.id, one])).values()].slice(0, MOST_SATELLITES);
}

/** What is stored: nothing of an empty list, and nothing that is usual. */
export const toKept = ({ satellites, colours }: AddedList) =>
  satellites.length === 0
    ? undefined
    : {
        satellites: satellites.map(({ elements, isShown, groups, isFromCelestrak, frequencyMhz }) => ({
          elements,
          ...(!isShown && { isShown }),
          ...(groups.length > 0 && { groups }),
          ...(isFromCelestrak && { isFromCelestrak }),
          ...(frequencyMhz !== undefined && { frequencyMhz }),
        })),
        ...(colours.size > 0 && { colours: [...colours] }),
      };

/** A list as the page has it. */
export const asAdded = ({ satellites, colours }: SatelliteList): AddedList => {
  const added = satellites.map((one) => toSatellite(one.elements, one));
  return { satellites: added, colours: groupColours(added, colours) };
};

/**
 * A list with more satellites, and how many found no room. Those that are in it get new elements, and the groups in addition to
 * theirs; they keep their frequency.
 */
export function joinSatellites(list: readonly AddedSatellite[], added: readonly AddedSatellite[]) {
  const all = new Map(list.map((one) => [one.id, one]));
  let left = 0;
  for (const one of added) {
    const known = all.get(one.id);
    const groups = cleanGroups([...(known?.groups ?? []), ...one.groups]);
    if (known || all.size < MOST_SATELLITES) all.set(one.id, { ...known, ...one, groups });
    else left += 1;
  }
  return { satellites: [...all.values()], left };
}
