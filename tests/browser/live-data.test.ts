import { readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import type { Page, Route } from 'playwright-core';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { KEY, N2YO_KEY, POSITIONS } from '../support/gateway.ts';
import { startUpstream, type Upstream } from '../support/upstream.ts';
import { type Behaviour, KINDS } from '../support/upstream-answers.ts';
import { axeViolations } from './axe.ts';
import { openPage, problemsOf, sharedPage } from './harness.ts';
import { layoutOf } from './layout.ts';
import { type LiveConsole, startConsole } from './live-console.ts';
import { degreesApart, expectSound, type LiveView, openSources, viewOf } from './live-view.ts';
import { type NodeProcess, PROJECT_ROOT, startNode } from './node-process.ts';

/** Longest time between two rounds: 12 s after a failed one, and a second or two of lag on a busy machine. */
const CADENCE_MS = 14_000;
/** Period of N2YO's samples in one answer. */
const WINDOW_MS = 300_000;
const MIN = 60_000;

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

/**
 * Opens the Orbital tab with the data sources, after all calls of the first round are answered: a time jump aborts a
 * pending one, which may take long on a busy machine.
 */
async function openLive() {
  const live = await startConsole({ env: { N2YO_API_KEY: N2YO_KEY }, isImpatient: true });
  stops.push(live.close);
  live.isImpatient = false;
  const page = await openPage({ baseUrl: live.url, path: '/?tab=orbital' });
  await openSources(page);
  await expect.poll(async () => statesIn(await viewOf(page))).toEqual(['LIVE', 'LIVE', 'LIVE']);
  await nextRound(live, page); // past the transition to the live orbit, which takes 9.5 s
  await expect.poll(async () => (await viewOf(page)).chip).toMatch(/^ISS LIVE/); // its card is fetched on demand
  return { live, page };
}

/** One such page for several tests, each of which starts with good services and an empty server cache. */
let shared: LiveConsole | undefined;
const openedPage = sharedPage(async () => {
  await shared?.close();
  const { live, page } = await openLive();
  stops.length = 0; // closed after the suite, not the test
  shared = live;
  return page;
});
afterAll(() => shared?.close());

async function sharedLive() {
  const page = await openedPage();
  const live = shared;
  if (!live) throw new Error('The page has no server.');
  setAll(live.upstream, 'good');
  live.isImpatient = false;
  live.restartGateway();
  if ((await page.getByRole('dialog', { name: 'Data sources' }).count()) === 0) await openSources(page);
  await expect
    .poll(async () => {
      const view = await nextRound(live, page);
      return [...statesIn(view), ...errorsIn(view)];
    })
    .toEqual(['LIVE', 'LIVE', 'LIVE', '–', '–', '–']);
  await expect.poll(async () => (await viewOf(page)).chip).toMatch(/^ISS LIVE/);
  return { live, page };
}

const setAll = (upstream: Upstream, behaviour: Behaviour) => {
  for (const kind of KINDS) upstream.set(kind, behaviour);
};

const errorsIn = ({ sources }: LiveView) =>
  ['ISS position', 'Astronauts', 'ISS tracking positions'].map((name) => sources[name]?.['Last error']);
const statesIn = ({ sources }: LiveView) =>
  ['ISS position', 'Astronauts', 'ISS tracking positions'].map((name) => sources[name]?.State);

/** Advances to the next round, and returns the view once it has completed. */
async function nextRound(live: LiveConsole, page: Page, ms = CADENCE_MS): Promise<LiveView> {
  const due = live.now() + ms;
  await live.advance(page, ms);
  let view = await viewOf(page);
  // Before the round starts, the next try is a moment away; once it completes, a whole cadence.
  const isBack = ({ time, sources }: LiveView) =>
    Date.parse(time) > due - 1500 && /^in\s(?![0-3]\ss)/.test(sources['ISS position']?.['Next try'] ?? '');
  await expect
    .poll(async () => {
      view = await viewOf(page);
      return isBack(view);
    })
    .toBe(true);
  return view;
}

/** Allows the messages required by spec §8, and the browser's own line for a failed request. */
const expectCleanButForFailures = async (page: Page) => {
  const expected = /^console error: (Failed to fetch the ISS position: |Failed to load resource: )/;
  expect((await problemsOf(page)).filter((problem) => !expected.test(problem))).toEqual([]);
};

/** Errors in the sources view for the position, the astronauts and the positions; `–` if there is none. */
type Reasons = readonly [position: string, astronauts: string, positions: string];
const every = (reason: string): Reasons => [
  `Open Notify ${reason}`,
  `Open Notify ${reason}`,
  `N2YO ${reason}; CelesTrak ${reason}`,
];
const QUOTA = 'You exceeded the number of transactions allowed per hour';
const BLOCKED = 'GP data has not updated since your last successful download of GROUP=stations at 12:00 UTC.';

/**
 * Faulty services, one for each kind of message; the server is new after each, so that it caches nothing. All of them
 * are in tests/unit/gateway/upstream-cases.test.ts.
 */
const FAULTS: readonly (readonly [Behaviour, Reasons])[] = [
  [
    'unknown-satellite',
    [
      '–',
      '–',
      'N2YO sent positions of another satellite, or none; CelesTrak sent elements of another satellite',
    ],
  ],
  [
    'old-10min',
    [
      'Open Notify sent a position 10 min old',
      '–',
      'N2YO sent only past positions; CelesTrak sent elements of 2020-01-01',
    ],
  ],
  [
    'nan',
    [
      'Open Notify: The response contains no position: iss_position.latitude is not a number',
      'Open Notify: The response contains no list of people: people.0.name is not a string',
      'N2YO: Position 8 is invalid: satlongitude is not a number; CelesTrak: ISS (ZARYA): MEAN_MOTION is "NaN", which is not a number.',
    ],
  ],
  ['200-text', every(`answered with "${BLOCKED}"`)],
  ['slow-12s', every('did not answer within 3 s')],
  ['reset', every('cannot be reached: ECONNRESET')],
  ['huge', every('answered with more than 1 MB')],
  ['redirect', every('redirects to another address')],
  [
    'echo-key',
    [
      'Open Notify answered 400: Bad request: /iss-now.json',
      'Open Notify answered 400: Bad request: /astros.json',
      'N2YO answered with an error that repeats the key; text hidden; CelesTrak answered 400: Bad request: /NORAD/elements/gp.php?CATNR=25544&FORMAT=JSON',
    ],
  ],
];

/** Valid variants of the services, and how many people are then in orbit. */
const VARIANTS: readonly (readonly [Behaviour, RegExp])[] = [
  ['good', /6 people: 4 ISS, 2 Tiangong/],
  ['strings', /6 people/],
  ['one-sample', /6 people/],
  ['empty-list', /Open Notify lists nobody in orbit\./],
  ['long-names', /x{79}…/],
];

describe('an open page', () => {
  it('an open page describes any service failure, and recovers with the next round', async () => {
    const { live, page } = await sharedLive();
    expectSound(await nextRound(live, page), 'at first');

    for (const [behaviour, reasons] of FAULTS) {
      setAll(live.upstream, behaviour);
      live.isImpatient = behaviour === 'slow-12s';
      live.restartGateway();
      const view = await nextRound(live, page);
      expect([behaviour, ...errorsIn(view)]).toEqual([behaviour, ...reasons]);
      expectSound(view, behaviour);
      const [position, astronauts, positions] = statesIn(view);
      expect([behaviour, position]).toEqual([behaviour, reasons[0] === '–' ? 'LIVE' : 'Failed']);
      const tracking = view.cards['ISS Tracking'];
      if (positions === 'Failed') {
        expect(tracking).toContain(`Error loading tracking data ${reasons[2]} Next try in`);
      } else expect(tracking).not.toContain('Error');
      const list = view.cards['Astronauts in Orbit'];
      if (astronauts === 'Failed') expect(list).toContain(`Error loading data ${reasons[1]} Next try in`);
      else expect(list).toContain('6 people');
      const failures = [position, astronauts, positions].filter((state) => state === 'Failed').length;
      expect(view.rollUp).toContain(`${failures} of 3 failed`);
    }
    live.isImpatient = false;
    expect(live.upstream.redirected()).toBe(0);

    const predicted = await nextRound(live, page, WINDOW_MS);
    expect(predicted.chip).toMatch(/^ISS PREDICTED, last live data \d+ min ago$/);
    expect(predicted.notice).toMatch(/^Using simulated data Open Notify /);
    expect(predicted.cards['ISS Tracking']).toContain('Position, predicted');

    setAll(live.upstream, 'good');
    const restored = await nextRound(live, page);
    expect(statesIn(restored)).toEqual(['LIVE', 'LIVE', 'LIVE']);
    expect(errorsIn(restored)).toEqual(['–', '–', '–']);
    expect(restored.notice).toBe('');
    expect(restored.chip).toMatch(/^ISS LIVE/);
    expectSound(restored, 'restored');
    await expectCleanButForFailures(page);
  });

  it('an open page accepts unusual but valid data, and shows untrusted names as plain text', async () => {
    const { live, page } = await sharedLive();
    for (const [behaviour, people] of VARIANTS) {
      setAll(live.upstream, behaviour);
      live.restartGateway();
      const view = await nextRound(live, page);
      expect([behaviour, ...errorsIn(view)]).toEqual([behaviour, '–', '–', '–']);
      expect([behaviour, ...statesIn(view)]).toEqual([behaviour, 'LIVE', 'LIVE', 'LIVE']);
      // A single sample is over a second later; the rest is predicted until the next round.
      if (behaviour !== 'one-sample') expect(view.chip).toMatch(/^ISS LIVE/);
      expect(view.cards['Astronauts in Orbit']).toMatch(people);
      expectSound(view, behaviour);
    }
    expect((await layoutOf(page)).overflowX).toBeLessThanOrEqual(0);

    setAll(live.upstream, 'markup');
    live.restartGateway();
    const view = await nextRound(live, page);
    expect(view.cards['Astronauts in Orbit']).toContain('<b onclick="alert(1)">Oleg</b>');
    expect(errorsIn(view)[0]).toContain('iss_position.longitude is not a number');
    expect(await page.locator('main b, main img, main script').count()).toBe(0);

    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: '+1 more' }).click();
    await page.getByText('Ye Guangfu 叶光富').waitFor();
    await page.getByRole('button', { name: 'Show fewer' }).click();
    await expectCleanButForFailures(page);
  });

  it('an open page goes from LIVE to stale, PREDICTED and LIVE again as one server loses and regains the services', async () => {
    const { live, page } = await sharedLive();
    live.restartGateway(); // all cached answers then have the same age
    expectSound(await nextRound(live, page), 'at first');

    setAll(live.upstream, '503-json');
    const held = await nextRound(live, page);
    expect(statesIn(held)).toEqual(['Stale', 'LIVE', 'LIVE']);
    expect(errorsIn(held)).toEqual(['Open Notify answered 503: Service temporarily unavailable', '–', '–']);
    expect(held.rollUp).toMatch(/^Sources: ISS LIVE \d+ s, 1 of 3 stale$/);
    expectSound(held, 'held');
    expect(await axeViolations(page)).toEqual([]);

    const ended = await nextRound(live, page, WINDOW_MS);
    expect(ended.chip).toMatch(/^ISS PREDICTED, last live data \d+ s ago$/);
    expect(statesIn(ended)).toEqual(['Stale', 'Ready', 'Failed']);
    expect(ended.cards['ISS Tracking']).toContain('Error loading tracking data N2YO answered 503');
    expectSound(ended, 'ended');

    const aged = await nextRound(live, page, 6 * MIN);
    expect(statesIn(aged)).toEqual(['Failed', 'Stale', 'Failed']);
    expect(aged.cards['Astronauts in Orbit']).toMatch(
      /Stale list, 11 min old: Open Notify answered 503: Service temporarily unavailable 6 people/,
    );
    expect(aged.chip).toMatch(/^ISS PREDICTED, last live data 6 min ago$/);
    expect(aged.rollUp).toContain('2 of 3 failed');
    expectSound(aged, 'aged');

    setAll(live.upstream, 'good');
    const restored = await nextRound(live, page);
    expect([...statesIn(restored), ...errorsIn(restored)]).toEqual(['LIVE', 'LIVE', 'LIVE', '–', '–', '–']);
    expect(restored.rollUp).toMatch(/^Sources: ISS LIVE \d s$/);
    expectSound(restored, 'restored');

    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    const focused = () => page.evaluate(() => document.activeElement?.textContent);
    await expect.poll(focused).toMatch(/^Sources: /);
    await expectCleanButForFailures(page);
  });

  it('an open page loses only the call that fails', async () => {
    const { live, page } = await sharedLive();
    const faults = [
      [['position'], 'html', ['Failed', 'LIVE', 'LIVE']],
      [['astros'], 'cut-json', ['LIVE', 'Failed', 'LIVE']],
      [['n2yo', 'celestrak'], 'reset', ['LIVE', 'LIVE', 'Failed']],
      [['n2yo'], 'error-200', ['LIVE', 'LIVE', 'LIVE']], // computed from the elements instead
      [['position'], 'antimeridian', ['Failed', 'LIVE', 'LIVE']], // well-formed, but not where the samples are
    ] as const;
    for (const [kinds, behaviour, states] of faults) {
      setAll(live.upstream, 'good');
      for (const kind of kinds) live.upstream.set(kind, behaviour);
      live.restartGateway();
      const view = await nextRound(live, page);
      expect([kinds, behaviour, ...statesIn(view)]).toEqual([kinds, behaviour, ...states]);
      expect([kinds, view.chip, view.notice]).toEqual([kinds, expect.stringMatching(/^ISS LIVE/), '']);
      expectSound(view, `${kinds} ${behaviour}`);
      if (behaviour === 'error-200') {
        expect(view.sources['ISS tracking positions']).toMatchObject({
          Service: 'CelesTrak',
          'Last error': `N2YO answered: ${QUOTA}`,
        });
      }
    }
    await expectCleanButForFailures(page);
  });

  it('an open page reports gateway failures, and ignores a response that arrives too late', async () => {
    const { live, page } = await sharedLive();
    const answers: readonly (readonly [string, (route: Route) => Promise<void>])[] = [
      ['Cannot reach the gateway.', (route) => route.abort('connectionrefused')],
      ['Cannot reach the gateway.', (route) => route.fulfill({ status: 302, headers: { location: '/' } })],
      ['The gateway answered with status 500.', (route) => route.fulfill({ status: 500, body: '<html>' })],
      [
        'Invalid anonymous key',
        (route) => route.fulfill({ status: 401, body: '{"error":"Invalid anonymous key"}' }),
      ],
      ['The gateway response is not JSON.', (route) => route.fulfill({ body: '<script>alert(1)</script>' })],
      ['The gateway response is too long.', (route) => route.fulfill({ body: ' '.repeat(1_000_001) })],
      ['The response contains no', (route) => route.fulfill({ body: '[]' })],
    ];
    for (const [reason, answer] of answers) {
      await page.route('**/functions/v1/**', answer);
      const view = await nextRound(live, page);
      for (const error of errorsIn(view)) expect(error).toContain(reason);
      expect(view.rollUp).toContain('3 of 3 failed');
      expectSound(view, reason);
      await page.unroute('**/functions/v1/**', answer);
    }

    const late: Route[] = [];
    await page.route('**/functions/v1/**', (route) => void late.push(route));
    await live.advance(page, CADENCE_MS);
    await expect.poll(() => late.length).toBe(3);
    await live.advance(page, 8000);
    await expect
      .poll(async () => errorsIn(await viewOf(page)))
      .toEqual(Array(3).fill('No response within 8 s.'));
    await page.unroute('**/functions/v1/**');
    const restored = await nextRound(live, page);
    const states = ['LIVE', 'Ready', 'Ready']; // the server has cached what needs no renewal
    expect(statesIn(restored)).toEqual(states);
    for (const route of late) await route.fulfill({ status: 500 }).catch(() => undefined);
    expectSound(await viewOf(page), 'after late answers');
    expect(statesIn(await viewOf(page))).toEqual(states);
    const problems = (await problemsOf(page)).filter((problem) => !problem.startsWith('request failed: '));
    expect(
      problems.filter((problem) => !/Failed to fetch the ISS position|Failed to load resource/.test(problem)),
    ).toEqual([]);
  });
});

