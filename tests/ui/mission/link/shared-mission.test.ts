import { expose, proxy, type Remote, wrap } from 'comlink';
import { createStore } from 'jotai';
import { afterEach, describe, expect, it } from 'vitest';
import type { ConsoleOptions, RoomView } from '../../../../src/shared/contract/consoles.ts';
import type { UpdateListener } from '../../../../src/shared/contract/mission-control.ts';
import { type MissionHost, ROOM_REFUSED } from '../../../../src/shared/contract/mission-host.ts';
import { type BranchId, MAIN_BRANCH, type TransportView } from '../../../../src/shared/contract/transport.ts';
import { type EpochMs, epochMs } from '../../../../src/shared/kit/units.ts';
import {
  enteringSinceAtom,
  hasJoinedAtom,
  isLinkLostAtom,
  linkFailureAtom,
  linkStateAtom,
  losesBranchesAtom,
  missionSecondAtom,
  roomAddressAtom,
  roomRefusalAtom,
  sliceAtoms,
} from '../../../../src/ui/mission/link/atoms.ts';
import { enteringAtom } from '../../../../src/ui/mission/link/entering.ts';
import {
  ENTERING_TICKS,
  LINK_TICK_MS,
  linkMission,
  PATIENCE_TICKS,
} from '../../../../src/ui/mission/link/link.ts';
import { createMissionTime } from '../../../../src/ui/mission/link/mission-time.ts';
import type { Session } from '../../../../src/worker/session/session.ts';
import { keyOf, roomView, viewerView } from '../../../support/consoles-view.ts';
import { eventually } from '../../../support/eventually.ts';
import { later, startUneventfulMission, T0 } from '../../../support/mission.ts';
import { transportView } from '../../../support/time-control.tsx';

const ROOM = { id: 'f'.repeat(32), key: keyOf('k') };
const OTHER = { id: 'e'.repeat(32), key: keyOf('l') };

const cleanUps: (() => void)[] = [];
afterEach(() => {
  for (const cleanUp of cleanUps.splice(0)) cleanUp();
});

/** What a worker sends of a mission. */
interface Shown {
  readonly room?: RoomView | undefined;
  readonly transport?: Partial<TransportView>;
  readonly time?: EpochMs;
}

/** Worker end of a real channel: it answers `open` and sends updates when the test says so. */
interface FakeWorker {
  readonly console: ConsoleOptions;
  /** Opens the mission, and sends it whole. */
  open(shown?: Shown): void;
  show(shown: Shown): void;
  refuse(message: string): void;
  fail(message?: string): void;
  readonly wasClosed: () => boolean;
}

