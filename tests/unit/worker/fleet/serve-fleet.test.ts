import { describe, expect, it } from 'vitest';
import type { ElementsAnswer, ElementsQuery } from '../../../../src/shared/celestrak.ts';
import type { FleetAnswer, FleetRequest } from '../../../../src/shared/fleet-messages.ts';
import type { OrbitalElements } from '../../../../src/shared/orbit/propagator.ts';
import { failed, type Result, succeeded } from '../../../../src/shared/result.ts';
import { degrees, epochMs, MS_PER_H } from '../../../../src/shared/units.ts';
import { serveFleet } from '../../../../src/worker/fleet/serve-fleet.ts';
import { eventually } from '../../../support/eventually.ts';
import { syntheticElements } from '../../../support/synthetic-fleet.ts';

/** A call of the gateway that a test answers. */
interface Fetch {
  readonly query: ElementsQuery;
  readonly signal: AbortSignal;
  answer(answer: Result<ElementsAnswer>): void;
}

/** A worker whose clock goes on by a millisecond at each look, and whose slices a test runs. */
function openWorker() {
  const answers: FleetAnswer[] = [];
  const waiting: (() => void)[] = [];
  const fetches: Fetch[] = [];
  let time = 0;
  let slices = 0;
  const request = serveFleet({
    now: () => ++time,
    later: (callback) => waiting.push(callback),
    fetchElements: (query, signal) =>
      new Promise((resolve) => {
        fetches.push({ query, signal, answer: resolve });
      }),
    send: (answer) => answers.push(answer),
  });
  const runSlice = (): boolean => {
    const slice = waiting.shift();
    slice?.();
    if (slice) slices += 1;
    return slice !== undefined;
  };
  return {
    answers,
    fetches,
    request: (one: FleetRequest) => request(one),
    runSlice,
    finish() {
      while (runSlice());
    },
    slices: () => slices,
    /** Search and satellite of each answer for a list, in order. */
    listed: () =>
      answers.flatMap((answer) => (answer.type === 'listed-passes' ? [[answer.id, answer.satellite]] : [])),
    /** Ids of the searches that were answered. */
    searches: () => answers.flatMap((answer) => (answer.type === 'passes' ? answer.id : [])),
    tracks: () => answers.flatMap((answer) => (answer.type === 'track' ? answer.id : [])),
    knots: () => answers.flatMap((answer) => (answer.type === 'knot' ? answer.knot.index : [])),
  };
}

const elements = Array.from({ length: 40 }, (_, number) => syntheticElements(number));
const satellites = (revision: number): FleetRequest => ({ type: 'satellites', revision, elements });
const knots = (revision: number, ...indexes: number[]): FleetRequest => ({
  type: 'knots',
  revision,
  indexes,
});
const BERLIN_DAY = {
  observer: { name: 'Berlin', latitude: degrees(52.52), longitude: degrees(13.405), altitudeKm: 0.034 },
  from: epochMs(Date.UTC(2026, 10, 20)),
  to: epochMs(Date.UTC(2026, 10, 20) + 24 * MS_PER_H),
  minElevation: degrees(0),
};
const passes = (revision: number, id: number, satellite = 0): FleetRequest => ({
  type: 'passes',
  revision,
  id,
  search: { satellite, ...BERLIN_DAY },
});
const passList = (id: number, sets: readonly OrbitalElements[]): FleetRequest => ({
  type: 'pass-list',
  id,
  satellites: sets,
  search: BERLIN_DAY,
});
const track = (revision: number, id: number, satellite = 0): FleetRequest => ({
  type: 'track',
  revision,
  id,
  search: {
    satellite,
    from: epochMs(Date.UTC(2026, 10, 20)),
    to: epochMs(Date.UTC(2026, 10, 20, 2)),
    stepMs: 30_000,
  },
});
/** 2026-11-20T12:00:00Z in steps of two minutes. */
const NOON = Date.UTC(2026, 10, 20, 12) / 120_000;

