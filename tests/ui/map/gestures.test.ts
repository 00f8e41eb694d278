import { expect, it } from 'vitest';
import { createCamera } from '../../../src/ui/map/camera/camera.ts';
import { attachGestures } from '../../../src/ui/map/camera/gestures.ts';
import { WHOLE_PLANE } from '../../../src/ui/map/geometry/view.ts';

const SIZE = { width: 1200, height: 600 };
const nowhere = () => undefined;

it.each([1, 0])('a gesture between plane and globe does not leave the map there (globe %d)', (globe) => {
  const element = document.createElement('div');
  const camera = createCamera({ ...WHOLE_PLANE, globe: 1 - globe });
  const detach = attachGestures(element, camera, SIZE, () => undefined);
  camera.moveTo({ ...WHOLE_PLANE, globe }, 900);
  camera.advance(0, nowhere);
  camera.advance(450, nowhere);
  expect(camera.view().globe).toBeCloseTo(0.5, 1);

  element.dispatchEvent(new WheelEvent('wheel', { deltaY: -50, ctrlKey: true, cancelable: true }));
  const { zoom } = camera.view();
  expect(zoom).toBeGreaterThan(1.1);
  expect(camera.target().globe).toBe(globe);
  camera.advance(500, nowhere);
  camera.advance(5000, nowhere);
  expect(camera.view()).toMatchObject({ globe, zoom });
  detach();
});
