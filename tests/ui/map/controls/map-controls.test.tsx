import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useRef } from 'react';
import { describe, expect, it } from 'vitest';
import { degrees } from '../../../../src/shared/kit/units.ts';
import { type Camera, createCamera } from '../../../../src/ui/map/camera/camera.ts';
import { MapOf } from '../../../../src/ui/map/camera/map-context.ts';
import { MapControls } from '../../../../src/ui/map/controls/MapControls.tsx';
import { MOST_ZOOM, WHOLE_PLANE } from '../../../../src/ui/map/geometry/view.ts';

const SIZE = { width: 800, height: 400, pixelRatio: 1 };

function Stage({ camera }: { readonly camera: Camera }) {
  const mapRef = useRef<HTMLDivElement>(null);
  return (
    <MapOf value={{ camera, size: SIZE }}>
      <div ref={mapRef}>
        <MapControls
          mapRef={mapRef}
          isMotionReduced
          satellites={[]}
          now={() => undefined}
          onCover={() => undefined}
        />
      </div>
    </MapOf>
  );
}

/** Shows the controls of a map at a zoom. */
function showAt(zoom: number) {
  const camera = createCamera({ ...WHOLE_PLANE, zoom });
  render(<Stage camera={camera} />);
  return { camera, user: userEvent.setup(), focus: (name: string) => act(() => button(name).focus()) };
}

const button = (name: string): HTMLElement => screen.getByRole('button', { name });

describe('a control of the map that has nothing left to do', () => {
  it.each([
    ['Reset view', 2, '{Enter}', 1],
    ['Zoom out', 1.2, '{Enter}', 1],
    ['Zoom in', MOST_ZOOM - 1, '{Enter}', MOST_ZOOM],
    ['Zoom out', 2, '0', 1],
    ['Reset view', 1.2, '-', 1],
  ])('keeps the focus, and with it the keys of the map: %s at a zoom of %d, %s', async (...given) => {
    const [name, zoom, key, reached] = given;
    const { camera, user, focus } = showAt(zoom);
    focus(name);
    await user.keyboard(key);
    expect(camera.view().zoom).toBe(reached);
    expect(button(name)).toHaveFocus();
    expect(button(name)).toBeEnabled();
    expect(button(name)).toHaveAttribute('aria-disabled', 'true');
    await user.keyboard('{ArrowLeft}');
    expect(camera.view().longitude).toBeLessThan(0);
  });

  it('does nothing when it is pressed', async () => {
    const { camera, user, focus } = showAt(1.2);
    focus('Zoom out');
    await user.keyboard('{Enter}');
    const view = camera.view();
    await user.keyboard('{Enter}');
    expect(camera.view()).toBe(view);
  });

  it('goes once the focus has left it, but not with the focus of the window', async () => {
    const { user, focus } = showAt(1.2);
    focus('Zoom out');
    await user.keyboard('{Enter}');
    act(() => void button('Zoom out').dispatchEvent(new FocusEvent('focusout', { bubbles: true })));
    expect(button('Zoom out')).toBeEnabled();
    await user.tab();
    expect(button('Zoom in')).toHaveFocus();
    expect(button('Zoom out')).toBeDisabled();
  });

  it('comes back with something to do', () => {
    const { camera } = showAt(1);
    expect(button('Reset view')).toBeDisabled();
    act(() => camera.show({ ...WHOLE_PLANE, longitude: degrees(10), zoom: 2 }));
    for (const name of ['Reset view', 'Zoom out', 'Zoom in']) {
      expect(button(name)).toBeEnabled();
      expect(button(name)).not.toHaveAttribute('aria-disabled');
    }
  });
});
