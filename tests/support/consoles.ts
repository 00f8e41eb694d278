import { expect } from 'vitest';
import type { ConsoleKind } from '../../src/shared/contract/consoles.ts';
import { type EpochMs, epochMs, MS_PER_S } from '../../src/shared/kit/units.ts';
import { type Joining, joinMission } from '../../src/worker/session/consoles/join.ts';
import type { Message, MessageBus } from '../../src/worker/session/consoles/messages.ts';
import { createReader, type Reader } from '../../src/worker/session/consoles/read-message.ts';
import { openSession, type Session, type SessionOptions } from '../../src/worker/session/session.ts';
import { T0 } from './mission.ts';

/** Delivery of messages between consoles; by default they arrive after a millisecond, once and in order. */
export interface Weather {
  /** Delays of the copies of a message in milliseconds; none if it is lost. */
  deliveries(): readonly number[];
}

export const FAIR: Weather = { deliveries: () => [1] };

/** A window of a simulated browser. */
export interface TestConsole {
  readonly session: Session;
  /** Suspends its timers and messages, as in a frozen page. */
  freeze(): void;
  wake(): void;
  /** Ends it without a farewell message. */
  kill(): void;
  /** Delivery of the messages that it sends from now on. */
  weather: Weather;
  /** Timer behaviour from now on. */
  timers: Timers;
}

/** Maps the due time of a timer to when it fires, milliseconds of UTC. Deterministic. */
export type Timers = (due: number) => number;

const EXACT: Timers = (due) => due;

/** Fires timers together, once per period, as in a background page. */
export const throttledTo =
  (periodMs: number): Timers =>
  (due) =>
    Math.ceil(due / periodMs) * periodMs;

interface OpenWindow {
  isFrozen: boolean;
  session: Session | undefined;
  timers: Timers;
  /** Lead of its clock over the browser's, in milliseconds. */
  readonly aheadMs: number;
}

interface Parcel {
  readonly at: number;
  readonly arrive: () => void;
}

export const MISSION = 'a'.repeat(32);
/** Mission of a window that could not join. */
const OTHER_MISSION = 'b'.repeat(32);

export type TestBrowser = ReturnType<typeof openBrowser>;

