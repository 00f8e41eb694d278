import { defineConfig, mergeConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import viteConfig from '../../vite.config.ts';

/** Whole missions and models, which find last what the tests of one rule find first. */
const SLOW = ['operator-state', 'fit', 'mission', 'polling', 'passes', 'spacecraft-properties', 'spacecraft'];

const rank = ({ moduleId }: TestSpecification): number =>
  SLOW.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`));

/** A mutant is given up at the first test that fails: the quick ones come first. */
class QuickFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return [...files].sort((a, b) => rank(a) - rank(b));
  }
}

/** `MUTATION_TESTS` narrows the tests to those of the modules under mutation: the others would only take longer. */
const TESTS = process.env.MUTATION_TESTS ?? 'tests/unit/{worker,shared}/**/*.test.ts';

/** The rules' own tests, as mutation testing runs them (`stryker.config.mjs`): each file many hundred times. */
export default mergeConfig(
  viteConfig,
  defineConfig({
    test: {
      include: [TESTS],
      // Every fault on a mission of its own, for hours: a quarter of a minute for each mutant that the others let live.
      exclude: ['tests/unit/worker/mission/recovery-scenarios.test.ts'],
      environment: 'node',
      testTimeout: 60_000,
      setupFiles: ['tests/mutation/setup.ts'],
      sequence: { sequencer: QuickFirst },
      env: { MODEL_RUNS: '200' },
    },
  }),
);
