import { accepted, type Outcome, refused } from '../../../shared/contract/outcome.ts';
import type { RoomAct } from '../../../shared/contract/room.ts';
import type { MainRun } from '../../../shared/contract/transport.ts';
import { TELEMETRY_PERIOD_MS } from '../../../shared/entities/constants.ts';
import type { EpochMs } from '../../../shared/kit/units.ts';
import { gridAfter } from '../../mission/state/grid.ts';
import { type SessionState, whyNotTo } from '../clock/session-state.ts';
import { controlRun, OWN_TIME } from '../clock/time-control.ts';
import { IN_STEP } from '../clock/transport.ts';
import type { TimeOrder } from '../consoles/messages.ts';

/** What an operator's change of the time adds to the log of a room, if it changes anything, and its answer. */
export interface OrderedTime {
  readonly act?: Extract<RoomAct, { kind: 'pace' | 'return' }>;
  /** Mission time at which it takes effect. */
  readonly time: EpochMs;
  readonly value: unknown;
}

/**
 * Returns what an operator's change of the time means in a room.
 * @param now mission time of the room
 * @param utc UTC of the server
 */
export function orderedTime(
  order: TimeOrder,
  session: SessionState,
  now: EpochMs,
  utc: EpochMs,
): Outcome<OrderedTime> {
  const { slowsOnCritical } = session;
  let run: MainRun | undefined;
  const control = controlRun({
    branch: () => session.main,
    run: () => session.run,
    go(next) {
      run = { ...next, isInStep: false };
    },
    endRun() {
      run = { rate: session.run.rate, isInStep: session.run.isInStep };
    },
  });
  const changed = (outcome: Outcome<unknown>): Outcome<OrderedTime> => {
    if (!outcome.ok) return outcome;
    const act = run && ({ kind: 'pace', pace: { run, slowsOnCritical } } as const);
    return accepted({ ...(act && { act }), time: now, value: outcome.value });
  };
  switch (order.name) {
    case 'setRate':
      return changed(control.setRate(order.value));
    case 'runUntil':
      return changed(control.runUntil(order.value));
    case 'continueRun':
      return changed(control.continueRun());
    case 'step': {
      const time = gridAfter(now, TELEMETRY_PERIOD_MS);
      const pace = { run: { rate: 0, isInStep: false }, slowsOnCritical } as const;
      return accepted({ act: { kind: 'pace', pace }, time, value: time });
    }
    case 'slowOnCritical': {
      const pace = { run: session.run, slowsOnCritical: order.value };
      return accepted({ act: { kind: 'pace', pace }, time: now, value: order.value });
    }
    case 'returnToUtc': {
      if (session.main.mission.header.exercise !== undefined) return refused(OWN_TIME);
      if (session.run.isInStep) return accepted({ time: now, value: utc });
      if (now <= utc) {
        const pace = { run: IN_STEP.run, slowsOnCritical };
        return accepted({ act: { kind: 'pace', pace }, time: now, value: utc });
      }
      const why = whyNotTo(utc, session.main);
      return why === undefined ? accepted({ act: { kind: 'return' }, time: utc, value: utc }) : refused(why);
    }
  }
}