function startLink(options: Partial<ConsoleOptions> = { room: ROOM }) {
  const store = createStore();
  const session: Session = startUneventfulMission();
  const workers: FakeWorker[] = [];
  const announced: { readonly level: string; readonly text: string }[] = [];
  let now = 0;
  let missions = 0;
  let tick = (): void => undefined;

  function connect(onFailure: (message?: string) => void) {
    const { port1, port2 } = new MessageChannel();
    cleanUps.push(() => port1.close());
    let isClosed = false;
    const host = {
      open(console: ConsoleOptions) {
        let listener: UpdateListener = () => undefined;
        let revision = 0;
        return new Promise((resolve, reject) => {
          const show = ({ room, transport, time = T0 }: Shown = {}): void => {
            const slices = session.snapshot();
            revision += 1;
            const consoles = {
              ...slices.consoles.value,
              missionId: console.room?.id ?? console.missionId,
              room,
            };
            void listener({
              time,
              rate: 1,
              slices: {
                ...slices,
                consoles: { revision, value: consoles },
                transport: { revision, value: transportView(transport) },
              },
              notices: [],
              handled: [],
            });
          };
          workers.push({
            console,
            show,
            open(shown) {
              const control = {
                keepMissions: () => ({ ok: true, value: true }),
                subscribe(subscribed: UpdateListener) {
                  listener = subscribed;
                  show(shown);
                  return 1;
                },
                shareMission: () => ({ ok: true, value: ROOM }),
                renewRoomKeys: () => ({ ok: false, message: 'Only an operator can replace the links.' }),
              };
              resolve(proxy(control));
            },
            refuse: (message) => reject(Object.assign(new Error(message), { name: ROOM_REFUSED })),
            fail: onFailure,
            wasClosed: () => isClosed,
          });
        });
      },
      flush: async () => undefined,
    };
    expose(host, port1);
    return {
      host: wrap(port2) as unknown as Remote<MissionHost>,
      close() {
        isClosed = true;
        port2.close();
      },
    };
  }

  const link = linkMission({
    store,
    missionTime: createMissionTime(),
    console: { missionId: '0'.repeat(32), kind: 'desk', openedAt: epochMs(0), window: 'window', ...options },
    newMissionId: () => String(++missions).repeat(32),
    sayGoodbye: () => undefined,
    now: () => now,
    utc: () => later(now),
    newRequestId: () => 'request',
    announce: (notice) => announced.push(notice),
    every: (_periodMs, callback) => {
      tick = callback;
    },
    connect,
  });
  cleanUps.push(() => link.suspend(true));

  /** Returns the worker with this number once it has been asked to open a mission. */
  async function worker(number: number): Promise<FakeWorker> {
    await eventually(() => expect(workers.length).toBeGreaterThanOrEqual(number));
    return workers[number - 1] as FakeWorker;
  }
  const status = () => store.get(linkStateAtom).status;
  return {
    link,
    store,
    workers,
    announced,
    worker,
    status,
    connected: () => eventually(() => expect(status()).toBe('connected')),
    ticks(count: number) {
      for (let index = 0; index < count; index++) {
        now += LINK_TICK_MS;
        tick();
      }
    },
    /** A link whose first worker has entered the shared mission. */
    async enter(room: RoomView = roomView({ keys: undefined })) {
      const first = await worker(1);
      first.open({ room });
      await this.connected();
      return first;
    },
  };
}

