import type { Page } from 'playwright-core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { expectClean, openPage, type PageOptions, sharedPage } from './harness.ts';
import { type FindingOptions, layoutFindings, layoutOf, resize } from './layout.ts';
import { startConsole } from './live-console.ts';
import { clickTab } from './operator.ts';

/** Every screen at every common size, from the narrowest phone to a wall. */

interface Screen {
  readonly name: string;
  readonly tab: string;
  /** Satellite to select on the tab. */
  readonly satellite?: string;
}

const SCREENS: readonly Screen[] = [
  { name: 'overview', tab: 'Overview' },
  { name: 'telemetry', tab: 'Telemetry' },
  { name: 'orbital, ISS', tab: 'Orbital', satellite: 'ISS' },
  { name: 'orbital, ORBITA-1', tab: 'Orbital', satellite: 'ORBITA-1' },
  { name: 'commands', tab: 'Commands' },
  { name: 'timeline', tab: 'Timeline' },
  { name: 'anomalies', tab: 'Anomalies' },
];

/**
 * The first width of each layout, where it has the least room: 481, 641, 961, 1265, 1376, 1664 and 2160 are the first
 * ones after a condition of a stylesheet. A zoomed window is a smaller one: 640 × 360 is 1280 × 720 at 200 %, 960 × 540
 * is 1920 × 1080, and 320 × 256 is 1280 × 1024 at 400 % (WCAG 1.4.10).
 */
const SIZES: readonly (readonly [width: number, height: number])[] = [
  [320, 256],
  [320, 568],
  [481, 854],
  [640, 360],
  [641, 960],
  [960, 540],
  [961, 600],
  [1024, 768],
  [1265, 700],
  [1280, 720],
  [1376, 768],
  [1664, 1000],
  [1920, 1080],
  [2160, 1350],
  [3840, 2160],
];

/** An open form changes its card's layout: below the list if narrow, beside it if wide. */
const FORM_SIZES = [
  [320, 568],
  [390, 844],
  [641, 960],
  [961, 600],
  [1265, 700],
  [1280, 720],
  [1664, 1000],
  [1920, 1080],
  [3840, 2160],
] as const;

/**
 * Phones with a browser font size of 20 to 32 px, simulated at 16 px with the same room in rem: 160 px are the
 * narrowest 320 px at 32 px.
 */
const LARGE_TYPE_SIZES = [
  [160, 400],
  [214, 500],
  [256, 600],
] as const;

/** True for sizes that show all of a tab without scrolling the page. */
const isDesk = (width: number, height: number): boolean => width >= 1280 && height >= 720;

/**
 * Lists that may scroll on the overview because they grow: the anomalies, whose text may be longer than the card, and
 * on large screens the log and the events.
 */
const GROWING_LISTS =
  '[class*="frame"]:has(> ol), [aria-label="Events, newest first"], [aria-label="Mission events"]';

async function openScreen(path: string, options: PageOptions = {}): Promise<Page> {
  const page = await openPage({ path, ...options });
  await page.getByText('Connected to ORBITA-1').waitFor();
  await whenShown(page);
  return page;
}

async function whenShown(page: Page): Promise<void> {
  await page.getByRole('tabpanel').getByRole('region').first().waitFor();
  await page.evaluate(() => document.fonts.ready);
}

async function show(page: Page, { tab, satellite }: Screen): Promise<Page> {
  // A notice on which the pointer rests stays, and on a phone it covers the tabs.
  await page.mouse.move(0, page.viewportSize()?.height ?? 0);
  await clickTab(page, tab);
  await page.getByRole('tabpanel', { name: tab, exact: true }).waitFor();
  if (satellite) {
    await clickTab(page, satellite);
    await page.getByRole('region', { name: `${satellite} Tracking` }).waitFor();
  }
  await whenShown(page);
  return page;
}

/** Retries: a busy machine may render parts of the page some frames after a resize. */
const MOST_LOOKS = 20;

/** Returns the problems at the present size that persist for some more frames. */
async function findingsNow(
  page: Page,
  [width, height]: readonly [number, number],
  options?: FindingOptions,
): Promise<readonly string[]> {
  let findings: readonly string[] = [];
  for (let look = 0; look < MOST_LOOKS; look += 1) {
    await resize(page, width, height);
    findings = await layoutFindings(page, options);
    if (findings.length === 0) break;
  }
  return findings;
}