/** Position of the ISS button over the map, frame by frame, with the mission second. */
interface Step {
  readonly place: readonly [latitude: number, longitude: number];
  readonly time: number;
}

/** Records the button in the page from now on. */
async function watchStation(page: Page): Promise<() => Promise<readonly Step[]>> {
  await page.evaluate(() => {
    const steps: Step[] = [];
    const look = () => {
      const button = document.querySelector<HTMLElement>('[data-kind="satellite"][aria-label="ISS"]');
      const time = Date.parse(document.querySelector('header time')?.getAttribute('datetime') ?? '');
      if (button) {
        const { left, top } = button.style;
        const place = [90 - 1.8 * Number.parseFloat(top), 3.6 * Number.parseFloat(left) - 180] as const;
        const last = steps.at(-1);
        if (!last || last.place[0] !== place[0] || last.place[1] !== place[1]) steps.push({ place, time });
      }
      requestAnimationFrame(look);
    };
    look();
    Object.assign(window, { steps });
  });
  return () => page.evaluate(() => (window as unknown as { steps: Step[] }).steps);
}

/**
 * A transition to the live orbit takes 9.5 s. For steps up to 2 s the page would not jump but run faster for a while.
 */
const GLIDE_STEP_MS = 2500;
const GLIDE_ROUNDS = 4;

