import { readOmm } from '../../shared/orbit/elements.ts';
import { MOST_SATELLITES } from '../../shared/orbit/elements-text.ts';
import type { OrbitalElements } from '../../shared/orbit/propagator.ts';
import type { AddedSatellite } from './fleet.ts';

/** The satellite of some elements. */
export const toSatellite = (elements: OrbitalElements, isShown = true): AddedSatellite => ({
  id: Number(elements.NORAD_CAT_ID),
  name: elements.OBJECT_NAME,
  elements,
  isShown,
});

/** The list from a stored text; what is damaged in it is left out. */
export function readKept(text: string | null): readonly AddedSatellite[] {
  let stored: unknown;
  try {
    stored = JSON.parse(text ?? '[]');
  } catch {
    return [];
  }
  if (!Array.isArray(stored)) return [];
  const satellites = stored.flatMap((entry: unknown) => {
    const { elements, isShown } = (entry ?? {}) as {
      readonly elements?: unknown;
      readonly isShown?: unknown;
    };
    const read = readOmm(elements);
    return read.ok ? [toSatellite(read.value, isShown !== false)] : [];
  });
  return [...new Map(satellites.map((one) => [one.id, one])).values()].slice(0, MOST_SATELLITES);
}

export const keptText = (satellites: readonly AddedSatellite[]): string =>
  JSON.stringify(satellites.map(({ elements, isShown }) => (isShown ? { elements } : { elements, isShown })));
