import { expect, it, vi } from 'vitest';
import { createMemoryHome } from '../../../../../src/gateway/rooms/memory-home.ts';
import type { RoomAddress } from '../../../../../src/shared/contract/consoles.ts';
import { readRoomSnapshot } from '../../../../../src/shared/contract/room-schema.ts';
import { MS_PER_H, MS_PER_MIN, MS_PER_S } from '../../../../../src/shared/kit/units.ts';
import { readSnapshot } from '../../../../../src/worker/session/room/enter-room.ts';
import type { SessionOptions } from '../../../../../src/worker/session/session.ts';
import { asListener, GROUNDED, later, startMission, T0 } from '../../../../support/mission.ts';
import { during, type Machine, openRoomNetwork, type RoomNetwork } from '../../../../support/room-network.ts';

const DRAFT = { name: 'Data Downlink', scheduledTime: '2026-11-20T14:00' } as const;

const consolesOf = ({ session }: Machine) => session.snapshot().consoles.value;
const transportOf = ({ session }: Machine) => session.snapshot().transport.value;
const namesOf = ({ session }: Machine) => session.snapshot().commands.value.map(({ name }) => name);

/** Collects the notices of a machine from now on. */
function listenTo({ session }: Machine): () => readonly string[] {
  const told: string[] = [];
  session.control.subscribe(asListener(({ notices }) => void told.push(...notices.map(({ text }) => text))));
  return () => told;
}

/** For missions whose orbits do not matter: they take most of the time. */
const GROUND = { propagators: GROUNDED } as const;

async function share(network: RoomNetwork, options: Partial<SessionOptions> = {}): Promise<RoomAddress> {
  return network.share(startMission({ clock: { now: network.now }, profile: 'none', ...options }));
}

/** Returns the link of the viewers, as an operator sees it. */
function viewerLink(operator: Machine, address: RoomAddress): RoomAddress {
  const { keys } = consolesOf(operator).room ?? {};
  if (!keys) throw new Error('No keys are shown');
  return { id: address.id, key: keys.viewer };
}

/** Checks that all machines have the same mission at one instant, which they have reached. */
async function expectOneMission(network: RoomNetwork, machines: readonly Machine[]): Promise<void> {
  await network.pass(2 * MS_PER_S);
  const [first, ...others] = machines as [Machine, ...Machine[]];
  const time = Math.min(...machines.map(({ session }) => session.mission.time()));
  const counts = machines.map(({ session }) => session.mission.journal().length);
  expect(new Set(counts).size).toBe(1);
  const grid = Math.floor(time / MS_PER_MIN) * MS_PER_MIN;
  const hashOf = ({ session }: Machine) => {
    const { marks } = session.record();
    return marks.findLast((mark) => mark.time <= grid)?.hash;
  };
  expect(hashOf(first)).toBeDefined();
  for (const other of others) expect(hashOf(other)).toBe(hashOf(first));
}

it('an operation on one machine takes effect on all within half a second, and is in the log with the name of its console', async () => {
  const network = openRoomNetwork();
  const address = await share(network);
  const [one, two] = [
    await network.enter(address, { name: 'Flight' }),
    await network.enter(address, { name: 'Payload' }),
  ];
  const outcome = await during(network, two.session.ordered.queueCommand(DRAFT), 500);
  expect(outcome).toMatchObject({ ok: true, value: { name: DRAFT.name } });
  await network.pass(300);
  for (const machine of [one, two]) expect(namesOf(machine)).toContain(DRAFT.name);
  const log = one.session.snapshot().log.value.map(({ text }) => text);
  expect(log.some((text) => text.includes('Payload'))).toBe(true);
  await network.pass(3 * MS_PER_MIN);
  await expectOneMission(network, [one, two]);
});

it('shows the time of the server, a quarter of a second late, whatever the clock of the machine and the delays', async () => {
  const network = openRoomNetwork();
  const address = await share(network);
  let turn = 0;
  const machine = await network.enter(address, {
    aheadMs: 5 * MS_PER_MIN,
    delayMs() {
      turn += 1;
      return 20 + ((turn * 67) % 200);
    },
  });
  await network.pass(2 * MS_PER_MIN);
  machine.session.advanceTo(later(network.now() - T0 + 5 * MS_PER_MIN));
  const lateMs = network.now() - machine.session.mission.time();
  expect(lateMs).toBeGreaterThan(0);
  expect(lateMs).toBeLessThan(500);
});

it('shows the time of the server within two seconds after the machine has slept for half a minute', async () => {
  const network = openRoomNetwork();
  const machine = await network.enter(await share(network));
  await network.pass(12 * MS_PER_S);
  machine.setAwake(false);
  await network.pass(30 * MS_PER_S);
  machine.setAwake(true);
  await network.pass(2 * MS_PER_S);
  expect(consolesOf(machine).room?.isConnected).toBe(true);
  expect(network.now() - machine.session.mission.time()).toBeLessThan(1500);
});

it('says who is here, counts those who watch, and refuses what they order', async () => {
  const network = openRoomNetwork();
  const address = await share(network);
  const one = await network.enter(address);
  const two = await network.enter(address);
  await network.pass(MS_PER_S);
  const viewer = await network.enter(viewerLink(one, address), { kind: 'wall' });
  await network.pass(2 * MS_PER_S);
  expect(consolesOf(one).consoles.map(({ name }) => name)).toEqual(['Desk', 'Console B']);
  expect(consolesOf(two).room).toMatchObject({ role: 'operator', isConnected: true, viewerCount: 1 });
  expect(consolesOf(viewer).room).toMatchObject({ role: 'viewer', keys: undefined, viewerCount: 1 });
  const outcome = await during(network, viewer.session.ordered.queueCommand(DRAFT));
  expect(outcome).toEqual({ ok: false, message: 'You are watching this mission: its operators command it.' });
  expect(await during(network, viewer.session.ordered.setRate(0))).toMatchObject({ ok: false });
  await network.pass(MS_PER_S);
  for (const machine of [one, two, viewer]) expect(namesOf(machine)).not.toContain(DRAFT.name);
  expect(transportOf(one).rate).toBe(1);
});

