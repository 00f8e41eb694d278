import '@testing-library/jest-dom/vitest';
import { act, cleanup, configure } from '@testing-library/react';
import { toast } from 'sonner';
import { afterEach, beforeAll, vi } from 'vitest';
import { fetchPopovers } from '../../src/ui/kit/controls/PopoverView.tsx';
import { showToastsBy } from '../../src/ui/kit/toasts/announce.ts';
import { showToast } from '../../src/ui/kit/toasts/show-toast.tsx';

// A busy machine may take this long to load a part of the page on demand.
configure({ asyncUtilTimeout: 10_000 });

/**
 * Node 25 and newer have their own storage, which happy-dom's does not replace and which is undefined without a file to
 * store it in: every test file gets an empty one of happy-dom's, on every version of Node.
 */
for (const name of ['localStorage', 'sessionStorage']) {
  Object.defineProperty(globalThis, name, { configurable: true, value: new Storage() });
}

/** The files of a project share one document, so each starts with an empty one at the address of the dashboard. */
for (const element of [document.documentElement, document.head, document.body]) {
  for (const name of element.getAttributeNames()) element.removeAttribute(name);
}
document.head.replaceChildren();
document.body.replaceChildren();
document.title = '';
history.replaceState(null, '', '/');

/** happy-dom has no 2D canvas: this one accepts every call, so that uPlot can be created, filled and destroyed. */
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

beforeAll(fetchPopovers);
beforeAll(() => showToastsBy(showToast));

afterEach(() => {
  act(() => void toast.dismiss()); // the whole process shares this list
  cleanup();
});
