import { readOmm } from '../../shared/orbit/elements.ts';
import { MOST_SATELLITES } from '../../shared/orbit/elements-text.ts';
import type { OrbitalElements } from '../../shared/orbit/propagator.ts';
import { type EpochMs, epochMs } from '../../shared/units.ts';
import type { AddedSatellite } from './fleet.ts';
import { cleanGroups } from './groups.ts';

type Choices = Partial<Pick<AddedSatellite, 'isShown' | 'groups' | 'isFromCelestrak'>>;

/** The satellite of some elements. */
export const toSatellite = (
  elements: OrbitalElements,
  { isShown = true, groups = [], isFromCelestrak = false }: Choices = {},
): AddedSatellite => ({
  id: Number(elements.NORAD_CAT_ID),
  name: elements.OBJECT_NAME,
  elements,
  isShown,
  groups,
  isFromCelestrak,
});

/** Epoch of some elements. */
export const epochOf = ({ EPOCH }: OrbitalElements): EpochMs =>
  epochMs(Date.parse(EPOCH.endsWith('Z') ? EPOCH : `${EPOCH}Z`));

/** The list from a stored text; what is damaged in it is left out. Lists of earlier versions have no groups. */
export function readKept(text: string | null): readonly AddedSatellite[] {
  let stored: unknown;
  try {
    stored = JSON.parse(text ?? '[]');
  } catch {
    return [];
  }
  if (!Array.isArray(stored)) return [];
  const satellites = stored.flatMap((entry: unknown) => {
    const { elements, isShown, groups, isFromCelestrak } = (entry ?? {}) as Readonly<Record<string, unknown>>;
    const read = readOmm(elements);
    if (!read.ok) return [];
    const names = Array.isArray(groups) ? groups.filter((one) => typeof one === 'string') : [];
    return [
      toSatellite(read.value, {
        isShown: isShown !== false,
        groups: cleanGroups(names),
        isFromCelestrak: isFromCelestrak === true,
      }),
    ];
  });
  return [...new Map(satellites.map((one) => [one.id, one])).values()].slice(0, MOST_SATELLITES);
}

/** What is usual is not written. */
export const keptText = (satellites: readonly AddedSatellite[]): string =>
  JSON.stringify(
    satellites.map(({ elements, isShown, groups, isFromCelestrak }) => ({
      elements,
      ...(!isShown && { isShown }),
      ...(groups.length > 0 && { groups }),
      ...(isFromCelestrak && { isFromCelestrak }),
    })),
  );
