import type { Site } from '../../shared/orbit/observer.ts';
import { findPassesOverSites, type Pass } from '../../shared/orbit/passes.ts';
import type { Propagator } from '../../shared/orbit/propagator.ts';
import { addMs, type Degrees, type EpochMs } from '../../shared/units.ts';
import {
  CHUNK_MS,
  type ChunkSpan,
  chunksOf,
  type FoundByChunk,
  joinPasses,
  orbitInChunk,
  rememberChunk,
} from './chunks.ts';

/** A site over which passes are searched. */
export interface MaskedSite {
  readonly site: Site;
  /** Elevation from which a pass counts. */
  readonly mask: Degrees;
}

/** The last chunks of each orbit and site: what has been found stays known while other sites come and go. */
const remembered = new WeakMap<Propagator, WeakMap<MaskedSite, FoundByChunk<readonly Pass[]>>>();

function foundOver(propagator: Propagator, site: MaskedSite): FoundByChunk<readonly Pass[]> {
  const sites = remembered.get(propagator) ?? new WeakMap<MaskedSite, FoundByChunk<readonly Pass[]>>();
  remembered.set(propagator, sites);
  const chunks = sites.get(site) ?? new Map<EpochMs, readonly Pass[]>();
  sites.set(site, chunks);
  return chunks;
}

/** Searches one chunk for those of the sites that it has not been searched for. Returns how many these were. */
export function searchChunk(propagator: Propagator, sites: readonly MaskedSite[], from: EpochMs): number {
  const unsearched = sites.filter((site) => !foundOver(propagator, site).has(from));
  if (unsearched.length === 0) return 0;
  const orbit = orbitInChunk(propagator, from);
  for (const minElevation of new Set(unsearched.map(({ mask }) => mask))) {
    const alike = unsearched.filter(({ mask }) => mask === minElevation);
    const found = findPassesOverSites(
      orbit,
      alike.map(({ site }) => site),
      { from, to: addMs(from, CHUNK_MS), minElevation },
    );
    for (const [index, site] of alike.entries()) {
      rememberChunk(foundOver(propagator, site), from, found[index] ?? []);
    }
  }
  return unsearched.length;
}

/** The passes of one chunk over each of the sites. */
export function passesInChunk(
  propagator: Propagator,
  sites: readonly MaskedSite[],
  from: EpochMs,
): readonly (readonly Pass[])[] {
  searchChunk(propagator, sites, from);
  return sites.map((site) => {
    const chunks = foundOver(propagator, site);
    return rememberChunk(chunks, from, chunks.get(from) ?? []);
  });
}

/** The passes over a site, in order, up to the first chunk that has not been searched. */
export function passesOver(propagator: Propagator, site: MaskedSite, span: ChunkSpan): readonly Pass[] {
  const chunks = foundOver(propagator, site);
  const lists: (readonly Pass[])[] = [];
  for (const from of chunksOf(span)) {
    const found = chunks.get(from);
    if (!found) break;
    lists.push(rememberChunk(chunks, from, found));
  }
  return joinPasses(lists);
}
