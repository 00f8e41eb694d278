import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createStore } from 'jotai';
import { beforeAll, describe, expect, it } from 'vitest';
import { STATION_MASK } from '../../../../src/shared/entities/stations.ts';
import { addMs, MS_PER_MIN, MS_PER_S } from '../../../../src/shared/kit/units.ts';
import { stateAt, transitionInto } from '../../../../src/shared/orbit/ephemeris.ts';
import { elevationOf, siteOf } from '../../../../src/shared/orbit/observer.ts';
import { SatelliteSentence } from '../../../../src/ui/features/orbital/SatelliteSentence.tsx';
import { GroundStationsCard } from '../../../../src/ui/features/stations/GroundStationsCard.tsx';
import { MapObjects, prefetchDetails } from '../../../../src/ui/map/objects/MapObjects.tsx';
import { viewFrom } from '../../../../src/ui/mission/contacts/contacts-at.ts';
import { networkPasses } from '../../../../src/ui/mission/contacts/stations-shown.ts';
import { missionSecondAtom, sliceAtoms } from '../../../../src/ui/mission/link/atoms.ts';
import { ACTIVE_STATIONS, passesOver } from '../../../support/contact-plans.ts';
import { startMission } from '../../../support/mission.ts';
import { renderWithStore, showMission } from '../../../support/render.tsx';

beforeAll(prefetchDetails);

const [station] = ACTIVE_STATIONS;
if (!station) throw new Error('no active station');
const site = siteOf({
  latitude: station.lat,
  longitude: station.lng,
  altitudeKm: 0,
});

describe('the contacts of a satellite in an orbit transition', () => {
  it.each([
    ['onto a pass', 0],
    ['out of one', 45],
  ])('match its shown position: %s', async (_case, afterPassMin) => {
    const start = startMission().snapshot();
    const contacts = start.contacts.value.satellites.iss;
    if (!contacts.ok) throw new Error(contacts.message);
    const pass = passesOver(contacts.value, station.id).find(({ aos }) => aos > start.clock.value.time);
    if (!pass) throw new Error('no pass');
    const now = addMs(pass.tca, afterPassMin * MS_PER_MIN);
    const mission = startMission({ clock: { now: () => now } });
    const snapshot = mission.snapshot();
    const { iss } = snapshot.ephemerides.value;
    if (iss.status !== 'available') throw new Error(iss.reason);
    // Shown 45 minutes away from its pass, or during it.
    const offMs = (afterPassMin === 0 ? 45 : -afterPassMin) * MS_PER_MIN;
    const earlier = { ...iss.window, startTime: addMs(iss.window.startTime, -offMs) };
    const window = transitionInto(iss.window, earlier, now, 8 * MS_PER_S);
    const store = createStore();
    showMission(store, mission);
    store.set(missionSecondAtom, now);
    store.set(sliceAtoms.ephemerides, {
      ...snapshot.ephemerides.value,
      iss: { status: 'available', window },
    });
    renderWithStore(
      <>
        <SatelliteSentence id="iss" />
        <GroundStationsCard id="iss" />
        <MapObjects satellites={[{ id: 'iss', window }]} front="iss" contacts={snapshot.contacts.value} />
      </>,
      store,
    );
    await userEvent.hover(screen.getByRole('button', { name: station.name }));
    const details = () => screen.getByRole('tooltip').textContent ?? '';
    const row = () =>
      within(screen.getByRole('table', { name: /Ground stations/ })).getByRole('row', {
        name: new RegExp(`^${station.name}`),
      }).textContent ?? '';
    const sentence = () => screen.getByText(/^ISS over/).textContent ?? '';
    const seen = new Set<boolean>();
    for (let second = 0; second <= 8; second += 1) {
      const time = addMs(now, second * MS_PER_S);
      act(() => store.set(missionSecondAtom, time));
      const state = stateAt(window, time);
      if (!state) throw new Error('no position');
      const isSeen = elevationOf(site, state.positionEcef) >= STATION_MASK;
      const isMoving = isSeen !== (afterPassMin === 0);
      seen.add(isSeen);
      expect(/in view of .*/.exec(sentence())?.[0].includes(station.name) ?? false).toBe(isSeen);
      expect(row().includes('In view')).toBe(isSeen);
      expect(row().includes('acquiring live data')).toBe(isMoving);
      expect(details()).toContain(`Sees ISS${isSeen ? 'Now' : 'No'}`);
      expect(details().includes('Acquiring live data')).toBe(isMoving);
      if (isMoving && !isSeen) expect(sentence()).not.toContain(`${station.name} contact in`);
    }
    expect(seen.size).toBe(2);
    // Between two of these seconds it rises above the mask.
    const over = networkPasses(snapshot.contacts.value, 'iss').find((one) => one.station.id === station.id);
    if (!over) throw new Error('no station');
    for (let ms = 0; ms < 8 * MS_PER_S; ms += 10) {
      const time = addMs(now, ms);
      const place = stateAt(window, time)?.positionEcef;
      if (!place) throw new Error('no position');
      const { isInView } = viewFrom(over, window, time);
      expect(isInView, `after ${ms} ms`).toBe(elevationOf(site, place) >= STATION_MASK);
    }
  });
});