describe('a window that enters a shared mission', () => {
  it('opens it alone, and has entered it with the first update', async () => {
    const rig = startLink();
    const { console } = await rig.worker(1);
    expect(console).toMatchObject({ room: ROOM });
    expect(rig.store.get(enteringSinceAtom)).toBe(T0);
    expect(rig.store.get(roomAddressAtom)).toEqual(ROOM);
    await rig.enter();
    expect(rig.store.get(enteringSinceAtom)).toBeUndefined();
    expect(rig.store.get(hasJoinedAtom)).toBe(true);
  });

  it('says that it is connecting, then that the mission cannot be reached, and nothing of a short wait', async () => {
    const rig = startLink();
    await rig.worker(1);
    const entering = () => rig.store.get(enteringAtom);
    rig.ticks(8);
    expect(entering()).toBeUndefined();
    rig.ticks(8);
    expect(entering()).toBe('connecting');
    rig.ticks(28);
    expect(entering()).toBe('unreachable');
    await rig.enter();
    expect(entering()).toBeUndefined();
  });

  it('does not take a worker that waits for the network for a dead one', async () => {
    const rig = startLink();
    await rig.worker(1);
    rig.ticks(ENTERING_TICKS - 1);
    expect(rig.workers).toHaveLength(1);
    expect(ENTERING_TICKS * LINK_TICK_MS).toBe(60_000);
  });

  it('tries with another worker after a minute, and does not say that the simulation has failed', async () => {
    const rig = startLink();
    const first = await rig.worker(1);
    rig.ticks(ENTERING_TICKS);
    const second = await rig.worker(2);
    expect(first.wasClosed()).toBe(true);
    expect(second.console.room).toEqual(ROOM);
    expect(rig.status()).toBe('connecting');
    expect(rig.store.get(linkFailureAtom)).toBeUndefined();
    expect(rig.store.get(enteringAtom)).toBe('unreachable');
    second.open({ room: roomView() });
    await rig.connected();
  });

  it('enters it again with another worker when one is lost', async () => {
    const rig = startLink();
    const first = await rig.enter();
    first.fail('boom');
    const second = await rig.worker(2);
    expect(second.console).toMatchObject({ missionId: ROOM.id, room: ROOM });
    rig.ticks(PATIENCE_TICKS);
    expect(rig.workers).toHaveLength(2);
    second.open({ room: roomView() });
    await rig.connected();
  });

  it('does not send to the mission itself what was asked of a branch before the worker was lost', async () => {
    const rig = startLink();
    const first = await rig.enter();
    first.show({ room: roomView({ keys: undefined }), transport: { branch: 'B' as BranchId } });
    await eventually(() => expect(rig.store.get(sliceAtoms.transport)?.branch).toBe('B'));
    first.fail('boom');
    const asked = rig.link.operations.executeCommand('cmd-1');
    (await rig.worker(2)).open({ room: roomView({ keys: undefined }) });
    expect(await asked).toMatchObject({
      ok: false,
      message: expect.stringContaining('shows the mission itself'),
    });
    expect(rig.announced.at(-1)?.text).toBe(
      'The simulation restarted and shows the mission itself. Its branches are in Branches.',
    );
  });

  it('enters it again with its new key when its operator has replaced the links', async () => {
    const rig = startLink();
    const first = await rig.enter(roomView({ keys: { operator: keyOf('n'), viewer: keyOf('v') } }));
    const next = { ...ROOM, key: keyOf('n') };
    expect(rig.store.get(roomAddressAtom)).toEqual(next);
    first.fail('boom');
    expect((await rig.worker(2)).console.room).toEqual(next);
  });

  it('begins a mission of its own when it is refused, and says why', async () => {
    const rig = startLink();
    (await rig.worker(1)).refuse('The shared mission has ended.');
    const second = await rig.worker(2);
    expect(second.console).toMatchObject({ missionId: '1'.repeat(32), room: undefined });
    expect(rig.store.get(roomRefusalAtom)).toBe('The shared mission has ended.');
    expect(rig.store.get(roomAddressAtom)).toBeUndefined();
    expect(rig.store.get(enteringSinceAtom)).toBeUndefined();
    second.open();
    await rig.connected();
    expect(rig.store.get(hasJoinedAtom)).toBe(false);
  });

  it('begins a mission of its own when it is refused later, and shows nothing of the shared one any more', async () => {
    const rig = startLink();
    (await rig.enter()).fail('The links have been replaced.');
    (await rig.worker(2)).refuse('The links of the shared mission have been replaced.');
    const third = await rig.worker(3);
    expect(third.console.room).toBeUndefined();
    expect(rig.store.get(sliceAtoms.telemetry)).toBeUndefined();
    expect(rig.status()).toBe('connecting');
  });

  it('gives up a shared mission that crashes every worker', async () => {
    const rig = startLink();
    for (let number = 1; number <= 4; number++) {
      const one = await rig.worker(number);
      expect(one.console.room).toEqual(ROOM);
      one.open({ room: roomView({ keys: undefined }) });
      await rig.connected();
      one.fail('boom');
      while (rig.status() === 'lost' && rig.workers.length === number) {
        rig.ticks(1);
        await new Promise((resolve) => setImmediate(resolve));
      }
    }
    expect((await rig.worker(5)).console).toMatchObject({ missionId: '1'.repeat(32), room: undefined });
  });
});

