import { COMMAND_NAMES, type CommandName } from '../entities/entities.ts';
import { ANTENNAS, SPACECRAFT_MODES, type SpacecraftPart } from '../entities/spacecraft.ts';
import { CHANNELS, TELEMETRY_CHANNELS, type TelemetryChannel } from '../entities/telemetry-channels.ts';
import { type Field, float, type Label, uint } from './fields.ts';
import { APID } from './headers.ts';

/**
 * All packets of ORBITA-1 with their parameters, telecommands and events. The codec, the software on board and the
 * generated descriptions read this table; what a field means is said here and nowhere else.
 */

/** Numbers names from 0 on. */
const labelsOf = (names: readonly string[], first = 0): readonly Label[] =>
  names.map((name, index) => [index + first, name.toUpperCase().replaceAll(' ', '_')]);

const NO_YES = labelsOf(['no', 'yes']);
const OFF_ON = labelsOf(['off', 'on']);

/** Carriers of the link, in the order of their numbers. */
export const LINKS = ['station', 'relay', 'none'] as const;

/** Title of a number of bits that counts something and wraps. */
const counter = <const Name extends string>(name: Name, bits: 16 | 32, title: string): Field<Name> =>
  uint(name, bits, `${title}; wraps`);

/** A channel of telemetry in the steps of its sensor. */
const sensorField = (channel: TelemetryChannel): Field<TelemetryChannel> => {
  const { title, unit, step, limits, range } = CHANNELS[channel];
  const isUnsigned = range.low !== undefined && range.low >= 0;
  return { name: channel, title, type: isUnsigned ? 'uint' : 'int', bits: 16, unit, step, limits };
};

/** A structure of housekeeping parameters. */
export interface Structure<Fields extends readonly Field[] = readonly Field[]> {
  /** Structure identification, SID. */
  readonly sid: number;
  readonly title: string;
  /** Collection interval until a telecommand changes it; a multiple of `INTERVAL_STEP_S`. */
  readonly intervalS: number;
  /**
   * Shortest interval while telemetry is reduced: without the high-gain antenna, and in SURVIVAL. Absent for a structure
   * that is not reported then.
   */
  readonly reducedIntervalS?: number;
  /** Parameters after the SID. */
  readonly fields: Fields;
}

const structure = <const Fields extends readonly Field[]>(one: Structure<Fields>): Structure<Fields> => one;

/** Sensors are read every five seconds. */
export const INTERVAL_STEP_S = 5;
const LONGEST_INTERVAL_S = 3600;

