import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RATES } from '../../../src/shared/contract/transport.ts';
import { EXERCISE_CATALOGUE } from '../../../src/shared/entities/exercise-catalogue.ts';
import { leaveGround, openGroundSystem } from '../../support/ground-system.ts';
import { later, startMission, T0 } from '../../support/mission.ts';
import { readCsv } from '../../ui/features/performance/csv-reader.ts';
import { layoutFindings, layoutOf, valuesBelow } from '../layout.ts';
import type { DescribedEngine } from './describe-engine.ts';
import type { EnginePage } from './engine.ts';
import { type EngineConsole, MAP_SCENE_TIME, startEngineConsole } from './engine-console.ts';
import {
  activate,
  advance,
  countOf,
  drawnCharts,
  eventually,
  isConnected,
  lasting,
  openConsole,
  press,
  problemsOf,
  type ShownMap,
  shapeOfMap,
  shownMap,
  violationsOn,
  waitFor,
  waitForNone,
} from './operator.ts';
import type { PageTools } from './page-tools.ts';

const DESK: readonly [number, number] = [1280, 720];
const LARGE_DESK: readonly [number, number] = [1920, 1080];
const PHONE: readonly [number, number] = [390, 844];

/** Pages that tests share, since a load takes seconds: one to look at, and one to act on, since an act keeps the mission. */
const LOOKED_AT = '/?tour=off';
const ACTED_ON = '/?tour=off&tab=orbital&ground-link&observer=52.52,13.40,34&name=Berlin';

type WithTools = { readonly tools: PageTools };

/** Each tab, with a region that it shows. */
const TABS = [
  ['Overview', 'Mission Performance'],
  ['Telemetry', 'Telemetry'],
  ['Orbital', 'Ground Stations'],
  ['Commands', 'Command Uplink'],
  ['Timeline', 'Mission Timeline'],
  ['Anomalies', 'Event Log'],
] as const;

/** A picture of the world has hundreds of colours; an empty canvas has one. */
const COLORS_OF_A_MAP = 40;

/** True if the map is drawn at its size in the card; after a layout change the old picture has another one. */
const fillsItsCard = ({ colors, share, fit, ratio }: ShownMap): boolean =>
  colors > COLORS_OF_A_MAP && share > 0.95 && Math.abs(fit - 1) < 0.05 && ratio > 1.95 && ratio < 2.95;

/** Number of frames to draw after the map reopens; they must include the base map. */
const FIRST_FRAMES = 10;

const [EXERCISE] = EXERCISE_CATALOGUE;

/** Returns the score of the exercise if nobody acts. */
function unattendedScore(): number {
  let wall = T0;
  const session = startMission({ exercise: EXERCISE.id, clock: { now: () => wall } });
  session.control.setRate(3600);
  while (!session.snapshot().exercise.value?.isOver) {
    wall = later(250, wall);
    session.advanceTo(wall);
  }
  const result = session.control.exerciseResult();
  if (!result.ok || !result.value) throw new Error('The exercise has no result.');
  return result.value.score;
}

/** Computed once for all engines. */
let expectedScore: number | undefined;

/**
 * Tests to run: everything; all but the pictures, which depend on the engine's compositing; only the pictures; or, for
 * Chromium, only those that no other browser test covers.
 */
export type ConsolePart = 'everything' | 'all but the pictures' | 'pictures' | 'not elsewhere';

