import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { readCsv } from '../ui/performance/csv-reader.ts';
import { axeViolations } from './axe.ts';
import { expectClean, sharedPage } from './harness.ts';
import { layoutOf, resize } from './layout.ts';
import {
  button,
  clickTab,
  expectToasts,
  forgetToasts,
  openTab,
  press,
  type Tab,
  tabTo,
  toastsOf,
  typeTime,
} from './operator.ts';
import { inWorker, WORKER_FAULTS } from './page-faults.ts';

/** The console as its operators use it: by keyboard alone, but where a test is about the mouse. */

const HOUR_MS = 3_600_000;
/** A worker that hangs is replaced within 6 s; a busy test machine gets as much again. */
const MENDED_WITHIN_MS = 12_000;
const DESKS = [
  { width: 1280, height: 720 },
  { width: 1920, height: 1080 },
] as const;
const WIDTHS = [320, 390, 1280, 1920, 3840] as const;

const inHours = (hours: number): Date => new Date(Date.now() + hours * HOUR_MS);

/** The first text that an element is described by, such as what is wrong with a field. */
const descriptionOf = (field: Locator): Promise<string | null | undefined> =>
  field.evaluate((element) => {
    const [first = ''] = element.getAttribute('aria-describedby')?.split(' ') ?? [];
    return document.getElementById(first)?.textContent;
  });

const commandRow = (page: Page, name: string): Locator =>
  page.getByRole('listitem').filter({ hasText: name });
const eventCard = (page: Page, title: string): Locator =>
  page.getByRole('article', { name: title, exact: true });

interface EventDraft {
  readonly title: string;
  readonly start?: Date;
  readonly end?: Date;
}

async function addEvent(
  page: Page,
  { title, start = inHours(3), end = inHours(4) }: EventDraft,
): Promise<void> {
  const titleField = page.getByRole('textbox', { name: 'Title' });
  if (await titleField.isVisible()) {
    await tabTo(page, titleField, 'Shift+Tab'); // from its button or field: forwards, it is once around the page
  } else {
    await press(page, button(page, 'New Event'));
    await tabTo(page, titleField);
  }
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.insertText(title);
  await typeTime(page, page.getByLabel('Start Time'), start);
  await typeTime(page, page.getByLabel('End Time'), end);
  await press(page, button(page, 'Add Event'));
}

/**
 * A tab that tests use one after the other. Each begins without toasts, on a large desk; after one that failed the page is
 * a new one.
 */
function sharedTab(tab: Tab): () => Promise<Page> {
  const openedTab = sharedPage(() => openTab(tab));
  return async () => {
    const page = await openedTab();
    await resize(page, DESKS[1].width, DESKS[1].height);
    await forgetToasts(page);
    return page;
  };
}

/** For tests that change nothing of the mission: each goes to its tab, and leaves its form closed. */
const openedOverview = sharedTab('overview');

async function closeForm(page: Page): Promise<void> {
  const form = page.getByRole('form');
  await form.locator('input, select').first().press('Escape');
  await form.waitFor({ state: 'detached' });
}