export const STRUCTURES = {
  essential: structure({
    sid: 1,
    title: 'Essential: the five channels, mode, link, telecommand counters',
    intervalS: 5,
    reducedIntervalS: 30,
    fields: [
      uint('mode', 8, 'Mode', { labels: labelsOf(SPACECRAFT_MODES) }),
      uint('antenna', 8, 'Antenna that carries the link', { labels: labelsOf(ANTENNAS) }),
      uint('link', 8, 'Carrier of the link', { labels: labelsOf(LINKS) }),
      ...TELEMETRY_CHANNELS.map(sensorField),
      counter('telecommandsAccepted', 16, 'Telecommands accepted'),
      counter('telecommandsRefused', 16, 'Telecommands refused with a report'),
      counter('telecommandsDiscarded', 16, 'Telecommands discarded without a report: wrong CRC'),
      uint('lastSequenceCount', 16, 'Sequence count of the last telecommand that was not discarded'),
    ],
  }),
  power: structure({
    sid: 2,
    title: 'Power',
    intervalS: 10,
    fields: [
      uint('inSunlight', 8, 'Spacecraft in sunlight', { labels: NO_YES }),
      float('stateOfCharge', 'State of charge of the battery', '%'),
      float('busVoltage', 'Bus voltage of the model, without noise', 'V'),
      float('batteryCurrent', 'Battery current, positive while charging', 'A'),
      float('arrayPower', 'Available power of the solar array', 'W'),
      float('arrayPotential', 'Available power without faults, facing the Sun', 'W'),
      float('arrayDeployed', 'Deployed share of the array', '%'),
      float(
        'arrayEfficiency',
        'Output relative to a faultless array facing the Sun, mean over sunlight',
        '%',
      ),
      float('busLoad', 'Load of the bus', 'W'),
      float('payloadLoad', 'Load of the payload', 'W'),
      float('transmitterLoad', 'Load of the transmitter', 'W'),
      float('heaterLoad', 'Load of the heaters', 'W'),
      float('activityLoad', 'Load of the functions in progress', 'W'),
    ],
  }),
  thermal: structure({
    sid: 3,
    title: 'Thermal and attitude',
    intervalS: 10,
    fields: [
      uint('heaterThermostat', 8, 'State of the thermostat', { labels: OFF_ON }),
      float('busTemperature', 'Bus temperature of the model, without noise', '°C'),
      float('arrayTemperature', 'Temperature of the solar array', '°C'),
      float('attitudeDeviation', 'Deviation from the nominal attitude, without noise', '°'),
      float('wheelMomentum', 'Momentum stored in the wheels, share of their capacity', '%'),
    ],
  }),
  radio: structure({
    sid: 4,
    title: 'Radio and data',
    intervalS: 10,
    fields: [
      uint('stationInView', 8, 'A ground station is in view', { labels: NO_YES }),
      float('stationRange', 'Range of the station in view; 0 without one', 'km'),
      float('stationElevation', 'Elevation above the horizon of the station in view', '°'),
      float('highGainMargin', 'Link margin of the high-gain antenna', 'dB'),
      float('lowGainMargin', 'Link margin of the low-gain antenna', 'dB'),
      float('antennaMisalignment', 'Misalignment of the high-gain antenna', '°'),
      float('recorderStored', 'Data on the recorder', 'MB'),
      float('downlinkRate', 'Rate of the payload downlink', 'MB/s'),
      float('downlinked', 'Payload data downlinked so far', 'MB'),
    ],
  }),
  orbit: structure({
    sid: 5,
    title: 'Orbit',
    intervalS: 30,
    fields: [
      uint('sunVisible', 8, 'Visible share of the Sun', { unit: '%' }),
      float('positionX', 'Position in TEME, x', 'km'),
      float('positionY', 'Position in TEME, y', 'km'),
      float('positionZ', 'Position in TEME, z', 'km'),
      float('velocityX', 'Velocity in TEME, x', 'km/s'),
      float('velocityY', 'Velocity in TEME, y', 'km/s'),
      float('velocityZ', 'Velocity in TEME, z', 'km/s'),
      float('latitude', 'Geodetic latitude, WGS-84', '°'),
      float('longitude', 'Geodetic longitude, WGS-84, east positive', '°'),
      float('altitude', 'Altitude above the ellipsoid, WGS-84', 'km'),
    ],
  }),
  software: structure({
    sid: 6,
    title: 'Software on board',
    intervalS: 30,
    reducedIntervalS: 60,
    fields: [
      ...COMMAND_NAMES.map((name) => uint(activityField(name), 1, `${name} in progress`, { labels: NO_YES })),
      counter('packetsGenerated', 32, 'Telemetry packets generated before this one'),
      counter('eventsReported', 16, 'Events reported'),
      counter('functionsStarted', 16, 'Functions started by telecommand'),
      counter('functionsCompleted', 16, 'Functions completed'),
      counter('functionsFailed', 16, 'Functions started and not completed'),
      uint('safeHold', 16, 'Time until FDIR may leave SAFE by itself, as of the last step', { unit: 's' }),
      uint('scheduleOn', 8, 'Scheduled telecommands are released', { labels: NO_YES }),
      uint('scheduleEntries', 8, 'Telecommands in the schedule'),
      uint('storedPackets', 32, 'Packets in the packet store'),
    ],
  }),
} as const;

export type StructureName = keyof typeof STRUCTURES;
export const STRUCTURE_NAMES = Object.keys(STRUCTURES) as readonly StructureName[];

/** Name of the flag of a command in progress: `thermalControlActive`. */
export function activityField(name: CommandName): `active${string}` {
  return `active${name.replaceAll(' ', '')}`;
}

