import { statSync } from 'node:fs';
import { defineConfig, mergeConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { COMPUTING_PACKAGES } from './scripts/portable-math.mjs';
import viteConfig from './vite.config.ts';

/** Files share a process, and component tests a document that `tests/ui/setup.ts` clears; these have their own. */
const ISOLATED = 'tests/ui/**/*.isolated.test.{ts,tsx}';

/**
 * Node itself imports what needs no Vite: modules that Vite's runner links call each other through getters, which costs
 * whole missions a third of their time.
 */
const IN_NODE = {
  environment: 'node' as const,
  execArgv: [
    '--import',
    new URL('scripts/mission-in-node.mjs', import.meta.url).href,
    '--max-semi-space-size=64', // MB: missions leave much behind, and a sixth of their time went into collecting it
  ],
  experimental: { viteModuleRunner: false, nodeLoader: false },
};

/** What starts processes or patches globals. */
const EFFECTS = ['tests/unit/{bench,scripts,service-worker}/**/*.test.ts', 'tests/unit/*.test.ts'];

/**
 * Slow files first: begun last, one of them would keep one worker busy while the others have ended. How long a file takes follows from
 * its path and size well enough: those in `engines` start whole browsers.
 */
class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const startsEngine = ({ moduleId }: TestSpecification): number => Number(moduleId.includes('/engines/'));
    const sizeOf = ({ moduleId }: TestSpecification): number => statSync(moduleId).size;
    // Files of a project follow each other, so that they can share a process; those that wait for other programs come first.
    return files.toSorted(
      (a, b) =>
        b.project.name.localeCompare(a.project.name) ||
        startsEngine(b) - startsEngine(a) ||
        sizeOf(b) - sizeOf(a),
    );
  }
}

export default mergeConfig(
  viteConfig,
  defineConfig({
    test: {
      server: { deps: { inline: COMPUTING_PACKAGES } },
      // Hung tests are found by these, a slow machine is not.
      testTimeout: 300_000,
      hookTimeout: 300_000,
      maxWorkers: 2,
      expect: { poll: { timeout: 120_000 } },
      sequence: { sequencer: SlowestFirst },
      projects: [
        {
          extends: true,
          test: {
            name: 'unit',
            include: ['tests/unit/**/*.test.ts'],
            exclude: EFFECTS,
            isolate: false,
            ...IN_NODE,
          },
        },
        { extends: true, test: { name: 'unit-fresh', include: EFFECTS, ...IN_NODE } },
        {
          extends: true,
          test: {
            name: 'ui',
            execArgv: ['--max-semi-space-size=64'],
            include: ['tests/ui/**/*.test.{ts,tsx}'],
            exclude: [ISOLATED],
            environment: 'happy-dom',
            setupFiles: ['tests/ui/setup.ts'],
            isolate: false,
          },
        },
        {
          extends: true,
          test: {
            name: 'ui-fresh',
            include: [ISOLATED],
            environment: 'happy-dom',
            setupFiles: ['tests/ui/setup.ts'],
          },
        },
        {
          extends: true,
          test: {
            name: 'browser',
            include: ['tests/browser/**/*.test.ts'],
            environment: 'node',
            globalSetup: ['tests/browser/global-setup.ts'],
            setupFiles: ['tests/browser/setup.ts'],
            isolate: false, // to start a browser for each file takes as long as many a test
          },
        },
      ],
    },
  }),
);
