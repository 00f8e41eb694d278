import type { ShownSession } from '../../src/shared/contract/mission-control.ts';
import type { EpochMs } from '../../src/shared/kit/units.ts';
import { createMemoryLog } from '../../src/ui/mission/link/memory-log.ts';
import { createKeeper } from '../../src/worker/session/keeping/keeper.ts';
import { resumed } from '../../src/worker/session/keeping/open-logged.ts';
import type { Session } from '../../src/worker/session/session.ts';

const ID = 'a'.repeat(32);
const WINDOW = 'window';

/** Keeps the log of a session in the memory of a page. */
export function logSession(session: Session, now: () => EpochMs) {
  const memory = createMemoryLog();
  let generations = 0;
  const keeper = createKeeper(session, {
    missionId: ID,
    build: 'one',
    window: WINDOW,
    origin: 'new',
    page: {
      write: async (batch) => memory.write(structuredClone(batch)),
      read: async (id) => memory.read(id),
      remove: async (id) => memory.remove(id),
      report: async () => undefined,
    },
    openStore: () => Promise.reject(new Error('there is no database')),
    now,
    after: () => undefined,
    newId: () => `generation ${++generations}`,
    giveUp(reason) {
      throw new Error(reason);
    },
  });
  const logged = () => {
    const held = memory.read(ID);
    if (!held) throw new Error('Nothing was logged.');
    return held;
  };
  return {
    /** Writes what is new. */
    advance: () => void keeper.advance(),
    record: () => structuredClone(logged().record),
    /** Returns what another worker continues where a page has shown the session. */
    resume: (shown: ShownSession) => structuredClone(resumed(logged(), shown, WINDOW)),
  };
}
