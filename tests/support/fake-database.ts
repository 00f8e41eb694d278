import type { MissionId } from '../../src/shared/contract/consoles.ts';
import { extended, type LoggedMission } from '../../src/shared/contract/durable-log.ts';
import { failed, succeeded } from '../../src/shared/kit/result.ts';
import type { MissionStore } from '../../src/worker/session/keeping/mission-store.ts';
import { createGate } from './gate.ts';

/** A database of missions that a test holds up or lets fail. */
export function fakeDatabase() {
  const missions = new Map<MissionId, LoggedMission>();
  const gate = createGate();
  let failure: Error | undefined;
  const readMission = async (id: MissionId) => {
    const mission = missions.get(id);
    return mission ? succeeded(structuredClone(mission)) : failed('it is no longer kept');
  };
  const store: MissionStore = {
    async prune() {
      await gate.passed();
      return [...missions.values()].map(({ head }) => ({ id: head.id, head }));
    },
    async write(batch, isUrgent) {
      const copy = structuredClone(batch);
      await gate.passed();
      if (failure) throw failure;
      const { id, generation } = copy.head;
      const known = missions.get(id);
      if (copy.number > 0 && !isUrgent && known?.head.generation !== generation) return false;
      missions.set(id, extended(known, copy));
      return true;
    },
    read: readMission,
    async remove(ids) {
      await gate.passed();
      for (const id of ids) missions.delete(id);
    },
    close: () => undefined,
  };
  return {
    /** Loads its code. */
    load: async () => ({ openMissionStore: async () => store, readMission }),
    read: (id: MissionId) => missions.get(id),
    /** Puts a mission there, as nobody has written it. */
    put: (mission: LoggedMission) => void missions.set(mission.head.id, mission),
    /** Holds up what writes until the returned function is called. */
    hold: gate.hold,
    /** Lets writes fail from now on. */
    fail(error: Error) {
      failure = error;
    },
  };
}