/** Simulates a browser with clock, timers and messages controlled by a test. */
export function openBrowser() {
  let now: number = T0;
  let opened = 0;
  let parcels: readonly Parcel[] = [];
  let unread: readonly string[] = [];
  const consoles = new Set<OpenWindow>();
  const ports = new Set<{ deliver: (data: unknown) => void }>();

  const after = (delayMs: number, arrive: () => void): void => {
    parcels = [...parcels, { at: now + delayMs, arrive }];
  };

  /** @param read the reader of a console; a port gets raw messages */
  function openBus(weather: () => Weather, isFrozen: () => boolean, read?: Reader): MessageBus {
    let listener: (message: Message) => void = () => undefined;
    let held: readonly unknown[] = [];
    const port = {
      deliver(data: unknown): void {
        if (isFrozen()) {
          held = [...held, data];
          return;
        }
        const due = [...held, data];
        held = [];
        for (const one of due) {
          const message = read ? read(one) : (one as Message);
          if (message) listener(message);
        }
      },
    };
    ports.add(port);
    return {
      send(message) {
        for (const other of ports) {
          if (other === port) continue;
          for (const delayMs of weather().deliveries()) {
            const copy = structuredClone(message);
            after(delayMs, () => {
              if (ports.has(other)) other.deliver(copy);
            });
          }
        }
      },
      listen: (next) => {
        listener = next;
      },
      close: () => ports.delete(port),
    };
  }

  /** Handles everything that is due in the present millisecond. */
  function settle(): void {
    const due = parcels.filter(({ at }) => at <= now);
    parcels = parcels.filter(({ at }) => at > now);
    for (const { arrive } of due) arrive();
    for (const one of consoles) {
      if (one.isFrozen || !one.session) continue;
      const ownNow = now + one.aheadMs;
      if (one.timers(one.session.nextDueTime()) <= ownNow) one.session.advanceTo(epochMs(ownNow));
    }
  }

  function pass(ms: number): void {
    const end = now + ms;
    while (now < end) {
      const wakes = [...consoles].map((one) =>
        one.isFrozen || !one.session
          ? end
          : Math.min(one.timers(one.session.nextDueTime()) - one.aheadMs, now + MS_PER_S),
      );
      const next = Math.min(end, ...parcels.map(({ at }) => at), ...wakes);
      now = Math.max(now + 1, Math.ceil(next));
      settle();
    }
  }

  interface Opening extends Partial<SessionOptions> {
    readonly joins?: boolean;
    readonly kind?: ConsoleKind;
    readonly name?: string;
    readonly weather?: Weather;
    readonly build?: string;
    /** Lead of its computer's clock over the others', in milliseconds. */
    readonly aheadMs?: number;
    readonly onJoining?: (joining: Joining) => void;
  }

  /** Opens a window, which joins the mission if it can. */
  async function open({
    joins = true,
    kind = 'desk',
    name,
    build = 'one',
    aheadMs = 0,
    ...options
  }: Opening = {}): Promise<TestConsole> {
    const id = `console-${++opened}`;
    const one: OpenWindow = { isFrozen: false, session: undefined, timers: EXACT, aheadMs };
    let weather = options.weather ?? FAIR;
    const self = { id, build, since: epochMs(now + aheadMs) };
    const bus = openBus(
      () => weather,
      () => one.isFrozen,
      createReader(self, (text) => {
        unread = [...unread, text];
      }),
    );
    const joined = joins ? joinMission(bus, self, after) : Promise.resolve<Joining>({});
    let joining: Joining | undefined;
    void joined.then((result) => {
      joining = result;
    });
    for (let wait = 0; !joining && wait < 100; wait++) {
      if (joins) pass(100);
      await Promise.resolve();
      await Promise.resolve();
    }
    const { mission, foreign } = joining ?? {};
    options.onJoining?.(joining ?? {});
    const session = openSession({
      clock: { now: () => epochMs(now + aheadMs) },
      seed: 1,
      ...options,
      joined: mission,
      console: {
        ...self,
        kind,
        name,
        missionId: foreign ? OTHER_MISSION : MISSION,
        ...(foreign ? { foreign, foreignBus: bus } : { bus }),
      },
    });
    one.session = session;
    consoles.add(one);
    return {
      session,
      freeze: () => {
        one.isFrozen = true;
      },
      wake: () => {
        one.isFrozen = false;
      },
      kill() {
        consoles.delete(one);
        bus.close();
      },
      get weather() {
        return weather;
      },
      set weather(next) {
        weather = next;
      },
      get timers() {
        return one.timers;
      },
      set timers(next) {
        one.timers = next;
      },
    };
  }

  /** Opens a port that reads and sends messages beside the windows. */
  const openPort = (): MessageBus =>
    openBus(
      () => FAIR,
      () => false,
    );

  /** Sets the computer's clock without letting time pass. */
  function setClock(byMs: number): void {
    now += byMs;
    parcels = parcels.map((parcel) => ({ ...parcel, at: parcel.at + byMs }));
  }

  return {
    open,
    openPort,
    after,
    pass,
    setClock,
    now: (): EpochMs => epochMs(now),
    /** Messages that the consoles could not read, as logged. */
    unread: () => unread,
  };
}

/** True if a console sequences the inputs of its mission. */
export function leads({ session }: TestConsole): boolean {
  const { leader, self } = session.snapshot().consoles.value;
  return leader === self;
}

/** Checks that all have the same mission at one instant; followers are one message behind the leader. */
export function expectOneMission(browser: TestBrowser, consoles: readonly TestConsole[]): void {
  for (const { session } of consoles) session.advanceTo(browser.now());
  const leading = consoles.filter(leads);
  expect(leading).toHaveLength(1);
  const [leader] = leading as [TestConsole];
  const [time, hash] = [leader.session.mission.time(), leader.session.mission.hash()];
  browser.pass(1);
  for (const { session } of consoles.filter((one) => one !== leader)) {
    expect(session.mission.time()).toBe(time);
    expect(session.mission.hash()).toBe(hash);
  }
}
