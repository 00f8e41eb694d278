import type { Astronaut, IssPosition, SatellitePosition } from '../entities/entities.ts';
import type { EpochMs } from '../kit/units.ts';
import type { LiveSource } from './live-answers.ts';

/** The three calls of spec §7, made together. */
export const REAL_DATA_CALLS = ['issPosition', 'astronauts', 'satellitePositions'] as const;
export type RealDataCall = (typeof REAL_DATA_CALLS)[number];

/** Status of one call. */
export interface CallState {
  /** Status of the last finished attempt; `loading` before the first. */
  readonly status: 'loading' | 'ready' | 'failed';
  /** Mission time of the last successful answer; absent before the first. */
  readonly lastSuccess?: EpochMs;
  /** Source of the last successful answer. */
  readonly source?: LiveSource;
  /** Time of the data in the last successful answer, from the service behind the gateway. */
  readonly dataTime?: EpochMs;
  /** True if the last successful answer has expired without a newer one. */
  readonly isStale?: boolean;
  /** Why the last attempt failed, or why there is no newer answer; absent without a problem. */
  readonly error?: string;
}

/** Live data of the ISS, and the status of its calls. */
export interface RealData {
  /** `error` if the last round gave no live data and none is fresh (design.md §3). */
  readonly status: 'loading' | 'ready' | 'error';
  /** With status `error`, the failure's text or 'Unknown error occurred'. */
  readonly error?: string;
  /** `null` if its last call failed. */
  readonly issPosition: IssPosition | null;
  /** Empty if their last call failed. */
  readonly astronauts: readonly Astronaut[];
  /** Empty if their last call failed. */
  readonly satellitePositions: readonly SatellitePosition[];
  readonly calls: Readonly<Record<RealDataCall, CallState>>;
  /** Time of the next calls; absent during the first round, and while the browser is offline. */
  readonly nextTry?: EpochMs;
}

/** Source of a satellite's motion. */
export type Provenance =
  /** Current measurements; `time` is that of the newest one. */
  | { readonly kind: 'live'; readonly source: LiveSource; readonly time: EpochMs }
  /** Measurements up to `time`, and SGP4 since. The source is absent where a mission has only their orbit. */
  | { readonly kind: 'predicted'; readonly source?: LiveSource; readonly time: EpochMs }
  /** SGP4 on the built-in elements of this epoch. */
  | { readonly kind: 'simulated'; readonly epoch: EpochMs };