/** Severity of an event; its number is the subtype of its report. */
export const EVENT_SEVERITIES = ['informative', 'low', 'medium', 'high'] as const;
export type EventSeverity = (typeof EVENT_SEVERITIES)[number];

export interface EventDefinition {
  /** Event definition identification. */
  readonly id: number;
  /** In capitals, as in the descriptions. */
  readonly name: string;
  readonly severity: EventSeverity;
  readonly text: string;
}

/** Parts of the spacecraft that FDIR acts on, in the order of their events. */
const PARTS: readonly (readonly [part: SpacecraftPart, text: string])[] = [
  ['battery', 'battery'],
  ['array', 'solar array'],
  ['bus', 'bus'],
  ['heater', 'heater'],
  ['wheels', 'reaction wheels'],
  ['sensors', 'attitude sensors'],
  ['antenna', 'antenna'],
];

/** What FDIR did about a part. */
const FDIR_ACTIONS = {
  retried: { first: 11, name: 'FDIR_RETRY', severity: 'low', text: 'FDIR: a retry cleared a fault of the' },
  switched: { first: 21, name: 'FDIR_SWITCH', severity: 'medium', text: 'FDIR: switch to the redundant' },
  safed: {
    first: 31,
    name: 'FDIR_SAFE',
    severity: 'high',
    text: 'FDIR: safe configuration for a fault of the',
  },
  restored: {
    first: 41,
    name: 'FDIR_RESTORED',
    severity: 'informative',
    text: 'FDIR: reconfiguration cleared a fault of the',
  },
} as const;
export type FdirAction = keyof typeof FDIR_ACTIONS;

const event = (id: number, name: string, severity: EventSeverity, text: string): EventDefinition => ({
  id,
  name,
  severity,
  text,
});

export const MODE_EVENTS = {
  NOMINAL: event(1, 'MODE_NOMINAL', 'informative', 'The spacecraft is in NOMINAL'),
  SAFE: event(2, 'MODE_SAFE', 'medium', 'The spacecraft is in SAFE'),
  SURVIVAL: event(3, 'MODE_SURVIVAL', 'high', 'The spacecraft is in SURVIVAL'),
} as const;
export const UNDERVOLTAGE = event(
  4,
  'UNDERVOLTAGE',
  'medium',
  'The bus is below the protection voltage; SAFE follows if it lasts',
);
export const TELEMETRY_ON = event(
  5,
  'TELEMETRY_ON',
  'informative',
  'Packet telemetry has begun, or begun again',
);
export const TIME_JUMP = event(6, 'TIME_JUMP', 'low', 'Mission time has jumped; telemetry has a gap');

export const RELEASE_MISSED = event(
  7,
  'RELEASE_MISSED',
  'low',
  'A scheduled telecommand was dropped: the schedule was off, or its release time had passed',
);

export const STORE_FULL = event(
  8,
  'STORE_FULL',
  'medium',
  'The packet store is full; further packets are lost',
);

/** Returns the event of an action of FDIR. */
export function fdirEvent(action: FdirAction, part: SpacecraftPart): EventDefinition {
  const { first, name, severity, text } = FDIR_ACTIONS[action];
  const index = PARTS.findIndex(([one]) => one === part);
  return event(first + index, `${name}_${part.toUpperCase()}`, severity, `${text} ${PARTS[index]?.[1]}`);
}

export const EVENTS: readonly EventDefinition[] = [
  ...Object.values(MODE_EVENTS),
  UNDERVOLTAGE,
  TELEMETRY_ON,
  TIME_JUMP,
  RELEASE_MISSED,
  STORE_FULL,
  ...(Object.keys(FDIR_ACTIONS) as FdirAction[]).flatMap((action) =>
    PARTS.map(([part]) => fdirEvent(action, part)),
  ),
];

const eventId = uint('eventId', 16, 'Event', { labels: EVENTS.map(({ id, name }) => [id, name] as const) });

/** The same for every event: some ground systems read no variable part. */
export const EVENT_FIELDS = [
  eventId,
  float('eventBusVoltage', 'Bus voltage at the event', 'V'),
  float('eventBusTemperature', 'Bus temperature at the event', '°C'),
  float('eventAttitudeDeviation', 'Attitude deviation at the event', '°'),
] as const;

