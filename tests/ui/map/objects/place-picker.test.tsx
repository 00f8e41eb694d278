import { act, fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createStore } from 'jotai';
import { describe, expect, it, vi } from 'vitest';
import { degrees } from '../../../../src/shared/kit/units.ts';
import { createCamera } from '../../../../src/ui/map/camera/camera.ts';
import { MapOf } from '../../../../src/ui/map/camera/map-context.ts';
import { type MapView, WHOLE_PLANE } from '../../../../src/ui/map/geometry/view.ts';
import { PlacePicker } from '../../../../src/ui/map/objects/PlacePicker.tsx';
import { isPickingAtom, isPlacesOpenAtom, placeFormAtom } from '../../../../src/ui/mission/places/atoms.ts';
import { EMPTY_FORM } from '../../../../src/ui/mission/places/place-form.ts';
import { renderWithStore } from '../../../support/render.tsx';

const SIZE = { width: 800, height: 400, pixelRatio: 1 };
const GLOBE: MapView = { ...WHOLE_PLANE, globe: 1, longitude: degrees(10), latitude: degrees(50) };

function openPicker(view: MapView = WHOLE_PLANE) {
  const store = createStore();
  store.set(isPickingAtom, true);
  store.set(placeFormAtom, { ...EMPTY_FORM, name: 'Camp' });
  const onMapKey = vi.fn();
  renderWithStore(
    <MapOf value={{ camera: createCamera(view), size: SIZE }}>
      <div ref={(map) => map?.addEventListener('keydown', onMapKey)}>
        <PlacePicker />
      </div>
    </MapOf>,
    store,
  );
  const layer = screen.getByRole('button', { name: /^Pick a place on the map/ });
  layer.getBoundingClientRect = () => new DOMRect(100, 50, 400, 200);
  const press = (clientX: number, clientY: number) =>
    act(() => void fireEvent.click(layer, { clientX, clientY, detail: 1 }));
  return { store, layer, onMapKey, press, user: userEvent.setup() };
}

describe('picking a place on the map', () => {
  it('takes the place that is pressed, and returns to the form', () => {
    const { store, press } = openPicker();
    press(300, 100);
    expect(store.get(placeFormAtom)).toMatchObject({ name: 'Camp', latitude: '45', longitude: '0' });
    expect(store.get(isPickingAtom)).toBe(false);
    expect(store.get(isPlacesOpenAtom)).toBe(true);
  });

  it('moves a cross with the arrow keys and not the map, and takes its place with Enter', async () => {
    const { store, layer, onMapKey, user } = openPicker();
    expect(layer).toHaveFocus();
    expect(layer).toHaveAccessibleName('Pick a place on the map: 0.00° N, 0.00° E');
    await user.keyboard('{ArrowRight}{ArrowRight}{ArrowUp}{Shift>}{ArrowLeft}{/Shift}');
    expect(layer).toHaveAccessibleName('Pick a place on the map: 7.20° N, 13.68° E');
    await user.keyboard('{Enter}');
    expect(store.get(placeFormAtom)).toMatchObject({ latitude: '7.2', longitude: '13.68' });
    expect(onMapKey.mock.calls.map(([{ key }]) => key as string)).not.toContain('ArrowRight');
  });

  it('goes back with Escape, and changes nothing', async () => {
    const { store, user } = openPicker();
    await user.keyboard('{ArrowUp}{Escape}');
    expect(store.get(placeFormAtom)).toEqual({ ...EMPTY_FORM, name: 'Camp' });
    expect(store.get(isPlacesOpenAtom)).toBe(true);
    expect(store.get(isPickingAtom)).toBe(false);
  });

  it('takes the middle of a globe, and refuses what is beside it', () => {
    const { store, press } = openPicker(GLOBE);
    press(105, 55);
    expect(screen.getByText(/That point is not on the Earth\./)).toBeVisible();
    expect(store.get(isPickingAtom)).toBe(true);
    press(300, 150);
    expect(store.get(placeFormAtom)).toMatchObject({ latitude: '50', longitude: '10' });
  });
});
