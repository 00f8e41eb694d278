import { expose, transferHandlers, wrap } from 'comlink';
import { afterEach, describe, expect, it } from 'vitest';
import type { ElementsQuery } from '../../../../src/shared/contract/celestrak.ts';
import { type FleetHost, type FleetKnot, SIGNAL } from '../../../../src/shared/contract/fleet.ts';
import { ORBITAL_ELEMENTS } from '../../../../src/shared/entities/satellites.ts';
import { failed } from '../../../../src/shared/kit/result.ts';
import { addMs, degrees, epochMs, MS_PER_DAY, MS_PER_H } from '../../../../src/shared/kit/units.ts';
import { leavingSignals } from '../../../../src/ui/mission/fleet/fleet-calls.ts';
import { asPlace } from '../../../../src/ui/mission/places/place-list.ts';
import { arrivingSignals, serveFleet } from '../../../../src/worker/fleet/serve-fleet.ts';
import { eventually } from '../../../support/eventually.ts';
import { ownPlace } from '../../../support/places.ts';
import { syntheticElements } from '../../../support/synthetic-fleet.ts';

/** Opens a worker whose clock advances by a millisecond per reading, and whose slices a test runs. */
function openWorker(
  fetchElements: FleetHost<AbortSignal>['fetchElements'] = async () => failed('Not used here.'),
) {
  const waiting: (() => void)[] = [];
  const answered: string[] = [];
  let time = 0;
  let slices = 0;
  const host = serveFleet({ now: () => ++time, later: (callback) => waiting.push(callback), fetchElements });
  /** @returns true if there was something to do */
  async function runSlice(): Promise<boolean> {
    await new Promise(setImmediate); // calls arrive
    const slice = waiting.shift();
    slice?.();
    await new Promise(setImmediate); // and their answers
    if (slice) slices += 1;
    return slice !== undefined;
  }
  return {
    host,
    answered,
    runSlice,
    async finish() {
      while (await runSlice());
    },
    slices: () => slices,
    /** Records when a call is answered or dropped. */
    note(name: string, call: Promise<unknown>) {
      call.then(
        () => answered.push(name),
        ({ name: reason }: Error) => answered.push(`${name}: ${reason}`),
      );
    },
  };
}

const KEPT = new AbortController().signal;
const elements = Array.from({ length: 40 }, (_, number) => syntheticElements(number));
const BAD = { ...syntheticElements(1), ECCENTRICITY: 1.5 };
const BERLIN_DAY = {
  place: asPlace(ownPlace('Berlin')),
  from: epochMs(Date.UTC(2026, 10, 20)),
  to: epochMs(Date.UTC(2026, 10, 20) + 24 * MS_PER_H),
};
const pathSearch = { ...BERLIN_DAY, hasPath: true } as const;
const trackSearch = {
  satellite: 0,
  from: epochMs(Date.UTC(2026, 10, 20)),
  to: epochMs(Date.UTC(2026, 10, 20, 2)),
  stepMs: 30_000,
};
/** 2026-11-20T12:00:00Z in steps of two minutes. */
const NOON = Date.UTC(2026, 10, 20, 12) / 120_000;

