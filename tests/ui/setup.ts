import { cleanup } from '@testing-library/react';
import { afterEach, vi } from 'vitest';

/** happy-dom has no 2D canvas: this one takes every call, so that uPlot can be made, fed and destroyed. */
const context = new Proxy(
  { measureText: () => ({ width: 8 }), canvas: undefined as unknown },
  {
    get: (target, name) => (name in target ? Reflect.get(target, name) : () => undefined),
    set: () => true,
  },
);
vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation((() => context) as never);
vi.stubGlobal(
  'Path2D',
  class {
    moveTo() {}
    lineTo() {}
    rect() {}
    closePath() {}
    addPath() {}
  },
);

afterEach(cleanup);
