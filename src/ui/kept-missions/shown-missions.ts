import { isMissionId, type MissionId } from '../../shared/consoles.ts';

/** What Web Locks are needed for here; absent over plain HTTP. */
export type Locks = Pick<LockManager, 'request' | 'query'>;

const PREFIX = 'orbita-shown-';

/** Which missions the windows of this browser show: each holds a shared lock of its own. */
export interface ShownMissions {
  /** This window shows a mission now; none while it is in the back/forward cache, which a lock would keep it out of. */
  show(id: MissionId | undefined): void;
  /** Those that any window shows. None where the browser cannot tell. */
  all(): Promise<ReadonlySet<MissionId>>;
}

export function createShownMissions(locks: Locks | undefined): ShownMissions {
  let shown: MissionId | undefined;
  let release = (): void => undefined;
  return {
    show(id) {
      if (id === shown) return;
      release();
      shown = id;
      if (id === undefined || !locks) return;
      const isOver = new Promise<void>((resolve) => {
        release = resolve;
      });
      locks.request(`${PREFIX}${id}`, { mode: 'shared' }, () => isOver).catch(() => undefined);
    },
    async all() {
      const { held = [] } = (await locks?.query().catch(() => undefined)) ?? {};
      const ids = held.map(({ name = '' }) => name.slice(name.startsWith(PREFIX) ? PREFIX.length : 0));
      return new Set(ids.filter(isMissionId));
    },
  };
}