describe('the commands tab', () => {
  const openedTab = sharedTab('commands');

  it('queues a complete form, and reports missing fields beside each field and in a toast', async () => {
    const page = await openedTab();
    await press(page, button(page, 'New Command'));
    const name = page.locator('select[name="name"]');
    const time = page.getByLabel('Scheduled Time', { exact: false }).and(page.locator('input'));
    await press(page, button(page, 'Queue Command'));
    await expectToasts(page, ['Please fill in all fields']);
    for (const field of [name, time]) {
      expect(await field.getAttribute('aria-invalid')).toBe('true');
      expect(await descriptionOf(field)).toBe('Please fill in all fields');
    }
    expect(await name.evaluate((element) => element === document.activeElement)).toBe(true);

    await page.keyboard.type('Enter Safe');
    await press(page, button(page, 'Queue Command'));
    await expectToasts(page, ['Please fill in all fields', 'Please fill in all fields']);
    expect([await name.getAttribute('aria-invalid'), await time.getAttribute('aria-invalid')]).toEqual([
      null,
      'true',
    ]);

    const scheduled = inHours(1);
    await typeTime(page, time, scheduled);
    await page.keyboard.press('Enter');
    await expect.poll(() => toastsOf(page)).toContain('Command queued successfully');
    const row = commandRow(page, 'Enter Safe Mode');
    await row.getByText('Pending').waitFor();
    expect(await row.getByRole('time').getAttribute('datetime')).toBe(
      `${scheduled.toISOString().slice(0, 16)}:00.000Z`,
    );
    expect(await row.textContent()).toContain('Priority Medium');
    expect([await name.inputValue(), await time.inputValue()]).toEqual(['', '']);
    await expectClean(page);
    await closeForm(page);
  });

  it('keeps Cancel clear of Execute on a desk and on a phone', async () => {
    const page = await openedTab();
    const row = commandRow(page, 'Thermal Control');
    for (const [width, height] of [
      [1280, 720],
      [390, 844],
    ] as const) {
      await resize(page, width, height);
      const execute = await button(row, 'Execute').boundingBox();
      const cancel = await button(row, 'Cancel').boundingBox();
      if (!execute || !cancel) throw new Error(`no buttons at ${width} × ${height}`);
      expect(cancel.x - (execute.x + execute.width), `at ${width} × ${height}`).toBeGreaterThanOrEqual(32);
    }
  });

  it('executes, and cancels with undo', async () => {
    const page = await openedTab();
    const row = commandRow(page, 'Thermal Control');
    await press(page, button(row, 'Execute'));
    await expectToasts(page, ['Command executed successfully']);
    await row.getByText('Executed', { exact: true }).waitFor();
    const times = await row
      .getByRole('time')
      .evaluateAll((all) => all.map((time) => time.getAttribute('datetime')));
    expect(Math.abs(Date.parse(times[1] ?? '') - Date.now())).toBeLessThan(10_000);
    for (const name of ['Execute', 'Cancel']) expect(await button(row, name).count()).toBe(0);

    const other = commandRow(page, 'Deploy Solar Array').filter({ hasText: 'Pending' });
    await press(page, button(other, 'Cancel'));
    await expectToasts(page, ['Command executed successfully', 'Command cancelled']);
    await expect.poll(() => other.count()).toBe(0);
    await page.keyboard.press('Shift+Tab');
    await press(page, button(page, 'Undo'));
    await other.getByText('Pending').waitFor();
    expect(await button(other, 'Execute').count()).toBe(1);
    await expectClean(page);
  });

  it('queues once for a double click, with one toast', async () => {
    const page = await openedTab();
    const pending = page.getByText(/^\d+ pending$/);
    const before = await pending.textContent();
    await button(page, 'New Command').click();
    await page.locator('select[name="name"]').selectOption('Data Downlink');
    await button(page, '+1 h').click();
    await button(page, 'Queue Command').dblclick();
    await commandRow(page, 'Data Downlink').waitFor();
    await button(page, 'Execute').first().dblclick({ delay: 50 });
    await expectToasts(page, ['Command queued successfully', 'Command executed successfully']);
    expect(await pending.textContent()).toBe(before);
  });
});

