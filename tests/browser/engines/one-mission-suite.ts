import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { enterByHand, type HandConsole } from '../../support/hand-console.ts';
import { sharedEngine } from './describe-engine.ts';
import type { Engine } from './engine.ts';
import { type EngineConsole, startEngineConsole } from './engine-console.ts';
import { ENGINE_NAMES } from './find-engines.ts';
import { activate, isConnected, openConsole, press, problemsOf, waitFor } from './operator.ts';

/** Returns what operators have done, without the live data that the sequencer enters as it arrives. */
const operatorActs = (console: HandConsole): readonly string[] =>
  console.entries().flatMap(({ act }) => {
    if (act.kind !== 'input') return [act.kind];
    return act.input.kind === 'operation' ? [act.input.name] : [];
  });

/** Describes one mission in all engines that are installed. */
export function describeOneMission(): void {
  describe('one mission in all engines that are installed', () => {
    let engines: readonly Engine[] = [];
    let served: EngineConsole;

    beforeAll(async () => {
      const paths = inject('engines');
      served = await startEngineConsole();
      engines = await Promise.all(ENGINE_NAMES.filter((name) => paths[name]).map(sharedEngine));
    });
    afterAll(() => served?.close());

    it('shows in each of them, and on a console of another machine, what any of them does', async () => {
      const pages = engines.map(({ page }) => page);
      const [first, ...others] = pages;
      const last = pages.at(-1);
      if (!first || !last) throw new Error('There is no engine.');
      for (const page of pages) await page.resize(1280, 720);
      await openConsole(first, served, '/?tour=off&tab=commands');
      await press(first, { role: 'button', name: 'Consoles' });
      await press(first, { role: 'button', name: 'Share with other machines' });
      await waitFor(first, { role: 'button', name: 'Copy operator link' });
      const link = await first.evaluate(() => location.href);
      for (const page of others) {
        await page.goto(link.replace('?', '?tour=off&tab=commands&'));
        await isConnected(page);
      }
      const other = await enterByHand(link);
      try {
        other.queue('Data Downlink', '2099-01-01T00:00');
        for (const page of pages) await waitFor(page, { role: 'listitem', text: '2099-01-01 00:00' });
        await activate(last, { role: 'button', name: 'Pause' });
        for (const page of pages) await waitFor(page, { role: 'button', name: 'Play' });
        await last.reload();
        await waitFor(last, { role: 'listitem', text: '2099-01-01 00:00' });
        await activate(first, { role: 'button', name: 'Play' });
        for (const page of pages) await waitFor(page, { role: 'button', name: 'Pause' });
        await expect.poll(() => operatorActs(other)).toEqual(['queueCommand', 'pace', 'pace']);
        for (const page of pages) expect(await problemsOf(page)).toEqual([]);
      } finally {
        other.leave();
      }
    });
  });
}
