import { describe, expect, it } from 'vitest';
import { toHex } from '../../../../../src/shared/kit/octets.ts';
import { addMs, MS_PER_MIN, MS_PER_S } from '../../../../../src/shared/kit/units.ts';
import { encodeTelecommand, telecommandNamed } from '../../../../../src/shared/packets/telecommand.ts';
import type { ReadTelemetry } from '../../../../../src/shared/packets/telemetry.ts';
import { replay } from '../../../../../src/worker/session/branches/replay.ts';
import type {
  GroundListener,
  GroundPort,
} from '../../../../../src/worker/session/ground-link/ground-port.ts';
import { expectOneMission, FAIR, openBrowser, type TestConsole } from '../../../../support/consoles.ts';
import { asListener, GROUNDED, startMission } from '../../../../support/mission.ts';
import { read } from '../../../../support/packets.ts';
import { openRoomNetwork } from '../../../../support/room-network.ts';

/** A ground system that is as near as the port: nothing is between them. */
function groundSystem({ refusal }: { readonly refusal?: string } = {}) {
  const received: ReadTelemetry[] = [];
  let listener: GroundListener | undefined;
  let isOpen = false;
  let count = 0;
  let sendCount = 0;
  const port: GroundPort = {
    async open(given) {
      if (refusal !== undefined) return { ok: false, message: refusal };
      listener = given;
      isOpen = true;
      return { ok: true, value: undefined };
    },
    send(packets) {
      sendCount += 1;
      received.push(...packets.map(read));
    },
    close: () => {
      isOpen = false;
    },
  };
  return {
    loadGroundPort: async () => port,
    received,
    namesOf: () => received.map(({ type }) => type.name),
    isOpen: () => isOpen,
    sendCount: () => sendCount,
    /** Sends a telecommand; the promise is fulfilled when the port takes the next one. */
    async send(name = 'PING') {
      count += 1;
      await listener?.receive(encodeTelecommand(telecommandNamed(name), {}, count));
    },
    breakOff: (reason: string) => listener?.closed(reason),
  };
}

/** Lets promises go on that wait for nothing else. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const consoleOf = ({ session }: Pick<TestConsole, 'session'>) => session.snapshot().consoles.value;
const inputsOf = ({ session }: TestConsole): readonly string[] =>
  session.mission.journal().map(({ input }) => input.kind);
const stateOf = (one: Pick<TestConsole, 'session'>) => consoleOf(one).groundLink;
const linkedOf = (one: TestConsole): readonly string[] =>
  consoleOf(one)
    .consoles.filter(({ hasGroundLink }) => hasGroundLink)
    .map(({ name }) => name);

function listenTo({ session }: Pick<TestConsole, 'session'>): () => readonly string[] {
  const told: string[] = [];
  session.control.subscribe(asListener(({ notices }) => void told.push(...notices.map(({ text }) => text))));
  return () => told;
}

/** A desk that orders the inputs, and a second console that follows, with ground systems at one of them. */
async function openTwo(at: 'desk' | 'second') {
  const browser = openBrowser();
  const ground = groundSystem();
  const { loadGroundPort } = ground;
  const desk = await browser.open({
    joins: false,
    profile: 'none',
    ...(at === 'desk' && { loadGroundPort }),
  });
  browser.pass(MS_PER_MIN);
  const second = await browser.open({ profile: 'none', ...(at === 'second' && { loadGroundPort }) });
  browser.pass(2 * MS_PER_S);
  const linked = at === 'desk' ? desk : second;
  const connect = async () => {
    const outcome = linked.session.control.setGroundLink(true);
    await settled();
    browser.pass(MS_PER_S);
    await settled();
    return outcome;
  };
  return { browser, ground, desk, second, linked, connect };
}