describe('the timeline tab', () => {
  const openedTab = sharedTab('timeline');

  it('adds events in order of start time, and reports missing fields', async () => {
    const page = await openedTab();
    await press(page, button(page, 'New Event'));
    await press(page, button(page, 'Add Event'));
    await expectToasts(page, ['Please fill in all required fields']);
    for (const label of ['Title', 'Start Time', 'End Time']) {
      expect(await descriptionOf(page.getByLabel(label))).toBe('Please fill in all required fields');
    }
    await addEvent(page, { title: 'Camera calibration' });
    await expectToasts(page, ['Please fill in all required fields', 'Mission event added successfully']);
    const card = eventCard(page, 'Camera calibration');
    await card.getByText('Scheduled').waitFor();
    for (const part of ['Experiment', 'Medium priority', '1 h'])
      expect(await card.textContent()).toContain(part);
    const starts = await page
      .getByRole('article')
      .evaluateAll((articles) => articles.map((event) => event.querySelector('time')?.dateTime ?? ''));
    expect(starts).toHaveLength(8);
    expect(starts).toEqual([...starts].sort());
    const added = await card.locator('time').first().getAttribute('datetime');
    expect(starts.slice(1, -1)).toContain(added);
    await expectClean(page);
  });

  it('takes an event through its states, with a toast for each', async () => {
    const page = await openedTab();
    const card = eventCard(page, 'High-rate data downlink');
    await press(page, button(card, 'Start'));
    await expectToasts(page, ['Event status updated to In Progress']);
    await press(page, button(card, 'Complete'));
    await card.getByText('Completed').waitFor();
    expect(await card.getByRole('button').count()).toBe(0);
    await press(page, button(eventCard(page, 'Battery capacity test'), 'Cancel'));
    await expectToasts(page, [
      'Event status updated to In Progress',
      'Event status updated to Completed',
      'Event status updated to Cancelled',
    ]);
    await eventCard(page, 'Battery capacity test').getByText('Cancelled', { exact: true }).waitFor();
    await expectClean(page);
  });

  it('accepts an end before its start, and says so', async () => {
    const page = await openedTab();
    await addEvent(page, { title: 'Backwards', start: inHours(4), end: inHours(3) });
    await expectToasts(page, ['Mission event added successfully']);
    await eventCard(page, 'Backwards').getByText('Ends before it starts').waitFor();
  });

  it('shows any title as plain text, and rejects one that is too long or invisible', async () => {
    const page = await openedTab();
    await resize(page, DESKS[0].width, DESKS[0].height);
    const titles = [
      '<img src=x onerror="document.title=1"><b>bold</b>',
      'elttit \u05E9\u05DC\u05D5\u05DD & \u0645\u0631\u062D\u0628\u0627',
      'W'.repeat(200),
    ];
    for (const [index, title] of titles.entries()) {
      await addEvent(page, { title, start: inHours(0.5 + index / 10) });
      await expect.poll(async () => (await toastsOf(page)).length).toBe(index + 1);
      await expect
        .poll(() => page.getByRole('article').getByRole('heading').allTextContents())
        .toContain(title);
    }
    expect(new Set(await toastsOf(page))).toEqual(new Set(['Mission event added successfully']));
    expect(await page.getByRole('article').locator('img, b').count()).toBe(0);
    expect(await layoutOf(page)).toMatchObject({ overflowX: 0, overflowY: 0, clipped: [] });

    const refusals = [
      ['W'.repeat(201), 'The title is longer than 200 characters. Please shorten it.'],
      ['W'.repeat(10_000), 'The title is longer than 200 characters. Please shorten it.'],
      [' \u200B ', 'Please fill in all required fields'],
    ] as const;
    for (const [title, message] of refusals) {
      await addEvent(page, { title });
      await expect.poll(() => descriptionOf(page.getByRole('textbox', { name: 'Title' }))).toBe(message);
      expect(await page.getByRole('textbox', { name: 'Title' }).inputValue()).toBe(title);
    }
    expect(await page.getByRole('article').count()).toBeGreaterThanOrEqual(titles.length);
    expect((await layoutOf(page)).overflowX).toBeLessThanOrEqual(0);
    await expectClean(page);
  });
});

