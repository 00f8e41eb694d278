import { expose, proxy } from 'comlink';
import { type ConsoleId, channelOf, type MissionId } from '../shared/contract/consoles.ts';
import type { MissionHost } from '../shared/contract/mission-control.ts';
import { MS_PER_MIN, MS_PER_S } from '../shared/kit/units.ts';
import { GATEWAY_ACCESS, isOnline } from './gateway-access.ts';
import { checkRecording } from './session/branches/check-recording.ts';
import type { Joining } from './session/consoles/join.ts';
import type { Introduction, Message, MessageBus, WholeMission } from './session/consoles/messages.ts';
import type { Reader } from './session/consoles/read-message.ts';
import { createHttpGateway } from './session/live-data/http-gateway.ts';
import { missionClock } from './session/open-mission.ts';
import { openSession, type Session } from './session/session.ts';

/**
 * Composition root of the worker: its only file that touches the clock, randomness, timers and the channel.
 */

const clock = missionClock(() => Date.now());
const after = (delayMs: number, callback: () => void) => void setTimeout(callback, delayMs);

/** Only workers of the same build share a mission. */
const BUILD = import.meta.env.VITE_BUILD_DIGEST || 'development';

/** Loads the message reader: a first visit, without other consoles, does not need it. */
const loadReader = () => import('./session/consoles/read-message.ts');
async function joinBy(bus: MessageBus, self: Introduction): Promise<Joining> {
  const [{ joinMission }] = await Promise.all([import('./session/consoles/join.ts'), loadReader()]);
  return joinMission(bus, self, after);
}

/**
 * Opens the mission's channel between the windows of this browser; `undefined` if the browser has none.
 * @param isShown true if this window shows the mission: it then answers at once, even before its reader is loaded
 */
function openBus(mission: MissionId, self: Introduction, isShown: boolean): MessageBus | undefined {
  if (typeof BroadcastChannel === 'undefined') return undefined;
  const channel = new BroadcastChannel(channelOf(mission));
  return {
    send: (message) => channel.postMessage(message),
    listen(listener) {
      const receive = (read: Reader, data: unknown): void => {
        const message = read(data);
        if (message) listener(message);
      };
      let reader: Reader | undefined;
      channel.onmessage = ({ data }) => {
        if (reader) receive(reader, data);
        // A message is lost if the reader fails to load. The timer turns a listener's error into one of the worker.
        else {
          if (isShown) channel.postMessage({ type: 'here', from: self.id } satisfies Message);
          loadReader().then(
            ({ createReader }) => {
              reader ??= createReader(self, globalThis.console.debug);
              setTimeout(receive, 0, reader, data);
            },
            () => undefined,
          );
        }
      };
    },
    close: () => channel.close(),
  };
}

/**
 * Most mission time to simulate at once: some 50 ms of work, after which the worker answers and reports. Longer than
 * an update period at the highest rate, 15 min, so that each period has one update.
 */
const SLICE_MS = 20 * MS_PER_MIN;

/**
 * Wakes the session whenever something is due, and every second. After a suspension or a clock change the first
 * wake-up begins to catch up.
 */
function drive(session: Session): void {
  const hasCaughtUp = session.advanceTo(clock.now(), SLICE_MS);
  const untilDue = hasCaughtUp ? session.nextDueTime() - clock.now() : 0;
  setTimeout(drive, Math.min(Math.max(0, untilDue), MS_PER_S), session);
}

const gateway = createHttpGateway(GATEWAY_ACCESS);

/** Reports to the session when the computer goes offline and online. */
function followNetwork(session: Session): void {
  const report = () => {
    session.setOnline(isOnline());
    session.advanceTo(clock.now(), SLICE_MS);
  };
  addEventListener('online', report);
  addEventListener('offline', report);
  session.setOnline(isOnline());
}

/** 48 random bits, so that no two sessions of a mission have the same id. */
const newConsoleId = (): ConsoleId =>
  Array.from(crypto.getRandomValues(new Uint8Array(6)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );

const host: MissionHost = {
  check(recording) {
    return checkRecording(recording);
  },
  async open({ join, openedAt, begin, ...options }, resume, lossReason) {
    const self: Introduction = { id: newConsoleId(), build: BUILD, since: openedAt };
    const bus = join === undefined ? undefined : openBus(join, self, false);
    const joining = bus ? await joinBy(bus, self) : {};
    const { foreign } = joining;

    function openAs(joined: WholeMission | undefined, reason: string | undefined): Session {
      const missionId = joined && join ? join : options.missionId;
      const isForeign = foreign !== undefined && missionId !== join;
      if (!joined && !isForeign) bus?.close();
      return openSession({
        clock,
        console: {
          ...options,
          ...self,
          missionId,
          bus: joined ? bus : openBus(missionId, self, true),
          foreign,
          foreignBus: isForeign ? bus : undefined,
        },
        joined,
        isKept: join !== undefined,
        seed: Date.now(),
        ...begin,
        gateway,
        logError: globalThis.console.error,
        resume,
        lossReason: reason,
      });
    }
    /** Data that another window has sent may be damaged: this one then begins, or continues, alone. */
    function openJoined(joined: WholeMission): Session {
      try {
        return openAs(joined, lossReason);
      } catch {
        return openAs(undefined, 'what another window has sent of it is damaged');
      }
    }
    const session = joining.mission ? openJoined(joining.mission) : openAs(undefined, lossReason);
    followNetwork(session);
    drive(session);
    return proxy({ ...session.control, ...session.ordered });
  },
};

expose(host);
