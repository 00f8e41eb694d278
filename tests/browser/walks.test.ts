import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';
import { readRecording } from '../../src/shared/contract/recording.ts';
import { createRandom } from '../../src/worker/kit/random.ts';
import { replay } from '../../src/worker/session/branches/replay.ts';
import { openBeside, problemsOf } from './harness.ts';
import { button, openTab } from './operator.ts';
import { inWorker, WORKER_FAULTS } from './page-faults.ts';

/**
 * Random walks of an operator through everything that changes a mission's time or its worker; `WALKS` makes the run
 * long.
 */
const WALKS = Number(process.env.WALKS ?? 1);
const FIRST_SEED = Number(process.env.WALK_SEED ?? 1);
/** A long run takes more steps. */
const STEPS = process.env.WALKS === undefined ? 8 : 12;
const RATES = ['1×', '10×', '60×', '600×', '3,600×'] as const;

/** Chooses an action of the command palette by name; does nothing if it is disabled or missing. */
async function choose(page: Page, name: string): Promise<void> {
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Command palette' });
  await palette.getByRole('combobox').fill(name);
  const option = palette.getByRole('option', { name: new RegExp(`^${name}`) }).first();
  const isThere = (await option.count()) > 0 && (await option.getAttribute('aria-disabled')) !== 'true';
  await page.keyboard.press(isThere ? 'Enter' : 'Escape');
  await palette.waitFor({ state: 'detached' });
}

const connected = (page: Page) => page.getByText('Connected to ORBITA-1').waitFor();

/** Saves the recording of the shown mission, and replays the file. */
async function expectRecording(page: Page): Promise<void> {
  const [download] = await Promise.all([page.waitForEvent('download'), choose(page, 'Save recording')]);
  const said = page
    .locator('[data-sonner-toast] [data-title]')
    .filter({ hasText: /recording/i })
    .first();
  await expect.poll(() => said.textContent()).not.toBe('Checking the recording…');
  expect(await said.textContent()).toBe('Recording saved');
  const read = readRecording(await readFile(await download.path(), 'utf8'));
  if (!read.ok) throw new Error(read.message);
  expect(read.value.marks.at(-1)?.time).toBe(read.value.time);
  const { differsAt, equalCount } = replay(read.value);
  expect(differsAt).toBeUndefined();
  expect(equalCount).toBe(read.value.marks.length);
}

const beside: Page[] = [];
afterAll(async () => {
  for (const page of beside) await page.close();
});

const STEPS_BY_NAME: Readonly<
  Record<string, (page: Page, pick: (count: number) => number) => Promise<void>>
> = {
  'let time pass': (page, pick) => page.waitForTimeout(300 + 100 * pick(12)),
  'change the rate': (page, pick) => choose(page, `Rate ${RATES[pick(RATES.length)]}`),
  'pause or play': (page) => page.keyboard.press('Space'),
  'look back': async (page, pick) => {
    const slider = page.getByRole('slider', { name: 'Session time' });
    for (let presses = pick(3); presses >= 0; presses--) await slider.press('PageDown');
  },
  'take over': (page) => choose(page, 'Take over'),
  'go back': (page) => page.keyboard.press('l'),
  'return to UTC': (page) => choose(page, 'Return to UTC'),
  'show the mission': (page) => choose(page, 'Show the mission'),
  'hand over the console': (page) => choose(page, 'Hand over'),
  'take the console': (page) => choose(page, 'Take the console'),
  'lose the worker': async (page) => {
    const replaced = page.waitForEvent('worker');
    await inWorker(page, WORKER_FAULTS['is terminated']);
    await replaced;
    await connected(page);
  },
  'reload and continue': async (page) => {
    await page.context().setOffline(false);
    await page.waitForTimeout(1100); // saved once a second
    await page.reload();
    await connected(page);
    const offer = page.getByRole('button', { name: /^Continue the mission of/ });
    const isOffered = await offer.waitFor({ timeout: 4000 }).then(
      () => true,
      () => false, // none is saved yet
    );
    if (!isOffered) return;
    await Promise.all([page.waitForEvent('worker'), offer.click()]);
    await connected(page);
  },
  'open another window': async (page) => {
    await page.context().setOffline(false);
    const other = await openBeside(page, { path: new URL(page.url()).pathname });
    beside.push(other);
    await connected(other);
  },
  'close the other windows': async () => {
    for (const other of beside.splice(0)) await other.close();
  },
  'go offline': (page) => page.context().setOffline(true),
  'go online': (page) => page.context().setOffline(false),
  'save the recording': expectRecording,
};

it.each(Array.from({ length: WALKS }, (_, index) => FIRST_SEED + index))(
  'random walk %i of an operator ends in a mission whose saved recording is the one that is shown',
  async (seed) => {
    const random = createRandom(seed);
    const pick = (count: number) => Math.floor(random.next() * count);
    const page = await openTab('overview', { isKeptOffline: true });
    await button(page.getByRole('region', { name: 'Time control' }), 'Pause').waitFor();
    // Everything for offline use is cached.
    await page.evaluate(async () => void (await navigator.serviceWorker.ready));
    await page.waitForLoadState('networkidle');
    const names = Object.keys(STEPS_BY_NAME);
    const taken: string[] = [];
    try {
      for (let count = 0; count < STEPS; count++) {
        const name = names[pick(names.length)] ?? '';
        taken.push(name);
        await STEPS_BY_NAME[name]?.(page, pick);
      }
      await page.context().setOffline(false);
      await expectRecording(page);
      const problems = await problemsOf(page);
      expect(
        problems.filter((problem) => !/ERR_INTERNET_DISCONNECTED|Cannot reach the gateway/.test(problem)),
      ).toEqual([]);
    } catch (error) {
      throw new Error(`After ${taken.join(', ')}: ${String(error)}`, { cause: error });
    }
  },
);