describe('the anomalies tab', () => {
  const TITLE = 'Anomalies · ORBITA-1 Mission Control';
  const anomalyCard = (page: Page) => page.getByRole('region', { name: 'Anomaly Detection' });
  const favicon = (page: Page) => page.locator('link[rel="icon"]').getAttribute('href');

  it.each([
    ['Acknowledge', 'Anomaly acknowledged', 'Acknowledged'],
    ['Resolve', 'Anomaly marked as resolved', 'Resolved'],
  ])(
    '%s shows a toast, removes the actions, and updates tab, title and icon',
    async (action, toast, status) => {
      const page = await openTab('anomalies');
      const entry = anomalyCard(page).getByRole('article').first();
      const tab = page.getByRole('tab', { name: 'Anomalies' });
      expect(await tab.locator('[data-count]').getAttribute('data-count')).toBe('1');
      expect([await page.title(), await favicon(page)]).toEqual([
        `■ Medium · ${TITLE}`,
        '/favicon-caution.svg',
      ]);
      await press(page, button(entry, action));
      await expectToasts(page, [toast]);
      await entry.getByText(status, { exact: true }).waitFor();
      for (const gone of ['Acknowledge', 'Resolve']) expect(await button(entry, gone).count()).toBe(0);
      // The fault persists: acknowledged, it still counts; resolved, it leaves a mark without a number.
      const count = await tab.locator('[data-count]').getAttribute('data-count');
      expect(count).toBe(status === 'Acknowledged' ? '1' : '');
      expect([await page.title(), await favicon(page)]).toEqual([
        `■ Medium · ${TITLE}`,
        '/favicon-caution.svg',
      ]);
      await expectClean(page);
    },
  );

  it('filters by severity and status, and shows how many it hides', async () => {
    const page = await openedOverview();
    await clickTab(page, 'Anomalies');
    const card = anomalyCard(page);
    const entries = card.getByRole('article');
    await press(page, card.getByRole('button', { name: /^Resolved/ }), 'Space');
    await expect.poll(() => entries.count()).toBe(1);
    await page.getByText('1 of 3 shown, 1 active hidden').waitFor();
    await press(page, button(card, 'Show all'));
    await expect.poll(() => entries.count()).toBe(3);
    await page.keyboard.press('Shift+Tab');
    await press(page, card.getByRole('button', { name: /^Critical/ }), 'Space');
    await page.getByText('The filter hides all 3 anomalies, 1 active hidden').waitFor();
    await press(page, button(card, 'Show all'));
    await expect.poll(() => entries.count()).toBe(3);
  });
});

describe('the exports', () => {
  it.each(['CSV', 'JSON'])('saves the metrics on the card as %s', async (format) => {
    const page = await openedOverview();
    await clickTab(page, 'Overview');
    const card = page.getByRole('region', { name: 'Mission Performance' });
    await tabTo(page, button(card, `Export ${format}`));
    const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
    expect(download.suggestedFilename()).toMatch(
      new RegExp(
        `^mission-performance-\\d{4}-\\d\\d-\\d\\dT\\d\\d-\\d\\d-\\d\\dZ\\.${format.toLowerCase()}$`,
      ),
    );
    await expectToasts(page, [`Performance data exported as ${format}`]);
    const file = readExport(await readFile(await download.path(), 'utf8'), format);
    expect(file.asOf).toBe(await card.locator('time').getAttribute('datetime'));
    const shown = Object.fromEntries(
      await card
        .locator('[data-metric]')
        .evaluateAll((figures) =>
          figures.map((figure) => [
            figure.querySelector('dt')?.textContent ?? '',
            Number.parseFloat(figure.querySelector('dd')?.textContent?.replaceAll(',', '') ?? ''),
          ]),
        ),
    );
    expect(Object.keys(file.metrics)).toEqual(Object.keys(shown));
    const { 'Mission uptime': uptime = 0, 'Data downloaded': data = 0, ...others } = file.metrics;
    expect(Math.floor(uptime / 86_400)).toBe(shown['Mission uptime']);
    expect([data.toFixed(1), (data / 1000).toFixed(2)].map(Number)).toContain(shown['Data downloaded']);
    // To a tenth on the card and to a thousandth in the file, both from the same figure.
    for (const [name, value] of Object.entries(others)) {
      expect(Math.abs(value - (shown[name] ?? Number.NaN))).toBeLessThanOrEqual(0.0505 + 1e-9);
    }
    expect(file.week).toEqual([8, 6, 9, 7, 8, 5, 4]);

    const downloads: string[] = [];
    page.on('download', (next) => downloads.push(next.suggestedFilename()));
    await button(card, `Export ${format}`).dblclick();
    await expectToasts(page, Array(2).fill(`Performance data exported as ${format}`));
    await expect.poll(() => downloads.length).toBe(1);
    await expectClean(page);
  });
});