/** Why a telecommand is refused or a function does not complete. A wrong CRC is counted and not reported. */
export const FAILURE_CODES = {
  illegalHeader: [
    1,
    'ILLEGAL_HEADER',
    'No telecommand of PUS-C: packet version, type, secondary header, sequence flags, PUS version',
  ],
  illegalApid: [2, 'ILLEGAL_APID', `Another application process than ORBITA-1`],
  illegalLength: [3, 'ILLEGAL_LENGTH', 'The packet has another length than its header or its type says'],
  illegalService: [4, 'ILLEGAL_SERVICE', 'There is no such service'],
  illegalSubservice: [5, 'ILLEGAL_SUBSERVICE', 'The service has no such subtype'],
  illegalData: [6, 'ILLEGAL_DATA', 'An argument has a value that is not allowed'],
  scheduleFull: [7, 'SCHEDULE_FULL', 'The schedule has no room for another telecommand'],
  releaseTimePassed: [8, 'RELEASE_TIME_PASSED', 'The release time is not in the future'],
  unknownActivity: [9, 'UNKNOWN_ACTIVITY', 'The schedule has no such telecommand'],
  dumpInProgress: [10, 'DUMP_IN_PROGRESS', 'The packet store is being dumped'],
  superseded: [16, 'SUPERSEDED', 'The same function was started again before its end'],
  cutBySurvival: [17, 'CUT_BY_SURVIVAL', 'SURVIVAL has switched off what the function needs'],
} as const satisfies Readonly<Record<string, readonly [code: number, name: string, meaning: string]>>;
export type FailureCode = keyof typeof FAILURE_CODES;

/** The first four octets of the telecommand that a report is about. */
export const REQUEST_FIELDS = [
  uint('requestVersion', 3, 'Packet version number of the telecommand'),
  uint('requestType', 1, 'Packet type of the telecommand'),
  uint('requestSecondaryHeader', 1, 'Secondary header flag of the telecommand'),
  uint('requestApid', 11, 'Application process of the telecommand'),
  uint('requestSequenceFlags', 2, 'Sequence flags of the telecommand'),
  uint('requestSequenceCount', 14, 'Sequence count of the telecommand'),
] as const;
export const FAILURE_FIELDS = [
  ...REQUEST_FIELDS,
  uint('failureCode', 16, 'Reason', {
    labels: Object.values(FAILURE_CODES).map(([code, name]) => [code, name] as const),
  }),
] as const;

const sid = uint('sid', 8, 'Structure of housekeeping parameters (SID)', {
  labels: STRUCTURE_NAMES.map((name) => [STRUCTURES[name].sid, name.toUpperCase()] as const),
});

/** A telecommand in the schedule; all are 0 if the schedule is empty. */
export const SCHEDULE_FIELDS = [
  uint('entryNumber', 8, 'Number of this telecommand, from 1, in the order of release'),
  uint('entryCount', 8, 'Telecommands in the schedule'),
  uint('entrySeconds', 32, 'Release time: seconds since 1970-01-01 00:00 UTC without leap seconds', {
    unit: 's',
  }),
  uint('entryFraction', 16, 'Release time: fraction of a second', { unit: 's', step: 1 / 0x1_0000 }),
  uint('entrySource', 16, 'Source of the telecommand'),
  uint('entryApid', 16, 'Application process of the telecommand'),
  uint('entrySequenceCount', 16, 'Sequence count of the telecommand'),
] as const;

/** A type of telemetry packet. */
export interface TelemetryPacket {
  /** In capitals, as in the descriptions. */
  readonly name: string;
  readonly title: string;
  readonly service: number;
  readonly subservice: number;
  /** Value of the first field that distinguishes it from others of its service and subtype. */
  readonly first?: number;
  /** All after the header, without the CRC. */
  readonly fields: readonly Field[];
}

const packet = (
  name: string,
  title: string,
  [service, subservice]: readonly [number, number],
  fields: readonly Field[],
): TelemetryPacket => ({ name, title, service, subservice, fields });

