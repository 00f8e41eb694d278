import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { expectClean, openPage, problemsOf } from './harness.ts';
import { inWorker, setHidden, WORKER_FAULTS } from './page-faults.ts';

const CONNECTED = 'Connected to ORBITA-1';
const LOST = /^Link to ORBITA-1 lost, restarting the simulation/;

/** Spec of the link: said within 3 s, mended within 6 s. A busy test machine gets as much again. */
const SAID_WITHIN_MS = 6000;
const MENDED_WITHIN_MS = 12_000;

/** Notes, in the page itself, what the footer says and when: a text of a moment is not missed. */
async function watchFooter(page: Page): Promise<() => Promise<readonly string[]>> {
  await page.getByText(CONNECTED).waitFor();
  await page.evaluate(() => {
    const said: string[] = [];
    const status = document.querySelector('footer [role="status"]');
    if (!status) throw new Error('no status in the footer');
    new MutationObserver(() => said.push(status.textContent ?? '')).observe(status, {
      childList: true,
      characterData: true,
      subtree: true,
    });
    Object.assign(window, { said });
  });
  return () => page.evaluate(() => (window as unknown as { said: string[] }).said);
}

const newestSample = (page: Page): Promise<string | null> =>
  page.getByRole('region', { name: 'Telemetry' }).locator('header time').getAttribute('datetime');

const elapsed = async (page: Page): Promise<string> =>
  /MET(.+)$/.exec((await page.getByRole('banner').first().textContent()) ?? '')?.[1] ?? '';

const seconds = (met: string): number => {
  const [, days, hours, minutes, rest] = /(\d+)d (\d+):(\d+):(\d+)/.exec(met) ?? [];
  return ((Number(days) * 24 + Number(hours)) * 60 + Number(minutes)) * 60 + Number(rest);
};

/** Runs in the worker: at its next tick a sample is due. */
const toNextSample = (): void => {
  const { now } = Date;
  Date.now = () => now() + 5000;
};

describe.each(Object.entries(WORKER_FAULTS))('a worker that %s', (name, fault) => {
  it('is reported in the footer and replaced, and no data is lost', async () => {
    const page = await openPage();
    const said = await watchFooter(page);
    const sampleBefore = await newestSample(page);
    const elapsedBefore = seconds(await elapsed(page));

    const replaced = page.waitForEvent('worker', { timeout: MENDED_WITHIN_MS });
    await inWorker(page, fault);
    await expect.poll(said, { timeout: SAID_WITHIN_MS }).toContainEqual(expect.stringMatching(LOST));
    await replaced;
    await expect.poll(async () => (await said()).at(-1), { timeout: MENDED_WITHIN_MS }).toBe(CONNECTED);

    await page.getByText(/^The simulation restarted and resumes from/).waitFor();
    expect(seconds(await elapsed(page))).toBeGreaterThanOrEqual(elapsedBefore);
    expect(seconds(await elapsed(page)) - elapsedBefore).toBeLessThan(60);
    expect(Date.parse((await newestSample(page)) ?? '')).toBeGreaterThanOrEqual(
      Date.parse(sampleBefore ?? ''),
    );
    const next = await newestSample(page);
    await inWorker(page, toNextSample);
    await expect.poll(() => newestSample(page), { timeout: 15_000 }).not.toBe(next);
    // A worker that throws says so in the console itself; otherwise nothing went wrong there.
    const problems = (await problemsOf(page)).filter(
      (problem) => !(name === 'throws' && problem.includes('boom')),
    );
    expect(problems).toEqual([]);
  });
});

describe('a hidden page', () => {
  it('draws nothing, and is current as soon as it is shown again', async () => {
    const page = await openPage({ isAtFullRate: true });
    await page.getByText(CONNECTED).waitFor();
    const frames = () =>
      page.locator('[data-frames]').evaluate((map) => Number((map as HTMLElement).dataset.frames));
    await expect.poll(frames).toBeGreaterThan(10);
    await setHidden(page, true);
    const sample = await newestSample(page);
    const atHiding = await frames();
    await expect.poll(() => newestSample(page), { timeout: 15_000 }).not.toBe(sample);
    expect((await frames()) - atHiding).toBeLessThan(120); // what was drawn since the count was last told
    await setHidden(page, false);
    const atShowing = await frames();
    await expect.poll(frames).toBeGreaterThan(atShowing);
    await expectClean(page);
  });
});