/** Describes what must work in every supported engine, with real input in a real browser. */
export function describeConsole({ name, started }: DescribedEngine, part: ConsolePart = 'everything'): void {
  describe('the console', () => {
    let page: EnginePage;
    let served: EngineConsole;

    beforeAll(async () => {
      page = started().page;
      served = await startEngineConsole();
      await resize(...DESK);
    });
    afterAll(() => served?.close());

    /** Resizes the page and waits for its layout, because lists measure their rendered rows. */
    const resize = async (width: number, height: number) => {
      await page.resize(width, height);
      await page.evaluate(
        () =>
          new Promise((done) =>
            requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(done))),
          ),
      );
    };
    const expectClean = async () => expect(await problemsOf(page), started().version).toEqual([]);

    /** Path of the page that the previous test has left open, and clean. */
    let leftOpen: string | undefined;
    const open = async (path: string) => {
      leftOpen = undefined;
      await openConsole(page, served, path);
    };
    const leaveOpen = async (path: string) => {
      await expectClean();
      leftOpen = path;
    };

    const showTab = async (tab: string, region: string) => {
      await press(page, { role: 'tab', name: tab });
      await waitFor(page, { role: 'region', name: region });
    };
    const showOverview = () => showTab('Overview', 'Mission Performance');
    /** Goes to the page that is looked at, and opens it unless the previous test has left it. */
    const onPage = async () => {
      if (leftOpen !== LOOKED_AT) await open(LOOKED_AT);
      leftOpen = undefined;
    };
    const leavePage = async () => {
      await showOverview();
      await leaveOpen(LOOKED_AT);
    };

    const CONSOLES = { role: 'dialog', name: 'Consoles' };
    const closeConsoles = async () => {
      await waitFor(page, CONSOLES);
      await page.press('Escape');
      await waitForNone(page, CONSOLES);
    };
    /** In Chromium no test looks at the page after the acts. */
    const actedOn = part === 'not elsewhere' ? LOOKED_AT : ACTED_ON;
    const onActs = async () => {
      if (leftOpen !== actedOn) {
        await open(actedOn);
        if (actedOn === ACTED_ON) await closeConsoles();
      }
      leftOpen = undefined;
    };
    const leaveActs = () => leaveOpen(actedOn);

    const expectMap = () =>
      eventually(async () => (await shownMap(page))?.colors ?? 0).toBeGreaterThan(COLORS_OF_A_MAP);

    const itShowsTour = () =>
      it(`${name} shows the tour on a first visit, in a panel of its own size`, async () => {
        await open('/');
        for (const [place, step] of ['Next', 'Next', 'Next', 'Done'].entries()) {
          await waitFor(page, { role: 'dialog', text: `Tour, step ${place + 1} of 4` });
          const { panel, button } = await page.evaluate((label) => {
            const dialog = document.querySelector('dialog[open]');
            const buttons = [...(dialog?.querySelectorAll('button') ?? [])];
            const boxOf = (element: Element | undefined | null) => {
              const { width = 0, height = 0 } = element?.getBoundingClientRect() ?? {};
              return { width, height };
            };
            return {
              panel: boxOf(dialog),
              button: boxOf(buttons.find(({ textContent }) => textContent === label)),
            };
          }, step);
          expect(panel.height).toBeLessThan(DESK[1] / 2);
          expect(button.height).toBeLessThan(40);
          expect(button.width).toBeLessThan(panel.width / 3);
          await page.press('Enter');
        }
        await waitForNone(page, { role: 'dialog' });
        await leaveOpen(LOOKED_AT);
      });

    const itDrawsCharts = () =>
      it(`${name} draws the charts`, async () => {
        await onPage();
        await resize(...LARGE_DESK);
        await showTab('Telemetry', 'Telemetry');
        await eventually(() => drawnCharts(page)).toEqual(Array(5).fill(true));
        await resize(...DESK);
        await leavePage();
      });

    const itDrawsMap = () =>
      it(`${name} draws a map that fills its card`, async () => {
        await onPage();
        for (const size of [LARGE_DESK, DESK] as const) {
          await resize(...size);
          await eventually(() => shownMap(page), `at ${size}`).toSatisfy(
            (map?: ShownMap) => map !== undefined && fillsItsCard(map),
          );
        }
        await leaveOpen(LOOKED_AT);
      });

    const itShowsBaseMap = () =>
      it(`${name} shows the base map in the first frames after a tab change`, async () => {
        await onPage();
        await page.evaluate(() => (window as unknown as WithTools).tools.drawEveryFrame());
        await expectMap();
        await showTab('Commands', 'Command Uplink');
        // Counts frames, not time: a map missing from these frames would never be drawn.
        await page.evaluate(
          (frames) => (window as unknown as WithTools).tools.holdMapAfter(frames),
          FIRST_FRAMES,
        );
        await press(page, { role: 'tab', name: 'Overview' });
        await expectMap();
        await page.evaluate(() => (window as unknown as WithTools).tools.drawFewFrames());
        await leaveOpen(LOOKED_AT);
      });

    const itHasScrollBars = () =>
      it(`${name} has scroll bars in the colours of its theme`, async () => {
        await onPage();
        const colors = await page.evaluate(() => {
          const { documentElement: root } = document;
          const { theme: chosen = '' } = root.dataset;
          const found = ['light', 'dark'].map((theme) => {
            root.dataset.theme = theme;
            return getComputedStyle(root).scrollbarColor;
          });
          root.dataset.theme = chosen;
          return found;
        });
        // Safari before 18.2 lacks this property and uses the colours of the theme's `color-scheme`.
        const isKnown = await page.evaluate(() => CSS.supports('scrollbar-color', 'red blue'));
        if (isKnown) {
          expect(new Set(colors).size).toBe(2);
          expect(colors).not.toContain('auto');
        }
        await leaveOpen(LOOKED_AT);
      });

    const itDragsAnEvent = () =>
      it(`${name} moves an event by dragging it along the strip, and takes that back`, async () => {
        await onActs();
        await showTab('Timeline', 'Mission Timeline');
        await waitFor(page, { role: 'button', name: 'New Event' });
        const bar = await page.evaluate(() => {
          const shape = document.querySelector('[data-event][data-state="Scheduled"] rect');
          const { left = 0, top = 0, width = 0, height = 0 } = shape?.getBoundingClientRect() ?? {};
          return { x: left + Math.min(3, width / 2), y: top + height / 2 };
        });
        await page.drag(bar.x, bar.y, 90);
        const form = { role: 'form', name: 'Change a mission event' };
        await waitFor(page, form);
        const start = await page.evaluate(
          () => document.querySelector<HTMLInputElement>('form [name="startTime"]')?.value ?? '',
        );
        expect(start).toMatch(/ \d\d:\d[05]$/);
        await press(page, { role: 'button', name: 'Save Event' });
        await waitForNone(page, form);
        await waitFor(page, { role: 'article', text: start.slice(-5) });
        await activate(page, { role: 'button', text: 'Undo' });
        await waitForNone(page, { role: 'button', text: 'Undo' });
        await leaveActs();
      });

    const itShelvesAndReports = () =>
      it(`${name} shelves an anomaly, and reports the shift beside the duty crew and unattended`, async () => {
        await onActs();
        await showTab('Anomalies', 'Event Log');
        await press(page, { role: 'button', name: 'Shelve' });
        await waitFor(page, { role: 'form' });
        await page.type('known');
        await page.press('Enter');
        await waitFor(page, { role: 'button', name: 'Unshelve' });
        await showOverview();
        await press(page, { role: 'button', name: 'Shift report' });
        await waitFor(page, { role: 'dialog', text: 'MB downlinked' });
        await press(page, { role: 'button', name: 'Save CSV' });
        await waitFor(page, { role: 'status', text: 'Saved as shift-report-' });
        await page.press('Escape');
        await waitForNone(page, { role: 'dialog' });
        await leaveActs();
      });

    if (part === 'pictures') {
      itDrawsCharts();
      itDrawsMap();
      itShowsBaseMap();
      return;
    }
    itShowsTour();
    itHasScrollBars();
    if (part !== 'all but the pictures') itShowsBaseMap();
    if (part === 'not elsewhere') {
      itDragsAnEvent();
      itShelvesAndReports();
      return;
    }
    if (part === 'everything') {
      itDrawsCharts();
      itDrawsMap();
    }

    it(`${name} exports the mission’s performance`, async () => {
      await onPage();
      let files: Awaited<ReturnType<PageTools['savedFiles']>> = [];
      for (const [place, format] of ['CSV', 'JSON'].entries()) {
        await press(page, { role: 'button', name: `Export ${format}` });
        await eventually(async () => {
          files = await page.evaluate(() => (window as unknown as WithTools).tools.savedFiles());
          return files.length;
        }).toBe(place + 1);
      }
      expect(files.map(({ type }) => type.split(';')[0])).toEqual(['text/csv', 'application/json']);
      expect(readCsv(files[0]?.text ?? '').length).toBeGreaterThan(1);
      expect(JSON.parse(files[1]?.text ?? '')).toBeTypeOf('object');
      await leaveOpen(LOOKED_AT);
    });

    /** Opens the palette, types, and waits for an action. */
    const findAction = async (typed: string, action: string) => {
      await page.press('k', true);
      await waitFor(page, { role: 'dialog', name: 'Command palette' });
      await eventually(() => page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe(
        'combobox',
      );
      await page.type(typed);
      await waitFor(page, { role: 'option', text: action });
    };

    it(`${name} navigates by the palette with the keyboard`, async () => {
      await onPage();
      await findAction('timeline', 'Timeline');
      await page.press('Enter');
      await waitFor(page, { role: 'region', name: 'Mission Timeline' });
      await waitForNone(page, { role: 'dialog', name: 'Command palette' });
      await leavePage();
    });

    it(`${name} opens every tab and sub-tab immediately, each fits its window and passes axe`, async () => {
      await onPage();
      const found: Record<string, unknown> = {};
      const look = async (screen: string) => {
        for (const size of [PHONE, DESK] as const) {
          await resize(...size);
          const findings = await lasting(async () => [
            ...(await layoutFindings(page)),
            ...(await valuesBelow(page)).map((value) => `the value of ${value} stands below it`),
          ]);
          if (findings.length > 0) found[`${screen} at ${size}`] = findings;
        }
        // What surrounds the tabs is the same on each.
        const violations = await violationsOn(page, screen === 'Overview' ? 'html' : 'main');
        const problems = await problemsOf(page);
        if (problems.length > 0) found[`${screen}: problems`] = [...problems];
        if (violations.length > 0) found[`${screen} for axe`] = violations;
      };
      for (const [tab, region] of TABS) {
        await showTab(tab, region);
        await look(tab);
        if (tab !== 'Orbital') continue;
        await showTab('ORBITA-1', 'ORBITA-1 Tracking');
        await look('ORBITA-1');
        await eventually(async () => (await shapeOfMap(page))?.fit ?? 0).toBeCloseTo(1, 1);
      }
      expect(found).toEqual({});
      await leavePage();
    });

    it(`${name} resumes from the last state when its worker is killed`, async () => {
      const row = { role: 'listitem', region: 'Command Uplink' };
      await onPage();
      await showTab('Commands', 'Command Uplink');
      await waitFor(page, row);
      const queued = await countOf(page, row);
      await page.evaluate(async () => {
        const { tools } = window as unknown as WithTools;
        const isLost = tools.untilShown('Link to the simulation lost');
        tools.killWorker();
        await isLost;
      });
      await isConnected(page);
      await eventually(() => countOf(page, row)).toBe(queued);
    });

    it(`${name} lets ground systems fly the mission, and stops when the operator says so`, async () => {
      await open(ACTED_ON);
      const ground = openGroundSystem(served.groundPorts);
      try {
        await press(page, { role: 'button', name: 'Connect ground systems' });
        await waitFor(page, { role: 'button', name: 'Disconnect ground systems' });
        const ping = ground.send('PING');
        await eventually(() => ground.answersTo(ping)).toContain('TC_COMPLETED');
        await press(page, { role: 'button', name: 'Disconnect ground systems' });
        await waitFor(page, { role: 'button', name: 'Connect ground systems' });
      } finally {
        leaveGround();
      }
      await closeConsoles();
      await leaveActs();
    });

    it(`${name} lists the passes over an own place, and opens the dialogs of places and satellites`, async () => {
      await onActs();
      await waitFor(page, { role: 'region', name: 'Passes', text: 'Tonight over Berlin' });
      await press(page, { role: 'button', name: 'Filters', region: 'Passes' });
      await waitFor(page, { role: 'combobox', name: 'Period' });
      const found: unknown[] = [await violationsOn(page, 'main')];
      await showTab('ISS', 'Sky over Berlin');
      for (const name of ['Places', 'Satellites']) {
        await press(page, { role: 'button', name: 'Layers' });
        await waitFor(page, { role: 'button', name });
        await press(page, { role: 'button', name });
        await waitFor(page, { role: 'dialog', name });
        await waitFor(page, { role: 'button', name: name === 'Places' ? 'Add place' : 'Add satellite' });
        found.push(await violationsOn(page, 'dialog[open]'));
        await resize(...PHONE);
        found.push(await lasting(() => layoutFindings(page, { within: 'dialog[open]' })));
        await resize(...DESK);
        await page.press('Escape');
        await waitForNone(page, { role: 'dialog', name });
      }
      expect(found.flat()).toEqual([]);
      await leaveActs();
    });

    itDragsAnEvent();
    itShelvesAndReports();

    it(`${name} pauses, shows and plays the past, and returns to live`, async () => {
      const banner = () => page.evaluate(() => document.querySelector('header')?.textContent ?? '');
      await onActs();
      await advance(page, served, 60_000);
      await press(page, { role: 'button', name: 'Pause' });
      await eventually(banner).toContain('SIM PAUSED');
      await press(page, { role: 'slider', name: 'Session time' });
      const replayed = async () => /REPLAY (\d\d:\d\d:\d\d)/.exec(await banner())?.[1] ?? '';
      await eventually(replayed).not.toBe('');
      const sought = await replayed();
      await press(page, { role: 'button', name: 'Play' });
      await eventually(replayed).not.toBe(sought);
      await press(page, { role: 'button', name: 'Pause' });
      await press(page, { role: 'button', name: 'Return to live' });
      await eventually(banner).toContain('SIM PAUSED');
      await press(page, { role: 'button', name: 'Play' });
      await eventually(banner).not.toContain('PAUSED');
      await leaveActs();
    });

    it(`${name} leads from an anomaly through the suggested command to its verification`, async () => {
      const alarm = { role: 'article', text: 'antenna' };
      await onActs();
      await showTab('Anomalies', 'Event Log');
      for (let samples = 0; (await countOf(page, alarm)) === 0; samples += 1) {
        expect(samples, 'telemetry samples without an anomaly').toBeLessThan(40);
        await advance(page, served, 5000);
      }
      await press(page, { role: 'button', name: 'Execute Rotate Antenna…' });
      await press(page, { role: 'button', name: 'Execute' });
      await waitFor(page, { ...alarm, text: 'Rotate Antenna executed' });
      await press(page, { role: 'tab', name: 'Commands' });
      const row = { role: 'listitem', region: 'Command Uplink', text: 'Confirmed' };
      for (let samples = 0; (await countOf(page, row)) === 0; samples += 1) {
        expect(samples, 'telemetry samples without a verification').toBeLessThan(40);
        await advance(page, served, 5000);
      }
      await leaveActs();
    });

    it(`${name} runs an exercise to its end, with the score that Node computes`, async () => {
      expectedScore ??= unattendedScore();
      await onActs();
      await findAction('exercises', 'Exercises');
      await page.press('Enter');
      await press(page, { role: 'button', name: 'Start', item: EXERCISE.name });
      await waitFor(page, { role: 'region', name: 'Exercise' });
      await isConnected(page);
      for (let faster = 0; faster < RATES.length; faster += 1) await page.press(']');
      await waitFor(page, { role: 'dialog', text: `${expectedScore.toFixed(1)} of 100 points` });
      await page.press('Escape');
      await waitForNone(page, { role: 'dialog' });
      await expectClean();
    });

    it(`${name} shows the wall display, whole and without sideways scrolling`, async () => {
      await resize(...LARGE_DESK);
      const wall = await startEngineConsole({ startTime: MAP_SCENE_TIME });
      leftOpen = undefined;
      try {
        await openConsole(page, wall, '/?display=wall');
        await expectMap();
        await eventually(async () => {
          const { overflowX, overflowY, clipped } = await layoutOf(page);
          return [Math.max(overflowX, 0), Math.max(overflowY, 0), clipped];
        }).toEqual([0, 0, []]);
        await expectClean();
      } finally {
        await resize(...DESK);
        await wall.close();
      }
    });

    it(`${name} opens offline after one visit`, async () => {
      const closing = await startEngineConsole({ isAsBuilt: true });
      leftOpen = undefined;
      // A tab without a map, which would be drawn as often as the screen shows it.
      await page.goto(`${closing.url}/?tour=off&tab=commands`);
      await isConnected(page);
      await page.evaluate(async () => void (await navigator.serviceWorker.ready));
      await closing.close();
      await page.reload();
      await isConnected(page);
      expect(await page.evaluate(() => document.body.innerText)).toContain('ISS SIMULATED');
    });
  });
}
