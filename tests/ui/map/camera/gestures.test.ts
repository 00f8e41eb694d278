import { afterEach, describe, expect, it, vi } from 'vitest';
import { createCamera } from '../../../../src/ui/map/camera/camera.ts';
import { attachGestures } from '../../../../src/ui/map/camera/gestures.ts';
import { WHOLE_PLANE } from '../../../../src/ui/map/geometry/view.ts';

const SIZE = { width: 800, height: 400 };

let detach: (() => void) | undefined;
afterEach(() => detach?.());

/** Attaches the gestures to a map of the same size as its picture. */
function attach() {
  const map = document.createElement('div');
  vi.spyOn(map, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, SIZE.width, SIZE.height));
  map.setPointerCapture = () => undefined;
  const camera = createCamera({ ...WHOLE_PLANE, zoom: 4 });
  detach = attachGestures(map, camera, SIZE, () => undefined);
  const point =
    (pointerType: string) =>
    (type: string, clientX: number, buttons: number): void => {
      map.dispatchEvent(
        new PointerEvent(type, { pointerId: 1, pointerType, clientX, clientY: 200, button: 0, buttons }),
      );
    };
  return { map, camera, mouse: point('mouse'), finger: point('touch') };
}

describe('a drag', () => {
  it.each(['mouse', 'finger'] as const)('of a %s pans until it ends', (kind) => {
    const { map, camera, ...pointers } = attach();
    const point = pointers[kind];
    point('pointerdown', 400, 1);
    point('pointermove', 440, 1);
    expect(camera.view().longitude).toBeLessThan(0);
    expect(map.dataset.dragging).toBe('');
    point('pointerup', 440, 0);
    const view = camera.view();
    point('pointermove', 480, 0);
    expect(camera.view()).toBe(view);
    expect(map.dataset.dragging).toBeUndefined();
  });

  it('that leaves the map within one frame ends outside: the mouse returns without a pressed button', () => {
    const { map, camera, mouse } = attach();
    mouse('pointerdown', 790, 1);
    mouse('pointermove', 700, 0);
    mouse('pointermove', 600, 0);
    expect(camera.view().longitude).toBe(0);
    expect(map.dataset.dragging).toBeUndefined();
    mouse('pointerdown', 600, 1);
    mouse('pointermove', 640, 1);
    expect(camera.view().longitude).toBeLessThan(0);
  });
});