/** The station's own motion over the rotating Earth. */
const OWN_DEGREES_PER_S = 0.075;
/** A glide takes 8 s; its peak speed is 1.5 times the average. */
const glideBound = (degrees: number, seconds: number) =>
  (1.5 * degrees * seconds) / 8 + OWN_DEGREES_PER_S * seconds;

/** Returns the longest step as a share of what a glide over the whole way allows in that time. */
function longestShare(steps: readonly Step[]): number {
  const [first] = steps;
  const last = steps.at(-1);
  if (!first || !last) return Number.NaN;
  const way = degreesApart(first.place, last.place) + OWN_DEGREES_PER_S * ((last.time - first.time) / 1000);
  let longest = 0;
  for (const [index, step] of steps.slice(1).entries()) {
    const before = steps[index] ?? step;
    const seconds = (step.time - before.time) / 1000 + 1; // the header's time is rounded down to a second
    longest = Math.max(longest, degreesApart(before.place, step.place) / glideBound(way, seconds));
  }
  return longest;
}

it('a page without any service says so and works, and the station glides to the live orbit within one cadence of their return', async () => {
  const live = await startConsole({ env: { N2YO_API_KEY: N2YO_KEY } });
  stops.push(live.close);
  setAll(live.upstream, 'reset');
  let answer = () => {};
  const mayAnswer = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const page = await openPage({
    baseUrl: live.url,
    beforeLoad: (empty) =>
      empty.route('**/functions/v1/**', async (route) => {
        await mayAnswer;
        await route.continue();
      }),
  });
  const overview = page.getByRole('region', { name: 'Orbital Position' });
  await overview.getByText('Loading real data...').waitFor();
  await page.getByRole('banner').getByText('ISS SIMULATED').waitFor();
  await page.getByRole('button', { name: 'Sources: loading' }).waitFor();
  answer();
  await overview.getByText('Using simulated data').waitFor();
  await overview.getByText('Open Notify cannot be reached: ECONNRESET').waitFor();
  for (const [tab, text] of [
    ['Telemetry', 'Battery voltage'],
    ['Commands', 'Command Uplink'],
    ['Timeline', 'Mission Timeline'],
    ['Anomalies', 'Anomaly Detection'],
    ['Orbital', 'Error loading tracking data'],
  ] as const) {
    await page.getByRole('tab', { name: tab, exact: true }).click();
    await page.getByRole('tabpanel', { name: tab }).getByText(text).first().waitFor();
  }
  await page.getByText('Error loading data').waitFor();
  expectSound(await viewOf(page), 'without any service');
  const steps = await watchStation(page);

  setAll(live.upstream, 'good');
  const chip = async () => (await viewOf(page)).chip;
  await live.advance(page, CADENCE_MS);
  await expect.poll(chip).toMatch(/^ISS (LIVE|ACQUIRING)/);
  for (let round = 0; round < GLIDE_ROUNDS; round += 1) {
    const due = live.now() + GLIDE_STEP_MS;
    const seen = (await steps()).length;
    await live.advance(page, GLIDE_STEP_MS);
    await expect.poll(async () => Date.parse((await viewOf(page)).time)).toBeGreaterThan(due - 1000);
    await expect.poll(async () => (await steps()).length).toBeGreaterThan(seen);
  }
  await expect.poll(chip).toMatch(/^ISS LIVE/);
  await openSources(page);
  await expect.poll(async () => statesIn(await viewOf(page))).toEqual(['LIVE', 'LIVE', 'LIVE']);
  const view = await viewOf(page);
  expect(errorsIn(view)).toEqual(['–', '–', '–']);
  expectSound(view, 'back');
  expect((await steps()).length).toBeGreaterThan(GLIDE_ROUNDS);
  expect(longestShare(await steps())).toBeLessThan(1.05);
  await expectCleanButForFailures(page);
});

