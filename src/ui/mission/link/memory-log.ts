import type { MissionId } from '../../../shared/contract/consoles.ts';
import { extended, type LoggedMission, type PageLog } from '../../../shared/contract/durable-log.ts';

/** The log of missions in the memory of the page: for those that the browser does not keep. */
export interface MemoryLog extends Omit<PageLog, 'report'> {
  /** Forgets all missions but one. */
  retain(id: MissionId): void;
}

/** @param first a mission that it has from the beginning */
export function createMemoryLog(first?: LoggedMission): MemoryLog {
  let missions: ReadonlyMap<MissionId, LoggedMission> = new Map(first && [[first.head.id, first]]);
  const filter = (isKept: (id: MissionId) => boolean): void => {
    missions = new Map([...missions].filter(([id]) => isKept(id)));
  };
  return {
    write(batch) {
      const { id } = batch.head;
      missions = new Map(missions).set(id, extended(missions.get(id), batch));
    },
    read: (id) => missions.get(id),
    remove: (id) => filter((other) => other !== id),
    retain: (id) => filter((other) => other === id),
  };
}
