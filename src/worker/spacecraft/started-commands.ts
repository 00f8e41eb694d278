import { epochMs } from '../../shared/kit/units.ts';
import { type CommandStart, startCommand } from './activities.ts';
import type { Deliveries } from './fly-ahead.ts';
import { copyOf } from './model.ts';

/** Delivers commands whose start on board is known, each at its time. */
export function deliverStarted(commands: readonly CommandStart[]): Deliveries {
  let starting = commands.toSorted((a, b) => a.time - b.time);
  return {
    deliver(craft, time) {
      let commanded = craft;
      const begun = starting.filter((command) => command.time <= time);
      starting = starting.slice(begun.length);
      for (const command of begun) commanded = copyOf(startCommand(commanded, command));
      return commanded;
    },
    nextTime(_craft, time) {
      const [next] = starting;
      return next && epochMs(Math.max(next.time, time + 1));
    },
  };
}
