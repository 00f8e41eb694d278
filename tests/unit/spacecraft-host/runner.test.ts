import { describe, expect, it } from 'vitest';
import { addMs, epochMs, MS_PER_MIN, MS_PER_S } from '../../../src/shared/kit/units.ts';
import type { LinkProfile } from '../../../src/shared/packets/link.ts';
import { encodeTelecommand, telecommandNamed } from '../../../src/shared/packets/telecommand.ts';
import type { ReadTelemetry } from '../../../src/shared/packets/telemetry.ts';
import { createRunner, TICK_MS } from '../../../src/spacecraft-host/runner.ts';
import { createMission } from '../../../src/worker/mission/mission.ts';
import { T0 } from '../../support/mission.ts';
import { read } from '../../support/packets.ts';

it.each([1, 20])('%d spacecraft that lag behind leave the sockets their time', (count) => {
  /** A clock that advances by a millisecond whenever it is read: as if each slice of a mission took so long. */
  let at = 0;
  const now = (): number => at++;
  const fleet = Array.from({ length: count }, () =>
    createRunner({
      mission: createMission({ seed: 1, startTime: T0, profile: 'none' }),
      rate: 3600,
      count,
      now,
      send: () => undefined,
    }),
  );
  at += 60_000;
  const begun = at;
  for (const { tick } of fleet) tick();
  expect(at - begun).toBeGreaterThan(50);
  expect(at - begun).toBeLessThanOrEqual(100 + 3 * count);
  for (const { mission } of fleet) expect(mission().time()).toBeGreaterThan(T0);
});

it('stands still at the end of mission time, and answers', () => {
  let reads = 0;
  const now = (): number => {
    reads += 1;
    if (reads > 1000) throw new Error('The runner does not stop.');
    return reads * MS_PER_S;
  };
  const end = Date.UTC(2199, 11, 31, 23, 59, 59);
  const startTime = epochMs(end - MS_PER_MIN);
  const runner = createRunner({
    mission: createMission({ seed: 1, startTime, profile: 'none' }),
    rate: 1,
    count: 1,
    now,
    send: () => undefined,
  });
  runner.pause();
  expect(runner.step(3600)).toEqual({ ok: true, value: undefined });
  expect(runner.mission().time()).toBe(end);
  expect(runner.resume()).toMatchObject({ ok: true });
  const before = reads;
  runner.tick();
  expect(reads - before).toBeLessThan(5);
});

describe('over a link with light time', () => {
  /** A spacecraft between two passes, on a clock in the hand of the test. */
  function fly(link: LinkProfile) {
    let at = 0;
    const arrived: { readonly packet: ReadTelemetry; readonly at: number }[] = [];
    const startTime = addMs(T0, 10 * MS_PER_MIN);
    const mission = createMission({ seed: 1, startTime, profile: 'none' });
    const runner = createRunner({
      mission,
      rate: 1,
      count: 1,
      link,
      now: () => at,
      send: (packets) =>
        void arrived.push(...packets.map((packet) => ({ packet: read(packet), at: mission.time() }))),
    });
    const pass = (ms: number): void => {
      for (const end = at + ms; at < end; ) {
        at += TICK_MS;
        runner.tick();
      }
    };
    return { mission, runner, arrived, pass };
  }
  const delaysOf = ({ arrived }: ReturnType<typeof fly>) => arrived.map(({ packet, at }) => at - packet.time);

  it('a packet arrives after its way over a relay and in order, and nothing waits on an open link', () => {
    const [open, network] = [fly('open'), fly('network')];
    for (const flight of [open, network]) flight.pass(MS_PER_MIN + 500);
    expect(Math.max(...delaysOf(open))).toBeLessThan(TICK_MS);
    // At least from 430 km up to 35,786 km, and down from there: 71,142 km. At most 16,000 km more.
    for (const delay of delaysOf(network)) {
      expect(delay).toBeGreaterThanOrEqual(237);
      expect(delay).toBeLessThan(290);
    }
    const times = network.arrived.map(({ packet }) => packet.time);
    expect(times).toEqual([...times].sort((one, other) => one - other));
    expect(network.arrived.length).toBe(open.arrived.length);
  });

  it('a telecommand is answered after the way up and down, and none is on its way after a restore', () => {
    const { runner, arrived, pass } = fly('network');
    pass(MS_PER_S);
    runner.keep('before');
    const ping = encodeTelecommand(telecommandNamed('PING'), {}, 7);
    const aliveOf = () => arrived.filter(({ packet }) => packet.type.name === 'ALIVE');
    runner.receive(ping);
    pass(460);
    expect(aliveOf()).toEqual([]);
    pass(160);
    expect(aliveOf()).toHaveLength(1);
    runner.receive(ping);
    runner.restore('before');
    pass(MS_PER_S);
    expect(aliveOf()).toHaveLength(1);
  });

  it('a telecommand and its answer arrive at once while the mission is paused', () => {
    const { runner, arrived, pass } = fly('network');
    pass(MS_PER_S);
    runner.pause();
    runner.receive(encodeTelecommand(telecommandNamed('PING'), {}, 7));
    pass(TICK_MS);
    expect(arrived.at(-1)?.packet.type.name).toBe('TC_COMPLETED');
  });
});
