import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { expectClean, openPage, type PageOptions, sharedPage } from './harness.ts';
import { layoutFindings, layoutOf, resize } from './layout.ts';
import { startConsole } from './live-console.ts';
import { clickTab } from './operator.ts';

/** Every screen at every size that people have, from the narrowest phone to a wall. */

interface Screen {
  readonly name: string;
  readonly tab: string;
  /** That is chosen on the tab. */
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
 * Phones upright and lying, tablets, the steps between, desks, walls; 961 and 1265 are the first widths of a layout.
 * A zoomed window is a smaller one: 640 × 360 is 1280 × 720 at 200 %, 960 × 540 is 1920 × 1080, and 320 × 256 is
 * 1280 × 1024 at 400 % (WCAG 1.4.10).
 */
const SIZES: readonly (readonly [width: number, height: number])[] = [
  [320, 256],
  [320, 568],
  [360, 740],
  [390, 844],
  [430, 932],
  [480, 854],
  [540, 720],
  [600, 960],
  [640, 360],
  [700, 900],
  [768, 1024],
  [820, 1180],
  [844, 390],
  [900, 700],
  [960, 540],
  [961, 600],
  [1024, 768],
  [1100, 800],
  [1200, 800],
  [1264, 700],
  [1265, 700],
  [1280, 640],
  [1280, 720],
  [1366, 768],
  [1440, 900],
  [1536, 864],
  [1600, 900],
  [1664, 1000],
  [1920, 1080],
  [2560, 1440],
  [3440, 1440],
  [3840, 2160],
];

/**
 * A browser's font size of 20, 24 and 32 px on phones: what is measured in rem has the room that it has here at 16 px. Of
 * the narrowest, 160 px are 320 px at 32 px.
 */
const LARGE_TYPE_SIZES = [
  [160, 400],
  [188, 400],
  [214, 500],
  [240, 500],
  [256, 600],
  [300, 640],
] as const;

/**
 * On the overview only lists that grow may scroll: of anomalies, with the text of one that is longer than the card, and on
 * large screens of the log and of the events.
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

/** Goes to a screen of the open page. */
async function show(page: Page, { tab, satellite }: Screen): Promise<Page> {
  await clickTab(page, tab);
  await page.getByRole('tabpanel', { name: tab, exact: true }).waitFor();
  if (satellite) {
    await clickTab(page, satellite);
    await page.getByRole('region', { name: `${satellite} Tracking` }).waitFor();
  }
  await whenShown(page);
  return page;
}

/** What is wrong, each with the sizes at which it is. */
async function findingsAt(
  page: Page,
  sizes: readonly (readonly [number, number])[],
  optionsAt: (width: number, height: number) => Parameters<typeof layoutFindings>[1] = () => ({}),
): Promise<Readonly<Record<string, readonly string[]>>> {
  const found: Record<string, string[]> = {};
  for (const [width, height] of sizes) {
    await resize(page, width, height);
    for (const finding of await layoutFindings(page, optionsAt(width, height))) {
      found[finding] ??= [];
      found[finding].push(`${width} × ${height}`);
    }
  }
  return found;
}

/** The sizes at which something special is looked at: a phone, the smallest desk, a large one. */
const KEY_SIZES = [
  [390, 844],
  [1280, 720],
  [1920, 1080],
] as const;

/**
 * WCAG 1.4.12. A sheet made by script is not the page's own, which its policy forbids to add to. Drawings keep theirs:
 * they are scaled as a whole, and a table or a list beside each says the same.
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

describe('every width from a phone to a wall', () => {
  it.each(SCREENS)('$name: nothing overflows, overlaps or is cut off', async (screen) => {
    const page = await show(await pageForMice(), screen);
    const found = await findingsAt(page, SIZES, (width, height) =>
      screen.name === 'overview' && width >= 1920 && height >= 1080 ? { stillBut: GROWING_LISTS } : {},
    );
    expect(found).toEqual({});
    expect(await withWiderText(page, () => findingsAt(page, KEY_SIZES)), 'with wider text').toEqual({});
    await expectClean(page);
  });
});

describe('what a size decides', () => {
  it.each([
    [1280, 720],
    [1366, 768],
  ])('the queue leaves no large empty area at %d × %d', async (width, height) => {
    const page = await show(await pageForMice(), { name: 'commands', tab: 'Commands' });
    await resize(page, width, height);
    const uplink = page.getByRole('region', { name: 'Command Uplink' });
    await page.getByRole('region', { name: 'Ground Stations' }).waitFor();
    const empty = await uplink.evaluate((card) => {
      const rows = [...card.querySelectorAll('tbody tr, li')].map(
        (row) => row.getBoundingClientRect().bottom,
      );
      return card.getBoundingClientRect().bottom - Math.max(...rows);
    });
    expect(empty).toBeLessThan(80);
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

describe('an open form', () => {
  it.each([
    ['Commands', 'New Command'],
    ['Timeline', 'New Event'],
  ])('of %s fits beside or above its list', async (tab, opener) => {
    const page = await show(await pageForMice(), { name: tab, tab });
    await page.getByRole('button', { name: opener }).click();
    const form = page.getByRole('form');
    await form.waitFor();
    expect(await findingsAt(page, SIZES)).toEqual({});
    if (tab === 'Commands') await expectFormKeptByPasses(page);
    await expectClean(page);
    // As it was, for the next test.
    await form.locator('input, select').first().press('Escape');
    await form.waitFor({ state: 'detached' });
  });
});

/** The passes of the day open beside the card and push nothing away. */
async function expectFormKeptByPasses(page: Page): Promise<void> {
  await resize(page, 1920, 1080);
  const boxes = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('form, [role="tabpanel"] section')].map((part) => {
        const { left, top, width, height } = part.getBoundingClientRect();
        return [left, top, width, height].map(Math.round);
      }),
    );
  const before = await boxes();
  await page.getByRole('button', { name: /^All \d+ passes/ }).click();
  await page
    .getByRole('button', { name: /^Queue a command at AOS/ })
    .first()
    .waitFor();
  expect(await boxes()).toEqual(before);
  await page.keyboard.press('Escape');
}