/** Reports of the verification of a telecommand, by their subtype of service 1. */
export const VERIFICATION = { accepted: 1, refused: 2, started: 3, completed: 7, failed: 8 } as const;
export const HOUSEKEEPING_REPORT = [3, 25] as const;
export const ALIVE_REPORT = [17, 2] as const;
export const SCHEDULE_REPORT = [11, 13] as const;
export const EVENT_SERVICE = 5;
export const VERIFICATION_SERVICE = 1;

export const TELEMETRY_PACKETS: readonly TelemetryPacket[] = [
  packet('TC_ACCEPTED', 'Telecommand accepted', [1, VERIFICATION.accepted], REQUEST_FIELDS),
  packet('TC_REFUSED', 'Telecommand refused', [1, VERIFICATION.refused], FAILURE_FIELDS),
  packet('TC_STARTED', 'Execution started', [1, VERIFICATION.started], REQUEST_FIELDS),
  packet('TC_COMPLETED', 'Execution completed', [1, VERIFICATION.completed], REQUEST_FIELDS),
  packet('TC_FAILED', 'Execution failed', [1, VERIFICATION.failed], FAILURE_FIELDS),
  ...STRUCTURE_NAMES.map((name): TelemetryPacket => {
    const { title, fields, sid: first } = STRUCTURES[name];
    return { ...packet(`HK_${name.toUpperCase()}`, title, HOUSEKEEPING_REPORT, [sid, ...fields]), first };
  }),
  ...EVENT_SEVERITIES.map((severity, index) =>
    packet(
      `EVENT_${severity.toUpperCase()}`,
      severity === 'informative' ? 'Informative event' : `Event of ${severity} severity`,
      [EVENT_SERVICE, index + 1],
      EVENT_FIELDS,
    ),
  ),
  packet(
    'SCHEDULE_ENTRY',
    'Summary of the schedule, one telecommand in a packet',
    SCHEDULE_REPORT,
    SCHEDULE_FIELDS,
  ),
  packet('ALIVE', 'Connection test report', ALIVE_REPORT, []),
];

/** What a telecommand does on board. */
export type TelecommandAction =
  | 'function'
  | 'ping'
  | 'enableHousekeeping'
  | 'disableHousekeeping'
  | 'requestHousekeeping'
  | 'setInterval'
  | 'enableEvent'
  | 'disableEvent'
  | 'enableSchedule'
  | 'disableSchedule'
  | 'resetSchedule'
  | 'insertActivity'
  | 'deleteActivity'
  | 'reportSchedule'
  | 'dumpStore'
  | 'deleteStored';

/** A type of telecommand. */
export interface Telecommand {
  /** In capitals, as in the descriptions. */
  readonly name: string;
  readonly title: string;
  readonly service: number;
  readonly subservice: number;
  readonly action: TelecommandAction;
  /** All after the header, without the CRC and what it carries. */
  readonly fields: readonly Field[];
  /** True if another telecommand follows the fields, with headers and CRC of its own. */
  readonly carriesTelecommand?: true;
}

/** Number of instructions in a request: PUS-C has a list here, ORBITA-1 one instruction. */
const one = uint('instructionCount', 8, 'Number of instructions in this request: 1', { fixed: 1 });
const interval = uint('interval', 16, 'Collection interval', {
  unit: 's',
  range: { low: INTERVAL_STEP_S, high: LONGEST_INTERVAL_S, multipleOf: INTERVAL_STEP_S },
});

/** There is one packet store. */
const store = uint('storeId', 8, 'Packet store: 1', { fixed: 1 });

const FUNCTION_LABELS = labelsOf(COMMAND_NAMES, 1);

