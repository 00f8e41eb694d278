import { screen, within } from '@testing-library/react';
import { createStore } from 'jotai';
import { expect, it } from 'vitest';
import { SATELLITES } from '../../../../src/shared/entities/satellites.ts';
import { AboveNow } from '../../../../src/ui/features/passes/AboveNow.tsx';
import { browserStorageAtom } from '../../../../src/ui/kit/page/kept-atom.ts';
import { SATELLITES_KEY } from '../../../../src/ui/mission/fleet/atoms.ts';
import { startFleet } from '../../../../src/ui/mission/fleet/start-fleet.ts';
import { missionSecondAtom } from '../../../../src/ui/mission/link/atoms.ts';
import { MissionTimeContext } from '../../../../src/ui/mission/link/mission-time.ts';
import { createFleetWorker } from '../../../support/fleet-worker.ts';
import { observedPasses, startMission, T0 } from '../../../support/mission.ts';
import { renderWithStore, showMission } from '../../../support/render.tsx';
import { syntheticElements } from '../../../support/synthetic-fleet.ts';
import { createIds, createStorage } from '../../mission/fleet/open-dialog.tsx';

it('the ISS is above a place during its pass, beside added satellites, and not before it', async () => {
  const pass = observedPasses(startMission(), 'iss').find(({ aos }) => aos > T0);
  if (!pass) throw new Error('no pass');
  const shownAt = async (time: typeof pass.tca) => {
    const store = createStore();
    const { entries, storage } = createStorage();
    entries.set(SATELLITES_KEY, JSON.stringify([{ elements: syntheticElements(1, 'geostationary') }]));
    store.set(browserStorageAtom, { storage: () => storage, onStorage: () => () => {} });
    showMission(store, startMission({ clock: { now: () => time } }));
    store.set(missionSecondAtom, time);
    startFleet({ store, connect: createFleetWorker({}).connect, newId: createIds(), after: () => () => {} });
    const { unmount } = renderWithStore(
      <MissionTimeContext value={() => store.get(missionSecondAtom)}>
        <AboveNow place={SATELLITES.iss.observer} />
      </MissionTimeContext>,
      store,
    );
    const card = within(await screen.findByRole('region', { name: 'Above New York City now' }));
    await card.findByText(/^\d+ satellites?$/);
    const names = card.queryAllByRole('button').map(({ textContent }) => textContent);
    unmount();
    return names;
  };
  expect(await shownAt(pass.tca)).toContain('ISS');
  expect(await shownAt((pass.aos - 60_000) as typeof pass.tca)).not.toContain('ISS');
});