describe('the product as it is started', () => {
  const processes: NodeProcess[] = [];
  afterEach(async () => {
    for (const started of processes) started.kill('SIGKILL');
    await Promise.all(processes.splice(0).map(({ ended }) => ended));
  });

  async function startServer(upstream: Upstream): Promise<{ url: string; server: NodeProcess }> {
    const server = startNode('dist/server/server.js', {
      PORT: '0',
      OPEN_NOTIFY_URL: upstream.url,
      N2YO_URL: upstream.url,
      CELESTRAK_URL: upstream.url,
      N2YO_API_KEY: N2YO_KEY,
    });
    processes.push(server);
    const [, url = ''] = await server.waitForOutput(/mission control at (http:\S+)\n/);
    return { url, server };
  }

  /** Records everything that the browser receives, as text. */
  function recordAnswers(page: Page): () => Promise<string> {
    const answers: Promise<string>[] = [];
    page.context().on('response', (answer) => {
      const text = answer.text().catch(() => '');
      answers.push(
        Promise.all([answer.allHeaders(), text]).then(([headers, body]) => JSON.stringify(headers) + body),
      );
    });
    return async () => (await Promise.all(answers)).join('\n');
  }

  async function textOf(address: string): Promise<string> {
    const answer = await fetch(address, { headers: KEY });
    return JSON.stringify([...answer.headers]) + (await answer.text());
  }

  async function assetUrls(url: string): Promise<readonly string[]> {
    const folder = join(PROJECT_ROOT, 'dist/client');
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) => `${url}/${relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/')}`);
  }

  it('a started server keeps its key to itself, in answers, files and log, also where a service repeats it', async () => {
    const upstream = await startUpstream();
    stops.push(upstream.close);
    setAll(upstream, 'reset');
    upstream.set('n2yo', 'echo-key');
    const { url, server } = await startServer(upstream);
    let answers = async (): Promise<string> => '';
    const page = await openPage({
      baseUrl: url,
      path: '/?tab=orbital',
      beforeLoad: async (empty) => {
        answers = recordAnswers(empty);
      },
    });
    await page.getByText('Error loading tracking data').waitFor();
    await page.getByText('Using simulated data').waitFor();
    const received = [await textOf(`${url}${POSITIONS}`)];
    expect(received[0]).toContain('repeats the key');
    received.push(await answers());
    for (const asset of await assetUrls(url)) received.push(await textOf(asset));
    expect(received.join('').length).toBeGreaterThan(1_000_000);
    expect(received.join('')).not.toContain(N2YO_KEY);
    await expectCleanButForFailures(page);
    server.kill('SIGTERM');
    const { stdout, stderr } = await server.ended;
    expect(stdout + stderr).not.toContain(N2YO_KEY);
  });
});