describe('the worker of a fleet', () => {
  it('tells the epochs, then sends the knots in the order asked for', () => {
    const worker = openWorker();
    worker.request(satellites(1));
    worker.request(knots(1, NOON + 1, NOON));
    worker.finish();
    expect(worker.answers[0]).toMatchObject({ type: 'epochs', revision: 1 });
    expect(worker.knots()).toEqual([NOON + 1, NOON]);
  });

  it('works in slices between which it takes requests', () => {
    const worker = openWorker();
    worker.request(satellites(1));
    worker.finish();
    const before = worker.slices();
    worker.request(knots(1, NOON, NOON + 1));
    worker.finish();
    // 82 steps, of which a slice of 8 ms holds 8.
    expect(worker.slices() - before).toBeGreaterThanOrEqual(10);
  });

  it('drops what is not wanted any more, and goes on with what still is', () => {
    const worker = openWorker();
    worker.request(satellites(1));
    worker.finish();
    worker.request(knots(1, NOON, NOON + 1, NOON + 2));
    worker.runSlice();
    worker.request(knots(1, NOON + 500, NOON));
    worker.finish();
    expect(worker.knots()).toEqual([NOON, NOON + 500]);
    worker.request(knots(1, NOON + 7));
    worker.runSlice();
    worker.request(knots(1, NOON + 9));
    worker.finish();
    expect(worker.knots()).toEqual([NOON, NOON + 500, NOON + 9]);
  });

  it('answers for the newest list only', () => {
    const worker = openWorker();
    worker.request(satellites(1));
    worker.runSlice();
    worker.request(satellites(2));
    worker.request(knots(1, NOON));
    worker.request(knots(2, NOON + 1));
    worker.finish();
    expect(worker.answers.map((answer) => [answer.type, 'revision' in answer && answer.revision])).toEqual([
      ['epochs', 2],
      ['knot', 2],
    ]);
  });

  it('reads a text, whatever else it does', () => {
    const worker = openWorker();
    worker.request(satellites(1));
    worker.request({ type: 'text', id: 7, text: JSON.stringify(elements.slice(0, 2)) });
    expect(worker.answers).toMatchObject([{ type: 'read', id: 7, read: { problems: [] } }]);
    worker.finish();
    expect(worker.answers[1]).toMatchObject({ type: 'epochs', revision: 1 });
  });

  it('answers a search for passes, also one that came before its satellites were ready', () => {
    const worker = openWorker();
    worker.request(satellites(1));
    worker.request(passes(1, 7));
    worker.finish();
    expect(worker.searches()).toEqual([7]);
  });

  it('drops a search for passes for a newer one, and keeps the knots that are wanted', () => {
    const worker = openWorker();
    worker.request(satellites(1));
    worker.finish();
    worker.request(knots(1, NOON));
    worker.request(passes(1, 1));
    worker.runSlice();
    worker.request(passes(1, 2, 1));
    worker.finish();
    expect(worker.searches().at(-1)).toBe(2);
    worker.request(passes(1, 3));
    worker.request(passes(1, 4));
    worker.finish();
    expect(worker.searches()).not.toContain(3);
    expect(worker.knots()).toEqual([NOON]);
  });

  it('searches for passes in slices', () => {
    const worker = openWorker();
    worker.request({ type: 'satellites', revision: 1, elements: [syntheticElements(1, 'polarLeo')] });
    worker.request({
      ...passes(1, 1),
      search: {
        ...BERLIN_DAY,
        satellite: 0,
        observer: { name: 'Pole', latitude: degrees(90), longitude: degrees(0), altitudeKm: 0 },
      },
    } as FleetRequest);
    worker.runSlice();
    worker.runSlice();
    // Fifteen passes of a polar orbit over the pole take more than two slices of eight steps.
    expect(worker.searches()).toEqual([]);
    worker.finish();
    expect(worker.searches()).toEqual([1]);
  });

  it('drops a track for that of another satellite, and keeps passes and knots that are wanted', () => {
    const worker = openWorker();
    worker.request(satellites(1));
    worker.finish();
    worker.request(passes(1, 1));
    worker.request(knots(1, NOON));
    worker.request(track(1, 1));
    worker.runSlice();
    worker.request(track(1, 2, 1));
    worker.finish();
    expect(worker.tracks()).toEqual([2]);
    expect(worker.searches()).toEqual([1]);
    expect(worker.knots()).toEqual([NOON]);
  });

  it('computes a track in slices', () => {
    const worker = openWorker();
    worker.request(satellites(1));
    worker.finish();
    const before = worker.slices();
    worker.request(track(1, 1));
    worker.finish();
    // 241 samples, of which a slice of 8 ms holds 8.
    expect(worker.slices() - before).toBeGreaterThanOrEqual(30);
  });

  it('answers no search that belongs to another list', () => {
    const worker = openWorker();
    worker.request(satellites(1));
    worker.request(passes(1, 1));
    worker.request(track(1, 1));
    worker.request(satellites(2));
    worker.request(passes(1, 2));
    worker.request(track(1, 2));
    worker.finish();
    expect(worker.searches()).toEqual([]);
    expect(worker.tracks()).toEqual([]);
  });

  it('says why a satellite has no passes', () => {
    const worker = openWorker();
    const bad = { ...syntheticElements(1), ECCENTRICITY: 1.5 };
    worker.request({ type: 'satellites', revision: 1, elements: [bad] });
    worker.request(passes(1, 1));
    worker.finish();
    expect(worker.answers.at(-1)).toMatchObject({
      type: 'passes',
      passes: { ok: false, message: expect.stringContaining('ECCENTRICITY') },
    });
  });

  it('rests when nothing is asked for', () => {
    const worker = openWorker();
    worker.request(satellites(1));
    worker.finish();
    expect(worker.runSlice()).toBe(false);
  });

  it('answers for each satellite of a pass list as it is found, whether or not it has a list of satellites', () => {
    const worker = openWorker();
    worker.request(passList(1, elements.slice(0, 3)));
    while (worker.listed().length === 0) expect(worker.runSlice()).toBe(true);
    expect(worker.listed()).toEqual([[1, 0]]);
    worker.finish();
    expect(worker.listed()).toEqual([
      [1, 0],
      [1, 1],
      [1, 2],
    ]);
    expect(worker.runSlice()).toBe(false);
  });

  it('drops a pass list for another one, and ends it without satellites', () => {
    const worker = openWorker();
    worker.request(passList(1, elements));
    worker.runSlice();
    worker.request(passList(2, elements.slice(5, 6)));
    worker.finish();
    expect(worker.listed()).toContainEqual([2, 0]);
    expect(worker.listed().filter(([id]) => id === 1).length).toBeLessThan(elements.length);
    worker.request(passList(3, elements));
    worker.request(passList(4, []));
    worker.finish();
    expect(worker.listed().filter(([id = 0]) => id >= 3)).toEqual([]);
  });

  it('propagates for the map before it searches through a pass list', () => {
    const worker = openWorker();
    worker.request(satellites(1));
    worker.finish();
    worker.request(passList(1, elements));
    worker.request(knots(1, NOON));
    worker.finish();
    const types = worker.answers.map(({ type }) => type);
    expect(types.slice(0, 3)).toEqual(['epochs', 'knot', 'listed-passes']);
    expect(worker.listed()).toHaveLength(elements.length);
  });

  it('says for each satellite of a pass list why it has no passes, and goes on', () => {
    const worker = openWorker();
    const bad = { ...syntheticElements(1), ECCENTRICITY: 1.5 };
    const old = syntheticElements(2, 'lowLeo', '2024-11-20T00:00:00.000000');
    worker.request(passList(1, [bad, old, syntheticElements(3)]));
    worker.finish();
    expect(worker.answers).toMatchObject([
      { satellite: 0, passes: { ok: false, message: expect.stringContaining('ECCENTRICITY') } },
      { satellite: 1, passes: { ok: false, message: expect.stringContaining('more than a year') } },
      { satellite: 2, passes: { ok: true } },
    ]);
  });
});

