import type { EpochMs } from '../../shared/kit/units.ts';
import type { MissionState } from './state/mission-state.ts';

/** A mission at an instant, to fork from within a worker. It shares its parts with the mission that it was taken from. */
export interface Instant {
  readonly time: EpochMs;
  /** Number of journal entries that it includes. */
  readonly entryCount: number;
  readonly state: MissionState;
}
