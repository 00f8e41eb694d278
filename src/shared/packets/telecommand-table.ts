import { COMMAND_NAMES } from '../entities/entities.ts';
import { eventId } from './events.ts';
import { type Field, type Label, labelsOf, uint, wireName } from './fields.ts';
import { APID } from './headers.ts';
import { INTERVAL_STEP_S, sid } from './table.ts';

/** All telecommands of ORBITA-1 with their arguments. */

const LONGEST_INTERVAL_S = 3600;

/** A type of telecommand with an action. */
interface TelecommandOf<Action extends string> {
  /** In capitals, as in the descriptions. */
  readonly name: string;
  readonly title: string;
  readonly service: number;
  readonly subservice: number;
  /** What it does on board. */
  readonly action: Action;
  /** All after the header, without the CRC and what it carries. */
  readonly fields: readonly Field[];
  /** True if another telecommand follows the fields, with headers and CRC of its own. */
  readonly carriesTelecommand?: true;
}

/** Describes a telecommand, which has the name of its action. */
const telecommand = <const Action extends string>(
  action: Action,
  [service, subservice]: readonly [number, number],
  title: string,
  fields: readonly Field[] = [],
): TelecommandOf<Action> => ({
  name: wireName(action).toUpperCase(),
  title,
  service,
  subservice,
  action,
  fields,
});

/** Number of instructions in a request: PUS-C has a list here, ORBITA-1 one instruction. */
const one = uint('instructionCount', 8, 'Number of instructions in this request: 1', { fixed: 1 });
const interval = uint('interval', 16, 'Collection interval', {
  unit: 's',
  range: { low: INTERVAL_STEP_S, high: LONGEST_INTERVAL_S, multipleOf: INTERVAL_STEP_S },
});

/** There is one sub-schedule. */
const subSchedule = uint('subScheduleId', 8, 'Sub-schedule: 1', { fixed: 1 });

/** The telecommand in the schedule that another one is about. */
const activity = [
  uint('activitySource', 16, 'Source of the scheduled telecommand'),
  uint('activityApid', 16, 'Application process of the scheduled telecommand', {
    range: { low: APID, high: APID, multipleOf: 1 },
  }),
  uint('activitySequenceCount', 16, 'Sequence count of the scheduled telecommand'),
] as const;

const timeOffset: Field = {
  name: 'timeOffset',
  title: 'Offset that is added to the release time',
  type: 'int',
  bits: 32,
  unit: 'ms',
};

/** There is one packet store. */
const store = uint('storeId', 8, 'Packet store: 1', { fixed: 1 });

const FUNCTION_LABELS = labelsOf(COMMAND_NAMES, 1);
const FUNCTIONS = COMMAND_NAMES.map((name, index) => {
  const [fixed, label] = FUNCTION_LABELS[index] as Label;
  const title = `${name}: (1,7) follows at the end of its activity on board`;
  const functionId = uint('functionId', 8, 'Function', { labels: FUNCTION_LABELS, fixed });
  return { ...telecommand('function', [8, 1], title, [functionId]), name: label };
});

const OTHERS = [
  telecommand('ping', [17, 1], 'Connection test; answered by ALIVE'),
  telecommand('enableHousekeeping', [3, 5], 'Report a structure periodically', [one, sid]),
  telecommand('disableHousekeeping', [3, 6], 'No longer report a structure periodically', [one, sid]),
  telecommand('requestHousekeeping', [3, 27], 'Report a structure once, now', [one, sid]),
  telecommand('setHousekeepingInterval', [3, 31], 'Set the collection interval of a structure', [
    one,
    sid,
    interval,
  ]),
  telecommand('enableEvent', [5, 5], 'Report an event when it occurs', [one, eventId]),
  telecommand('disableEvent', [5, 6], 'No longer report an event', [one, eventId]),
  telecommand('enableSchedule', [11, 1], 'Release scheduled telecommands; the schedule is off at first'),
  telecommand('disableSchedule', [11, 2], 'Drop scheduled telecommands at their release times'),
  telecommand('resetSchedule', [11, 3], 'Delete all scheduled telecommands, and switch the schedule off'),
  {
    ...telecommand(
      'insertActivity',
      [11, 4],
      'Schedule the telecommand that follows, of any service but this one',
      [
        subSchedule,
        one,
        uint('releaseSeconds', 32, 'Release time: seconds since 1970-01-01 00:00 UTC without leap seconds', {
          unit: 's',
        }),
        uint('releaseFraction', 16, 'Release time: fraction of a second', { unit: 's', step: 1 / 0x1_0000 }),
      ],
    ),
    carriesTelecommand: true as const,
  },
  telecommand('deleteActivity', [11, 5], 'Delete a scheduled telecommand', [one, ...activity]),
  telecommand('shiftActivity', [11, 7], 'Shift the release time of a scheduled telecommand', [
    timeOffset,
    one,
    ...activity,
  ]),
  telecommand('shiftSchedule', [11, 15], 'Shift the release times of all scheduled telecommands', [
    timeOffset,
  ]),
  telecommand(
    'reportScheduleDetail',
    [11, 16],
    'Report the schedule with its telecommands; answered by SCHEDULE_DETAIL',
  ),
  telecommand('reportSchedule', [11, 17], 'Report the schedule; answered by SCHEDULE_ENTRY'),
  telecommand(
    'dumpStore',
    [15, 9],
    'Send the stored packets of a time range; (1,7) follows when the last one is sent',
    [
      one,
      store,
      uint('dumpFrom', 32, 'First second, since 1970-01-01 00:00 UTC without leap seconds', { unit: 's' }),
      uint('dumpTo', 32, 'Last second, since 1970-01-01 00:00 UTC without leap seconds', { unit: 's' }),
    ],
  ),
  telecommand('deleteStored', [15, 11], 'Delete the stored packets up to an instant', [
    uint('deleteTo', 32, 'Last second, since 1970-01-01 00:00 UTC without leap seconds', { unit: 's' }),
    one,
    store,
  ]),
];

/** A type of telecommand. */
export type Telecommand = TelecommandOf<'function' | (typeof OTHERS)[number]['action']>;

export const TELECOMMANDS: readonly Telecommand[] = [...FUNCTIONS, ...OTHERS];
