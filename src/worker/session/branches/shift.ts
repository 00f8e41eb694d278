import type { JournalEntry } from '../../../shared/contract/journal.ts';
import type { ConsoleHolder } from '../../../shared/entities/duty-crew.ts';
import { type EpochMs, epochMs, type TimeRange } from '../../../shared/kit/units.ts';
import type { Branch } from './branch.ts';

/** The flights of a period in other hands. */
export interface ShiftFlights {
  readonly crew: Branch;
  readonly unattended: Branch;
}

/** Returns the jumps of a branch's clock that ended by an instant, in the order in which they were made. */
const jumpsUntil = ({ mission }: Branch, end: EpochMs): readonly TimeRange[] =>
  mission
    .journal()
    .flatMap(({ input, time }) =>
      input.kind === 'jump' && input.to <= end ? [{ from: time, to: input.to }] : [],
    );

/**
 * Returns the instant from which a branch has been simulated up to `to` without a jump of its clock: beyond one, the
 * same period in other hands cannot be compared.
 */
export const unbrokenFrom = (branch: Branch, to: EpochMs): EpochMs =>
  epochMs(Math.max(branch.startTime(), jumpsUntil(branch, to).at(-1)?.to ?? 0));

/** Returns the instant to which a branch's clock last jumped ahead, up to `to`; `undefined` without such a jump. */
export const skippedTo = (branch: Branch, to: EpochMs): EpochMs | undefined =>
  jumpsUntil(branch, to).findLast((jump) => jump.from < jump.to)?.to;

/** A flight, and the inputs of an instructor that are still to come in it, in order. */
interface Flight {
  readonly branch: Branch;
  toCome: readonly JournalEntry[];
}

/** True for an input of an instructor, which is the same with any holder of the console. */
const isInstructors = ({ input }: JournalEntry): boolean =>
  input.kind === 'fault' || input.kind === 'trigger';

/** Begins a flight from an instant of a branch, without what operators have done since. */
function begin(branch: Branch, { from, to }: TimeRange, holder: ConsoleHolder): Flight {
  const flight = branch.fork(branch.view, branch.at(from));
  const known = flight.mission.journal().length;
  const toCome = branch.mission
    .journal()
    .slice(known)
    .filter((entry) => entry.time <= to && isInstructors(entry));
  flight.apply({ kind: 'operation', name: 'handOverConsole', input: holder });
  return { branch: flight, toCome };
}

/** Simulates a flight up to an instant. */
function flyTo(flight: Flight, to: EpochMs): void {
  const { branch } = flight;
  for (let [entry] = flight.toCome; entry && entry.time <= to; [entry] = flight.toCome) {
    branch.advanceTo(entry.time);
    branch.apply(entry.input, entry.origin);
    flight.toCome = flight.toCome.slice(1);
  }
  branch.advanceTo(to);
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
  let held:
    | { readonly of: string; readonly flights: readonly [crew: Flight, unattended: Flight] }
    | undefined;
  return (branch, period, mostMs) => {
    const { from, to } = period;
    const of = `${branch.view.id} ${from} ${to}`;
    if (held?.of !== of) {
      held = { of, flights: [begin(branch, period, 'duty crew'), begin(branch, period, 'operator')] };
    }
    const { flights } = held;
    for (const flight of flights) {
      flyTo(flight, epochMs(Math.min(to, flight.branch.mission.time() + mostMs / 2)));
    }
    if (flights.some(({ branch: flown }) => flown.mission.time() < to)) return undefined;
    held = undefined; // their archives would stay in memory
    const [crew, unattended] = flights;
    return { crew: crew.branch, unattended: unattended.branch };
  };
}
