import { computeAccessibleName, getRole } from 'dom-accessibility-api';
import { pauseEndlessAnimations, saveData, slowLoops } from '../little-work.ts';

/**
 * Runs in the page before its own scripts, in every engine: records problems, finds elements as assistive technology
 * does, and captures the files that the page would save. Until it is told otherwise the page draws few frames; it
 * prefetches nothing.
 */

const framesOf = ({ requestAnimationFrame, cancelAnimationFrame }: Window) => ({
  request: requestAnimationFrame.bind(window),
  cancel: cancelAnimationFrame.bind(window),
});
const everyFrame = framesOf(window);
slowLoops();
pauseEndlessAnimations();
saveData();
const fewFrames = framesOf(window);

const problems: string[] = [];
const workers: Worker[] = [];
const files: { readonly type: string; readonly text: Promise<string> }[] = [];

for (const level of ['error', 'warn'] as const) {
  const log = console[level];
  console[level] = (...words: unknown[]) => {
    problems.push(`console ${level}: ${words.map(String).join(' ')}`);
    log.apply(console, words);
  };
}

/**
 * Not an error: some observers are notified one frame later. WebKit reports this on busy machines when the page
 * resizes.
 */
const DELAYED_RESIZE = /ResizeObserver loop completed with undelivered notifications/;

addEventListener(
  'error',
  ({ target, message }) => {
    if (DELAYED_RESIZE.test(message)) return;
    const source =
      target instanceof HTMLElement && (target.getAttribute('src') ?? target.getAttribute('href'));
    problems.push(source ? `not loaded: ${source}` : `uncaught: ${message}`);
  },
  true,
);
addEventListener('unhandledrejection', ({ reason }) => problems.push(`unhandled: ${reason}`));
document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
  problems.push(`CSP: ${violatedDirective} refused ${blockedURI}`),
);

window.Worker = class extends Worker {
  constructor(...options: ConstructorParameters<typeof Worker>) {
    super(...options);
    workers.push(this);
  }
};

const createObjectURL = URL.createObjectURL.bind(URL);
URL.createObjectURL = (source: Blob | MediaSource) => {
  if (source instanceof Blob) files.push({ type: source.type, text: source.text() });
  return createObjectURL(source);
};
// Saved files are captured here, so no browser asks where to put them.
HTMLAnchorElement.prototype.click = function (this: HTMLAnchorElement) {
  if (!this.download) this.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
};

/** Criteria for finding an element. */
export interface Target {
  readonly role: string;
  /** The whole accessible name; any if absent. */
  readonly name?: string;
  /** Part of its text. */
  readonly text?: string;
  /** Name of the region that contains it. */
  readonly region?: string;
  /** Part of the text of the list item that contains it. */
  readonly item?: string;
}

const isShown = (element: Element): boolean =>
  element.checkVisibility({ visibilityProperty: true, opacityProperty: false });

const shownText = ({ innerText }: HTMLElement): string => (innerText ?? '').replace(/\s+/g, ' ').trim();

function find({ role, name, text, region, item }: Target): readonly HTMLElement[] {
  const regions = region === undefined ? undefined : find({ role: 'region', name: region });
  // The name comes last, since it takes longest.
  return [...document.querySelectorAll<HTMLElement>('body *')].filter(
    (element) =>
      (!regions || regions.some((each) => each.contains(element))) &&
      getRole(element) === role &&
      isShown(element) &&
      (text === undefined || shownText(element).includes(text)) &&
      (item === undefined ||
        shownText(element.closest('li') ?? document.createElement('li')).includes(item)) &&
      (name === undefined || computeAccessibleName(element) === name),
  );
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Returns the middle of an element scrolled into view; `undefined` if it is missing or covered. */
function middleOf(element: Element | undefined): Point | undefined {
  if (!element) return undefined;
  element.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  const { left, top, width, height } = element.getBoundingClientRect();
  const x = left + width / 2;
  const y = top + height / 2;
  const hit = document.elementFromPoint(x, y);
  return hit && (element.contains(hit) || hit.contains(element)) ? { x, y } : undefined;
}

/** Element that is to be pressed, what lies at its middle (its label, for one), and what has been pressed since. */
let aimed: { readonly element: Element; readonly front: Element | null } | undefined;
let pressed: EventTarget | null = null;
addEventListener('pointerdown', ({ target }) => (pressed = target), { capture: true });

/** Returns where to press an element; `undefined` also while it moves. A hidden page draws no frames. */
async function pointOf(target: Target): Promise<Point | undefined> {
  const [element] = find(target);
  const before = middleOf(element);
  if (!before || !element) return undefined;
  aimed = { element, front: document.elementFromPoint(before.x, before.y) };
  pressed = null;
  if (document.hidden) return before;
  await new Promise(requestAnimationFrame);
  const { x, y } = middleOf(find(target)[0]) ?? {};
  return x === before.x && y === before.y ? before : undefined;
}

/** True unless the press has missed the element for which `pointOf` was asked, because the page has moved meanwhile. */
const hasHit = (): boolean =>
  aimed === undefined ||
  (pressed instanceof Node && (aimed.element.contains(pressed) || pressed === aimed.front));

/** Resolves once the page shows a text, however briefly. */
const untilShown = (text: string): Promise<void> =>
  new Promise((resolve) => {
    const observer = new MutationObserver(() => look());
    const look = () => {
      if (!document.body.innerText.includes(text)) return;
      observer.disconnect();
      resolve();
    };
    observer.observe(document.body, { subtree: true, childList: true, characterData: true });
    look();
  });

/** Number of frames with a map that the page may still draw, and the callbacks for later ones. */
let mapFramesLeft = Number.POSITIVE_INFINITY;
const held = new Map<number, FrameRequestCallback>();
let lastFrame = 0;

/** Draws at the screen's rate. Ids of these frames are negative, so that each is cancelled where it was requested. */
function drawEveryFrame(): void {
  window.requestAnimationFrame = (callback) => {
    const id = -everyFrame.request((time) => {
      if (time !== lastFrame && document.querySelector('[data-frames]')) mapFramesLeft -= 1;
      lastFrame = time;
      if (mapFramesLeft >= 0) callback(time);
      else held.set(id, callback);
    });
    return id;
  };
}
window.cancelAnimationFrame = (id) => {
  if (id >= 0) return fewFrames.cancel(id);
  everyFrame.cancel(-id);
  held.delete(id);
};

/** Lets the page draw this many more frames with a map, and then none until it draws few frames again. */
function holdMapAfter(frames: number): void {
  mapFramesLeft = frames;
}

/** Draws few frames again, also those that were held. */
function drawFewFrames(): void {
  window.requestAnimationFrame = fewFrames.request;
  mapFramesLeft = Number.POSITIVE_INFINITY;
  for (const callback of held.values()) fewFrames.request(callback);
  held.clear();
}

const tools = {
  problems,
  find,
  pointOf,
  hasHit,
  untilShown,
  drawEveryFrame,
  holdMapAfter,
  drawFewFrames,
  textOf: (target: Target) => find(target).map(shownText),
  activate: (target: Target) => {
    const [element] = find(target);
    if (element instanceof HTMLElement) element.click();
    return element !== undefined;
  },
  killWorker: () => workers.at(-1)?.terminate(),
  savedFiles: () => Promise.all(files.map(async ({ type, text }) => ({ type, text: await text }))),
};

export type PageTools = typeof tools;

Object.assign(window, { tools });