it('a console is not followed while a branch is shown', async () => {
  const network = openRoomNetwork();
  const address = await share(network);
  const [one, two] = [await network.enter(address), await network.enter(address)];
  await network.pass(2 * MS_PER_S);
  const { self } = consolesOf(one);
  two.session.control.takeOver();
  expect(two.session.control.followConsole(self)).toEqual({
    ok: false,
    message: 'Show the mission itself first.',
  });
  expect(consolesOf(two).follows).toBeUndefined();
  two.session.control.showBranch('A');
  expect(two.session.control.followConsole(self)).toMatchObject({ ok: true });
});

it('a pause, another rate, a step and the return to UTC hold on all machines', async () => {
  const network = openRoomNetwork();
  const address = await share(network);
  const machines = [await network.enter(address), await network.enter(address)] as const;
  const [one, two] = machines;

  await during(network, two.session.ordered.setRate(60));
  await network.pass(20 * MS_PER_S);
  expect(transportOf(one)).toMatchObject({ rate: 60, isInStep: false });
  expect(one.session.mission.time() - T0).toBeGreaterThan(15 * MS_PER_MIN);

  await during(network, one.session.ordered.setRate(0));
  await network.pass(MS_PER_S);
  const paused = one.session.mission.time();
  expect(two.session.mission.time()).toBe(paused);
  expect(transportOf(two).rate).toBe(0);

  expect(await during(network, two.session.ordered.step())).toMatchObject({ ok: true });
  await network.pass(MS_PER_S);
  for (const { session } of machines) {
    expect(session.mission.time()).toBeGreaterThan(paused);
    expect(session.mission.time() % 5000).toBe(0);
  }

  expect(await during(network, two.session.ordered.returnToUtc())).toMatchObject({ ok: true });
  await network.pass(2 * MS_PER_S);
  for (const machine of machines) {
    expect(transportOf(machine)).toMatchObject({ isInStep: true, rate: 1 });
    expect(Math.abs(machine.session.mission.time() - network.now())).toBeLessThan(1500);
    // What was simulated ahead of UTC is kept on each machine.
    expect(transportOf(machine).branches).toHaveLength(2);
  }
  await network.pass(3 * MS_PER_MIN);
  await expectOneMission(network, machines);
});

it('a run stops on all machines at its target', async () => {
  const network = openRoomNetwork();
  const address = await share(network);
  const machines = [
    await network.enter(address),
    await network.enter(address, { delayMs: () => 120 }),
  ] as const;
  const outcome = await during(network, machines[1].session.ordered.runUntil('eclipse'));
  if (!outcome.ok || outcome.value === undefined) throw new Error('There is no eclipse');
  await network.pass(20 * MS_PER_S);
  for (const machine of machines) {
    expect(machine.session.mission.time()).toBe(outcome.value);
    expect(transportOf(machine)).toMatchObject({ rate: 0 });
  }
  // An operation in the paused mission takes effect at once.
  await during(network, machines[0].session.ordered.queueCommand(DRAFT), 500);
  await network.pass(MS_PER_S);
  for (const machine of machines) {
    expect(namesOf(machine)).toContain(DRAFT.name);
    expect(machine.session.mission.time()).toBe(outcome.value);
  }
});

it('a run until a new anomaly ends on all machines at one that an operator has injected', async () => {
  const network = openRoomNetwork();
  const address = await share(network);
  const machines = [
    await network.enter(address),
    await network.enter(address, { delayMs: () => 120 }),
  ] as const;
  const [one, two] = machines;
  await during(network, one.session.ordered.setRate(60));
  await during(network, one.session.ordered.runUntil('alarm'));
  await network.pass(5 * MS_PER_S);
  expect(transportOf(two).rate).toBe(60);
  const injected = await during(network, two.session.ordered.demonstrateFault('Signal'));
  if (!injected.ok) throw new Error(injected.message);
  await network.pass(5 * MS_PER_S);
  const [time] = machines.map(({ session }) => session.mission.time());
  expect(Number(time) - injected.value.timestamp).toBeLessThanOrEqual(5 * MS_PER_S);
  for (const machine of machines) {
    expect(transportOf(machine).rate).toBe(0);
    expect(machine.session.mission.time()).toBe(time);
  }
  // What is listed when a run begins does not end it.
  await during(network, one.session.ordered.runUntil('alarm'));
  await network.pass(2 * MS_PER_S);
  for (const machine of machines)
    expect(machine.session.mission.time()).toBeGreaterThan(Number(time) + MS_PER_MIN);
  await expectOneMission(network, machines);
});

it.each([
  ['half a second', 500],
  ['a quarter of an hour', 15 * MS_PER_MIN],
])(
  'a link that is lost for %s: this is said at once, nothing can be ordered, nothing is merged, and the mission goes on where the others are',
  async (_span, lostMs) => {
    const network = openRoomNetwork();
    const address = await share(network, GROUND);
    const [one, two] = [await network.enter(address, GROUND), await network.enter(address, GROUND)];
    await network.pass(5 * MS_PER_S);
    two.setOnline(false);
    await network.pass(100);
    expect(consolesOf(two).room).toMatchObject({ isConnected: false });
    expect(consolesOf(two).consoles.map(({ isSilent }) => isSilent)).toEqual([true, false]);
    const held = two.session.mission.time();
    expect(await during(network, two.session.ordered.queueCommand(DRAFT))).toMatchObject({
      ok: false,
      message:
        'The shared mission cannot be reached: nothing can be ordered now. Take over to continue alone.',
    });
    const ordered = one.session.ordered.queueCommand(DRAFT);

    // The operator goes on alone in a branch.
    expect(two.session.control.takeOver()).toMatchObject({ ok: true, value: 'B' });
    await during(network, two.session.ordered.queueCommand({ ...DRAFT, name: 'Enter Safe Mode' }));
    await network.pass(lostMs);
    expect(namesOf(two)).toContain('Enter Safe Mode');
    two.session.control.showBranch('A');
    // It has gone as far as the log was known.
    expect(two.session.mission.time() - held).toBeLessThan(MS_PER_S);
    expect(await during(network, ordered)).toMatchObject({ ok: true });

    two.setOnline(true);
    await network.pass(60 * MS_PER_S);
    expect(consolesOf(two).room).toMatchObject({ isConnected: true, lostAt: undefined });
    expect(namesOf(two)).toContain(DRAFT.name);
    expect(namesOf(two)).not.toContain('Enter Safe Mode');
    expect(transportOf(two).branches).toHaveLength(2);
    await expectOneMission(network, [one, two]);
  },
);

