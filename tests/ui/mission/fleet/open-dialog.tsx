import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createStore } from 'jotai';
import { epochMs } from '../../../../src/shared/kit/units.ts';
import { browserStorageAtom } from '../../../../src/ui/kit/page/kept-atom.ts';
import type { After } from '../../../../src/ui/kit/page/timers.ts';
import {
  fleetFailureAtom,
  isFleetWantedAtom,
  isSatellitesOpenAtom,
  SATELLITES_KEY,
} from '../../../../src/ui/mission/fleet/atoms.ts';
import { Satellites } from '../../../../src/ui/mission/fleet/Satellites.tsx';
import { startFleet } from '../../../../src/ui/mission/fleet/start-fleet.ts';
import { missionSecondAtom } from '../../../../src/ui/mission/link/atoms.ts';
import { MissionTimeContext } from '../../../../src/ui/mission/link/mission-time.ts';
import type { FetchElements } from '../../../../src/worker/fleet/fetch-elements.ts';
import { createFleetWorker } from '../../../support/fleet-worker.ts';
import { renderWithStore } from '../../../support/render.tsx';
import { type OrbitKind, syntheticElements } from '../../../support/synthetic-fleet.ts';

/** Generates unique texts. */
export const createIds = () => {
  let count = 0;
  return () => {
    count += 1;
    return String(count);
  };
};

export const NOW = epochMs(Date.UTC(2026, 10, 22, 12));

/** Creates a browser's storage: blocked, full, or backed by the map. */
export function createStorage(failure?: string) {
  const entries = new Map<string, string>();
  const guard = () => {
    if (failure) throw new DOMException('', failure);
  };
  const storage = {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem(key: string, value: string) {
      guard();
      entries.set(key, value);
    },
    removeItem: (key: string) => entries.delete(key),
  } as unknown as Storage;
  return { entries, storage };
}

interface Options {
  readonly kept?: string;
  readonly storageFailure?: string;
  /** False if the code of the list could not be loaded; it can be, once it is wanted again. */
  readonly isLoaded?: boolean;
  /** True if the worker does not answer. */
  readonly isSilent?: boolean;
  readonly gateway?: FetchElements;
}

/** Opens the dialog over an empty or stored list, with a worker in this thread. */
export async function openDialog({
  kept,
  storageFailure,
  isLoaded = true,
  isSilent = false,
  gateway,
}: Options = {}) {
  const user = userEvent.setup();
  const store = createStore();
  store.set(missionSecondAtom, NOW);
  store.set(isSatellitesOpenAtom, true);
  const { entries, storage } = createStorage(storageFailure);
  if (kept !== undefined) entries.set(SATELLITES_KEY, kept);
  const { connect, ...worker } = createFleetWorker({ isSilent, ...(gateway && { fetchElements: gateway }) });
  const followers: ((event: { key: string | null; newValue: string | null }) => void)[] = [];
  store.set(browserStorageAtom, {
    storage: () => storage,
    onStorage(callback) {
      followers.push(callback);
      return () => {};
    },
  });
  const waits = new Map<() => void, number>();
  const after: After = (delayMs, callback) => {
    waits.set(callback, delayMs);
    return () => void waits.delete(callback);
  };
  const start = () => startFleet({ store, connect, newId: createIds(), after });
  if (isLoaded) start();
  else {
    store.set(fleetFailureAtom, 'the server cannot be reached');
    store.sub(isFleetWantedAtom, () => store.get(isFleetWantedAtom) && start());
  }
  renderWithStore(
    <MissionTimeContext value={() => store.get(missionSecondAtom)}>
      <Satellites />
    </MissionTimeContext>,
    store,
  );
  const dialog = within(await screen.findByRole('dialog', { name: 'Satellites' }));
  return {
    user,
    store,
    dialog,
    entries,
    ...worker,
    /** Ends the wait for the next attempt, and returns its length. */
    endWait: () =>
      act(async () => {
        const [due] = waits;
        if (!due) throw new Error('Nothing is waited for.');
        const [callback, delayMs] = due;
        waits.delete(callback);
        callback();
        return delayMs;
      }),
    isWaiting: () => waits.size > 0,
    tellStorage: (newValue: string | null) =>
      act(() => {
        for (const follower of followers) follower({ key: SATELLITES_KEY, newValue });
      }),
    async add(text: string) {
      const field = dialog.getByRole('textbox', { name: 'Elements' });
      await user.clear(field);
      await user.click(field);
      await user.paste(text);
      await user.click(dialog.getByRole('button', { name: 'Add satellite' }));
      await dialog.findByText(/satellites? added/);
    },
  };
}

/** Formats made-up satellites, numbered from 1. */
export const omm = (...kinds: readonly OrbitKind[]): string =>
  JSON.stringify(kinds.map((kind, index) => syntheticElements(index + 1, kind)));
