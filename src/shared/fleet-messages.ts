import type { ElementsAnswer, ElementsQuery } from './celestrak.ts';
import type { SkyArc } from './contact-plan.ts';
import type { FleetKnot, FleetTrack } from './fleet.ts';
import type { ElementsText } from './orbit/elements-text.ts';
import type { Interval } from './orbit/intervals.ts';
import type { Observer } from './orbit/observer.ts';
import type { PassSearch } from './orbit/passes.ts';
import type { OrbitalElements } from './orbit/propagator.ts';
import type { VisualPass } from './orbit/visual-passes.ts';
import type { Result } from './result.ts';
import type { EpochMs } from './units.ts';

/** Messages between a page and the worker that propagates its added satellites. */

/** Passes that are searched for. */
export interface ObserverPassSearch extends PassSearch {
  readonly observer: Observer;
}

/** For which satellite of the list, by its index. */
export interface FleetPassSearch extends ObserverPassSearch {
  readonly satellite: number;
}

/** Ground track that is wanted of a satellite of the list, by its index; both ends included. */
export interface FleetTrackSearch {
  readonly satellite: number;
  readonly from: EpochMs;
  readonly to: EpochMs;
  readonly stepMs: number;
}

/** A pass with its arc over the sky. */
export interface FleetPass extends VisualPass {
  readonly arc: SkyArc;
  /** The parts of it in which less than half of the Sun is covered, in order. */
  readonly sunlit: readonly Interval[];
}

/** To the worker. `id` tells the texts and fetches, and the searches, apart. `revision` says which list of satellites a message belongs to; a new list replaces all before. */
export type FleetRequest =
  /** A text of orbital elements, to be read. */
  | { readonly type: 'text'; readonly id: number; readonly text: string }
  /** Elements to be fetched through the gateway. */
  | { readonly type: 'fetch'; readonly id: number; readonly query: ElementsQuery }
  /** A fetch that is not wanted any more: it is not answered. */
  | { readonly type: 'cancel'; readonly id: number }
  | { readonly type: 'satellites'; readonly revision: number; readonly elements: readonly OrbitalElements[] }
  /** Knots that are needed, most urgent first. What was asked for before is dropped. */
  | { readonly type: 'knots'; readonly revision: number; readonly indexes: readonly number[] }
  /** Passes of one satellite. A search that was asked for before is dropped. `id` comes back with the answer. */
  | {
      readonly type: 'passes';
      readonly revision: number;
      readonly id: number;
      readonly search: FleetPassSearch;
    }
  /** The ground track of one satellite. One that was asked for before is dropped. `id` comes back with the answer. */
  | {
      readonly type: 'track';
      readonly revision: number;
      readonly id: number;
      readonly search: FleetTrackSearch;
    }
  /**
   * Passes of any satellites, of a list or not: an answer for each as it is found. What was asked for before is dropped; no
   * satellites end the search.
   */
  | {
      readonly type: 'pass-list';
      readonly id: number;
      readonly satellites: readonly OrbitalElements[];
      readonly search: ObserverPassSearch;
    };

/** From the worker. */
export type FleetAnswer =
  | { readonly type: 'read'; readonly id: number; readonly read: ElementsText }
  /** What was fetched, or in words why it was not. */
  | { readonly type: 'fetched'; readonly id: number; readonly answer: Result<ElementsAnswer> }
  /** For each satellite the epoch of its elements, or in words why it has no orbit. */
  | { readonly type: 'epochs'; readonly revision: number; readonly epochs: readonly Result<EpochMs>[] }
  | { readonly type: 'knot'; readonly revision: number; readonly knot: FleetKnot }
  /** The passes in order, or in words why the satellite has no orbit. */
  | {
      readonly type: 'passes';
      readonly revision: number;
      readonly id: number;
      readonly passes: Result<readonly FleetPass[]>;
    }
  /** Empty for a satellite without an orbit. */
  | { readonly type: 'track'; readonly revision: number; readonly id: number; readonly track: FleetTrack }
  /** Those of one satellite of a `pass-list`, by its index, whole as in `findWholePasses`, or in words why there are none. */
  | {
      readonly type: 'listed-passes';
      readonly id: number;
      readonly satellite: number;
      readonly passes: Result<readonly VisualPass[]>;
    };