it('what an operator has done alone while the link was lost is offered, and sent on request: once, by its name, with what refers to it', async () => {
  const network = openRoomNetwork();
  const address = await share(network, GROUND);
  const [one, two] = [
    await network.enter(address, GROUND),
    await network.enter(address, { ...GROUND, name: 'Payload' }),
  ];
  // A branch of before is no concern of the shared mission.
  two.session.control.takeOver();
  await during(network, two.session.ordered.queueCommand(DRAFT));
  two.session.control.showBranch('A');
  await network.pass(5 * MS_PER_S);

  two.setOnline(false);
  await network.pass(MS_PER_S);
  expect(two.session.control.takeOver()).toMatchObject({ ok: true, value: 'C' });
  const queued = await during(network, two.session.ordered.queueCommand(DRAFT), 500);
  if (!queued.ok) throw new Error(queued.message);
  await network.pass(MS_PER_S);
  await during(network, two.session.ordered.armCommand(queued.value.id));
  await during(network, two.session.ordered.resolveAnomaly('no such anomaly'));
  await during(network, two.session.ordered.sendCommand({ name: 'Enter Safe Mode' }));
  expect(consolesOf(two).room?.doneAlone).toBeUndefined();
  // Meanwhile the others have queued something, too.
  await during(network, one.session.ordered.queueCommand({ ...DRAFT, name: 'Calibrate Sensors' }));

  two.setOnline(true);
  await network.pass(40 * MS_PER_S);
  expect(consolesOf(two).room?.doneAlone).toEqual({ branch: 'C', name: 'C', count: 3 });
  expect(namesOf(one)).not.toContain(DRAFT.name);

  const sent = await during(network, two.room.sendDoneAlone('C'));
  expect(sent).toEqual({ ok: true, value: { sent: 3, refusals: [] } });
  await network.pass(2 * MS_PER_S);
  expect(consolesOf(two).room?.doneAlone).toBeUndefined();
  const commands = one.session.snapshot().commands.value;
  expect(commands.find(({ name }) => name === DRAFT.name)).toMatchObject({
    id: queued.value.id,
    armed: true,
  });
  expect(commands.map(({ name }) => name)).toContain('Enter Safe Mode');
  const log = one.session.snapshot().log.value.map(({ text }) => text);
  expect(log.some((text) => text.includes('Payload'))).toBe(true);
  expect(await during(network, two.room.sendDoneAlone('C'))).toEqual({
    ok: true,
    value: { sent: 0, refusals: [] },
  });
  // Another branch that gets its letter is no concern of the shared mission.
  two.session.control.showBranch('A');
  two.session.control.deleteBranch('C');
  expect(two.session.control.takeOver()).toMatchObject({ ok: true, value: 'C' });
  for (let count = 0; count < 5; count++) await during(network, two.session.ordered.queueCommand(DRAFT));
  expect(consolesOf(two).room?.doneAlone).toBeUndefined();
  two.session.control.showBranch('A');
  await network.pass(MS_PER_MIN);
  await expectOneMission(network, [one, two]);
});

it('what an operator has done alone is sent as far as the link lasts, and is refused where the mission has changed', async () => {
  const network = openRoomNetwork();
  const address = await share(network);
  const [one, two] = [await network.enter(address), await network.enter(address)];
  const queued = await during(network, one.session.ordered.queueCommand(DRAFT));
  if (!queued.ok) throw new Error(queued.message);
  await network.pass(MS_PER_S);
  two.setOnline(false);
  await network.pass(MS_PER_S);
  two.session.control.takeOver();
  await during(network, two.session.ordered.cancelCommand(queued.value.id));
  await during(network, two.session.ordered.queueCommand({ ...DRAFT, name: 'Calibrate Sensors' }));
  await during(network, one.session.ordered.cancelCommand(queued.value.id));
  two.setOnline(true);
  await network.pass(40 * MS_PER_S);

  const sending = two.room.sendDoneAlone('B');
  two.setOnline(false);
  expect(await during(network, sending, 20_000)).toMatchObject({ ok: false });
  two.setOnline(true);
  await network.pass(40 * MS_PER_S);
  const sent = await during(network, two.room.sendDoneAlone('B'));
  expect(sent).toMatchObject({ ok: true, value: { sent: 1 } });
  expect(sent.ok && sent.value.refusals).toHaveLength(1);
  await network.pass(MS_PER_S);
  expect(namesOf(one)).not.toContain(DRAFT.name);
  expect(namesOf(one).at(-1)).toBe('Calibrate Sensors');
});

it('what was done alone is still offered, but not what was sent of it, after the worker of the console is lost', async () => {
  const network = openRoomNetwork();
  const address = await share(network);
  const [one, two] = [await network.enter(address), await network.enter(address)];
  const before = namesOf(one);
  two.setOnline(false);
  await network.pass(MS_PER_S);
  two.session.control.takeOver();
  await during(network, two.session.ordered.queueCommand(DRAFT));
  two.setOnline(true);
  await network.pass(40 * MS_PER_S);
  expect(await during(network, two.room.sendDoneAlone('B'))).toMatchObject({ ok: true });
  two.setOnline(false);
  await network.pass(MS_PER_S);
  await during(network, two.session.ordered.queueCommand({ ...DRAFT, name: 'Calibrate Sensors' }));
  const { branches = [] } = two.session.record();
  two.kill();

  const next = await network.enter(address, { branches });
  await network.pass(MS_PER_S);
  expect(consolesOf(next).room?.doneAlone).toEqual({ branch: 'B', name: 'B', count: 1 });
  const sent = await during(network, next.room.sendDoneAlone('B'));
  expect(sent).toEqual({ ok: true, value: { sent: 1, refusals: [] } });
  await network.pass(MS_PER_S);
  expect(namesOf(one).toSorted()).toEqual([...before, DRAFT.name, 'Calibrate Sensors'].toSorted());
});

