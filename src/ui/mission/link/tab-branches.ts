import type { LoggedMission } from '../../../shared/contract/durable-log.ts';

/**
 * The log of a shared mission with branches of this window, in the storage of its tab until that is closed: the server has no
 * branches, so that a reload would lose them.
 */

const KEY = 'orbita.shared-branches';

/** Defaults to the storage of this tab. @throws DOMException if it is blocked */
type TabStorage = () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const ofTab: TabStorage = () => window.sessionStorage;

/**
 * Keeps a mission instead of the one before, or nothing if it has no branches. Nothing is kept if it is too large or the storage is
 * blocked: the operator has been asked before leaving.
 */
export function keepInTab(mission: LoggedMission | undefined, storage = ofTab): void {
  try {
    storage().removeItem(KEY);
    if (mission?.record.branches?.length) storage().setItem(KEY, JSON.stringify(mission));
  } catch {
    // The page ends.
  }
}

/**
 * Takes the mission that this tab has kept, which a worker of the same build can read. It is kept no longer: a window that this one opens
 * gets a copy of its storage.
 */
export function takeFromTab(storage = ofTab): LoggedMission | undefined {
  try {
    const text = storage().getItem(KEY);
    storage().removeItem(KEY);
    return JSON.parse(text ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}
