import type { MissionInput } from '../../../shared/contract/journal.ts';
import { type EpochMs, epochMs, MS_PER_DAY, MS_PER_MIN, MS_PER_S } from '../../../shared/kit/units.ts';
import type { NoticeDraft } from '../../kit/steps.ts';
import { suspensionText } from '../../mission/jump.ts';
import type { SessionState } from './session-state.ts';

/** Longest gap that is simulated. */
export const LONGEST_CATCH_UP_MS = MS_PER_DAY;
/** Largest backward step of the clock that is waited out. */
export const PATIENCE_MS = 2 * MS_PER_S;
/** A longer gap is a suspension, which the log reports. */
export const SUSPENDED_MS = 10 * MS_PER_MIN;

export interface UtcEffects {
  /** Applies an input of the session itself to the mission. */
  apply(input: MissionInput): readonly NoticeDraft[];
  /** Called when the clock has moved back. */
  onClockBack(time: EpochMs): void;
}

/** Keeps the mission itself in step with UTC. */
export interface UtcFollower {
  /** Advances the mission towards UTC by at most `mostMs`. Returns true once it is there. */
  advanceTo(time: EpochMs, mostMs: number, notices: NoticeDraft[]): boolean;
  /** Begins to catch up with UTC, which is then reported. */
  returnTo(utc: EpochMs, textOf: (gapMs: number) => string): void;
  /** Ends a catch-up without a report, because the mission has left UTC. */
  leave(): void;
}

export function followUtc(session: SessionState, { apply, onClockBack }: UtcEffects): UtcFollower {
  /** Beginning and report of the current catch-up with the clock. */
  let catchingUp: { readonly from: EpochMs; readonly textOf: (gapMs: number) => string } | undefined;

  /** The notices of a gap are in the log; the operator gets one that states its duration. */
  function report(text: string): readonly NoticeDraft[] {
    apply({ kind: 'note', subject: 'Mission', level: 'info', text });
    return [{ level: 'info', text }];
  }

  return {
    advanceTo(time, mostMs, notices) {
      const { mission } = session.main;
      const gapMs = time - mission.time();
      if (gapMs < -PATIENCE_MS || gapMs > LONGEST_CATCH_UP_MS) {
        if (gapMs < 0) onClockBack(time);
        notices.push(...apply({ kind: 'jump', to: time }));
        catchingUp = undefined; // the jump reports the whole gap
        return true;
      }
      // The clock moved back a little, and the mission waits.
      if (gapMs < 0) return true;
      if (gapMs > SUSPENDED_MS) catchingUp ??= { from: mission.time(), textOf: suspensionText };
      const to = epochMs(Math.min(time, mission.time() + mostMs));
      const stepNotices = session.main.advanceTo(to);
      if (!catchingUp) notices.push(...stepNotices);
      if (to < time) return false;
      if (catchingUp) {
        notices.push(...report(catchingUp.textOf(time - catchingUp.from)));
        catchingUp = undefined;
      }
      return true;
    },
    returnTo(utc, textOf) {
      const from = session.main.mission.time();
      if (utc - from > SUSPENDED_MS) catchingUp ??= { from, textOf };
    },
    leave() {
      catchingUp = undefined;
    },
  };
}