it('an operation that was sent as the link was lost takes effect once, after the link is back', async () => {
  const network = openRoomNetwork();
  const address = await share(network);
  const [one, two] = [await network.enter(address), await network.enter(address, { delayMs: () => 50 })];
  await network.pass(2 * MS_PER_S);
  const outcome = two.session.ordered.queueCommand(DRAFT);
  // The server has it, and its answer is lost.
  await network.pass(60);
  two.setOnline(false);
  await network.pass(3 * MS_PER_S);
  two.setOnline(true);
  expect(await during(network, outcome, 60 * MS_PER_S)).toMatchObject({ ok: true });
  await network.pass(2 * MS_PER_S);
  for (const machine of [one, two]) {
    expect(namesOf(machine).filter((name) => name === DRAFT.name)).toHaveLength(1);
  }
});

it('an entry that comes late takes effect at its time, as everywhere else', async () => {
  const network = openRoomNetwork();
  const address = await share(network);
  const [one, two] = [await network.enter(address), await network.enter(address)];
  await network.pass(10 * MS_PER_S);
  two.delayMs = () => 3000;
  await network.pass(5 * MS_PER_S);
  await during(network, one.session.ordered.queueCommand(DRAFT));
  await network.pass(2 * MS_PER_MIN);
  expect(namesOf(two)).toContain(DRAFT.name);
  two.delayMs = () => 1;
  await network.pass(MS_PER_MIN);
  await expectOneMission(network, [one, two]);
  expect(consolesOf(two).differedAt).toBeUndefined();
});

it('who joins when nobody is there finds the mission as the others have left it, an hour later', async () => {
  const network = openRoomNetwork();
  const address = await share(network, GROUND);
  const one = await network.enter(address, GROUND);
  await during(network, one.session.ordered.queueCommand(DRAFT));
  await network.pass(2 * MS_PER_S);
  one.kill();
  await network.pass(MS_PER_H);
  const two = await network.enter(address, GROUND);
  await network.pass(2 * MS_PER_S);
  expect(Math.abs(network.now() - two.session.mission.time())).toBeLessThan(2000);
  const three = await network.enter(address, GROUND);
  await network.pass(MS_PER_MIN);
  expect(namesOf(two)).toContain(DRAFT.name);
  await expectOneMission(network, [two, three]);
});

it('a console that catches up with the mission says so, and orders nothing until it is there', async () => {
  const network = openRoomNetwork();
  const address = await share(network, GROUND);
  const one = await network.enter(address, GROUND);
  await during(network, one.session.ordered.setRate(600));
  await network.pass(10 * MS_PER_S);
  await during(network, one.session.ordered.setRate(0));
  await network.pass(MS_PER_S);
  const late = await network.enter(address, { ...GROUND, speedMs: 10 * MS_PER_S });
  expect(consolesOf(late).room).toMatchObject({ isConnected: true, isCatchingUp: true });
  expect(await during(network, late.session.ordered.queueCommand(DRAFT))).toEqual({
    ok: false,
    message: 'This window is catching up with the shared mission.',
  });
  await network.pass(2 * MS_PER_MIN);
  expect(consolesOf(late).room?.isCatchingUp).toBeUndefined();
  expect(late.session.mission.time()).toBe(one.session.mission.time());
  expect(await during(network, late.session.ordered.queueCommand(DRAFT))).toMatchObject({ ok: true });
});

it('the lead keeps a snapshot of the mission, with which others begin', async () => {
  const network = openRoomNetwork();
  const address = await share(network, GROUND);
  const one = await network.enter(address, GROUND);
  await during(network, one.session.ordered.queueCommand(DRAFT));
  await network.pass(25 * MS_PER_MIN);
  const kept = await network.home().snapshot(address.id);
  expect(kept?.n).toBeGreaterThan(0);
  const two = await network.enter(address, GROUND);
  await network.pass(MS_PER_S);
  expect(namesOf(two)).toContain(DRAFT.name);
  await expectOneMission(network, [one, two]);
  // Another build simulates the journal from its start.
  const three = await network.enter(address, { ...GROUND, build: 'two' });
  await network.pass(MS_PER_MIN);
  await expectOneMission(network, [one, three]);
});

it('a log that the server has lost in part is refilled by the consoles, a hundred entries within ten seconds', async () => {
  const network = openRoomNetwork();
  const address = await share(network, GROUND);
  const [one, two] = [await network.enter(address, GROUND), await network.enter(address, GROUND)];
  const orders = Array.from({ length: 100 }, (_, turn) =>
    (turn % 2 === 0 ? one : two).session.ordered.queueCommand(DRAFT),
  );
  await during(network, Promise.all(orders), MS_PER_MIN);
  await network.pass(MS_PER_S);
  expect((await network.home().since(address.id, 0)).length).toBe(100);
  const head = await network.home().head(address.id);
  const snapshot = await network.home().snapshot(address.id);
  if (!head || !snapshot) throw new Error('The room is not stored');
  network.stopServer();
  await network.pass(MS_PER_S);
  const restored = createMemoryHome();
  await restored.create(head, snapshot.bytes);
  network.startServer(restored);
  await network.pass(10 * MS_PER_S);
  expect((await restored.since(address.id, 0)).length).toBe(100);
  for (const machine of [one, two]) expect(consolesOf(machine).room?.isConnected).toBe(true);
  await during(network, two.session.ordered.queueCommand({ ...DRAFT, name: 'Enter Safe Mode' }));
  await network.pass(2 * MS_PER_S);
  for (const machine of [one, two])
    expect(namesOf(machine)).toEqual(expect.arrayContaining([DRAFT.name, 'Enter Safe Mode']));
  const three = await network.enter(address, GROUND);
  await network.pass(MS_PER_S);
  expect(namesOf(three).filter((name) => name === DRAFT.name)).toHaveLength(100);
  await network.pass(MS_PER_MIN);
  await expectOneMission(network, [one, two, three]);
});