describe('ground systems', () => {
  it.each(['desk', 'second'] as const)(
    'fly the mission itself over the %s console, and all consoles say so',
    async (at) => {
      const { browser, ground, desk, second, linked, connect } = await openTwo(at);
      expect(await connect()).toEqual({ ok: true, value: true });
      browser.pass(10 * MS_PER_S);
      expect(stateOf(linked)).toBe('connected');
      const [name] = linkedOf(linked);
      expect(linkedOf(desk)).toEqual([name]);
      expect(linkedOf(second)).toEqual([name]);
      expect(ground.namesOf()).toContain('HK_ESSENTIAL');
      void ground.send('THERMAL_CONTROL');
      browser.pass(2 * MS_PER_S);
      await settled();
      expect(ground.namesOf()).toEqual(expect.arrayContaining(['TC_ACCEPTED', 'TC_STARTED']));
      for (const { session } of [desk, second]) {
        expect(session.snapshot().log.value.map(({ text }) => text)).toContain(
          'Telecommand: Thermal Control has started on board ORBITA-1',
        );
      }
      expectOneMission(browser, [desk, second]);
      const recording = linked.session.control.recording();
      if (!recording.ok) throw new Error(recording.message);
      expect(replay(recording.value).mission.hash()).toBe(linked.session.mission.hash());
    },
  );

  it('receive each packet once and in order, at any rate and while their window shows the past', async () => {
    const { browser, ground, linked, connect } = await openTwo('desk');
    await connect();
    linked.session.control.setRate(300);
    browser.pass(2 * MS_PER_S);
    linked.session.control.seek(addMs(linked.session.mission.time(), -MS_PER_MIN));
    browser.pass(2 * MS_PER_S);
    await settled();
    const counts = ground.received
      .filter(({ type }) => type.name === 'HK_ESSENTIAL')
      .map(({ sequenceCount }) => sequenceCount);
    expect(counts.length).toBeGreaterThan(200);
    expect(new Set(counts).size).toBe(counts.length);
    expect(counts).toEqual([...counts].sort((one, other) => one - other));
  });

  it('have an open link, also in a mission whose recording was flown over another one', async () => {
    const { browser, ground, desk, second, linked, connect } = await openTwo('second');
    desk.session.apply({ kind: 'packets', profile: 'stations' });
    desk.session.apply({ kind: 'link', bitErrorRate: 0.01 });
    browser.pass(2 * MS_PER_S);
    await connect();
    for (let second = 0; second < 5; second++) {
      browser.pass(MS_PER_S);
      await settled();
    }
    expect(stateOf(linked)).toBe('connected');
    expect(linked.session.mission.facts().onboard?.link).toEqual({ profile: 'open', lostTelecommands: 0 });
    expect(ground.namesOf()).toContain('HK_ESSENTIAL');
    expect(inputsOf(linked)).toEqual(['packets', 'link', 'link', 'packets']);
    expectOneMission(browser, [desk, second]);
  });

  it('command the mission itself while their window shows a branch', async () => {
    const { browser, ground, linked, connect } = await openTwo('second');
    await connect();
    linked.session.control.seek(addMs(linked.session.mission.time(), -MS_PER_S));
    linked.session.control.takeOver();
    void ground.send();
    browser.pass(MS_PER_S);
    await settled();
    expect(ground.namesOf()).toContain('ALIVE');
    expect(linked.session.mission.journal().map(({ input }) => input.kind)).not.toContain('telecommand');
  });

  it('receive telemetry from the instant on to which the mission has returned', async () => {
    const { browser, ground, linked, connect } = await openTwo('desk');
    await connect();
    linked.session.control.setRate(60);
    browser.pass(4 * MS_PER_S);
    const ahead = Math.max(...ground.received.map(({ time }) => time));
    linked.session.control.returnToUtc();
    const from = ground.received.length;
    browser.pass(10 * MS_PER_S);
    await settled();
    const later = ground.received.slice(from).map(({ time }) => time);
    expect(later.length).toBeGreaterThan(2);
    expect(Math.max(...later)).toBeLessThan(ahead);
    expect(Math.max(...later)).toBeGreaterThan(browser.now() - 6 * MS_PER_S);
  });

  it('wait with more than 25 telecommands a second', async () => {
    const { browser, ground, linked, connect } = await openTwo('desk');
    await connect();
    const sendMany = async () => {
      for (let count = 0; count < 60; count++) await ground.send();
    };
    void sendMany();
    await settled();
    const doneOf = () => ground.namesOf().filter((name) => name === 'ALIVE').length;
    expect(doneOf()).toBe(25);
    for (const expected of [50, 60]) {
      browser.pass(MS_PER_S);
      await settled();
      expect(doneOf()).toBe(expected);
    }
    expect(stateOf(linked)).toBe('connected');
  });

  it('are disconnected by the operator, and what they send then has no effect', async () => {
    const { browser, ground, desk, second, linked, connect } = await openTwo('second');
    await connect();
    linked.session.control.setGroundLink(false);
    browser.pass(MS_PER_S);
    expect(ground.isOpen()).toBe(false);
    expect([stateOf(linked), linkedOf(desk), linkedOf(second)]).toEqual(['off', [], []]);
    const received = ground.received.length;
    void ground.send('THERMAL_CONTROL');
    browser.pass(MS_PER_MIN);
    expect(ground.received).toHaveLength(received);
    expect(inputsOf(linked)).not.toContain('telecommand');
  });

  it('are disconnected, and a telecommand that has not been numbered yet is withdrawn', async () => {
    const { browser, ground, desk, linked, connect } = await openTwo('second');
    await connect();
    desk.freeze();
    void ground.send('THERMAL_CONTROL');
    await settled();
    linked.session.control.setGroundLink(false);
    browser.pass(MS_PER_MIN);
    expect(consoleOf(linked).leader).toBe(consoleOf(linked).self);
    expect(inputsOf(linked)).not.toContain('telecommand');
  });

  it.each([1, 2, 3, 4, 5, 6])(
    'command once, if the console that orders is lost after %d more messages',
    async (count) => {
      const { browser, ground, desk, linked, connect } = await openTwo('second');
      await connect();
      let left = count;
      desk.weather = { deliveries: () => (left-- > 0 ? [1] : []) };
      void ground.send('THERMAL_CONTROL');
      browser.pass(50);
      desk.kill();
      browser.pass(20 * MS_PER_S);
      await settled();
      expect(inputsOf(linked).filter((kind) => kind === 'telecommand')).toHaveLength(1);
      expect(ground.namesOf().filter((name) => name === 'TC_ACCEPTED')).toHaveLength(1);
    },
  );

  it('command once, if their console has been cut off from the others for half a minute', async () => {
    const { browser, ground, desk, second, linked, connect } = await openTwo('desk');
    await connect();
    desk.weather = { deliveries: () => [] };
    void ground.send('THERMAL_CONTROL');
    browser.pass(30 * MS_PER_S);
    desk.weather = FAIR;
    browser.pass(MS_PER_MIN);
    await settled();
    expect(ground.namesOf().filter((name) => name === 'TC_ACCEPTED')).toHaveLength(1);
    expect(inputsOf(linked).filter((kind) => kind === 'telecommand').length).toBeLessThan(2);
    expectOneMission(browser, [desk, second]);
  });

  it('leave the operators of all consoles their time', async () => {
    const { browser, ground, connect } = await openTwo('second');
    const third = await browser.open();
    browser.pass(2 * MS_PER_S);
    await connect();
    const sendAll = async () => {
      for (let count = 0; count < 500; count++) await ground.send();
    };
    void sendAll();
    let outcome: unknown;
    void third.session.ordered
      .queueCommand({ name: 'Thermal Control', scheduledTime: '2026-11-20T13:00' })
      .then((value) => {
        outcome = value;
      });
    for (let ms = 0; ms < 2 * MS_PER_S && !outcome; ms += 50) {
      browser.pass(50);
      await settled();
    }
    expect(outcome).toMatchObject({ ok: true });
  });

  it('may have sent thousands of telecommands when another window joins', async () => {
    const { browser, desk, second } = await openTwo('desk');
    const bytes = toHex(encodeTelecommand(telecommandNamed('PING')));
    for (let count = 0; count < 3000; count++) desk.session.apply({ kind: 'telecommand', bytes });
    browser.pass(MS_PER_S);
    const third = await browser.open();
    browser.pass(2 * MS_PER_S);
    expectOneMission(browser, [desk, second, third]);
    expect(browser.unread()).toEqual([]);
  });

  it('are connected to a shared mission once its console has caught up, and can be reached', async () => {
    const network = openRoomNetwork();
    const alone = startMission({ clock: { now: network.now }, profile: 'none', propagators: GROUNDED });
    const address = await network.share(alone);
    await network.enter(address, { propagators: GROUNDED });
    await network.pass(10 * MS_PER_MIN);
    const ground = groundSystem();
    const { loadGroundPort } = ground;
    const slow = { propagators: GROUNDED, speedMs: 5 * MS_PER_S, loadGroundPort };
    const late = await network.enter(address, slow);
    const told = listenTo(late);
    late.session.control.setGroundLink(true);
    await network.pass(MS_PER_S);
    expect(consoleOf(late).room?.isCatchingUp).toBe(true);
    expect([stateOf(late), ground.isOpen()]).toEqual(['connecting', false]);
    late.setOnline(false);
    await network.pass(MS_PER_MIN);
    expect([stateOf(late), ground.isOpen()]).toEqual(['connecting', false]);
    late.setOnline(true);
    await network.pass(MS_PER_MIN);
    expect([stateOf(late), ground.isOpen()]).toEqual(['connected', true]);
    void ground.send();
    await network.pass(2 * MS_PER_S);
    expect(ground.namesOf()).toContain('ALIVE');
    expect(told().filter((text) => text.startsWith('Ground systems'))).toEqual([]);
  });

  it('do not keep the connection when they are disconnected before their code has loaded', async () => {
    const browser = openBrowser();
    const { loadGroundPort, isOpen } = groundSystem();
    const loads: (() => void)[] = [];
    const desk = await browser.open({
      joins: false,
      loadGroundPort: async () => {
        await new Promise<void>((resolve) => loads.push(resolve));
        return loadGroundPort();
      },
    });
    for (const isWanted of [true, false, true, false]) desk.session.control.setGroundLink(isWanted);
    expect(loads).toHaveLength(1);
    for (const load of loads) load();
    await settled();
    expect([isOpen(), stateOf(desk)]).toEqual([false, 'off']);
    desk.session.control.setGroundLink(true);
    await settled();
    expect([isOpen(), stateOf(desk)]).toEqual([true, 'connected']);
  });

  it('hear from their console every few seconds, also without a link to the spacecraft', async () => {
    const { browser, ground, linked, connect } = await openTwo('desk');
    await connect();
    linked.session.control.setRate(0);
    browser.pass(MS_PER_S);
    const before = ground.sendCount();
    browser.pass(MS_PER_MIN);
    expect(ground.sendCount() - before).toBeGreaterThanOrEqual(11);
  });

  it('are disconnected with a reason when the connection ends', async () => {
    const { browser, ground, second, linked, connect } = await openTwo('desk');
    const told = listenTo(linked);
    await connect();
    ground.breakOff('The server has ended the connection.');
    browser.pass(MS_PER_S);
    expect(told()).toContain('Ground systems are disconnected. The server has ended the connection.');
    expect([stateOf(linked), linkedOf(second)]).toEqual(['off', []]);
  });

  it('are not connected where the port does not open, or there is none', async () => {
    const browser = openBrowser();
    const reason = 'This server has no ground link. Start it with GROUND_LINK=1.';
    const { loadGroundPort } = groundSystem({ refusal: reason });
    const desk = await browser.open({ joins: false, loadGroundPort });
    const told = listenTo(desk);
    desk.session.control.setGroundLink(true);
    expect(stateOf(desk)).toBe('connecting');
    await settled();
    expect(told()).toContain(`Ground systems are disconnected. ${reason}`);
    expect(stateOf(desk)).toBe('off');
    const alone = await browser.open({ joins: false });
    expect(alone.session.control.setGroundLink(true)).toEqual({
      ok: false,
      message: 'This console has no way to ground systems.',
    });
  });

  it('are not connected where their code does not load', async () => {
    const browser = openBrowser();
    const loadGroundPort = () => Promise.reject(new Error('Failed to fetch'));
    const desk = await browser.open({ joins: false, loadGroundPort });
    const told = listenTo(desk);
    desk.session.control.setGroundLink(true);
    await settled();
    expect(told()).toContain(
      'Ground systems are disconnected. The code of the ground link failed to load: Failed to fetch.',
    );
  });
});
