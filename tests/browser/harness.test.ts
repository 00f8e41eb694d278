import { expect, it } from 'vitest';
import { openPage, problemsOf } from './harness.ts';

it('detects problems in a page', async () => {
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

it('detects what the policy blocks in a worker', async () => {
  const page = await openPage();
  await page.route('**/probe.js', (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      headers: {
        'Content-Security-Policy': "connect-src 'self'",
        'Cross-Origin-Embedder-Policy': 'require-corp', // as the page, or it may not start it
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
