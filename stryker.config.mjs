// What `npm run mutation` changes, and how it asks the tests. The figures and their reading stand in docs/mutation.md.

/** @type {Partial<import('@stryker-mutator/api/core').StrykerOptions>} */
export default {
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'tests/mutation/vitest.config.ts' },
  coverageAnalysis: 'perTest',
  // A table of constants is read once, when its module is: every test of the file would have to run for each of them.
  ignoreStatic: true,
  mutate: [
    'src/worker/**/*.ts',
    'src/shared/**/*.ts',
    // Composition, the channel's door and data that are only data.
    '!src/worker/index.ts',
    '!src/worker/mission/initial-state/{sample-data,variants}.ts',
    '!src/**/*.d.ts',
    '!src/shared/orbit/no-wasm.ts',
  ],
  ignorePatterns: [
    // Stryker would rewrite it with an interface of TypeScript that version 7 no longer has; the tests do not need it.
    '/tsconfig.json',
    '/dist',
    '/docs',
    '/bench',
    '/test-results',
    '/tests/browser',
    '/tests/ui',
    '/reports',
    '/public',
  ],
  concurrency: 1,
  timeoutMS: 15_000,
  timeoutFactor: 2,
  incrementalFile: 'reports/mutation/incremental.json',
  reporters: ['clear-text', 'json', 'html'],
  clearTextReporter: { allowColor: false, allowEmojis: false, logTests: false, reportTests: false },
  jsonReporter: { fileName: 'reports/mutation/mutation.json' },
  htmlReporter: { fileName: 'reports/mutation/mutation.html' },
};