/** As many operators as a mission takes, and walls; each second console at the second server, if there is one. */
async function fortyConsoles(network: RoomNetwork): Promise<readonly [Machine, Machine, ...Machine[]]> {
  const address = await share(network, GROUND);
  const machines: Machine[] = [];
  for (let server = 0; machines.length < 16; server = 1 - server)
    machines.push(await network.enter(address, { ...GROUND, server }));
  const [one, two] = machines as [Machine, Machine];
  const watching = viewerLink(one, address);
  for (let server = 0; machines.length < 40; server = 1 - server)
    machines.push(await network.enter(watching, { ...GROUND, server, kind: 'wall' }));
  await network.pass(5 * MS_PER_S);
  for (const machine of machines) expect(consolesOf(machine).room).toMatchObject({ isConnected: true });
  return [one, two, ...machines.slice(2)];
}

it('of forty consoles the half whose server is killed is whole within ten seconds at another one, and all within ten seconds of the start of a third one', async () => {
  const network = openRoomNetwork(2);
  const machines = await fortyConsoles(network);
  const [one, two] = machines;
  expect(consolesOf(one).room).toMatchObject({ viewerCount: 24 });
  const order = () => [one, two].map(({ session }) => session.ordered.queueCommand(DRAFT));
  const expectWhole = async (orders: ReturnType<typeof order>) => {
    for (const machine of machines)
      expect(consolesOf(machine).room).toMatchObject({ isConnected: true, viewerCount: 24 });
    expect(await during(network, Promise.all(orders))).toMatchObject([{ ok: true }, { ok: true }]);
  };
  const first = order();
  network.stopServer(0);
  await network.pass(500);
  const connected = machines.map((machine) => consolesOf(machine).room?.isConnected);
  expect(connected).toEqual(machines.map((_, index) => index % 2 === 1));
  await network.pass(9.5 * MS_PER_S);
  await expectWhole(first);

  const second = order();
  network.stopServer(1);
  await network.pass(5 * MS_PER_S);
  for (const machine of machines) expect(consolesOf(machine).room?.isConnected).toBe(false);
  network.startServer();
  await network.pass(10 * MS_PER_S);
  await expectWhole(second);
  await network.pass(MS_PER_MIN);
  for (const machine of machines)
    expect(namesOf(machine).filter((name) => name === DRAFT.name)).toHaveLength(4);
  await expectOneMission(network, machines);
});

it('a mission with a full log says so on every console, later ones too, and goes on when it is shared again', async () => {
  const network = openRoomNetwork();
  const home = createMemoryHome();
  let fullRoom: string | undefined;
  network.startServer({
    ...home,
    append: async (id, entry) => (id === fullRoom ? { kind: 'full' } : home.append(id, entry)),
  });
  const address = await share(network, GROUND);
  const [one, two] = [await network.enter(address, GROUND), await network.enter(address, GROUND)];
  expect(await during(network, one.session.ordered.queueCommand(DRAFT))).toMatchObject({ ok: true });
  expect(consolesOf(one).room?.isFull).toBeUndefined();
  fullRoom = address.id;
  const next = { ...DRAFT, name: 'Rotate Antenna' } as const;
  expect(await during(network, one.session.ordered.queueCommand(next))).toEqual({
    ok: false,
    message: 'The log of this shared mission is full. Share the mission again in the Consoles panel.',
  });
  const late = await network.enter(address, GROUND);
  await network.pass(2 * MS_PER_S);
  for (const machine of [one, two, late])
    expect(consolesOf(machine).room).toMatchObject({ isConnected: true, isFull: true });
  const again = await network.share(one.session);
  const machines = [await network.enter(again, GROUND), await network.enter(again, GROUND)] as const;
  expect(await during(network, machines[0].session.ordered.queueCommand(next))).toMatchObject({ ok: true });
  await network.pass(MS_PER_MIN);
  for (const machine of machines) expect(consolesOf(machine).room?.isFull).toBeUndefined();
  await expectOneMission(network, [...machines]);
  expect(namesOf(machines[1]).toSorted()).toEqual([...namesOf(two), next.name].toSorted());
});

it('new links close the old ones, and the operator who made them goes on', async () => {
  const network = openRoomNetwork();
  const address = await share(network);
  const [one, two] = [await network.enter(address), await network.enter(address)];
  await network.pass(MS_PER_S);
  const old = viewerLink(one, address);
  expect(await during(network, one.room.renewKeys())).toEqual({ ok: true, value: undefined });
  await network.pass(MS_PER_S);
  expect(consolesOf(two).room).toMatchObject({
    isConnected: false,
    refusal: 'The links of the shared mission have been replaced. Ask its operators for a new one.',
  });
  const { keys } = consolesOf(one).room ?? {};
  expect(keys?.operator).not.toBe(address.key);
  await expect(network.enter(address)).rejects.toMatchObject({ name: 'RoomRefusedError' });
  await expect(network.enter(old)).rejects.toMatchObject({ name: 'RoomRefusedError' });
  const three = await network.enter({ id: address.id, key: keys?.operator ?? '' });
  await during(network, three.session.ordered.queueCommand(DRAFT));
  await network.pass(MS_PER_S);
  expect(namesOf(one)).toContain(DRAFT.name);
});

it('new links hold also if their answer is lost, and the operator who made them has them', async () => {
  const network = openRoomNetwork();
  const address = await share(network);
  const one = await network.enter(address, { delayMs: () => 50 });
  await network.pass(MS_PER_S);
  const renewal = one.room.renewKeys();
  await network.pass(60);
  one.setOnline(false);
  await network.pass(MS_PER_S);
  one.setOnline(true);
  expect(await during(network, renewal, MS_PER_MIN)).toEqual({ ok: true, value: undefined });
  await network.pass(MS_PER_S);
  const { keys } = consolesOf(one).room ?? {};
  expect(keys?.operator).not.toBe(address.key);
  const two = await network.enter({ id: address.id, key: keys?.operator ?? '' });
  expect(consolesOf(two).room).toMatchObject({ isConnected: true });
  await expect(network.enter(address)).rejects.toMatchObject({ name: 'RoomRefusedError' });
});

