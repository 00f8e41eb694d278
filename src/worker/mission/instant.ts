import type { EpochMs } from '../../shared/kit/units.ts';
import type { MissionState } from './state/mission-state.ts';

/** A mission at an instant, for forks within a worker. It shares its parts with that mission. */
export interface Instant {
  readonly time: EpochMs;
  /** Number of journal entries that it includes. */
  readonly entryCount: number;
  readonly state: MissionState;
}
