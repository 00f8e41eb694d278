import { defineConfig, mergeConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import viteConfig from '../../vite.config.ts';

/** Tests of whole missions and models, which mostly find what the tests of single rules find sooner. */
const SLOW = ['operator-state', 'fit', 'mission', 'polling', 'passes', 'spacecraft-properties', 'spacecraft'];

const rank = ({ moduleId }: TestSpecification): number =>
  SLOW.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`));

/** Runs quick tests first, since a mutant ends at the first failure. */
class QuickFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return [...files].sort((a, b) => rank(a) - rank(b));
  }
}

/** `MUTATION_TESTS` narrows the tests to those of the modules under mutation: the others would only take longer. */
const TESTS = process.env.MUTATION_TESTS ?? 'tests/unit/{worker,shared}/**/*.test.ts';

/** Tests of the rules, as mutation testing runs them (`stryker.config.mjs`): each file many hundred times. */
export default mergeConfig(
  viteConfig,
  defineConfig({
    test: {
      include: [TESTS],
      // Simulates every fault for hours: a quarter of a minute for each mutant that the others miss.
      exclude: ['tests/unit/worker/mission/recovery-scenarios.test.ts'],
      environment: 'node',
      testTimeout: 60_000,
      setupFiles: ['tests/mutation/setup.ts'],
      sequence: { sequencer: QuickFirst },
      env: { MODEL_RUNS: '200' },
    },
  }),
);
