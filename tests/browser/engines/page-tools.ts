import { computeAccessibleName, getRole } from 'dom-accessibility-api';
import { pauseEndlessAnimations, saveData, slowLoops } from '../little-work.ts';

/**
 * Runs in the page before its own scripts, in every engine: records what goes wrong, finds elements as assistive
 * technology does, and keeps what the page would save as files. Unless the address asks for the full rate, the page draws
 * on few frames, and fetches nothing ahead.
 */

if (!new URLSearchParams(location.search).has('full-rate')) {
  slowLoops();
  pauseEndlessAnimations();
  saveData();
}

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

/** No error: observers hear of some sizes one frame later. WebKit on a busy machine says so of the page's resizing. */
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
// What is saved is looked at here: no browser asks where to put it.
HTMLAnchorElement.prototype.click = function (this: HTMLAnchorElement) {
  if (!this.download) this.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
};

/** What an element is looked for by. */
export interface Target {
  readonly role: string;
  /** The whole accessible name; any where absent. */
  readonly name?: string;
  /** Some of its text. */
  readonly text?: string;
  /** The name of the region that it stands in. */
  readonly region?: string;
}

const isShown = (element: Element): boolean =>
  element.checkVisibility({ visibilityProperty: true, opacityProperty: false });

function find({ role, name, text, region }: Target): readonly HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>('body *')].filter(
    (element) =>
      getRole(element) === role &&
      isShown(element) &&
      (name === undefined || computeAccessibleName(element) === name) &&
      (text === undefined || (element.innerText ?? '').replace(/\s+/g, ' ').includes(text)) &&
      (region === undefined || find({ role: 'region', name: region }).some((each) => each.contains(element))),
  );
}

/** The middle of an element, scrolled into the window; `undefined` while there is none or another lies over it. */
function pointOf(target: Target): { readonly x: number; readonly y: number } | undefined {
  const [element] = find(target);
  if (!element) return undefined;
  element.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  const { left, top, width, height } = element.getBoundingClientRect();
  const x = left + width / 2;
  const y = top + height / 2;
  const hit = document.elementFromPoint(x, y);
  return hit && (element.contains(hit) || hit.contains(element)) ? { x, y } : undefined;
}

const tools = {
  problems,
  find,
  pointOf,
  textOf: (target: Target) => find(target).map(({ innerText }) => innerText.replace(/\s+/g, ' ').trim()),
  killWorker: () => workers.at(-1)?.terminate(),
  savedFiles: () => Promise.all(files.map(async ({ type, text }) => ({ type, text: await text }))),
};

export type PageTools = typeof tools;

Object.assign(window, { tools });
