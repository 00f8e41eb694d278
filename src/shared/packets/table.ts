import { COMMAND_NAMES, type CommandName } from '../entities/entities.ts';
import { ANTENNAS, SPACECRAFT_MODES } from '../entities/spacecraft.ts';
import { CHANNELS, TELEMETRY_CHANNELS, type TelemetryChannel } from '../entities/telemetry-channels.ts';
import { EVENT_FIELDS, EVENT_SERVICE, EVENT_SEVERITIES } from './events.ts';
import { type Field, float, labelsOf, uint } from './fields.ts';

/**
 * All telemetry packets of ORBITA-1 with their parameters. The codec, the software on board and the generated
 * descriptions read this table and those of telecommands and events; what a field means is said there and nowhere else.
 */

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

/** Returns the name of the flag of a command in progress: `activeThermalControl`. */
export function activityField(name: CommandName): `active${string}` {
  return `active${name.replaceAll(' ', '')}`;
}

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
const FAILURE_FIELDS = [
  ...REQUEST_FIELDS,
  uint('failureCode', 16, 'Reason', {
    labels: Object.values(FAILURE_CODES).map(([code, name]) => [code, name] as const),
  }),
] as const;

export const sid = uint('sid', 8, 'Structure of housekeeping parameters (SID)', {
  labels: STRUCTURE_NAMES.map((name) => [STRUCTURES[name].sid, name.toUpperCase()] as const),
});

/** When a telecommand in the schedule is released; all are 0 if the schedule is empty. */
const RELEASE_FIELDS = [
  uint('entryCount', 8, 'Telecommands in this packet: 1; 0 if the schedule is empty'),
  uint('entrySubScheduleId', 8, 'Sub-schedule: 1'),
  uint('entrySeconds', 32, 'Release time: seconds since 1970-01-01 00:00 UTC without leap seconds', {
    unit: 's',
  }),
  uint('entryFraction', 16, 'Release time: fraction of a second', { unit: 's', step: 1 / 0x1_0000 }),
] as const;

/** A telecommand in the schedule; all are 0 if the schedule is empty. */
const SCHEDULE_FIELDS = [
  ...RELEASE_FIELDS,
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
  /** All after the header, without the CRC and what it carries. */
  readonly fields: readonly Field[];
  /** True if a telecommand follows the fields, with headers and CRC of its own; none if the first field is 0. */
  readonly carriesTelecommand?: true;
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
export const VERIFICATION_SERVICE = 1;

/** All packets of fixed length, which every format of descriptions knows. */
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

export const SCHEDULE_DETAIL: TelemetryPacket = {
  ...packet(
    'SCHEDULE_DETAIL',
    'The schedule in detail, one telecommand in a packet',
    [11, 10],
    RELEASE_FIELDS,
  ),
  carriesTelecommand: true,
};
