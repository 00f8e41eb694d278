import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createStore } from 'jotai';
import { useRef } from 'react';
import { expect, it } from 'vitest';
import { epochMs } from '../../../../src/shared/kit/units.ts';
import { PLACE } from '../../../../src/ui/map/geometry/fleet-places.ts';
import { FleetObjects } from '../../../../src/ui/map/objects/FleetObjects.tsx';
import { isSatellitesOpenAtom, selectedSatelliteAtom } from '../../../../src/ui/mission/fleet/atoms.ts';
import type { Fleet } from '../../../../src/ui/mission/fleet/fleet.ts';
import { renderWithStore } from '../../../support/render.tsx';

const FLEET: Fleet = {
  satellites: [{ id: 7, name: 'PACIFIC 7' }],
  isShown: Uint8Array.of(1),
  colours: Uint8Array.of(0),
  groups: [''],
  positionsAt: () => undefined,
  stateAt: () => ({ positionEcef: { x: 7000, y: 0, z: 0 }, velocityEcef: { x: 0, y: 7, z: 0 } }),
  trackAt: () => undefined,
};
const PLACES = { current: Float32Array.of(400, 200, PLACE.near) };

function Stage() {
  const mapRef = useRef<HTMLDivElement>(null);
  return (
    <div ref={mapRef}>
      <FleetObjects mapRef={mapRef} fleet={FLEET} places={PLACES} now={() => epochMs(0)} />
    </div>
  );
}

it('the selected satellite says how to get to its details, and a press opens them', async () => {
  const user = userEvent.setup();
  const { store } = renderWithStore(<Stage />, createStore());
  await user.tab();
  expect(store.get(selectedSatelliteAtom)).toBe(7);
  const panel = screen.getByRole('tooltip');
  expect(panel).toHaveTextContent(/Speed.*Press again for details and passes$/);
  expect(screen.getAllByRole('term').map(({ textContent }) => textContent)).toEqual([
    'Catalogue number',
    'Latitude',
    'Longitude',
    'Altitude',
    'Speed',
  ]);
  await user.keyboard('{Enter}');
  expect(store.get(isSatellitesOpenAtom)).toBe(true);
});
