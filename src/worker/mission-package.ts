/** Exports of the mission package; see scripts/mission-package.mjs. */
// biome-ignore-all lint/performance/noBarrelFile: the entry of a package
export type { JournalEntry, MissionInput } from '../shared/contract/journal.ts';
export type { MissionSlices } from '../shared/contract/mission-control.ts';
export {
  addMs,
  type EpochMs,
  epochMs,
  MS_PER_DAY,
  MS_PER_H,
  MS_PER_MIN,
  MS_PER_S,
} from '../shared/kit/units.ts';
export { exerciseHeader } from './mission/exercise/running-exercise.ts';
export { createMission, type Mission, type MissionOptions } from './mission/mission.ts';
