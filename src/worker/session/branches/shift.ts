import type { ConsoleHolder } from '../../../shared/entities/duty-crew.ts';
import { type EpochMs, epochMs, type TimeRange } from '../../../shared/kit/units.ts';
import type { Branch } from './branch.ts';

/** The flights of a period in other hands. */
export interface ShiftFlights {
  readonly crew: Branch;
  readonly unattended: Branch;
}

/**
 * Returns the instant from which a branch has been simulated up to `to` without a jump of its clock: beyond one, the
 * same period in other hands cannot be compared.
 */
export function unbrokenFrom({ mission, startTime }: Branch, to: EpochMs): EpochMs {
  const jumps = mission.journal().flatMap(({ input }) => (input.kind === 'jump' ? [input.to] : []));
  return epochMs(Math.max(startTime(), jumps.findLast((time) => time <= to) ?? 0));
}

/** Begins a flight from an instant of a branch, without what operators have done since. */
function fly(branch: Branch, from: EpochMs, holder: ConsoleHolder): Branch {
  const flight = branch.fork(branch.view, branch.at(from));
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
      const [crew, unattended] = [fly(branch, from, 'duty crew'), fly(branch, from, 'operator')];
      held = { of, flights: { crew, unattended } };
    }
    const { flights } = held;
    const { crew, unattended } = flights;
    for (const flight of [crew, unattended]) {
      flight.advanceTo(epochMs(Math.min(to, flight.mission.time() + mostMs / 2)));
    }
    if (crew.mission.time() < to || unattended.mission.time() < to) return undefined;
    held = undefined; // their archives would stay in memory
    return flights;
  };
}
