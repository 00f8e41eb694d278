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

/** Describes suites for one engine; they run if it is installed. */
export function describeEngine(
  engineName: EngineName,
  define: (engine: DescribedEngine) => void,
  { name = engineName, ...options }: WebKitOptions & { readonly name?: string } = {},
): void {
  const paths = inject('engines');
  describe.skipIf(!paths[engineName])(name, () => {
    let engine: Engine | undefined;
    beforeAll(async () => {
      engine = await startEngine(engineName, paths, options);
    });
    afterAll(() => engine?.close());
    define({
      name,
      started() {
        if (!engine) throw new Error(`${name} has not started.`);
        return engine;
      },
    });
  });
}

/** Starts an installed browser. */
export async function startEngine(
  name: EngineName,
  paths: EnginePaths,
  options: WebKitOptions = {},
): Promise<Engine> {
  if (name === 'chromium') return startChromium(paths.chromium);
  if (name === 'firefox' && paths.firefox) return startFirefox(paths.firefox);
  if (name === 'webkit' && paths.webkit) return startWebKit(paths.webkit, options);
  throw new Error(`There is no ${name} here.`);
}