it('of two operators who make new links at once one is told that they have been replaced', async () => {
  const network = openRoomNetwork();
  const address = await share(network);
  const [one, two] = [await network.enter(address), await network.enter(address)];
  const renewals = [one.room.renewKeys(), two.room.renewKeys()];
  const outcomes = await during(network, Promise.all(renewals), MS_PER_MIN);
  expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
  const refusals = [one, two].map((machine) => consolesOf(machine).room?.refusal);
  expect(refusals).toContain(
    'The links of the shared mission have been replaced. Ask its operators for a new one.',
  );
});

it('runs at the rate that the machine of its lead achieves, says so on all, and takes no time from anybody', async () => {
  const network = openRoomNetwork();
  const address = await share(network);
  const slow = await network.enter(address, { speedMs: 60 * MS_PER_S });
  const quick = await network.enter(address);
  await during(network, slow.session.ordered.setRate(3600));
  let reached = 0;
  for (let second = 0; second < 40; second++) {
    await network.pass(MS_PER_S);
    const time = quick.session.mission.time();
    expect(time).toBeGreaterThanOrEqual(reached);
    reached = time;
  }
  for (const machine of [slow, quick]) {
    expect(transportOf(machine)).toMatchObject({ rate: 3600, achievedRate: 540 });
  }
  await network.pass(2 * MS_PER_MIN);
  const spreadMs = Math.abs(slow.session.mission.time() - quick.session.mission.time());
  expect(spreadMs).toBeLessThan(30 * MS_PER_MIN);
  await during(network, quick.session.ordered.setRate(0));
  await network.pass(20 * MS_PER_S);
  expect(slow.session.mission.time()).toBe(quick.session.mission.time());
  expect(slow.session.mission.hash()).toBe(quick.session.mission.hash());
});

it('a machine whose link comes back changes nothing for the others, whatever the room has done meanwhile', async () => {
  const network = openRoomNetwork();
  const address = await share(network);
  const [one, two] = [await network.enter(address), await network.enter(address)];
  await during(network, one.session.ordered.runUntil('eclipse'));
  await network.pass(MS_PER_S);
  two.setOnline(false);
  await during(network, one.session.ordered.setRate(1));
  await during(network, one.session.ordered.setRate(60));
  await network.pass(MS_PER_MIN);
  const before = one.session.mission.time();
  two.setOnline(true);
  await network.pass(MS_PER_MIN);
  for (const machine of [one, two]) {
    expect(machine.session.mission.time()).toBeGreaterThan(before);
    expect(transportOf(machine).rate).toBe(60);
  }
});

it('what was sent before an outage and arrives after it takes effect when it arrives', async () => {
  const network = openRoomNetwork();
  const address = await share(network, GROUND);
  const [one, two] = [await network.enter(address, GROUND), await network.enter(address, GROUND)];
  await network.pass(MS_PER_S);
  two.setOnline(false);
  // The link does not know yet.
  const outcome = two.session.ordered.queueCommand(DRAFT);
  await network.pass(10 * MS_PER_MIN);
  two.setOnline(true);
  await during(network, outcome, MS_PER_MIN);
  await network.pass(MS_PER_S);
  const entry = one.session.mission.journal().at(-1);
  expect(network.now() - (entry?.time ?? 0)).toBeLessThan(MS_PER_MIN);
});

it('a console that has entered a mission ahead of UTC returns to UTC with the others, and simulates a little of the past at a time', async () => {
  const network = openRoomNetwork();
  const address = await share(network);
  const one = await network.enter(address);
  await network.pass(2 * MS_PER_H);
  await during(network, one.session.ordered.setRate(600));
  await network.pass(MS_PER_MIN);
  await during(network, one.session.ordered.setRate(0));
  await network.pass(15 * MS_PER_MIN);
  const two = await network.enter(address, { speedMs: 20 * MS_PER_MIN });
  await network.pass(MS_PER_S);
  const ahead = one.session.mission.time();
  expect(two.session.mission.time()).toBe(ahead);

  await during(network, one.session.ordered.returnToUtc());
  expect(two.session.mission.time(), 'not at once').toBe(ahead);
  await network.pass(10 * MS_PER_S);
  expect(transportOf(two)).toMatchObject({ isInStep: true, rate: 1 });
  expect(transportOf(two).branches).toHaveLength(2);
  await network.pass(2 * MS_PER_MIN);
  await expectOneMission(network, [one, two]);
});

it('two returns to UTC are one: what was ordered after the first one stays', async () => {
  const network = openRoomNetwork();
  const address = await share(network);
  const [one, two] = [await network.enter(address), await network.enter(address, { delayMs: () => 100 })];
  await during(network, one.session.ordered.setRate(60));
  await network.pass(10 * MS_PER_S);
  const late = two.session.ordered.returnToUtc();
  await during(network, one.session.ordered.returnToUtc());
  await during(network, one.session.ordered.queueCommand(DRAFT));
  expect(await during(network, late)).toMatchObject({ ok: true });
  await network.pass(2 * MS_PER_S);
  for (const machine of [one, two]) {
    expect(namesOf(machine)).toContain(DRAFT.name);
    expect(transportOf(machine).branches).toHaveLength(2);
  }
});

it('a run ends at its target also if something is ordered right before', async () => {
  const network = openRoomNetwork();
  const address = await share(network);
  const machines = [
    await network.enter(address),
    await network.enter(address, { delayMs: () => 150 }),
  ] as const;
  const outcome = await during(network, machines[0].session.ordered.runUntil('eclipse'));
  if (!outcome.ok || outcome.value === undefined) throw new Error('There is no eclipse');
  while (machines[0].session.mission.time() < outcome.value - 100 * MS_PER_S) await network.pass(50);
  await during(network, machines[1].session.ordered.queueCommand(DRAFT));
  await network.pass(5 * MS_PER_S);
  for (const machine of machines) {
    expect(machine.session.mission.time()).toBe(outcome.value);
    expect(transportOf(machine).rate).toBe(0);
    expect(namesOf(machine)).toContain(DRAFT.name);
  }
});

