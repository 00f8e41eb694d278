import { type EpochMs, epochMs, MS_PER_S } from '../../../shared/kit/units.ts';
import { keepsMissionsAtom } from '../../kit/preferences/preferences.ts';
import type { Toast } from '../../kit/toasts/announce.ts';
import { keepingAtom, type Store } from '../../mission/link/atoms.ts';
import type { MissionLink } from '../../mission/link/link.ts';
import {
  continuableAtom,
  type KeptMissionActions,
  keptMissionActionsAtom,
  keptMissionsAtom,
  offeredMissionAtom,
} from './atoms.ts';
import { missionName } from './mission-name.ts';
import { findShownMissions, type ShownEffects } from './shown-missions.ts';

/** Lets the browser keep this window's mission, and lists and continues the kept ones. */

interface KeptMissionsEffects extends ShownEffects {
  readonly store: Store;
  readonly link: Pick<MissionLink, 'kept' | 'keepMissions' | 'continueMission'>;
  /** UTC by the clock of this computer. */
  now(): EpochMs;
  announce(toast: Toast): void;
}

/** The link itself refuses in sentences. */
const clause = (message: string): string => message.replace(/\.$/, '');

export function startKeptMissions(effects: KeptMissionsEffects): void {
  const { store, link, now } = effects;
  const { kept } = link;

  /** Returns true once the list is known, also that there is none. */
  async function refresh(): Promise<boolean> {
    const listed = await kept.keptMissions();
    if (!listed.ok) {
      const isStopped = store.get(keepingAtom).status === 'stopped';
      if (isStopped) store.set(keptMissionsAtom, []);
      return isStopped;
    }
    const windows = await findShownMissions(
      listed.value.map(({ id }) => id),
      effects,
    );
    store.set(
      keptMissionsAtom,
      listed.value.map(({ id, head }) => ({
        id,
        isDamaged: !head,
        startTime: head?.header.startTime ?? epochMs(0),
        time: head?.time ?? epochMs(0),
        savedAt: head?.savedAt ?? epochMs(0),
        isShown: windows.has(id),
      })),
    );
    return true;
  }

  const actions: KeptMissionActions = {
    async refresh() {
      await refresh();
    },
    async continueMission(id) {
      const listed = () => store.get(keptMissionsAtom).find((one) => one.id === id);
      const mission = listed();
      const name = mission ? `the ${missionName(mission.startTime, now())}` : 'the mission';
      // A window that has shown it may have been closed.
      const [checked] = await Promise.all([kept.checkKept(id), refresh()]);
      if (!checked.ok) {
        const text = `Failed to continue ${name}: ${clause(checked.message)}.`;
        effects.announce({ id: 'continue-failed', level: 'error', text });
        return;
      }
      const { costMs, lostCount } = checked.value;
      // The branches of a mission shown in another window belong to that window.
      if (lostCount > 0 && !listed()?.isShown) {
        const what = lostCount === 1 ? '1 branch' : `${lostCount} branches`;
        const text = `${what} of ${name} cannot be restored: damaged, or too long to simulate again.`;
        effects.announce({ id: 'branches-lost', level: 'warning', text });
      }
      if (store.get(offeredMissionAtom) === id) store.set(offeredMissionAtom, undefined);
      link.continueMission({ id, name }, costMs);
    },
    async remove(ids) {
      const removed = await kept.removeKept(ids);
      if (!removed.ok) {
        const text = `Failed to delete: ${clause(removed.message)}.`;
        effects.announce({ id: 'delete-failed', level: 'error', text });
      }
      await refresh();
    },
  };

  /** A worker that is being replaced does not answer. */
  async function start(): Promise<void> {
    if (!(await refresh()) && !store.get(keptMissionActionsAtom)) {
      effects.after(MS_PER_S, () => void start());
      return;
    }
    store.set(offeredMissionAtom, store.get(continuableAtom)?.id);
    store.set(keptMissionActionsAtom, actions);
    link.keepMissions(store.get(keepsMissionsAtom));
    store.sub(keepsMissionsAtom, () => link.keepMissions(store.get(keepsMissionsAtom)));
    let { deletedAt } = store.get(keepingAtom);
    store.sub(keepingAtom, () => {
      const keeping = store.get(keepingAtom);
      if (keeping.deletedAt === deletedAt) return;
      ({ deletedAt } = keeping);
      void refresh();
    });
  }
  void start();
}