describe('fetched elements', () => {
  const weather: ElementsQuery = { kind: 'group', group: 'weather' };
  const answer: Result<ElementsAnswer> = succeeded({
    elements: elements.slice(0, 2),
    leftOut: 0,
    origin: { source: 'CelesTrak', ageS: 60, isStale: false },
  });

  it('come with the id of their request, whatever comes in between', async () => {
    const { request, answers, fetches, finish } = openWorker();
    request({ type: 'fetch', id: 1, query: weather });
    request({ type: 'fetch', id: 2, query: { kind: 'name', name: 'ISS' } });
    request(satellites(1));
    finish();
    fetches[1]?.answer(failed('Cannot reach the gateway.'));
    fetches[0]?.answer(answer);
    await eventually(() => expect(answers.filter(({ type }) => type === 'fetched')).toHaveLength(2));
    expect(answers.filter(({ type }) => type === 'fetched')).toEqual([
      { type: 'fetched', id: 2, answer: { ok: false, message: 'Cannot reach the gateway.' } },
      { type: 'fetched', id: 1, answer },
    ]);
    expect(fetches.map(({ query }) => query)).toEqual([weather, { kind: 'name', name: 'ISS' }]);
  });

  it('that are not wanted any more are aborted and do not come', async () => {
    const { request, answers, fetches } = openWorker();
    request({ type: 'fetch', id: 1, query: weather });
    request({ type: 'fetch', id: 2, query: weather });
    request({ type: 'cancel', id: 1 });
    expect(fetches.map(({ signal }) => signal.aborted)).toEqual([true, false]);
    fetches[0]?.answer(answer);
    fetches[1]?.answer(answer);
    await eventually(() => expect(answers).toHaveLength(1));
    expect(answers).toMatchObject([{ type: 'fetched', id: 2 }]);
  });
});