describe('the recording of the mission', () => {
  const chooseAction = async (page: Page, name: string) => {
    await page.keyboard.press('ControlOrMeta+K');
    await page.getByRole('combobox', { name: 'Find an action' }).fill(name);
    await page.keyboard.press('Enter');
  };
  type UploadedFile = Parameters<Locator['setInputFiles']>[0];
  const openFile = async (page: Page, file: UploadedFile) => {
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      chooseAction(page, 'Open recording'),
    ]);
    await chooser.setFiles(file);
  };

  it('is saved, replaces the mission with equal hashes, and is refused once it is damaged', async () => {
    const page = await openTab('overview');
    // Its orbit is an input. The transition to it takes 9.5 s, which the jump of time below includes.
    await page.getByRole('button', { name: /^Sources: ISS (LIVE|ACQUIRING)/ }).waitFor();
    await inWorker(page, () => {
      const { now } = Date;
      Date.now = () => now() + 3 * 60_000;
      dispatchEvent(new Event('online')); // wakes the mission
    });
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      chooseAction(page, 'Save recording'),
    ]);
    const path = await download.path();
    const text = await readFile(path, 'utf8');
    expect(text).toContain('"kind":"iss-orbit"');

    await openFile(page, path);
    await page.getByRole('heading', { name: 'Replace the running mission?' }).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await Promise.all([page.waitForEvent('worker'), page.keyboard.press('Enter')]);
    const hashes = text.match(/"hash"/g)?.length;
    expect(hashes).toBeGreaterThanOrEqual(3);
    await expect.poll(() => toastsOf(page)).toContain(`The recording is opened. ${hashes} hashes equal.`);
    await page.getByText('Connected to ORBITA-1').waitFor();

    const damaged = { name: 'damaged.jsonl', mimeType: 'text/plain', buffer: Buffer.from(text.slice(0, -9)) };
    await openFile(page, damaged);
    await expect.poll(() => toastsOf(page)).toContain('The recording is incomplete: its end is missing.');
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(page.workers()).toHaveLength(1);
    await expectClean(page);
  });
});

interface Exported {
  readonly asOf: string | undefined;
  readonly metrics: Readonly<Record<string, number>>;
  readonly week: readonly number[];
}

function readExport(text: string, format: string): Exported {
  if (format === 'JSON') {
    const { metricsAsOf, metrics, weeklyCommands } = JSON.parse(text);
    const figures = Object.values<{ name: string; value: number }>(metrics);
    return {
      asOf: metricsAsOf,
      metrics: Object.fromEntries(figures.map(({ name, value }) => [name, value])),
      week: weeklyCommands.map(({ commands }: { commands: number }) => commands),
    };
  }
  const rows = readCsv(text);
  const section = (name: string) => rows.filter(([first]) => first === name);
  return {
    asOf: section('Mission').find(([, name]) => name === 'Metrics as of')?.[2],
    metrics: Object.fromEntries(section('Metrics').map(([, name, value]) => [name, Number(value)])),
    week: section('Weekly commands').map(([, , value]) => Number(value)),
  };
}

describe('toasts (design.md §5)', () => {
  /** What must stay free: everything that can be pressed, the map and the lists of anomalies. */
  const coveredBy = (page: Page): Promise<{ visible: number; covered: string[] }> =>
    page.evaluate(() => {
      const toasts = [...document.querySelectorAll('[data-sonner-toast][data-visible="true"]')];
      const boxes = toasts.map((toast) => toast.getBoundingClientRect());
      // The way to About stands in the copyright, on which toasts lie; the palette leads there too.
      const kept = document.querySelectorAll(
        'main :is(button, select, input, textarea, summary, ol, article), [data-frames], footer [role], footer button:not([aria-label$="about this console"])',
      );
      const covered = [...kept].filter((element) => {
        const box = element.getBoundingClientRect();
        const isSeen = box.width > 0 && box.bottom > 0 && box.top < innerHeight;
        return (
          isSeen &&
          boxes.some(
            ({ left, right, top, bottom }) =>
              left < box.right && right > box.left && top < box.bottom && bottom > box.top,
          )
        );
      });
      return { visible: toasts.length, covered: covered.map((element) => element.outerHTML.slice(0, 120)) };
    });

  it.each([
    ['Overview', 'Export JSON', undefined],
    ['Commands', 'Queue Command', 'New Command'],
    ['Timeline', 'Add Event', 'New Event'],
  ] as const)(
    'are at most four and cover no content of the %s tab on any desk',
    async (tab, name, opener) => {
      const page = await openedOverview();
      await clickTab(page, tab);
      if (opener) await press(page, button(page, opener));
      let presses = 0;
      for (const { width, height } of DESKS) {
        await resize(page, width, height);
        await tabTo(page, button(page, name));
        for (let round = 0; round < 6; round += 1) {
          await page.keyboard.press('Enter');
          presses += 1;
          await expect.poll(async () => (await toastsOf(page)).length).toBe(presses);
          await tabTo(page, button(page, name));
        }
        await expect
          .poll(() => coveredBy(page), { message: `at ${width} × ${height}` })
          .toEqual({ visible: 4, covered: [] });
      }
      if (opener) await closeForm(page);
    },
  );

  it('cover no content with the longest message of a form', async () => {
    const page = await openTab('timeline', { viewport: DESKS[0] });
    const start = new Date('9999-01-01T10:00Z');
    await addEvent(page, { title: 'Too late', start });
    await page
      .getByText(/^The start time is not a date and time in UTC/)
      .first()
      .waitFor();
    await page.waitForTimeout(600); // until the toast has come to rest
    expect(await coveredBy(page)).toEqual({ visible: 1, covered: [] });
  });
});