describe('large type', () => {
  it.each(SCREENS)('$name: no narrow screen scrolls sideways', async (screen) => {
    const page = await show(await pageForMice(), screen);
    const wider: string[] = [];
    for (const [width, height] of LARGE_TYPE_SIZES) {
      await resize(page, width, height);
      const { overflowX, clipped } = await layoutOf(page);
      if (overflowX > 0 || clipped.length > 0) wider.push(`${width}: ${overflowX} px, ${clipped.join(', ')}`);
    }
    expect(wider).toEqual([]);
    await expectClean(page);
  });
});

describe('touch input', () => {
  const pageForFingers = sharedPage(() =>
    openScreen('/', { hasTouch: true, viewport: { width: 390, height: 844 } }),
  );

  it.each(SCREENS)('$name: every control is high enough', async (screen) => {
    const page = await show(await pageForFingers(), screen);
    const sizes = [
      [390, 844],
      [820, 1180],
      [1366, 1024],
    ] as const;
    expect(await findingsAt(page, sizes, () => ({ targetHeight: 44 }))).toEqual({});
    await expectClean(page);
  });
});

/**
 * Operations sent at once. While the worker takes them it sends no update, and after 2.25 s it is replaced: these take a
 * tenth of that, so that a machine may be ten times as slow.
 */
const BATCH = 1_000;

describe('long words and large numbers', () => {
  it('an event whose title and description have no line-break opportunity', async () => {
    const page = await openScreen('/?tab=timeline');
    await page.getByRole('button', { name: 'New Event' }).click();
    await page.getByLabel('Title').fill('W'.repeat(200));
    await page.getByLabel('Start Time').fill(new Date(Date.now() + 3_600_000).toISOString().slice(0, 16));
    await page.getByLabel('End Time').fill(new Date(Date.now() + 7_200_000).toISOString().slice(0, 16));
    await page.getByLabel('Description').fill(`${'M'.repeat(300)} ${'Donaudampfschifffahrt'.repeat(10)}`);
    await page.getByRole('button', { name: 'Add Event' }).click();
    await page.getByRole('listitem').filter({ hasText: 'WWWW' }).waitFor();
    expect(await findingsAt(page, KEY_SIZES)).toEqual({});
    await page.getByRole('tab', { name: 'Overview' }).click();
    expect(await findingsAt(page, KEY_SIZES)).toEqual({});
    await page.getByRole('tab', { name: 'Anomalies' }).click();
    await page.getByText('WWWW').first().waitFor();
    expect(await findingsAt(page, KEY_SIZES)).toEqual({});
  });

  it('an anomaly, a failure and values longer than any real ones', async () => {
    const page = await openScreen('/', { isWithoutServices: true });
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
    expect(await findingsAt(page, KEY_SIZES)).toEqual({});
  });

  it('an astronaut whose name has ten thousand letters', async () => {
    const live = await startConsole();
    try {
      live.upstream.set('astros', 'long-names');
      const page = await openScreen('/?tab=orbital', { baseUrl: live.url });
      await page.getByRole('region', { name: 'Astronauts in Orbit' }).getByRole('listitem').first().waitFor();
      expect(await findingsAt(page, KEY_SIZES)).toEqual({});
    } finally {
      await live.close();
    }
  });

  it('10,000 commands', async () => {
    const page = await openScreen('/?tab=commands', { initScript: keepQueueRequest });
    await page.getByRole('button', { name: 'New Command' }).click();
    await page.getByRole('combobox', { name: /^Command/ }).selectOption({ index: 1 });
    await page.getByRole('button', { name: '+1 h' }).click();
    await page.getByRole('button', { name: 'Queue Command' }).click();
    await page.getByText('4 pending').waitFor();
    for (let pending = 4; pending < 10_000; ) {
      const times = Math.min(BATCH, 10_000 - pending);
      await page.evaluate((count) => {
        const { repeatRequest } = window as unknown as { repeatRequest(times: number): void };
        repeatRequest(count);
      }, times);
      pending += times;
      await page
        .getByText(new RegExp(`^${pending.toLocaleString('en-US').replace(',', ',?')} pending`))
        .waitFor();
    }
    expect(await findingsAt(page, KEY_SIZES)).toEqual({});
    await page.getByRole('tab', { name: 'Overview' }).click();
    expect(await findingsAt(page, KEY_SIZES)).toEqual({});
    await expectClean(page);
  });
});

/** Runs in the page: keeps the last request to queue a command, so that it can be made again and again. */
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
