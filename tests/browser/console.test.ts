import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readCsv } from '../ui/features/performance/csv-reader.ts';
import { axeViolations } from './axe.ts';
import { expectClean, sharedPage } from './harness.ts';
import { resize } from './layout.ts';
import { startConsole } from './live-console.ts';
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

/** The console by keyboard alone, except in tests about the mouse. */

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
/** With the seed of this time the draws of the first minutes yield no fault. */
const START = Date.UTC(2026, 10, 20, 12, 34);
const DESKS = [
  { width: 1280, height: 720 },
  { width: 1920, height: 1080 },
] as const;

const inHours = (hours: number): Date => new Date(Date.now() + hours * HOUR_MS);

/** Returns the first description of an element, such as a field's error. */
const descriptionOf = (field: Locator): Promise<string | null | undefined> =>
  field.evaluate((element) => {
    const [first = ''] = element.getAttribute('aria-describedby')?.split(' ') ?? [];
    return document.getElementById(first)?.textContent;
  });

const commandRow = (page: Page, name: string): Locator =>
  page.getByRole('listitem').filter({ hasText: name });
/** Mission time as the header shows it, to the second. */
const missionTime = async (page: Page): Promise<number> =>
  Date.parse((await page.getByRole('banner').locator('time').first().getAttribute('datetime')) ?? '');
const eventCard = (page: Page, title: string): Locator =>
  page.getByRole('article', { name: title, exact: true });

interface EventDraft {
  readonly title: string;
  readonly start?: Date;
  readonly end?: Date;
}

async function fillInEvent(
  page: Page,
  { title, start = inHours(3), end = inHours(4) }: EventDraft,
): Promise<void> {
  const titleField = page.getByRole('textbox', { name: 'Title' });
  if (await titleField.isVisible()) {
    await tabTo(page, titleField, 'Shift+Tab'); // from its button or field; forwards it is once around the page
  } else {
    await press(page, button(page, 'New Event'));
    await tabTo(page, titleField);
  }
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.insertText(title);
  await typeTime(page, page.getByLabel('Start Time'), start);
  await typeTime(page, page.getByLabel('End Time'), end);
}

async function addEvent(page: Page, draft: EventDraft): Promise<void> {
  await fillInEvent(page, draft);
  await press(page, button(page, 'Add Event'));
}

/**
 * A tab that tests share in turn. Each starts without toasts, on a large desk; after a failure the page is reopened.
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

/** For tests that leave the mission unchanged: each goes to its tab and closes its form. */
const openedOverview = sharedTab('overview');

async function closeForm(page: Page): Promise<void> {
  const form = page.getByRole('form');
  await form.locator('input, select').first().press('Escape');
  await form.waitFor({ state: 'detached' });
}