/** Returns the problems, each with the sizes at which it occurs. */
async function findingsAt(
  page: Page,
  sizes: readonly (readonly [number, number])[],
  optionsAt: (width: number, height: number) => FindingOptions = () => ({}),
): Promise<Readonly<Record<string, readonly string[]>>> {
  const found: Record<string, string[]> = {};
  for (const [width, height] of sizes) {
    for (const finding of await findingsNow(page, [width, height], optionsAt(width, height))) {
      found[finding] ??= [];
      found[finding].push(`${width} × ${height}`);
    }
  }
  return found;
}

/** Sizes for special tests: a phone, the smallest desk, a large one. */
const KEY_SIZES = [
  [390, 844],
  [1280, 720],
  [1920, 1080],
] as const;

/**
 * Applies WCAG 1.4.12 with a constructed sheet, because the policy forbids additions to the page's own. Drawings are
 * exempt: they scale as a whole, and a table or list beside each has the same content.
 */
async function withWiderText<Result>(page: Page, look: () => Promise<Result>): Promise<Result> {
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`
      *:not(svg, svg *) { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important; }
      p { margin-bottom: 2em !important; }
      svg { letter-spacing: normal; word-spacing: normal; }
    `);
    document.adoptedStyleSheets.push(sheet);
  });
  try {
    return await look();
  } finally {
    await page.evaluate(() => void document.adoptedStyleSheets.pop());
  }
}

const pageForMice = sharedPage(() => openScreen('/'));

it.each(SCREENS)('nothing of $name overflows, overlaps or is cut off at any size', async (screen) => {
  const page = await pageForMice();
  await resize(page, 1280, 720);
  await show(page, screen);
  const found = await findingsAt(page, SIZES, (width, height) => ({
    fitsHeight: isDesk(width, height),
    ...(screen.name === 'overview' && width >= 1920 && height >= 1080 ? { stillBut: GROWING_LISTS } : {}),
  }));
  expect(found).toEqual({});
  const isOverview = screen.name === 'overview';
  const more = ['Sky over London', 'Mission Timeline', 'Event Log'];
  if (isOverview) for (const name of more) await page.getByRole('region', { name }).waitFor();
  expect(await withWiderText(page, () => findingsAt(page, KEY_SIZES)), 'with wider text').toEqual({});
  if (isOverview)
    for (const name of more) await page.getByRole('region', { name }).waitFor({ state: 'detached' });
  for (const [width, height] of LARGE_TYPE_SIZES) {
    await resize(page, width, height);
    await expect
      .poll(
        async () => {
          const { overflowX, clipped } = await layoutOf(page);
          return [width, Math.max(overflowX, 0), ...clipped];
        },
        { message: 'on a phone with large type' },
      )
      .toEqual([width, 0]);
  }
  await expectClean(page);
});

