import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { expectClean, openPage, problemsOf } from './harness.ts';
import { inWorker, setHidden, WORKER_FAULTS } from './page-faults.ts';

const CONNECTED = 'Connected to ORBITA-1';
const LOST = /^Link to the simulation lost, restarting it/;

/** Records in the page what the footer says and when, so that no brief text is missed. */
async function watchFooter(page: Page): Promise<() => Promise<readonly string[]>> {
  await page.getByText(CONNECTED).waitFor();
  await page.evaluate((connected) => {
    const said: string[] = [];
    // The time control, which comes later, has a status of its own.
    const statuses = [...document.querySelectorAll('footer [role="status"]')];
    const status = statuses.find(({ textContent }) => textContent === connected);
    if (!status) throw new Error('no status in the footer');
    new MutationObserver(() => said.push(status.textContent ?? '')).observe(status, {
      childList: true,
      characterData: true,
      subtree: true,
    });
    Object.assign(window, { said });
  }, CONNECTED);
  return () => page.evaluate(() => (window as unknown as { said: string[] }).said);
}

const newestSample = (page: Page): Promise<string | null> =>
  page.getByRole('region', { name: 'Telemetry' }).locator('header time').getAttribute('datetime');

/** Mission time, and the mission's start derived from the elapsed time, in seconds, at one instant. */
const timesOf = (page: Page): Promise<{ now: number; begun: number }> =>
  page.evaluate(() => {
    const header = document.querySelector('header');
    const now = Date.parse(header?.querySelector('time')?.dateTime ?? '') / 1000;
    const [, days, hours, minutes, seconds] =
      /MET(\d+)d (\d+):(\d+):(\d+)/.exec(header?.textContent ?? '')?.map(Number) ?? [];
    const elapsed = (((days ?? 0) * 24 + (hours ?? 0)) * 60 + (minutes ?? 0)) * 60 + (seconds ?? 0);
    return { now, begun: now - elapsed };
  });

/** A time jump would abort a pending call, which counts as a problem. */
const firstCallsAnswered = (page: Page): Promise<void> =>
  page.getByRole('button', { name: /^Sources: ISS (LIVE|ACQUIRING)/ }).waitFor();

/** Runs in the worker: makes a sample due at its next tick. */
const toNextSample = (): void => {
  const { now } = Date;
  Date.now = () => now() + 5000;
};

// Workers that end or hang are in chaos.test.ts; the limits of 3 s and 6 s, and when a worker is given up, in
// tests/unit/ui/mission/link/link.test.ts.
it('a worker that throws is reported in the footer and replaced, and no data is lost', async () => {
  const page = await openPage();
  const said = await watchFooter(page);
  const sampleBefore = await newestSample(page);
  const before = await timesOf(page);

  const replaced = page.waitForEvent('worker');
  await inWorker(page, WORKER_FAULTS.throws);
  await expect.poll(said).toContainEqual(expect.stringMatching(LOST));
  await replaced;
  await expect.poll(async () => (await said()).at(-1)).toBe(CONNECTED);

  await page.getByText(/^The simulation restarted and resumes from/).waitFor();
  const after = await timesOf(page);
  expect(after.now).toBeGreaterThanOrEqual(before.now);
  expect(Math.abs(after.begun - before.begun)).toBeLessThanOrEqual(1); // both are rounded down to a second
  expect(Date.parse((await newestSample(page)) ?? '')).toBeGreaterThanOrEqual(Date.parse(sampleBefore ?? ''));
  const next = await newestSample(page);
  await firstCallsAnswered(page);
  await inWorker(page, toNextSample);
  await expect.poll(() => newestSample(page)).not.toBe(next);
  // The worker that throws logs it itself; nothing else went wrong there.
  expect((await problemsOf(page)).filter((problem) => !problem.includes('boom'))).toEqual([]);
});

/** Runs in the page: counts its frame requests. */
function countFrames(): void {
  const ask = window.requestAnimationFrame.bind(window);
  Object.assign(window, { frames: 0 });
  window.requestAnimationFrame = (callback) => {
    (window as unknown as { frames: number }).frames += 1;
    return ask(callback);
  };
}

it('a hidden page draws no frame, and draws again as soon as it is shown', async () => {
  const page = await openPage({ isAtFullRate: true, initScript: countFrames });
  await page.getByText(CONNECTED).waitFor();
  const frames = () => page.evaluate(() => (window as unknown as { frames: number }).frames);
  await page.locator('[data-frames]').waitFor();
  await firstCallsAnswered(page);
  await setHidden(page, true);
  const sample = await newestSample(page);
  const atHiding = await frames();
  await inWorker(page, toNextSample);
  await expect.poll(() => newestSample(page)).not.toBe(sample);
  expect(await frames()).toBe(atHiding);
  await setHidden(page, false);
  await expect.poll(frames).toBeGreaterThan(atHiding);
  await expectClean(page);
});
