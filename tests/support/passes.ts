import type { Site } from '../../src/shared/orbit/observer.ts';
import { findPassesOverSites, type Pass, type PassSearch } from '../../src/shared/orbit/passes.ts';
import type { Propagator } from '../../src/shared/orbit/propagator.ts';

/** The passes of a satellite over one site. */
export const findPasses = (propagator: Propagator, site: Site, search: PassSearch): readonly Pass[] =>
  findPassesOverSites(propagator, [site], search)[0] ?? [];
