import type { ConsoleHolder } from '../../../shared/entities/duty-crew.ts';
import { type EpochMs, epochMs, type TimeRange } from '../../../shared/kit/units.ts';
import type { Branch } from './branch.ts';

/** The flights of a period in other hands. */
export interface ShiftFlights {
  readonly crew: Branch;
  readonly nobody: Branch;
}

/** Begins a flight from an instant of a branch, without what operators have done since. */
function fly(branch: Branch, from: EpochMs, holder: ConsoleHolder): Branch {
  const flight = branch.fork(branch.view, branch.at(from));
  // Refused where the holder has the console already.
  flight.apply({ kind: 'operation', name: 'handOverConsole', input: holder });
  return flight;
}

/**
 * Simulates periods of branches in other hands, each call a part of the period that it asks for.
 * @returns the flights once they are at the end of the period
 */
export function createShiftFlights(): (
  branch: Branch,
  period: TimeRange,
  mostMs: number,
) => ShiftFlights | undefined {
  let held: { readonly of: string; readonly flights: ShiftFlights } | undefined;
  return (branch, { from, to }, mostMs) => {
    const of = `${branch.view.id} ${from} ${to}`;
    if (held?.of !== of) {
      held = { of, flights: { crew: fly(branch, from, 'duty crew'), nobody: fly(branch, from, 'operator') } };
    }
    const { flights } = held;
    const { crew, nobody } = flights;
    for (const flight of [crew, nobody]) {
      flight.advanceTo(epochMs(Math.min(to, flight.mission.time() + mostMs / 2)));
    }
    if (crew.mission.time() < to || nobody.mission.time() < to) return undefined;
    held = undefined; // their archives would stay in memory
    return flights;
  };
}
