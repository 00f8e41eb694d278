import { defineConfig, mergeConfig } from 'vitest/config';
import viteConfig from './vite.config.ts';

export default mergeConfig(
  viteConfig,
  defineConfig({
    test: {
      // A hung test is found by this, a slow machine is not.
      testTimeout: 60_000,
      projects: [
        { extends: true, test: { name: 'unit', include: ['tests/unit/**/*.test.ts'], environment: 'node' } },
        {
          extends: true,
          test: {
            name: 'ui',
            include: ['tests/ui/**/*.test.{ts,tsx}'],
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
            expect: { poll: { timeout: 10_000 } },
            hookTimeout: 120_000,
          },
        },
      ],
    },
  }),
);
