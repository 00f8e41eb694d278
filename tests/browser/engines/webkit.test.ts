import { describe, expect, inject, it } from 'vitest';
import { describeConsoleIn, startEngine } from './console-suite.ts';
import { startEngineConsole } from './engine-console.ts';
import { chartColors, openConsole, problemsOf } from './operator.ts';

// Composing layers by OpenGL without a graphics card takes half of its processor time: only what it can break needs it.
describeConsoleIn('webkit', { isComposited: false });
describeConsoleIn('webkit', { part: 'map' });

const paths = inject('engines');

describe.skipIf(!paths.webkit)('a system without a language', () => {
  it.each(['C.UTF-8', 'C'])('gives a browser in which the dashboard starts: %s', async (language) => {
    const [engine, served] = await Promise.all([
      startEngine('webkit', paths, { language, isComposited: false }),
      startEngineConsole(),
    ]);
    try {
      await openConsole(engine.page, served, '/?tour=off');
      await expect.poll(async () => (await chartColors(engine.page)).length).toBe(5);
      expect(await problemsOf(engine.page)).toEqual([]);
    } finally {
      await engine.close();
      await served.close();
    }
  });
});