describe('every size and every reader', () => {
  it.each([
    ['Commands', 'New Command'],
    ['Timeline', 'New Event'],
    ['Anomalies', undefined],
  ] as const)(
    'the %s tab clips nothing, does not scroll sideways and passes axe, with its form in error and its list filled',
    async (tab, opener) => {
      const page = await openedOverview();
      await clickTab(page, tab);
      await page.getByRole('tabpanel', { name: tab }).getByRole('region').first().waitFor();
      const submit = page.locator('button[type="submit"]');
      if (opener) {
        await press(page, button(page, opener));
        await press(page, submit);
        await page.locator('[data-error="true"]').first().waitFor();
      }
      expect(await axeViolations(page)).toEqual([]);
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: width < 500 ? 844 : Math.round((width * 9) / 16) });
        await expect.poll(() => layoutOf(page)).toMatchObject({ overflowX: 0, clipped: [] });
        if (width >= 1280) await expect.poll(async () => (await layoutOf(page)).overflowY).toBe(0);
      }
      await resize(page, 390, 844);
      await expect.poll(() => axeViolations(page)).toEqual([]);
      await expectClean(page);
      if (opener) await closeForm(page);
    },
  );
});

/** What can happen to a worker between a click and its answer; each runs inside it. */
const FAULTS: Readonly<Record<string, () => void>> = {
  'is terminated': WORKER_FAULTS['is terminated'],
  hangs: WORKER_FAULTS.hangs,
  'does it and cannot say so any more': () => {
    MessagePort.prototype.postMessage = () => undefined;
    Object.assign(globalThis, { postMessage: () => undefined });
  },
};

describe.each(Object.entries(FAULTS))('a worker that %s between a click and its answer', (_name, fault) => {
  it('is replaced, and the command is queued once with one toast', async () => {
    const page = await openTab('commands');
    const replaced = page.waitForEvent('worker', { timeout: MENDED_WITHIN_MS });
    await press(page, button(page, 'New Command'));
    await tabTo(page, page.locator('select[name="name"]'));
    await page.keyboard.type('Enter Safe');
    await press(page, button(page, '+1 h'));
    await tabTo(page, button(page, 'Queue Command'));
    await inWorker(page, fault);
    await page.keyboard.press('Enter');
    await replaced;
    const row = commandRow(page, 'Enter Safe Mode');
    await row.waitFor({ timeout: MENDED_WITHIN_MS });
    await page.getByText('Connected to ORBITA-1').waitFor();
    await page.waitForTimeout(1500); // an update more: a second one would have come by now
    expect(await row.count()).toBe(1);
    const toasts = await toastsOf(page);
    expect(toasts.filter((text) => text === 'Command queued successfully')).toHaveLength(1);
    expect(toasts.filter((text) => text.startsWith('The simulation restarted'))).toHaveLength(1);
    expect(await button(page, 'Queue Command').getAttribute('aria-busy')).toBeNull();
    await expectClean(page);
  });
});
