import type { MissionInput } from '../../../shared/contract/journal.ts';
import type { LiveResume } from '../../../shared/contract/mission-control.ts';
import type { EpochMs } from '../../../shared/kit/units.ts';
import type { OrbitalElements } from '../../../shared/orbit/elements.ts';
import { readReplies } from './answers.ts';
import type { Gateway } from './gateway.ts';
import {
  ageLive,
  applyMissedRound,
  applyRound,
  elementsOf,
  type LiveIss,
  type LiveStep,
  openLive,
  takeLiveData,
} from './live-iss.ts';
import { createPoller } from './poller.ts';

/** Session effects that live data require. */
export interface FeedEffects {
  /** Source of live data. Without one no live data is requested, and the ISS is simulated. */
  readonly gateway?: Gateway | undefined;
  /** Logs a failed fetch of the ISS position to the browser's console (spec §8). */
  logError(text: string): void;
  /** True while this console polls for all, and enters the results into the mission. */
  isLeader(): boolean;
  /** True while the mission itself is in step with UTC. */
  isInStep(): boolean;
  /** True if the mission itself follows this orbit of the ISS. */
  isFollowed(elements: OrbitalElements): boolean;
  /** Returns false if entering it is up to another console. */
  apply(input: MissionInput): boolean;
  /** Sends received data to the other consoles. */
  share(data: LiveResume): void;
  publish(): void;
}

/** Live data of the ISS, by wall time. */
export interface LiveFeed {
  live(): LiveIss;
  /** Takes the data of another console. */
  take(data: LiveResume): void;
  advanceTo(wall: EpochMs): void;
  /** Restarts after the clock has moved back. */
  restart(wall: EpochMs): void;
  nextDueTime(): number;
  setOnline(isOnline: boolean): void;
}

export function createLiveFeed(from: EpochMs, held: LiveResume | undefined, effects: FeedEffects): LiveFeed {
  let wall = from;
  let live = openLive(wall, held as LiveIss['data'] | undefined);
  /** Elements that the mission itself has in any case: they need no comparison with its journal. */
  let enteredElements: OrbitalElements | undefined;

  function takeStep({ live: next, logEvents }: LiveStep): void {
    const isNew = next.data !== live.data;
    live = next;
    if (!effects.isLeader()) return;
    if (isNew) effects.share(live.data);
    const elements = elementsOf(live);
    // Out of step, the mission keeps its orbit, or gets another past.
    if (!effects.isInStep()) enteredElements = undefined;
    else if (
      elements &&
      elements !== enteredElements &&
      (effects.isFollowed(elements) || effects.apply({ kind: 'iss-orbit', elements }))
    ) {
      enteredElements = elements;
    }
    for (const { kind, level, text } of logEvents)
      effects.apply({ kind: 'note', subject: kind, level, text });
  }

  const { gateway } = effects;
  const poller =
    gateway &&
    createPoller(
      {
        gateway,
        onRound(replies, nextTime) {
          takeStep(applyRound(live, readReplies(replies, wall), wall, nextTime));
          const { status, error } = live.data.shown.calls.issPosition;
          if (status === 'failed') effects.logError(`Failed to fetch the ISS position: ${error}`);
          effects.publish();
        },
        onOffline: () => takeStep(applyMissedRound(live, wall)),
      },
      wall,
    );

  return {
    live: () => live,
    take(data) {
      live = takeLiveData(live, data as LiveIss['data'], wall);
    },
    advanceTo(time) {
      wall = time;
      takeStep(ageLive(live, wall));
      if (effects.isLeader()) poller?.advanceTo(wall);
    },
    restart(time) {
      wall = time;
      poller?.restart(time);
      live = openLive(time);
      enteredElements = undefined; // the jump resets the orbit
    },
    nextDueTime: () => (poller && effects.isLeader() ? poller.nextDueTime() : Number.POSITIVE_INFINITY),
    setOnline: (isOnline) => poller?.setOnline(isOnline),
  };
}
