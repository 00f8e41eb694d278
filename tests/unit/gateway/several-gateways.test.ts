import { describe, expect, it } from 'vitest';
import type { LogLine } from '../../../src/gateway/effects.ts';
import { eventually } from '../../support/eventually.ts';
import {
  ASTROS,
  composeGateway,
  groupPath,
  type HandClock,
  handClock,
  KEY,
  N2YO_KEY,
  POSITION,
  POSITIONS,
  type Reading,
  read,
  searchPath,
} from '../../support/gateway.ts';
import { createMemoryShared } from '../../support/memory-shared.ts';
import { clock, H, MIN, S, serveEachTest, upstream } from './running.ts';

serveEachTest();

const WEATHER = groupPath('weather');
const DUE = 2 * H + 10 * S;

interface Process {
  readonly lines: readonly LogLine[];
  readonly clock: HandClock;
  readonly get: (path: string) => Promise<Reading>;
  readonly kill: () => void;
}

/** Starts gateways that share what they know. */
function start(count: number, aheadMs = 0, env: Readonly<Record<string, string>> = {}) {
  const shared = createMemoryShared();
  const processes = Array.from({ length: count }, (_, index): Process => {
    const { store, kill } = shared.open();
    // The clocks of the machines differ by a little.
    const own: HandClock = {
      get time() {
        return clock.time + (count - 1 - index) * aheadMs;
      },
      advance: clock.advance,
    };
    const { gateway, lines } = composeGateway({
      upstreamUrl: upstream.url,
      clock: own,
      env,
      effects: { shared: store },
    });
    const get = async (path: string) => read(await gateway.request(path, { headers: KEY }));
    return { lines, clock: own, get, kill };
  });
  const [first, second] = processes;
  if (!first || !second) throw new Error('These are too few.');
  return { shared, processes, first, second };
}

const statuses = (answers: readonly Reading[]): readonly number[] => answers.map(({ status }) => status);

/** Calls that have been begun, also those that are not answered. */
const begun = (kind: Parameters<typeof upstream.calls>[0], count: number) =>
  eventually(() => expect(upstream.calls(kind)).toBe(count));

