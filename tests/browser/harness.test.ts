import { expect, it } from 'vitest';
import { openPage, problemsOf } from './harness.ts';
import { openTab, toastsOf } from './operator.ts';
import { inWorker } from './page-faults.ts';

it('a problem in a page is recorded', async () => {
  const page = await openPage({ initScript: () => console.warn('a warning') });
  await page.route('**/lost', (route) => route.abort());
  await page.evaluate(async () => {
    document.head.append(
      Object.assign(document.createElement('style'), { textContent: 'body { color: red }' }),
    );
    await fetch('/lost').catch(() => {});
    console.error('an error');
    queueMicrotask(() => {
      throw new Error('an exception');
    });
  });
  await expect
    .poll(() => problemsOf(page))
    .toEqual(
      expect.arrayContaining([
        'console warning: a warning',
        'CSP: style-src-elem refused inline',
        expect.stringMatching(/^request failed: .*\/lost /),
        'console error: an error',
        'uncaught: an exception',
      ]),
    );
});

it('what the policy blocks in a worker is recorded', async () => {
  const page = await openPage();
  await page.route('**/probe.js', (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      headers: {
        'Content-Security-Policy': "connect-src 'self'",
        'Cross-Origin-Embedder-Policy': 'require-corp', // same as the page's, or the page may not start it
      },
      body: '',
    }),
  );
  const started = page.waitForEvent('worker', (worker) => worker.url().endsWith('/probe.js'));
  await page.evaluate(() => void new Worker('/probe.js'));
  const worker = await started;
  await worker.evaluate(() => fetch('https://elsewhere.example/').catch(() => {}));
  await expect
    .poll(() => problemsOf(page))
    .toContain('console error: CSP in the worker: connect-src refused https://elsewhere.example/');
});

it('the shared server has missions that draw no fault', async () => {
  const page = await openTab('anomalies');
  const time = page.getByRole('banner').locator('time').first();
  const minutesSince = async (before: string | null) =>
    (Date.parse((await time.getAttribute('datetime')) ?? '') - Date.parse(before ?? '')) / 60_000;
  const start = await time.getAttribute('datetime');
  // Missions are quiet for one hour from the start of all tests, which is over on a slow machine.
  for (const minutes of [8, 16, 24]) {
    await inWorker(page, () => {
      const { now } = Date;
      Date.now = () => now() + 8 * 60_000;
      dispatchEvent(new Event('online')); // wakes the mission
    });
    await expect.poll(() => minutesSince(start)).toBeGreaterThanOrEqual(minutes);
  }
  // At one in ten, some of forty-eight polls would draw a fault.
  expect(await toastsOf(page)).toEqual([]);
  // Includes recovered ones, which are folded.
  const anomalies = page
    .getByRole('region', { name: 'Anomaly Detection' })
    .getByRole('article', { includeHidden: true });
  await expect.poll(() => anomalies.count()).toBe(3);
});

it('a profile keeps its renderer process, which isolated and other documents do not share', async () => {
  const page = await openPage();
  const [keeper] = page.context().pages();
  const isIsolated = () => crossOriginIsolated;
  expect(await keeper?.evaluate(isIsolated)).toBe(true);
  expect(await page.evaluate(isIsolated)).toBe(true);
});