describe('the worker of a fleet', () => {
  it('tells the epochs, then the knots in the order asked for', async () => {
    const { host, note, finish, answered } = openWorker();
    note('epochs', host.propagate(elements, KEPT));
    note('second', host.knot(NOON + 1, KEPT));
    note('first', host.knot(NOON, KEPT));
    await finish();
    expect(answered).toEqual(['epochs', 'second', 'first']);
  });

  it('works in slices between which it takes calls', async () => {
    const { host, note, finish, slices, answered } = openWorker();
    note('epochs', host.propagate(elements, KEPT));
    await finish();
    const before = slices();
    for (const index of [NOON, NOON + 1]) note(String(index), host.knot(index, KEPT));
    note('track', host.track(trackSearch, KEPT));
    await finish();
    // 82 steps and 241 samples, of which a slice of 8 ms takes 8.
    expect(slices() - before).toBeGreaterThanOrEqual(40);
    expect(answered).toHaveLength(4);
  });

  it('drops what is not wanted any more within a slice, and goes on with what still is', async () => {
    const { host, note, runSlice, finish, slices, answered } = openWorker();
    note('epochs', host.propagate(elements, KEPT));
    await finish();
    const dropping = new AbortController();
    note('under way', host.knot(NOON, dropping.signal));
    note('kept', host.knot(NOON + 1, KEPT));
    note('waiting', host.knot(NOON + 2, dropping.signal));
    await runSlice();
    const before = slices();
    dropping.abort();
    await finish();
    expect(answered).toEqual(['epochs', 'under way: AbortError', 'kept', 'waiting: AbortError']);
    // The 41 steps of one knot.
    expect(slices() - before).toBeLessThanOrEqual(7);
  });

  it('answers for the list before the call, also when another one follows', async () => {
    const { host, finish } = openWorker();
    const answers = [
      host.propagate(elements, KEPT),
      host.knot(NOON, KEPT),
      host.propagate(elements.slice(0, 2), KEPT),
      host.knot(NOON, KEPT),
    ] as const;
    await finish();
    const [all, knotOfAll, two, knotOfTwo] = await Promise.all(answers);
    expect([all.length, knotOfAll.states.length]).toEqual([40, 240]);
    expect([two.length, knotOfTwo.states.length]).toEqual([2, 12]);
  });

  it('drops what was asked of a list that is not wanted any more', async () => {
    const { host, note, runSlice, finish, answered } = openWorker();
    const dropping = new AbortController();
    note('old', host.propagate(elements, dropping.signal));
    note('old track', host.track(trackSearch, dropping.signal));
    await runSlice();
    dropping.abort();
    note('new', host.propagate(elements, KEPT));
    note('new track', host.track(trackSearch, KEPT));
    await finish();
    expect(answered).toEqual(['old: AbortError', 'old track: AbortError', 'new', 'new track']);
  });

  it('reads a text, whatever else it does', async () => {
    const { host, note, answered, finish } = openWorker();
    note('epochs', host.propagate(elements, KEPT));
    const read = await host.readElements(JSON.stringify(elements.slice(0, 2)));
    expect(read.elements).toHaveLength(2);
    expect(answered).toEqual([]);
    await finish();
    expect(answered).toEqual(['epochs']);
  });

  it('searches for what a user waits for before it goes on with knots, and a pass list comes last', async () => {
    const { host, note, finish, answered } = openWorker();
    note('list', host.passes(elements.slice(0, 3), BERLIN_DAY, KEPT));
    note('epochs', host.propagate(elements, KEPT));
    note('knot', host.knot(NOON, KEPT));
    note('passes', host.passes(elements.slice(0, 1), pathSearch, KEPT));
    note('track', host.track(trackSearch, KEPT));
    await finish();
    expect(answered).toEqual(['passes', 'epochs', 'track', 'knot', 'list']);
  });

  it('searches for passes in slices', async () => {
    const { host, note, runSlice, finish, answered } = openWorker();
    note('epochs', host.propagate([syntheticElements(1, 'polarLeo')], KEPT));
    await finish();
    const place = ownPlace('Pole', { latitude: degrees(90), altitudeKm: 0 });
    note('passes', host.passes([syntheticElements(1, 'polarLeo')], { ...pathSearch, place }, KEPT));
    await runSlice();
    // Fifteen passes of a polar orbit over the pole take more than a slice of eight steps.
    expect(answered).toEqual(['epochs']);
    await finish();
    expect(answered).toEqual(['epochs', 'passes']);
  });

  it('searches through a pass list whether or not it has a list of satellites, and says for each why it has none', async () => {
    const { host, finish } = openWorker();
    const old = syntheticElements(2, 'lowLeo', '2024-11-20T00:00:00.000000');
    const listed = host.passes([BAD, old, syntheticElements(3)], BERLIN_DAY, KEPT);
    await finish();
    expect(await listed).toMatchObject([
      { ok: false, message: expect.stringContaining('ECCENTRICITY') },
      { ok: false, message: expect.stringContaining('more than a year') },
      { ok: true },
    ]);
  });

  it('searches for the passes of the spacecraft at any time: the mission flies it by these elements', async () => {
    const { host, finish } = openWorker();
    const from = addMs(BERLIN_DAY.from, 700 * MS_PER_DAY);
    const later = { ...BERLIN_DAY, from, to: addMs(from, MS_PER_DAY) };
    const listed = host.passes(structuredClone([ORBITAL_ELEMENTS.orbita, ORBITAL_ELEMENTS.iss]), later, KEPT);
    await finish();
    const [spacecraft, station] = await listed;
    expect(spacecraft?.ok && spacecraft.value.length).toBeGreaterThan(3);
    expect(station).toMatchObject({ ok: false, message: expect.stringContaining('more than a year') });
  });

  it('rests when nothing is asked for', async () => {
    const { host, note, finish, runSlice } = openWorker();
    note('epochs', host.propagate(elements, KEPT));
    await finish();
    expect(await runSlice()).toBe(false);
  });
});