describe('a window that shares its mission', () => {
  const begun = async () => {
    const rig = startLink({});
    const first = await rig.worker(1);
    first.open();
    await rig.connected();
    return { ...rig, first };
  };

  it('asks its worker, and then enters the shared mission', async () => {
    const { link, store, worker, connected, first } = await begun();
    const shared = await link.rooms.shareMission();
    expect(shared).toEqual({ ok: true, value: ROOM });
    link.enterRoom(ROOM);
    expect(store.get(roomAddressAtom)).toEqual(ROOM);
    const second = await worker(2);
    expect(second.console).toMatchObject({ missionId: ROOM.id, room: ROOM });
    second.open({ room: roomView() });
    await connected();
    expect(first.wasClosed()).toBe(true);
    expect(store.get(sliceAtoms.consoles)).toMatchObject({ missionId: ROOM.id, room: { role: 'operator' } });
  });

  it('goes on with its mission when the shared one refuses it, and says why', async () => {
    const { link, store, worker, announced } = await begun();
    link.enterRoom(ROOM);
    (await worker(2)).refuse('The shared mission has ended.');
    const third = await worker(3);
    expect(third.console).toMatchObject({ missionId: '0'.repeat(32), room: undefined });
    expect(announced.map(({ text }) => text)).toEqual([
      'Failed to enter the shared mission: The shared mission has ended. The mission before it continues.',
    ]);
    expect(store.get(roomAddressAtom)).toBeUndefined();
  });

  it('goes on with its mission when the shared one cannot be reached for a minute', async () => {
    const { link, worker, ticks } = await begun();
    link.enterRoom(ROOM);
    await worker(2);
    ticks(ENTERING_TICKS);
    expect((await worker(3)).console.missionId).toBe('0'.repeat(32));
  });

  it.each([
    ['begins another mission', (link: ReturnType<typeof linkMission>) => link.begin({ profile: 'calm' })],
    [
      'continues a kept mission',
      (link: ReturnType<typeof linkMission>) => link.continueMission({ id: OTHER.id, name: 'one' }, 0),
    ],
  ])('leaves the shared mission when it %s', async (_what, leave) => {
    const rig = startLink();
    await rig.enter();
    leave(rig.link);
    expect(rig.store.get(roomAddressAtom)).toBeUndefined();
    expect((await rig.worker(2)).console.room).toBeUndefined();
  });

  it('enters another shared mission instead of the one that it shows', async () => {
    const rig = startLink();
    await rig.enter();
    rig.link.enterRoom(OTHER);
    expect((await rig.worker(2)).console).toMatchObject({ missionId: OTHER.id, room: OTHER });
  });
});

describe('a shared mission whose server cannot be reached', () => {
  const lost = roomView({ isConnected: false, lostAt: T0 });

  async function lose(transport: Partial<TransportView> = {}) {
    const rig = startLink();
    const first = await rig.enter();
    first.show({ room: lost, transport });
    await eventually(() => expect(rig.store.get(sliceAtoms.consoles)?.room?.isConnected).toBe(false));
    return { ...rig, first };
  }

  it('stands still, and what is shown is not the present', async () => {
    const { store, ticks, first } = await lose();
    const before = store.get(missionSecondAtom);
    ticks(8);
    first.show({ room: lost });
    ticks(8);
    expect(store.get(missionSecondAtom)).toBe(before);
    expect(store.get(isLinkLostAtom)).toBe(true);
  });

  it('goes on when the server is back', async () => {
    const { store, ticks, first } = await lose();
    first.show({ room: roomView(), time: later(60_000) });
    await eventually(() => expect(store.get(isLinkLostAtom)).toBe(false));
    ticks(4);
    expect(store.get(missionSecondAtom)).toBe(later(61_000));
  });

  it('does not stop a branch', async () => {
    const branch = { id: 'B', name: 'B', origin: { parent: MAIN_BRANCH, time: T0 } };
    const { store, ticks } = await lose({
      branch: 'B',
      branches: [{ id: MAIN_BRANCH, name: MAIN_BRANCH }, branch],
      isInStep: false,
    });
    ticks(4);
    expect(store.get(missionSecondAtom)).toBe(later(1000));
    expect(store.get(isLinkLostAtom)).toBe(false);
    expect(store.get(losesBranchesAtom)).toBe(true);
  });
});

it('the keys of a shared mission are in no announcement', async () => {
  const rig = startLink();
  const first = await rig.enter(viewerView());
  first.fail('boom');
  (await rig.worker(2)).refuse('The shared mission has ended.');
  await rig.worker(3);
  expect(JSON.stringify(rig.announced)).not.toContain(ROOM.key);
});
