import type { Astronaut, IssPosition, SatellitePosition } from './entities.ts';
import type { LiveSource } from './live-answers.ts';
import type { EpochMs } from './units.ts';

/** The three calls of spec §7, made together. */
export const REAL_DATA_CALLS = ['issPosition', 'astronauts', 'satellitePositions'] as const;
export type RealDataCall = (typeof REAL_DATA_CALLS)[number];

/** How one of the calls stands. */
export interface CallState {
  /** Of the last finished try; `loading` before there was one. */
  readonly status: 'loading' | 'ready' | 'failed';
  /** Mission time at which the last good answer came; absent while there was none. */
  readonly lastSuccess?: EpochMs;
  /** The service that the last good answer came from. */
  readonly source?: LiveSource;
  /** The instant that the last good answer belongs to, by the service behind the gateway. */
  readonly dataTime?: EpochMs;
  /** Whether the last good answer has outlived its use, because the gateway gets no newer one. */
  readonly isStale?: boolean;
  /** Why the last try failed, or why the gateway has nothing newer, in words; absent when all is well. */
  readonly error?: string;
}

/** What is known of the real station, and how the calls for it stand. */
export interface RealData {
  /** `error` when nothing real could be had in the last round and nothing fresh is held (design.md §3). */
  readonly status: 'loading' | 'ready' | 'error';
  /** With status `error` the failure's text, or 'Unknown error occurred'. */
  readonly error?: string;
  /** `null` when the last call for it failed. */
  readonly issPosition: IssPosition | null;
  /** Empty when the last call for them failed. */
  readonly astronauts: readonly Astronaut[];
  /** Empty when the last call for them failed. */
  readonly satellitePositions: readonly SatellitePosition[];
  readonly calls: Readonly<Record<RealDataCall, CallState>>;
  /** When the calls are made next; absent during the first round, and while the browser says that it is offline. */
  readonly nextTry?: EpochMs;
}

/** What a satellite's motion is made of, at the moment. */
export type Provenance =
  /** Real measurements that hold now; `time` is the instant at which the service gave the newest of them. */
  | { readonly kind: 'live'; readonly source: LiveSource; readonly time: EpochMs }
  /** Real measurements up to `time`, and SGP4 since. */
  | { readonly kind: 'predicted'; readonly source: LiveSource; readonly time: EpochMs }
  /** SGP4 on the elements that the product brings, of this epoch. */
  | { readonly kind: 'simulated'; readonly epoch: EpochMs };
