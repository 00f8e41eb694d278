import { countsOf, type Field, wireName } from '../../shared/packets/fields.ts';
import {
  ALL_ACKS,
  CRC_OCTETS,
  PRIMARY_HEADER_OCTETS,
  TELECOMMAND_HEADER,
  TELEMETRY_HEADER,
} from '../../shared/packets/headers.ts';
import { TELEMETRY_PACKETS, type TelemetryPacket } from '../../shared/packets/table.ts';
import { telecommandOctets } from '../../shared/packets/telecommand.ts';
import type { Telecommand } from '../../shared/packets/telecommand-table.ts';
import { FIXED_TELECOMMANDS, SYSTEM } from './catalogue.ts';

/** The plugin of OpenC3 COSMOS in its own text format, which says more than its reader of XTCE understands. */

/** Stands for an end of a limit that does not exist: COSMOS has four limits or none. */
const NO_LIMIT = 1e9;

/** The format is ASCII. */
const ascii = (text: string): string => text.replaceAll('°C', 'C').replaceAll('°', 'deg');
const quoted = (text: string): string => `"${ascii(text).replaceAll('"', "'")}"`;
const nameOf = ({ name }: Field): string => wireName(name).toUpperCase();
const TYPES = { uint: 'UINT', int: 'INT', float: 'FLOAT' } as const;

function limitsOf({ limits }: Field): readonly string[] {
  const { warning = {}, critical = {} } = limits ?? {};
  const ends = [critical.low, warning.low, warning.high, critical.high];
  if (ends.every((end) => end === undefined)) return [];
  const [redLow = -NO_LIMIT, yellowLow = -NO_LIMIT, yellowHigh = NO_LIMIT, redHigh = NO_LIMIT] = ends;
  return [`    LIMITS DEFAULT 1 ENABLED ${redLow} ${yellowLow} ${yellowHigh} ${redHigh}`];
}

const statesOf = ({ labels = [] }: Field): readonly string[] =>
  labels.map(([value, label]) => `    STATE ${label} ${value}`);
const unitsOf = ({ unit }: Field): readonly string[] =>
  unit === undefined ? [] : [`    UNITS ${quoted(unit)} ${quoted(unit)}`];

/** An item of telemetry; with a value if that identifies the packet. */
function item(field: Field, id?: number): readonly string[] {
  const { bits, type, title, step } = field;
  const head = id === undefined ? 'APPEND_ITEM' : 'APPEND_ID_ITEM';
  const value = id === undefined ? '' : ` ${id}`;
  return [
    `  ${head} ${nameOf(field)} ${bits} ${TYPES[type]}${value} ${quoted(title)}`,
    ...statesOf(field),
    ...unitsOf(field),
    ...(step === undefined ? [] : [`    POLY_READ_CONVERSION 0 ${step}`]),
    ...limitsOf(field),
  ];
}

function telemetryPacket({ name, title, service, subservice, first, fields }: TelemetryPacket): string {
  const ids: Readonly<Record<string, number | undefined>> = { service, subservice, sid: first };
  return [
    `TELEMETRY ${SYSTEM} ${name} BIG_ENDIAN ${quoted(title)}`,
    ...[...TELEMETRY_HEADER, ...fields].flatMap((field) => item(field, ids[field.name])),
    `  APPEND_ITEM CRC ${8 * CRC_OCTETS} UINT "CRC-16-CCITT"`,
    '  ITEM PACKET_TIME 0 0 DERIVED "Mission time, whole seconds"',
    '    READ_CONVERSION unix_time_conversion.rb TIME_SECONDS',
  ].join('\n');
}

/** A parameter of a command; with a value if that is the only one. */
function parameter(field: Field, values: Readonly<Record<string, number>>): readonly string[] {
  const { bits, type, title, labels, range } = field;
  const only = field.fixed ?? values[field.name];
  const [lowest, highest] = range ? [range.low, range.high] : countsOf(field);
  const first = labels?.[0]?.[0] ?? (field.name === 'ackFlags' ? ALL_ACKS : Math.max(lowest, 0));
  const bounds = only === undefined ? [lowest, highest, first] : [only, only, only];
  const isId = field.name === 'service' || field.name === 'subservice' || field.name === 'functionId';
  return [
    `  ${isId ? 'APPEND_ID_PARAMETER' : 'APPEND_PARAMETER'} ${nameOf(field)} ${bits} ${TYPES[type]} ${bounds.join(' ')} ${quoted(title)}`,
    ...(only === undefined ? statesOf(field) : []),
    ...unitsOf(field),
  ];
}

function command(type: Telecommand): string {
  const { name, title, service, subservice, fields } = type;
  const values = {
    service,
    subservice,
    packetLength: telecommandOctets(type) - PRIMARY_HEADER_OCTETS - 1,
  };
  return [
    `COMMAND ${SYSTEM} ${name} BIG_ENDIAN ${quoted(title)}`,
    ...[...TELECOMMAND_HEADER, ...fields].flatMap((field) => parameter(field, values)),
    `  APPEND_PARAMETER CRC ${8 * CRC_OCTETS} UINT MIN MAX 0 "CRC-16-CCITT, computed by the interface"`,
  ].join('\n');
}

export const describeCosmosTelemetry = (): string =>
  `${TELEMETRY_PACKETS.map(telemetryPacket).join('\n\n')}\n`;
export const describeCosmosCommands = (): string => `${FIXED_TELECOMMANDS.map(command).join('\n\n')}\n`;

/** Returns how packets are identified. */
export const describeCosmosTarget = (): string => `\
# Packets are identified by different items. COSMOS 6.10 and later detect this, and ignore these lines.
CMD_UNIQUE_ID_MODE
TLM_UNIQUE_ID_MODE
`;

/** Returns the plugin: COSMOS connects to both ports, and reads packets by the length in their header. */
export const describeCosmosPlugin = (telemetryPort: number, telecommandPort: number): string => `\
VARIABLE target_name ${SYSTEM}
VARIABLE host host.docker.internal
VARIABLE tm_port ${telemetryPort}
VARIABLE tc_port ${telecommandPort}

TARGET ${SYSTEM} <%= target_name %>
INTERFACE <%= target_name %>_INT tcpip_client_interface.rb <%= host %> <%= tc_port %> <%= tm_port %> 10.0 nil LENGTH 32 16 7 1 BIG_ENDIAN
  MAP_TARGET <%= target_name %>
  PROTOCOL WRITE CrcProtocol CRC FALSE ERROR -16 16
`;

export const describeCosmosGem = (version: string): string => `\
Gem::Specification.new do |s|
  s.name = 'openc3-cosmos-orbita1'
  s.version = '${version}'
  s.summary = 'ORBITA-1, a simulated spacecraft'
  s.authors = ['ORBITA-1']
  s.licenses = ['Nonstandard']
  s.files = Dir.glob('{targets}/**/*') + %w(plugin.txt)
end
`;
