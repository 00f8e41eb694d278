import { fromHex, toHex } from '../../shared/kit/octets.ts';
import { addMs, type EpochMs } from '../../shared/kit/units.ts';
import { APID, timeOf, timeValues } from '../../shared/packets/headers.ts';
import { type FailureCode, SCHEDULE_DETAIL, SCHEDULE_REPORT } from '../../shared/packets/table.ts';
import { type ReadTelecommand, readTelecommand } from '../../shared/packets/telecommand.ts';
import { packetOf } from './catalogue.ts';
import type { Output } from './output.ts';
import {
  EMPTY_SCHEDULE,
  MOST_SCHEDULED,
  type OnboardState,
  type Schedule,
  type ScheduledTelecommand,
} from './state.ts';

/** The time-based schedule, PUS service 11: telecommands that are released at an instant. */

export type Accepted = Extract<ReadTelecommand, { readonly kind: 'accepted' }>;

const releaseTimeOf = ({ values }: Accepted): EpochMs =>
  timeOf({ timeSeconds: values.releaseSeconds ?? 0, timeFraction: values.releaseFraction ?? 0 });

/** True if an entry is the one that a telecommand names. */
const isNamed = ({ source, sequenceCount }: ScheduledTelecommand, { values }: Accepted): boolean =>
  source === values.activitySource && sequenceCount === values.activitySequenceCount;

/** Returns why the schedule refuses a telecommand; `undefined` if it does not. */
export function scheduleRefusal(
  { schedule }: OnboardState,
  read: Accepted,
  time: EpochMs,
): FailureCode | undefined {
  switch (read.type.action) {
    case 'insertActivity': {
      const carried = readTelecommand(read.carried);
      if (carried.kind !== 'accepted' || carried.type.service === read.type.service) return 'illegalData';
      if (releaseTimeOf(read) <= time) return 'releaseTimePassed';
      return schedule.entries.length >= MOST_SCHEDULED ? 'scheduleFull' : undefined;
    }
    case 'deleteActivity':
      return schedule.entries.some((entry) => isNamed(entry, read)) ? undefined : 'unknownActivity';
    case 'shiftActivity':
    case 'shiftSchedule': {
      const shifted = schedule.entries.filter((entry) => isShifted(entry, read));
      if (shifted.length === 0 && read.type.action === 'shiftActivity') return 'unknownActivity';
      const isPast = shifted.some((entry) => shiftedBy(entry, read).releaseTime <= time);
      return isPast ? 'releaseTimePassed' : undefined;
    }
    default:
      return undefined;
  }
}

/** True if a telecommand shifts an entry: the one that it names, or all. */
const isShifted = (entry: ScheduledTelecommand, read: Accepted): boolean =>
  read.type.action === 'shiftSchedule' || isNamed(entry, read);

const shiftedBy = (entry: ScheduledTelecommand, { values }: Accepted): ScheduledTelecommand => ({
  ...entry,
  releaseTime: addMs(entry.releaseTime, values.timeOffset ?? 0),
});

/** Shifts release times; what is then released at one instant stays in its order. */
function shift({ isOn, entries }: Schedule, read: Accepted): Schedule {
  const shifted = entries.map((entry) => (isShifted(entry, read) ? shiftedBy(entry, read) : entry));
  return { isOn, entries: shifted.toSorted((one, other) => one.releaseTime - other.releaseTime) };
}

/** Inserts what a telecommand carries: after those that are released at the same instant. */
function insert({ isOn, entries }: Schedule, read: Accepted): Schedule {
  const carried = readTelecommand(read.carried);
  if (carried.kind !== 'accepted') throw new Error('The schedule has accepted what is no telecommand.');
  const entry: ScheduledTelecommand = {
    releaseTime: releaseTimeOf(read),
    source: carried.source,
    sequenceCount: carried.sequenceCount,
    bytes: toHex(read.carried),
  };
  const later = entries.findIndex(({ releaseTime }) => releaseTime > entry.releaseTime);
  return { isOn, entries: entries.toSpliced(later < 0 ? entries.length : later, 0, entry) };
}

const ENTRY = packetOf(...SCHEDULE_REPORT);

const releaseOf = ({ releaseTime }: ScheduledTelecommand) => {
  const { timeSeconds, timeFraction } = timeValues(releaseTime);
  return { entryCount: 1, entrySubScheduleId: 1, entrySeconds: timeSeconds, entryFraction: timeFraction };
};

/** Sends a packet for each telecommand of a schedule, or one with zeros if it is empty. */
function report({ entries }: Schedule, type: typeof ENTRY, output: Output): void {
  if (entries.length === 0) output.send(type, Object.fromEntries(type.fields.map(({ name }) => [name, 0])));
  for (const entry of entries) {
    const { source, sequenceCount, bytes } = entry;
    if (type.carriesTelecommand) output.send(type, releaseOf(entry), fromHex(bytes));
    else {
      const names = { entrySource: source, entryApid: APID, entrySequenceCount: sequenceCount };
      output.send(type, { ...releaseOf(entry), ...names });
    }
  }
}

/** Performs a telecommand of service 11; returns `undefined` for one of another service. */
export function performOnSchedule(schedule: Schedule, read: Accepted, output: Output): Schedule | undefined {
  switch (read.type.action) {
    case 'enableSchedule':
      return { ...schedule, isOn: true };
    case 'disableSchedule':
      return { ...schedule, isOn: false };
    case 'resetSchedule':
      return EMPTY_SCHEDULE;
    case 'insertActivity':
      return insert(schedule, read);
    case 'deleteActivity':
      return { ...schedule, entries: schedule.entries.filter((entry) => !isNamed(entry, read)) };
    case 'shiftActivity':
    case 'shiftSchedule':
      return shift(schedule, read);
    case 'reportSchedule':
      report(schedule, ENTRY, output);
      return schedule;
    case 'reportScheduleDetail':
      report(schedule, SCHEDULE_DETAIL, output);
      return schedule;
    default:
      return undefined;
  }
}

/** Returns the instant of the next release; `undefined` if none waits. */
export const nextRelease = ({ schedule }: OnboardState): EpochMs | undefined =>
  schedule.entries[0]?.releaseTime;

/** Takes the telecommand that is due out of the schedule. */
export function takeDue(
  onboard: OnboardState,
  time: EpochMs,
):
  | { readonly onboard: OnboardState; readonly due: ScheduledTelecommand; readonly octets: Uint8Array }
  | undefined {
  const [due, ...entries] = onboard.schedule.entries;
  if (!due || due.releaseTime > time) return undefined;
  const octets = fromHex(due.bytes) ?? new Uint8Array();
  return { onboard: { ...onboard, schedule: { ...onboard.schedule, entries } }, due, octets };
}