it('a burst of operations is carried out one after the other, and ends no link', async () => {
  const network = openRoomNetwork();
  const address = await share(network);
  const machine = await network.enter(address);
  const before = namesOf(machine).length;
  const orders = Array.from({ length: 40 }, () => machine.session.ordered.queueCommand(DRAFT));
  const outcomes = await during(network, Promise.all(orders), MS_PER_MIN);
  expect(outcomes.filter(({ ok }) => ok)).toHaveLength(40);
  expect(namesOf(machine)).toHaveLength(before + 40);
  expect(consolesOf(machine).room?.isConnected).toBe(true);
});

it('an operation that the mission refuses is refused at once, with its reason, and costs no entry', async () => {
  const network = openRoomNetwork();
  const address = await share(network);
  const machine = await network.enter(address);
  const event = { title: 'x'.repeat(21_000), startTime: '2026-11-20T13:00', endTime: '2026-11-20T14:00' };
  const outcome = await machine.session.ordered.addEvent(event);
  expect(outcome).toEqual(startMission().control.addEvent(event));
  await network.pass(MS_PER_S);
  expect(await network.home().since(address.id, 0)).toEqual([]);
  expect(consolesOf(machine).room?.isConnected).toBe(true);
});

it('a request that is repeated after the worker was replaced has its answer, and happens once', async () => {
  const network = openRoomNetwork();
  const address = await share(network);
  const lost = await network.enter(address);
  await during(network, lost.session.ordered.queueCommand(DRAFT, 'request-1'));
  await network.pass(MS_PER_S);
  lost.kill();
  const next = await network.enter(address);
  const before = namesOf(next).filter((name) => name === DRAFT.name).length;
  expect(await during(network, next.session.ordered.queueCommand(DRAFT, 'request-1'))).toMatchObject({
    ok: true,
  });
  await network.pass(MS_PER_S);
  expect(namesOf(next).filter((name) => name === DRAFT.name)).toHaveLength(before);
});

it('a worker that takes the place of a lost one has the branches of its window, beside the mission as it is now', async () => {
  const network = openRoomNetwork();
  const address = await share(network);
  const lost = await network.enter(address);
  await network.pass(5 * MS_PER_S);
  lost.session.control.takeOver();
  await during(network, lost.session.ordered.queueCommand(DRAFT));
  await network.pass(MS_PER_S);
  const { branches = [] } = lost.session.record();
  lost.kill();
  const next = await network.enter(address, { branches });
  expect(transportOf(next)).toMatchObject({ branch: 'A', isInStep: true });
  expect(namesOf(next)).not.toContain(DRAFT.name);
  expect(next.session.control.showBranch('B')).toMatchObject({ ok: true });
  expect(namesOf(next)).toContain(DRAFT.name);
});

it('a console whose log is not that of the server any more enters anew', async () => {
  const network = openRoomNetwork();
  const address = await share(network);
  const one = await network.enter(address);
  await during(network, one.session.ordered.queueCommand(DRAFT));
  await network.pass(MS_PER_S);
  const head = await network.home().head(address.id);
  const snapshot = await network.home().snapshot(address.id);
  if (!head || !snapshot) throw new Error('The room is not stored');
  network.stopServer();
  const restored = createMemoryHome();
  await restored.create(head, snapshot.bytes);
  const { n: _, ...entry } = (await network.home().since(address.id, 0))[0] ?? expect.fail('no entry');
  await restored.append(address.id, { ...entry, id: 'of-somebody-else' });
  network.startServer(restored);
  await network.pass(MS_PER_MIN);
  expect(one.gaveUp()).toBe('the server has another log of the shared mission');
});

it('a console that has entered with a snapshot newer than the log of a restored server enters it again, instead of acknowledging what it never shows', async () => {
  const network = openRoomNetwork();
  const address = await share(network);
  const one = await network.enter(address);
  const [head, backup] = [await network.home().head(address.id), await network.home().snapshot(address.id)];
  if (!head || !backup) throw new Error('The room is not stored');
  await during(network, one.session.ordered.queueCommand(DRAFT));
  await network.pass(25 * MS_PER_MIN);
  expect((await network.home().snapshot(address.id))?.n).toBe(1);
  const late = await network.enter(address);
  await during(network, late.session.ordered.queueCommand(DRAFT));
  await network.pass(MS_PER_S);
  one.kill();
  network.stopServer();
  const restored = createMemoryHome();
  await restored.create(head, backup.bytes);
  network.startServer(restored);
  await network.pass(MS_PER_MIN);
  expect(late.gaveUp()).toBe('the server has lost entries that the shared mission includes here');
});

/** A room that has run for hours, and whose lead and another console agree. */
async function longRoom() {
  const network = openRoomNetwork();
  const address = await share(network, GROUND);
  const enter = () => network.enter(address, GROUND);
  const [lead, other] = [await enter(), await enter()];
  await during(network, lead.session.ordered.setRate(600));
  await network.pass(45 * MS_PER_S);
  await during(network, lead.session.ordered.setRate(1));
  await network.pass(2 * MS_PER_MIN);
  return { network, enter, lead, other };
}

it('a console whose mission is too long to be rebuilt and differs from that of another console says so, and enters the room again once', async () => {
  const { network, enter, lead, other } = await longRoom();
  expect(lead.session.mission.time() - T0).toBeGreaterThan(6 * MS_PER_H);
  const hash = vi.spyOn(lead.session.mission, 'hash').mockReturnValue('0'.repeat(16));
  await network.pass(90 * MS_PER_S);
  expect(consolesOf(other).differedAt).toBeDefined();
  expect(other.gaveUp()).toBe('the mission here differs from that of another console');
  // It would differ again, and does not enter time after time.
  const next = await enter();
  const told = listenTo(next);
  await network.pass(3 * MS_PER_MIN);
  expect(consolesOf(next).differedAt).toBeDefined();
  expect(next.gaveUp()).toBeUndefined();

  hash.mockRestore();
  await network.pass(90 * MS_PER_S);
  expect(consolesOf(next).differedAt).toBeUndefined();
  expect(told()).toContain('The mission here agrees with that of the other consoles again.');
});

