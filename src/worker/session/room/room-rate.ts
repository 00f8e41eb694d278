import type { RoomAct, RoomAnchor } from '../../../shared/contract/room.ts';
import { type EpochMs, MS_PER_S } from '../../../shared/kit/units.ts';
import type { SessionState } from '../clock/session-state.ts';

/** What this machine achieves of the rate of a room. */
export interface RoomRate {
  /**
   * Takes note of whether the mission is where the room is. Returns what the lead is to tell the room, if it achieves another rate
   * than the room has.
   */
  measure(isUpToDate: boolean): Extract<RoomAct, { kind: 'slow' }> | undefined;
  /** Returns the rate at which the mission runs here, if it is less than the set one. */
  achieved(): number | undefined;
}

/** Time over which it is measured what a machine achieves. */
const MEASURED_MS = 3 * MS_PER_S;
/** A machine that has kept up for this long may achieve more. */
const STEADY_MS = 60 * MS_PER_S;
const MORE = 1.2;
/** A little less than what it achieves lets a machine come to where the room is. */
const LESS = 0.9;

/** How this machine keeps up with a run. */
interface Measured {
  readonly of: RoomAnchor;
  /** Mission time and UTC since when it is so. */
  readonly time: EpochMs;
  readonly at: EpochMs;
  readonly isBehind: boolean;
  readonly achievedRate?: number;
}

/** @param anchorNow returns how the room runs */
export function createRoomRate(
  session: SessionState,
  anchorNow: () => RoomAnchor,
  now: () => EpochMs,
): RoomRate {
  let measured: Measured | undefined;

  function tell({ time, at, pace }: RoomAnchor, achievedRate: number): ReturnType<RoomRate['measure']> {
    const isLess = achievedRate < pace.run.rate;
    const rounded = Number(achievedRate.toPrecision(2));
    return { kind: 'slow', of: { time, at }, ...(isLess && { achievedRate: rounded }) };
  }

  return {
    measure(isUpToDate) {
      const { rate, isInStep } = session.run;
      const anchor = anchorNow();
      const time = session.main.mission.time();
      if (isInStep || rate <= 1) {
        measured = undefined;
        return undefined;
      }
      if (measured?.isBehind === isUpToDate || measured?.of !== anchor) measured = undefined;
      measured ??= { time, at: now(), isBehind: !isUpToDate, of: anchor };
      const wallMs = now() - measured.at;
      const set = anchor.pace.achievedRate ?? rate;
      if (isUpToDate) {
        return wallMs >= STEADY_MS && set < rate ? tell(anchor, Math.min(rate, set * MORE)) : undefined;
      }
      if (wallMs < MEASURED_MS) return undefined;
      const achievedRate = (time - measured.time) / wallMs;
      measured = { time, at: now(), isBehind: true, of: anchor, achievedRate };
      // It catches up with the room otherwise.
      return achievedRate < set ? tell(anchor, LESS * achievedRate) : undefined;
    },
    achieved() {
      const { rate } = session.run;
      const least = Math.min(measured?.achievedRate ?? rate, anchorNow().pace.achievedRate ?? rate);
      return least < rate ? least : undefined;
    },
  };
}
