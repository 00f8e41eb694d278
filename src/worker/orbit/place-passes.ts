import type { Place } from '../../shared/entities/place.ts';
import { addMs, type EpochMs } from '../../shared/kit/units.ts';
import { siteOf } from '../../shared/orbit/observer.ts';
import { findPassesOverSites, type Pass } from '../../shared/orbit/passes.ts';
import type { Propagator } from '../../shared/orbit/propagator.ts';
import {
  CHUNK_MS,
  type ChunkSpan,
  chunksOf,
  type FoundByChunk,
  joinPasses,
  orbitInChunk,
  rememberChunk,
} from './chunks.ts';

/** Latest chunks of each orbit and place; results stay cached while other places are added and removed. */
const remembered = new WeakMap<Propagator, WeakMap<Place, FoundByChunk<readonly Pass[]>>>();

function foundOver(propagator: Propagator, place: Place): FoundByChunk<readonly Pass[]> {
  const places = remembered.get(propagator) ?? new WeakMap<Place, FoundByChunk<readonly Pass[]>>();
  remembered.set(propagator, places);
  const chunks = places.get(place) ?? new Map<EpochMs, readonly Pass[]>();
  places.set(place, chunks);
  return chunks;
}

/** Searches one chunk for the places that have not been searched yet, and returns their number. */
export function searchChunk(propagator: Propagator, places: readonly Place[], from: EpochMs): number {
  const unsearched = places.filter((place) => !foundOver(propagator, place).has(from));
  if (unsearched.length === 0) return 0;
  const orbit = orbitInChunk(propagator, from);
  for (const minElevation of new Set(unsearched.map(({ mask }) => mask))) {
    const alike = unsearched.filter(({ mask }) => mask === minElevation);
    const found = findPassesOverSites(orbit, alike.map(siteOf), {
      from,
      to: addMs(from, CHUNK_MS),
      minElevation,
    });
    for (const [index, place] of alike.entries()) {
      rememberChunk(foundOver(propagator, place), from, found[index] ?? []);
    }
  }
  return unsearched.length;
}

export function passesInChunk(
  propagator: Propagator,
  places: readonly Place[],
  from: EpochMs,
): readonly (readonly Pass[])[] {
  searchChunk(propagator, places, from);
  return places.map((place) => {
    const chunks = foundOver(propagator, place);
    return rememberChunk(chunks, from, chunks.get(from) ?? []);
  });
}

/**
 * Returns the passes over a place, in order, up to the first chunk that has not been searched; `undefined` if there is such a chunk and
 * no pass before it.
 */
export function passesOver(
  propagator: Propagator,
  place: Place,
  span: ChunkSpan,
): readonly Pass[] | undefined {
  const chunks = foundOver(propagator, place);
  const lists: (readonly Pass[])[] = [];
  const starts = chunksOf(span);
  for (const from of starts) {
    const found = chunks.get(from);
    if (!found) break;
    lists.push(rememberChunk(chunks, from, found));
  }
  const passes = joinPasses(lists);
  return passes.length > 0 || lists.length === starts.length ? passes : undefined;
}
