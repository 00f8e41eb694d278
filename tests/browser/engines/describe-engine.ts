import { afterAll, beforeAll, describe, inject } from 'vitest';
import { startChromium } from './chromium-engine.ts';
import type { Engine } from './engine.ts';
import type { EngineName, EnginePaths } from './find-engines.ts';
import { startFirefox } from './firefox-engine.ts';
import { startWebKit, type WebKitOptions } from './webkit-engine.ts';

/** An engine under test: one browser, started once for all of its suites. */
export interface DescribedEngine {
  /** Prefix of the name of each test. */
  readonly name: string;
  /** Returns the running browser; available from the first hook on. */
  readonly started: () => Engine;
}

type Define = (engine: DescribedEngine) => void;

/** Browsers that have started, by engine. */
const running = new Map<EngineName, Engine>();

/** Returns an installed browser, which starts once for all suites of a file. */
export async function sharedEngine(name: EngineName): Promise<Engine> {
  const engine = running.get(name) ?? (await startEngine(name, inject('engines')));
  running.set(name, engine);
  return engine;
}

/** Ends the shared browsers. */
export async function endEngines(): Promise<void> {
  const engines = [...running.values()];
  running.clear();
  await Promise.all(engines.map((engine) => engine.close()));
}

/** Composing layers by OpenGL in software takes half of WebKit's processor time: the shared one does without. */
async function startEngine(name: EngineName, paths: EnginePaths): Promise<Engine> {
  if (name === 'chromium') return startChromium(paths.chromium);
  if (name === 'firefox' && paths.firefox) return startFirefox(paths.firefox);
  if (name === 'webkit' && paths.webkit) return startWebKit(paths.webkit, { isComposited: false });
  throw new Error(`There is no ${name} here.`);
}

/** Describes suites for one engine; they run if it is installed. */
export function describeEngine(name: EngineName, define: Define): void {
  describeBrowser(name, inject('engines')[name] !== undefined, define, {
    start: () => sharedEngine(name),
    // Otherwise its last page would go on beside the suites of the other engines.
    leave: ({ page }) => page.goto('about:blank'),
  });
}

/** Describes suites for a WebKit of their own. */
export function describeWebKit(name: string, options: WebKitOptions, define: Define): void {
  const { webkit } = inject('engines');
  describeBrowser(name, webkit !== undefined, define, {
    start: () => (webkit ? startWebKit(webkit, options) : Promise.reject(new Error('There is no WebKit.'))),
    leave: (engine) => engine.close(),
  });
}

interface Life {
  readonly start: () => Promise<Engine>;
  readonly leave: (engine: Engine) => Promise<void>;
}

function describeBrowser(name: string, isInstalled: boolean, define: Define, { start, leave }: Life): void {
  describe.skipIf(!isInstalled)(name, () => {
    let engine: Engine | undefined;
    beforeAll(async () => {
      engine = await start();
    });
    afterAll(() => engine && leave(engine));
    define({
      name,
      started() {
        if (!engine) throw new Error(`${name} has not started.`);
        return engine;
      },
    });
  });
}