describe('the commands tab', () => {
  const openedTab = sharedTab('commands');

  it('a command of a complete form is queued; missing fields are reported beside each field and in a toast', async () => {
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

  it('Cancel is clear of Execute on a desk and on a phone', async () => {
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

  it('a command is executed, and another one cancelled and put back by Undo', async () => {
    const page = await openedTab();
    const row = commandRow(page, 'Thermal Control');
    const pressedAt = await missionTime(page);
    await press(page, button(row, 'Execute'));
    await expectToasts(page, ['Command executed successfully']);
    await row.getByText('Executed', { exact: true }).waitFor();
    const executedAt = Date.parse((await row.getByRole('time').nth(1).getAttribute('datetime')) ?? '');
    expect(executedAt).toBeGreaterThanOrEqual(pressedAt);
    // The header updates at its next tick.
    await expect.poll(() => missionTime(page)).toBeGreaterThanOrEqual(executedAt);
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
});

it.each([
  [390, 844],
  [1280, 720],
])(
  'the button of the command form stays in place when the effect arrives, at %i × %i',
  async (width, height) => {
    const page = await openedOverview();
    await clickTab(page, 'Commands');
    await resize(page, width, height);
    await button(page, 'New Command').click();
    await button(page, 'Queue Command').waitFor();
    const place = () =>
      button(page, 'Queue Command').evaluate((element) => {
        const form = element.closest('form');
        return (
          element.getBoundingClientRect().top - (form?.firstElementChild?.getBoundingClientRect().top ?? 0)
        );
      });
    const before = await place();
    await page.locator('select[name="name"]').selectOption('Thermal Control');
    await page.locator('form section').waitFor();
    expect(await place()).toBeCloseTo(before, 0);
    await page.locator('select[name="name"]').selectOption('');
    await closeForm(page);
  },
);

describe('the timeline tab', () => {
  const openedTab = sharedTab('timeline');

  it('events are added in order of start time, and missing fields are reported', async () => {
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

  it('an event goes through its states, with a toast for each', async () => {
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
});

describe('the anomalies tab', () => {
  const TITLE = 'Anomalies · ORBITA-1 Mission Control';
  const anomalyCard = (page: Page) => page.getByRole('region', { name: 'Anomaly Detection' });
  const favicon = (page: Page) => page.locator('link[rel="icon"]').getAttribute('href');

  it('Acknowledge on an anomaly that is left to FDIR shows a toast, removes the actions, and leaves tab, title and icon plain', async () => {
    const page = await openTab('anomalies');
    const entry = anomalyCard(page).getByRole('article').first();
    const tab = page.getByRole('tab', { name: 'Anomalies' });
    const marks = async () => [
      await tab.locator('[data-count]').count(),
      await page.title(),
      await favicon(page),
    ];
    const plain = [0, TITLE, '/favicon.svg'];
    await expect.poll(marks).toEqual(plain);
    await press(page, button(entry, 'Acknowledge'));
    await expectToasts(page, ['Anomaly acknowledged']);
    await entry.getByText('Acknowledged', { exact: true }).waitFor();
    for (const gone of ['Acknowledge', 'Resolve']) expect(await button(entry, gone).count()).toBe(0);
    // The fault persists, and its anomaly with it.
    await anomalyCard(page).getByText('1 left to FDIR').waitFor();
    await expect.poll(marks).toEqual(plain);
    await expectClean(page);
  });
});

it('the metrics of the card are saved as a file by keyboard, and once by a double click', async () => {
  const page = await openedOverview();
  await clickTab(page, 'Overview');
  const card = page.getByRole('region', { name: 'Mission Performance' });
  const asOf = () => card.locator('time').getAttribute('datetime');
  await tabTo(page, button(card, 'Export CSV'));
  const before = await asOf();
  const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
  await expectToasts(page, ['Performance data exported as CSV']);
  const after = await asOf();
  expect(download.suggestedFilename()).toMatch(/^mission-performance-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.csv$/);
  const rows = readCsv(await readFile(await download.path(), 'utf8'));
  // The card may have been updated meanwhile.
  expect([before, after]).toContain(rows.at(-1)?.[0]);

  const downloads: string[] = [];
  page.on('download', (next) => downloads.push(next.suggestedFilename()));
  await button(card, 'Export JSON').dblclick();
  await expectToasts(page, ['Performance data exported as CSV', 'Performance data exported as JSON']);
  await expect.poll(() => downloads).toEqual([expect.stringMatching(/\.json$/)]);
  await expectClean(page);
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

  it('a recording is saved, replaces the mission with equal hashes, and is refused once it is damaged', async () => {
    const live = await startConsole({ startTime: START });
    onTestFinished(live.close);
    const page = await openTab('overview', { baseUrl: live.url });
    // The live orbit is an input. The transition to it takes 9.5 s, less than the time jump below.
    await page.getByRole('button', { name: /^Sources: ISS (LIVE|ACQUIRING)/ }).waitFor();
    await live.advance(page, 3 * MINUTE_MS);
    await expect.poll(() => missionTime(page)).toBeGreaterThanOrEqual(START + 3 * MINUTE_MS);
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
    await expect.poll(() => page.workers().length).toBe(1);
    await expectClean(page);
  });
});

describe('toasts (design.md §5)', () => {
  /**
   * Presses a button until there are this many new toasts, waits for their transitions, and returns how many are
   * visible and which elements they cover that must stay free: controls, the map and the anomaly lists. Runs in a
   * single evaluation in the page: a toast stays for 4 s.
   */
  const pileUp = (page: Page, name: string, count: number): Promise<{ visible: number; covered: string[] }> =>
    page.evaluate(
      async ([label, least]) => {
        const { toasts } = window as unknown as { toasts: readonly string[] };
        const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
        const pressed = [...document.querySelectorAll('button')].find((one) => one.textContent === label);
        const before = toasts.length;
        for (let shown = before; shown < before + least; shown = toasts.length) {
          pressed?.click();
          // The button is busy, and ignores presses, until the call is answered.
          while (toasts.length === shown || pressed?.ariaBusy) await nextFrame();
        }
        const all = () => [...document.querySelectorAll('[data-sonner-toast][data-visible="true"]')];
        await nextFrame();
        await nextFrame(); // its transition starts in the frame after mounting
        await Promise.allSettled(
          all().flatMap((toast) => toast.getAnimations().map(({ finished }) => finished)),
        );
        const boxes = all().map((toast) => toast.getBoundingClientRect());
        // The About button lies in the copyright, which toasts may cover; the palette opens About as well.
        const kept = document.querySelectorAll(
          'main :is(button, select, input, textarea, summary, ol:not(figure ol), article), [data-frames], footer [role], footer button:not([aria-label$="about this console"])',
        );
        const covered = [...kept].filter((element) => {
          const box = element.getBoundingClientRect();
          const isSeen =
            element.checkVisibility() && box.width > 0 && box.bottom > 0 && box.top < innerHeight;
          return (
            isSeen &&
            boxes.some(
              ({ left, right, top, bottom }) =>
                left < box.right && right > box.left && top < box.bottom && bottom > box.top,
            )
          );
        });
        return { visible: boxes.length, covered: covered.map((element) => element.outerHTML.slice(0, 120)) };
      },
      [name, count] as const,
    );

  it.each([
    ['Overview', 'Export JSON', undefined],
    ['Commands', 'Queue Command', 'New Command'],
    ['Timeline', 'Add Event', 'New Event'],
  ] as const)(
    'toasts are at most four and cover no content of the %s tab on any desk',
    async (tab, name, opener) => {
      const page = await openedOverview();
      await clickTab(page, tab);
      if (opener) await press(page, button(page, opener));
      await button(page, name).waitFor();
      for (const { width, height } of DESKS) {
        await resize(page, width, height);
        await expect
          .poll(() => pileUp(page, name, 5), { message: `at ${width} × ${height}` })
          .toEqual({ visible: 4, covered: [] });
      }
      if (opener) await closeForm(page);
    },
  );

  it('a toast with the longest message of a form covers no content', async () => {
    const page = await openedOverview();
    await clickTab(page, 'Timeline');
    await fillInEvent(page, { title: 'Too late', start: new Date('9999-01-01T10:00Z') });
    // Toasts of the test before may still be there.
    expect((await pileUp(page, 'Add Event', 1)).covered).toEqual([]);
    expect(await toastsOf(page)).toEqual([
      expect.stringMatching(/^The start time is not a date and time in UTC/),
    ]);
    await closeForm(page);
  });
});

// Overflowing or cut-off content is tested in sizes.test.ts, the Anomalies tab by axe in assistive.test.ts.
it.each([
  ['Commands', 'New Command'],
  ['Timeline', 'New Event'],
])(
  'the %s tab passes axe on a desk and on a phone, with its form in error and its list filled',
  async (tab, opener) => {
    const page = await openedOverview();
    await clickTab(page, tab);
    await page.getByRole('tabpanel', { name: tab }).getByRole('region').first().waitFor();
    await press(page, button(page, opener));
    await press(page, page.locator('button[type="submit"]'));
    await page.locator('[data-error="true"]').first().waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await resize(page, 390, 844);
    await expect.poll(() => axeViolations(page)).toEqual([]);
    await expectClean(page);
    await closeForm(page);
  },
);
