import { addMs, type EpochMs, MS_PER_H } from '../../shared/kit/units.ts';
import type { StateTeme } from '../../shared/orbit/frames.ts';
import type { Pass } from '../../shared/orbit/passes.ts';
import type { Propagator } from '../../shared/orbit/propagator.ts';

/**
 * Passes and illumination are searched in chunks on a fixed grid, so that results depend on the time alone, and one
 * chunk at a time, about 1 ms per satellite, so that no tick is delayed.
 */
export const CHUNK_MS = 3 * MS_PER_H;

/** A span of whole chunks. */
export interface ChunkSpan {
  readonly from: EpochMs;
  readonly to: EpochMs;
}

/** Returns the starts of the chunks of a span, in order. */
export const chunksOf = ({ from, to }: ChunkSpan): readonly EpochMs[] =>
  Array.from({ length: Math.ceil((to - from) / CHUNK_MS) }, (_, index) => addMs(from, index * CHUNK_MS));

/** Number of chunks of two plans that share none. */
const MOST_REMEMBERED = 24;
/** Somewhat more than the chunks of one plan. */
const MOST_ORBITS = 12;

/** Search results by chunk start, least recently used first. */
export type FoundByChunk<Found> = Map<EpochMs, Found>;

/** Stores a chunk's result as the most recently used; drops the oldest beyond `most`. */
export function rememberChunk<Found>(
  chunks: FoundByChunk<Found>,
  from: EpochMs,
  found: Found,
  most = MOST_REMEMBERED,
): Found {
  chunks.delete(from);
  chunks.set(from, found);
  for (const [oldest] of chunks) {
    if (chunks.size <= most) break;
    chunks.delete(oldest);
  }
  return found;
}

const orbits = new WeakMap<Propagator, FoundByChunk<Propagator>>();

/** Returns a propagator with memoized states for the searches of one chunk, which use the same instants. */
export function orbitInChunk(propagator: Propagator, from: EpochMs): Propagator {
  const chunks = orbits.get(propagator) ?? new Map<EpochMs, Propagator>();
  orbits.set(propagator, chunks);
  return rememberChunk(chunks, from, chunks.get(from) ?? memoized(propagator), MOST_ORBITS);
}

function memoized({ epoch, stateAt }: Propagator): Propagator {
  const states = new Map<EpochMs, StateTeme | undefined>();
  return {
    epoch,
    stateAt(time) {
      const known = states.get(time);
      if (known || states.has(time)) return known;
      const state = stateAt(time);
      states.set(time, state);
      return state;
    },
  };
}

/** Joins the passes of adjacent chunks: a pass cut by a border becomes one pass. */
export function joinPasses(lists: readonly (readonly Pass[])[]): readonly Pass[] {
  const joined: Pass[] = [];
  for (const pass of lists.flat()) {
    const last = joined.at(-1);
    if (!last?.endsAfter || !pass.startsBefore) {
      joined.push(pass);
      continue;
    }
    const highest = pass.maxElevation > last.maxElevation ? pass : last;
    joined[joined.length - 1] = {
      ...highest,
      aos: last.aos,
      aosAzimuth: last.aosAzimuth,
      startsBefore: last.startsBefore,
      los: pass.los,
      losAzimuth: pass.losAzimuth,
      endsAfter: pass.endsAfter,
    };
  }
  return joined;
}