describe('several gateways', () => {
  it('make one call a window for all, also with clocks that differ by two seconds', async () => {
    const { processes } = start(4, 700, { N2YO_API_KEY: N2YO_KEY });
    for (let round = 0; round < 30; round++) {
      const answers = await Promise.all(
        processes.flatMap(({ get }) => [get(POSITION), get(ASTROS), get(POSITIONS)]),
      );
      expect(new Set(statuses(answers))).toEqual(new Set([200]));
      clock.advance(10 * S);
    }
    expect([upstream.calls('position'), upstream.calls('astros'), upstream.calls('n2yo')]).toEqual([
      30, 1, 2,
    ]);
  });

  it('fetch the elements once, those of the ISS, of a group and of a search', async () => {
    const { processes } = start(4);
    for (let round = 0; round < 4; round++) {
      for (const path of [POSITIONS, WEATHER, searchPath('noaa')]) {
        const answers = await Promise.all(processes.map(({ get }) => get(path)));
        expect(statuses(answers)).toEqual([200, 200, 200, 200]);
        expect(new Set(answers.map(({ told }) => JSON.stringify(told))).size).toBe(1);
      }
      clock.advance(DUE / 2);
    }
    expect(upstream.calls('celestrak')).toBe(2);
    expect(upstream.calls('elements')).toBe(4);
  });

  it('share the failures and the waits after them', async () => {
    const { first, second } = start(2);
    upstream.set('position', 'reset');
    expect((await first.get(POSITION)).status).toBe(502);
    clock.advance(S);
    const waiting = await second.get(POSITION);
    expect([waiting.status, waiting.told.error]).toEqual([
      503,
      expect.stringMatching(/^Open Notify cannot be reached/),
    ]);
    expect(upstream.calls('position')).toBe(1);
    clock.advance(5.2 * S);
    await Promise.all([first.get(POSITION), second.get(POSITION)]);
    expect(upstream.calls('position')).toBe(2);
  });

  it('do not repeat the call of one that is killed during it, until the next window', async () => {
    const { shared, first, second } = start(2);
    upstream.set('position', 'hang');
    void first.get(POSITION);
    await begun('position', 1);
    first.kill();
    upstream.set('position', 'good');
    const waiting = second.get(POSITION);
    clock.advance(5 * S);
    const answer = await waiting;
    expect([answer.status, answer.told.error]).toEqual([502, 'A server stopped during its call']);
    expect(upstream.calls('position')).toBe(1);
    clock.advance(2 * S);
    expect((await second.get(POSITION)).status).toBe(200);
    expect(upstream.calls('position')).toBe(2);
    expect(shared.content()).not.toContain('until');
  });

  it('do not ask CelesTrak for two hours after one was killed during its call', async () => {
    const { first, second } = start(2);
    for (const path of [WEATHER, searchPath('noaa'), POSITIONS]) {
      const kind = path === POSITIONS ? 'celestrak' : 'elements';
      const before = upstream.calls(kind);
      upstream.set(kind, 'hang');
      void first.get(path);
      await begun(kind, before + 1);
    }
    first.kill();
    upstream.reset();
    for (let minute = 0; minute < 120; minute += 10) {
      clock.advance(10 * MIN);
      const answers = [
        await second.get(WEATHER),
        await second.get(searchPath('noaa')),
        await second.get(POSITIONS),
      ];
      if (minute < 110) expect(statuses(answers).every((status) => status >= 500)).toBe(true);
    }
    expect([upstream.calls('elements'), upstream.calls('celestrak')]).toEqual([0, 1]);
    clock.advance(10 * S);
    expect((await second.get(WEATHER)).status).toBe(200);
    expect((await second.get(searchPath('noaa'))).status).toBe(200);
  });

  it('stay away from CelesTrak after it has refused the address of one', async () => {
    const { processes, first } = start(3);
    upstream.set('elements', '403-blocked');
    await first.get(WEATHER);
    upstream.set('elements', 'good');
    for (const { get } of processes) {
      expect((await get(groupPath('science'))).told.error).toContain('refuse');
      expect((await get(searchPath('noaa'))).status).toBeGreaterThan(400);
    }
    expect(upstream.calls('elements')).toBe(1);
    clock.advance(DUE);
    for (const { get } of processes) expect((await get(groupPath('science'))).status).toBe(200);
    expect(upstream.calls('elements')).toBe(2);
  });

  it('pass on fifteen searches an hour together, however many at once', async () => {
    const { processes } = start(4);
    const names = Array.from({ length: 24 }, (_, index) => `name ${index}`);
    const answers = await Promise.all(
      names.map((name, index) => processes[index % 4]?.get(searchPath(name))),
    );
    expect(upstream.calls('elements')).toBe(15);
    const refused = answers.filter((answer) => answer?.status !== 200);
    expect(refused.map((answer) => [answer?.status, answer?.headers.get('retry-after')])).toEqual(
      Array.from({ length: 9 }, () => [429, '3600']),
    );
    clock.advance(H);
    await Promise.all(processes.map(({ get }) => get(searchPath('later'))));
    expect(upstream.calls('elements')).toBe(16);
  });

  it('go on alone while their store is away, say so, and share again afterwards', async () => {
    const { shared, processes, first, second } = start(3);
    await Promise.all(processes.map(({ get }) => get(POSITION)));
    shared.setAway(true);
    for (let round = 0; round < 12; round++) {
      clock.advance(10 * S);
      expect(statuses(await Promise.all(processes.map(({ get }) => get(POSITION))))).toEqual([200, 200, 200]);
    }
    expect(upstream.calls('position')).toBe(1 + 3 * 12);
    const told = (await first.get('/healthz')).told;
    expect(told).toMatchObject({ status: 'degraded', shared: { state: 'failing' } });
    expect(first.lines.filter(({ event }) => event === 'shared')).toHaveLength(2);
    // What one has fetched meanwhile is known to all.
    await first.get(WEATHER);
    shared.setAway(false);
    await eventually(async () => {
      expect((await second.get(WEATHER)).status).toBe(200);
    });
    expect(upstream.calls('elements')).toBe(1);
    clock.advance(10 * S);
    await Promise.all(processes.map(({ get }) => get(POSITION)));
    expect(upstream.calls('position')).toBe(1 + 3 * 12 + 1);
    expect((await first.get('/healthz')).told).toMatchObject({ status: 'ok', shared: { state: 'ok' } });
  });

  it('keep no key, and write only when a call is due', async () => {
    const { shared, processes } = start(4, 0, { N2YO_API_KEY: N2YO_KEY });
    for (let second = 0; second < 9; second++) {
      await Promise.all(processes.flatMap(({ get }) => [get(POSITION), get(POSITIONS)]));
      clock.advance(S);
    }
    // The beginning and the end of each of two calls.
    expect(shared.writes()).toBe(4);
    expect(shared.content()).not.toContain(N2YO_KEY);
  });

  it('of which one is alone share nothing', async () => {
    const { gateway } = composeGateway({ upstreamUrl: upstream.url, clock: handClock() });
    const { told } = await read(await gateway.request('/healthz'));
    expect(told).not.toHaveProperty('shared');
  });
});