describe('across a channel', () => {
  const ports: MessagePort[] = [];
  afterEach(() => {
    for (const port of ports.splice(0)) port.close();
  });
  /** Opens the worker as a page does, and records its knots. */
  function openRemote(fetchElements?: FleetHost<AbortSignal>['fetchElements']) {
    transferHandlers.set(SIGNAL, { ...arrivingSignals, ...leavingSignals });
    const { port1, port2 } = new MessageChannel();
    ports.push(port1, port2);
    const worker = openWorker(fetchElements);
    const sent: FleetKnot[] = [];
    async function knot(index: number, signal: AbortSignal): Promise<FleetKnot> {
      const answer = await worker.host.knot(index, signal);
      sent.push(answer);
      return answer;
    }
    expose({ ...worker.host, knot }, port2);
    return { ...worker, sent, remote: wrap<FleetHost<AbortSignal>>(port1) };
  }
  const weather: ElementsQuery = { kind: 'group', group: 'weather' };

  it('a signal aborts the fetch that it belongs to, and no other one', async () => {
    const signals: AbortSignal[] = [];
    const { remote } = openRemote((_query, signal) => {
      signals.push(signal);
      return new Promise(() => {});
    });
    const [dropping, keeping] = [new AbortController(), new AbortController()];
    for (const { signal } of [dropping, keeping]) void remote.fetchElements(weather, signal);
    await eventually(() => expect(signals).toHaveLength(2));
    dropping.abort();
    await eventually(() => expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]));
    keeping.abort();
    await eventually(() => expect(signals.map(({ aborted }) => aborted)).toEqual([true, true]));
  });

  it('a signal that was aborted before arrives as such', async () => {
    const signals: AbortSignal[] = [];
    const { remote } = openRemote(async (_query, signal) => {
      signals.push(signal);
      return failed('Aborted.');
    });
    await remote.fetchElements(weather, AbortSignal.abort());
    await eventually(() => expect(signals[0]?.aborted).toBe(true));
  });

  it('a dropped call rejects, and the states of a knot are handed over', async () => {
    const { remote, sent, runSlice } = openRemote();
    const dropping = new AbortController();
    const [epochs, knot] = [remote.propagate(elements, KEPT), remote.knot(NOON, KEPT)];
    const dropped = remote.track(trackSearch, dropping.signal).catch(({ name }: Error) => name);
    dropping.abort();
    await eventually(async () => {
      await runSlice();
      expect(sent).toHaveLength(1);
    });
    expect(await dropped).toBe('AbortError');
    expect(await epochs).toHaveLength(elements.length);
    const { index, states } = await knot;
    expect([index, states.length]).toEqual([NOON, 6 * elements.length]);
    expect(sent.map((one) => one.states.length)).toEqual([0]);
  });
});