it('a console whose mission differs from that of another console even after it was rebuilt enters the room again', async () => {
  const network = openRoomNetwork();
  const address = await share(network);
  const [lead, other] = [await network.enter(address), await network.enter(address)];
  await network.pass(2 * MS_PER_MIN);
  vi.spyOn(lead.session.mission, 'hash').mockReturnValue('0'.repeat(16));
  await network.pass(MS_PER_MIN);
  expect(consolesOf(other).differedAt).toBeDefined();
  expect(other.gaveUp()).toBeUndefined();
  await network.pass(MS_PER_MIN);
  expect(other.gaveUp()).toBe('the mission here differs from that of another console');
});

it('a console that gets its snapshot sooner than the end of the log says that it is catching up until it has all, and repeats no notices of before', async () => {
  const network = openRoomNetwork();
  const address = await share(network);
  const one = await network.enter(address);
  await during(network, one.session.ordered.queueCommand({ ...DRAFT, scheduledTime: '2026-11-20T12:05' }));
  await network.pass(MS_PER_S);
  for (let count = 0; count < 500; count++) {
    if (count % 10 === 0) await network.pass(10 * MS_PER_S);
    const time = network.now();
    const input = { kind: 'bookmark', text: `${count}`.padEnd(250, '.') } as const;
    const act = { kind: 'input', input } as const;
    await network.home().append(address.id, { id: `act-${count}`, time, act, by: 'one', at: time });
  }
  await network.pass(MS_PER_S);
  const all = one.session.mission.journal().length;
  let parcels = 0;
  const slow = await network.enter(address, {
    delayMs() {
      parcels += 1;
      return parcels <= 2 ? 1 : 500 * parcels;
    },
  });
  const told = listenTo(slow);
  const begunAt = slow.session.mission.time();
  for (let tenths = 0; consolesOf(slow).room?.isCatchingUp && tenths < 100; tenths++) {
    expect(slow.session.mission.time()).toBe(begunAt);
    await network.pass(100);
  }
  expect(consolesOf(slow).room?.isCatchingUp).toBeUndefined();
  expect(slow.session.mission.journal()).toHaveLength(all);
  await network.pass(MS_PER_S);
  expect(told()).toEqual([]);
});

it('the snapshot is replaced every ten minutes, also if nobody acts, and is then no older than 90 s of the server', async () => {
  const network = openRoomNetwork();
  const address = await share(network, GROUND);
  const machine = await network.enter(address, GROUND);
  await during(network, machine.session.ordered.setRate(10));
  await network.pass(20 * MS_PER_MIN + 5 * MS_PER_S);
  const kept = await network.home().snapshot(address.id);
  const snapshot = readRoomSnapshot(new TextDecoder().decode(kept?.bytes));
  if (!snapshot.ok) throw new Error(snapshot.message);
  expect(machine.session.mission.time() - snapshot.value.record.time).toBeLessThan(90 * 10 * MS_PER_S);
});

it('a search through the past that shows a hundred instants a second leaves a console connected', async () => {
  const network = openRoomNetwork();
  const machine = await network.enter(await share(network));
  await network.pass(MS_PER_MIN);
  for (let step = 0; step < 600; step++) {
    await machine.session.control.seek(later((step % 50) * MS_PER_S));
    await network.pass(8);
  }
  await network.pass(2 * MS_PER_S);
  expect(consolesOf(machine).room).toMatchObject({ isConnected: true, refusal: undefined });
  expect(consolesOf(machine).consoles[0]?.past).toBe(later(49 * MS_PER_S));
});

it('a mission that is operated while it is being shared is not entered, because that would be lost', async () => {
  const network = openRoomNetwork();
  const session = startMission({ clock: { now: network.now }, profile: 'none' });
  const shared = network.share(session);
  await session.ordered.queueCommand(DRAFT);
  await expect(shared).rejects.toThrow('Share it again.');
  expect((await network.share(session)).id).toMatch(/^[0-9a-f]{32}$/);
});

it('a mission that another version has shared, and that is too long to simulate again, is not called damaged', async () => {
  const network = openRoomNetwork();
  const address = await share(network);
  const text = new TextDecoder().decode((await network.home().snapshot(address.id))?.bytes);
  const snapshot = JSON.parse(text) as { record: object };
  const old = JSON.stringify({
    ...snapshot,
    record: { ...snapshot.record, time: later(15 * 24 * MS_PER_H) },
  });
  expect(readSnapshot(text, 'another')).toMatchObject({ ok: true });
  expect(readSnapshot(old, 'another')).toMatchObject({
    ok: false,
    message: expect.stringContaining('too long to simulate'),
  });
});

it('an exercise ends on all machines at its end, with one score, and the server is told nothing of what is hidden', async () => {
  const network = openRoomNetwork();
  const address = await network.share(startMission({ exercise: 'first-contact' }));
  const machines = [
    await network.enter(address),
    await network.enter(address, { delayMs: () => 100 }),
  ] as const;
  await during(network, machines[0].session.ordered.setRate(600));
  await network.pass(30 * MS_PER_S);
  const isOver = ({ session }: Machine) => session.snapshot().exercise.value?.isOver;
  const stored = new TextDecoder().decode((await network.home().snapshot(address.id))?.bytes);
  const snapshot = readRoomSnapshot(stored);
  if (!snapshot.ok) throw new Error(snapshot.message);
  expect(snapshot.value.record.keyframe).toBeUndefined();
  for (let minute = 0; !machines.every(isOver) && minute < 30; minute++) await network.pass(MS_PER_MIN);
  const results = machines.map(({ session }) => session.control.exerciseResult());
  expect(results[0]).toMatchObject({ ok: true, value: { score: expect.any(Number) } });
  expect(results[1]).toEqual(results[0]);
  expect(machines[1].session.mission.time()).toBe(machines[0].session.mission.time());
  for (const machine of machines) expect(transportOf(machine).rate).toBe(0);
});