describe('what a size decides', () => {
  it.each([
    [1280, 720],
    [1366, 768],
  ])('the queue of a new mission leaves less than three rows empty at %d × %d', async (width, height) => {
    const page = await show(await pageForMice(), { name: 'commands', tab: 'Commands' });
    await resize(page, width, height);
    const uplink = page.getByRole('region', { name: 'Command Uplink' });
    await uplink.getByRole('listitem').first().waitFor();
    const [empty, rowHeight] = await uplink.evaluate((card) => {
      const rows = [...card.querySelectorAll('li')].map((row) => row.getBoundingClientRect());
      const last = Math.max(...rows.map(({ bottom }) => bottom));
      return [
        card.getBoundingClientRect().bottom - last,
        Math.max(...rows.map(({ height }) => height)),
      ] as const;
    });
    expect(empty).toBeLessThan(3 * rowHeight);
  });

  it.each(['Overview', 'Anomalies'])(
    'the buttons of an anomaly are in sight at 1024 × 600: %s',
    async (tab) => {
      const page = await show(await pageForMice(), { name: tab, tab });
      await resize(page, 1024, 600);
      const anomaly = page.getByRole('region', { name: 'Anomaly Detection' }).getByRole('article').first();
      for (const name of ['Acknowledge', 'Resolve']) {
        const isSeen = await anomaly.getByRole('button', { name }).evaluate((control) => {
          const { left, top, right, bottom } = control.getBoundingClientRect();
          const corners = [
            [left + 4, top + 4],
            [right - 4, bottom - 4],
          ] as const;
          return corners.every(([x, y]) => control.contains(document.elementFromPoint(x, y)));
        });
        expect(isSeen, name).toBe(true);
      }
    },
  );

  it.each(['Overview', 'Telemetry'])('the bar of a changed level covers no text: %s', async (tab) => {
    const page = await show(await pageForMice(), { name: tab, tab });
    for (const [width, height] of KEY_SIZES) {
      await resize(page, width, height);
      const rows = await page.getByRole('region', { name: 'Telemetry' }).evaluate((card) =>
        [...card.querySelectorAll<HTMLElement>('[data-channel]')].map((row) => {
          row.setAttribute('data-changed', row.getAttribute('data-changed') === 'odd' ? 'even' : 'odd');
          const [mark] = row.getAnimations();
          if (!mark) throw new Error('A changed level is not marked.');
          mark.pause();
          mark.currentTime = 0;
          const barPx = Number.parseFloat(/([\d.]+)px/.exec(getComputedStyle(row).boxShadow)?.[1] ?? '0');
          mark.cancel();
          const texts = [...row.querySelectorAll('h3, p')].map((text) => text.getBoundingClientRect().left);
          return { barPx, roomPx: Math.min(...texts) - row.getBoundingClientRect().left };
        }),
      );
      expect(rows).toHaveLength(5);
      for (const { barPx, roomPx } of rows) {
        expect(barPx).toBeGreaterThan(0);
        expect(roomPx).toBeGreaterThanOrEqual(barPx + 1);
      }
    }
  });
});

it.each([
  ['Commands', 'New Command', 'Queue Command'],
  ['Timeline', 'New Event', 'Add Event'],
])('the open form of %s, with all its errors, fits beside or below its list', async (tab, opener, submit) => {
  const page = await show(await pageForMice(), { name: tab, tab });
  await page.getByRole('button', { name: opener }).click();
  const form = page.getByRole('form');
  await form.getByRole('button', { name: submit }).click();
  await form.locator('[data-error="true"]').first().waitFor();
  const found = await findingsAt(page, FORM_SIZES, (width, height) => ({
    fitsHeight: isDesk(width, height),
  }));
  expect(found).toEqual({});
  await expectClean(page);
  // Restores the form for the next test.
  await form.locator('input, select').first().press('Escape');
  await form.waitFor({ state: 'detached' });
});

describe('touch input', () => {
  it('every control of every screen is high enough for a finger', async () => {
    const page = await openScreen('/', { hasTouch: true, viewport: { width: 390, height: 844 } });
    const sizes = [
      [390, 844],
      [1366, 1024],
    ] as const;
    // The sub-tab of ORBITA-1 has the controls of that of the ISS.
    for (const screen of SCREENS.filter(({ satellite }) => satellite !== 'ORBITA-1')) {
      await show(page, screen);
      const found = await findingsAt(page, sizes, () => ({ targetHeight: 44 }));
      expect(found, screen.name).toEqual({});
    }
    await expectClean(page);
  });
});

/**
 * Number of simultaneous operations. The worker sends no update while it takes them, and is replaced after 6 s: these
 * take a tenth of that, so that a machine may be ten times as slow.
 */
const BATCH = 1_000;