export const TELECOMMANDS: readonly Telecommand[] = [
  ...COMMAND_NAMES.map((name, index): Telecommand => {
    const [fixed, label] = FUNCTION_LABELS[index] as Label;
    return {
      name: label,
      title: `${name}: (1,7) follows at the end of its activity on board`,
      service: 8,
      subservice: 1,
      action: 'function',
      fields: [uint('functionId', 8, 'Function', { labels: FUNCTION_LABELS, fixed })],
    };
  }),
  {
    name: 'PING',
    title: 'Connection test; answered by ALIVE',
    service: 17,
    subservice: 1,
    action: 'ping',
    fields: [],
  },
  {
    name: 'ENABLE_HOUSEKEEPING',
    title: 'Report a structure periodically',
    service: 3,
    subservice: 5,
    action: 'enableHousekeeping',
    fields: [one, sid],
  },
  {
    name: 'DISABLE_HOUSEKEEPING',
    title: 'No longer report a structure periodically',
    service: 3,
    subservice: 6,
    action: 'disableHousekeeping',
    fields: [one, sid],
  },
  {
    name: 'REQUEST_HOUSEKEEPING',
    title: 'Report a structure once, now',
    service: 3,
    subservice: 27,
    action: 'requestHousekeeping',
    fields: [one, sid],
  },
  {
    name: 'SET_HOUSEKEEPING_INTERVAL',
    title: 'Set the collection interval of a structure',
    service: 3,
    subservice: 31,
    action: 'setInterval',
    fields: [one, sid, interval],
  },
  {
    name: 'ENABLE_EVENT',
    title: 'Report an event when it occurs',
    service: 5,
    subservice: 5,
    action: 'enableEvent',
    fields: [one, eventId],
  },
  {
    name: 'DISABLE_EVENT',
    title: 'No longer report an event',
    service: 5,
    subservice: 6,
    action: 'disableEvent',
    fields: [one, eventId],
  },
  {
    name: 'ENABLE_SCHEDULE',
    title: 'Release scheduled telecommands; the schedule is off at first',
    service: 11,
    subservice: 1,
    action: 'enableSchedule',
    fields: [],
  },
  {
    name: 'DISABLE_SCHEDULE',
    title: 'Drop scheduled telecommands at their release times',
    service: 11,
    subservice: 2,
    action: 'disableSchedule',
    fields: [],
  },
  {
    name: 'RESET_SCHEDULE',
    title: 'Delete all scheduled telecommands, and switch the schedule off',
    service: 11,
    subservice: 3,
    action: 'resetSchedule',
    fields: [],
  },
  {
    name: 'INSERT_ACTIVITY',
    title: 'Schedule the telecommand that follows, of any service but this one',
    service: 11,
    subservice: 4,
    action: 'insertActivity',
    fields: [
      one,
      uint('releaseSeconds', 32, 'Release time: seconds since 1970-01-01 00:00 UTC without leap seconds', {
        unit: 's',
      }),
      uint('releaseFraction', 16, 'Release time: fraction of a second', { unit: 's', step: 1 / 0x1_0000 }),
    ],
    carriesTelecommand: true,
  },
  {
    name: 'DELETE_ACTIVITY',
    title: 'Delete a scheduled telecommand',
    service: 11,
    subservice: 5,
    action: 'deleteActivity',
    fields: [
      one,
      uint('activitySource', 16, 'Source of the scheduled telecommand'),
      uint('activityApid', 16, 'Application process of the scheduled telecommand', {
        range: { low: APID, high: APID, multipleOf: 1 },
      }),
      uint('activitySequenceCount', 16, 'Sequence count of the scheduled telecommand'),
    ],
  },
  {
    name: 'REPORT_SCHEDULE',
    title: 'Report the schedule; answered by SCHEDULE_ENTRY',
    service: 11,
    subservice: 17,
    action: 'reportSchedule',
    fields: [],
  },
  {
    name: 'DUMP_STORE',
    title: 'Send the stored packets of a time range; (1,7) follows when the last one is sent',
    service: 15,
    subservice: 9,
    action: 'dumpStore',
    fields: [
      one,
      store,
      uint('dumpFrom', 32, 'First second, since 1970-01-01 00:00 UTC without leap seconds', { unit: 's' }),
      uint('dumpTo', 32, 'Last second, since 1970-01-01 00:00 UTC without leap seconds', { unit: 's' }),
    ],
  },
  {
    name: 'DELETE_STORED',
    title: 'Delete the stored packets up to an instant',
    service: 15,
    subservice: 11,
    action: 'deleteStored',
    fields: [
      one,
      store,
      uint('deleteTo', 32, 'Last second, since 1970-01-01 00:00 UTC without leap seconds', { unit: 's' }),
    ],
  },
];