describe('long words and large numbers', () => {
  it('an event without line-break opportunities and a queue of 3,000 commands are shown, and overflow nothing', async () => {
    const page = await openScreen('/?tab=timeline', { initScript: keepQueueRequest });
    await page.getByRole('button', { name: 'New Event' }).click();
    await page.getByLabel('Title').fill('W'.repeat(200));
    await page.getByLabel('Start Time').fill(new Date(Date.now() + 3_600_000).toISOString().slice(0, 16));
    await page.getByLabel('End Time').fill(new Date(Date.now() + 7_200_000).toISOString().slice(0, 16));
    await page.getByLabel('Description').fill(`${'M'.repeat(300)} ${'Donaudampfschifffahrt'.repeat(10)}`);
    await page.getByRole('button', { name: 'Add Event' }).click();
    await page.getByRole('listitem').filter({ hasText: 'WWWW' }).waitFor();
    expect(await findingsAt(page, KEY_SIZES), 'Timeline').toEqual({});
    await clickTab(page, 'Anomalies');
    await page.getByText('WWWW').first().waitFor();
    expect(await findingsAt(page, KEY_SIZES), 'Anomalies').toEqual({});

    await clickTab(page, 'Commands');
    await page.getByRole('button', { name: 'New Command' }).click();
    await page.getByRole('combobox', { name: /^Command/ }).selectOption({ index: 1 });
    await page.getByRole('button', { name: '+1 h' }).click();
    await page.getByRole('button', { name: 'Queue Command' }).click();
    await page.getByText('4 pending').waitFor();
    for (let pending = 4; pending < 3_000; ) {
      const times = Math.min(BATCH, 3_000 - pending);
      await page.evaluate((count) => {
        const { repeatRequest } = window as unknown as { repeatRequest(times: number): void };
        repeatRequest(count);
      }, times);
      pending += times;
      await page
        .getByText(new RegExp(`^${pending.toLocaleString('en-US').replace(',', ',?')} pending`))
        .waitFor();
    }
    expect(await findingsAt(page, KEY_SIZES), 'Commands').toEqual({});
    await clickTab(page, 'Overview');
    expect(await findingsAt(page, KEY_SIZES), 'Overview').toEqual({});
    await expectClean(page);
  });

  it('an anomaly, a failure, values and a name longer than any real ones overflow nothing', async () => {
    const live = await startConsole();
    onTestFinished(live.close);
    for (const kind of ['position', 'n2yo', 'celestrak'] as const) live.upstream.set(kind, 'reset');
    live.upstream.set('astros', 'long-names');
    const page = await openScreen('/', { baseUrl: live.url });
    await page.getByText('Using simulated data').waitFor();
    await page.getByRole('region', { name: 'Anomaly Detection' }).getByRole('listitem').first().waitFor();
    const changed = await page.evaluate(() => {
      for (const text of document.querySelectorAll('[class*="_message"], [class*="_explanation"] p')) {
        text.textContent = `${'Unterbrechung'.repeat(20)} ${'and so on '.repeat(60)}`;
      }
      for (const reason of document.querySelectorAll('[class*="_noticeReason"]'))
        reason.textContent = `${'Unterbrechung'.repeat(12)} ${'and so on '.repeat(8)}`;
      const values = document.querySelectorAll('dl [class*="_value_"]');
      for (const value of values) value.textContent = '1,234,567.89';
      return values.length;
    });
    expect(changed).toBeGreaterThan(0);
    expect(await findingsAt(page, KEY_SIZES), 'Overview').toEqual({});
    await clickTab(page, 'Orbital');
    await page.getByRole('region', { name: 'Astronauts in Orbit' }).getByRole('listitem').first().waitFor();
    expect(await findingsAt(page, KEY_SIZES), 'Orbital').toEqual({});
  });
});

/** Runs in the page: keeps the last request to queue a command, so that it can be repeated. */
function keepQueueRequest(): void {
  const send = MessagePort.prototype.postMessage;
  let repeated = 0;
  MessagePort.prototype.postMessage = function (this: MessagePort, message: unknown, ...rest: never[]) {
    const call = message as { path?: readonly string[]; argumentList?: { value: unknown }[] } | null;
    if (call?.path?.at(-1) === 'queueCommand') {
      Object.assign(window, {
        repeatRequest: (times: number) => {
          for (let count = 0; count < times; count += 1) {
            const [draft] = call.argumentList ?? [];
            repeated += 1;
            const argumentList = [draft, { type: 'RAW', value: `again-${repeated}` }];
            send.call(this, { ...call, id: `again-${repeated}`, argumentList } as never);
          }
        },
      });
    }
    send.call(this, message, ...rest);
  } as typeof send;
}
