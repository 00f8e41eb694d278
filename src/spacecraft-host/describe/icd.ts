import { EVENT_SEVERITIES, EVENTS } from '../../shared/packets/events.ts';
import { bitsOf, type Field, wireName } from '../../shared/packets/fields.ts';
import {
  CLCW,
  FARM_WINDOW,
  IDLE_APID,
  LONGEST_TC_FRAME,
  TC_CHANNEL,
  TC_FRAME_HEADER,
  TM_CHANNELS,
  TM_DATA_OCTETS,
  TM_FRAME_HEADER,
  TM_FRAME_OCTETS,
} from '../../shared/packets/frames.ts';
import {
  ACK_FLAGS,
  APID,
  CRC_OCTETS,
  LONGEST_PACKET,
  TELECOMMAND_HEADER,
  TELEMETRY_HEADER,
} from '../../shared/packets/headers.ts';
import {
  FAILURE_CODES,
  INTERVAL_STEP_S,
  SCHEDULE_DETAIL,
  STRUCTURE_NAMES,
  STRUCTURES,
  type Structure,
  type StructureName,
  TELEMETRY_PACKETS,
} from '../../shared/packets/table.ts';
import { telecommandOctets } from '../../shared/packets/telecommand.ts';
import { TELECOMMANDS } from '../../shared/packets/telecommand-table.ts';
import { octetsOf } from '../../shared/packets/telemetry.ts';

/** The interface control document. */

const cell = (text: string): string => text.replaceAll('|', '\\|');
const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.map(cell).join(' | ')} |`).join('\n');

function valuesOf({ name, fixed, labels, range, step, limits, type }: Field): string {
  if (fixed !== undefined) return `${fixed}`;
  if (name === 'eventId') return 'see Events';
  if (labels) return labels.map(([raw, label]) => `${raw} ${label}`).join(', ');
  if (range) return `${range.low} to ${range.high}, multiples of ${range.multipleOf}`;
  const { warning = {}, critical = {} } = limits ?? {};
  const limitText = [
    ...(warning.low === undefined ? [] : [`warning below ${warning.low}`]),
    ...(warning.high === undefined ? [] : [`warning above ${warning.high}`]),
    ...(critical.low === undefined ? [] : [`critical below ${critical.low}`]),
    ...(critical.high === undefined ? [] : [`critical above ${critical.high}`]),
  ];
  const steps = step === undefined || type === 'float' ? [] : [`counts of ${step}`];
  return [...steps, ...limitText].join('; ');
}

function fieldTable(fields: readonly Field[], firstBit: number): string {
  let bit = firstBit;
  const rows = fields.map((field) => {
    const at = `${Math.floor(bit / 8)}${bit % 8 === 0 ? '' : `.${bit % 8}`}`;
    bit += field.bits;
    const { name, type, bits, unit = '', title } = field;
    return [at, wireName(name), `${type}${bits}`, unit, title, valuesOf(field)];
  });
  return table(['octet', 'name', 'type', 'unit', 'meaning', 'values'], rows);
}

const TELEMETRY_BITS = bitsOf(TELEMETRY_HEADER);
const TELECOMMAND_BITS = bitsOf(TELECOMMAND_HEADER);

const structureRow = (name: StructureName): readonly string[] => {
  const { sid, title, intervalS, reducedIntervalS }: Structure = STRUCTURES[name];
  const reduced = reducedIntervalS === undefined ? 'off' : `${reducedIntervalS} s`;
  return [String(sid), name.toUpperCase(), title, `${intervalS} s`, reduced];
};

/** Returns the document in Markdown. */
export const describeIcd = (telemetryPort: number, telecommandPort: number): string => `\
# ORBITA-1: interface control document

Generated from the tables of packets, telecommands and events (\`src/shared/packets\`); the other descriptions are, too.

## Link

| What | Value |
|---|---|
| telemetry | TCP port ${telemetryPort}: the spacecraft listens, and sends Space Packets back to back |
| telecommands | TCP port ${telecommandPort}: the spacecraft listens, and reads Space Packets back to back |
| packets | CCSDS Space Packets (133.0-B) of at most ${LONGEST_PACKET} octets, big-endian, application process ${APID} |
| secondary headers | PUS-C (ECSS-E-ST-70-41C) |
| time | CUC 4 + 2 octets with P-field, seconds since 1970-01-01 00:00 UTC without leap seconds: mission time |
| check | the last ${CRC_OCTETS} octets: CRC-16-CCITT, initial value 0xFFFF, not reflected, no final exclusive or |

Counters wrap. The sequence count runs over all telemetry, the message count over the packets of a service and subtype. Octets
are counted from 0; \`12.3\` is bit 3 of octet 12, the most significant bit being 0.

The texts of the standards were not at hand when this was written: the formats are those on which Yamcs, spacepackets and
gr-satellites agree. The order of the acknowledgement flags, in which programs differ, is that of fsfw.

## Frames

With \`--frames\` the packets also travel in transfer frames over UDP, one frame in a datagram, not randomized.

| What | Value |
|---|---|
| TM frame | CCSDS 132.0-B, ${TM_FRAME_OCTETS} octets: header, packets ${TM_DATA_OCTETS}, CLCW, CRC |
| TM virtual channels | ${TM_CHANNELS.live} packets as they are generated, ${TM_CHANNELS.dump} packets of a dump, ${TM_CHANNELS.idle} frames without packets, which carry the CLCW once a second and when it changes |
| idle packets | application process ${IDLE_APID}: they fill the rest of a frame |
| TC frame | CCSDS 232.0-B, at most ${LONGEST_TC_FRAME} octets: header, whole packets without a segment header, CRC |
| TC virtual channel | ${TC_CHANNEL}, with FARM-1 (232.1-B): AD frames in order, BD frames always, BC frames *Unlock* and *Set V(R)*; window 2 x ${FARM_WINDOW}. It begins at 0 with each start of the program |

Header of a TM frame:

${fieldTable(TM_FRAME_HEADER, 0)}

CLCW:

${fieldTable(CLCW, 0)}

Header of a TC frame:

${fieldTable(TC_FRAME_HEADER, 0)}

## Telemetry

### Header

${fieldTable(TELEMETRY_HEADER, 0)}

### Housekeeping structures

A structure is reported at instants of UTC that are multiples of its interval. Over the low-gain antenna, without a link and in
SURVIVAL, telemetry is reduced: the interval is then at least that of the last column, and the other structures are not reported.

${table(['SID', 'name', 'content', 'interval', 'reduced'], STRUCTURE_NAMES.map(structureRow))}

${[...TELEMETRY_PACKETS, SCHEDULE_DETAIL]
  .map(
    (packet) => `\
### (${packet.service},${packet.subservice}) ${packet.name}

${packet.title}. ${octetsOf(packet)} octets.

${packet.fields.length > 0 ? fieldTable(packet.fields, TELEMETRY_BITS) : 'It has no fields.'}${
  packet.carriesTelecommand
    ? '\n\nThe scheduled telecommand follows, a whole packet with headers and CRC of its own: the length is that of both. It is in no other description.'
    : ''
}
`,
  )
  .join('\n')}
### Events

The subtype of an event is its severity: ${EVENT_SEVERITIES.map((severity, index) => `${index + 1} ${severity}`).join(', ')}.

${table(
  ['id', 'name', 'severity', 'text'],
  EVENTS.map(({ id, name, severity, text }) => [String(id), name, severity, text]),
)}

## Telecommands

### Header

${fieldTable(TELECOMMAND_HEADER, 0)}

\`ack_flags\` is the sum of ${ACK_FLAGS.acceptance} (report acceptance, (1,1)), ${ACK_FLAGS.start} (start, (1,3)) and ${ACK_FLAGS.completion} (completion, (1,7)). Failures, (1,2) and
(1,8), are always reported. A telecommand with a wrong CRC is counted and not answered. The spacecraft does not check the sequence
of telecommands: its count only names them in reports.

${TELECOMMANDS.map(
  (type) => `\
### (${type.service},${type.subservice}) ${type.name}

${type.title}. ${telecommandOctets(type)} octets.

${type.fields.length > 0 ? fieldTable(type.fields, TELECOMMAND_BITS) : 'It has no arguments.'}${
  type.carriesTelecommand
    ? '\n\nThe scheduled telecommand follows, a whole packet with headers and CRC of its own: the length is that of both. XTCE and COSMOS files do not have this telecommand.'
    : ''
}
`,
).join('\n')}
### Failure codes

${table(
  ['code', 'name', 'meaning'],
  Object.values(FAILURE_CODES).map(([code, name, meaning]) => [String(code), name, meaning]),
)}

## Tailoring of PUS-C

| Service | Here |
|---|---|
| 1 verification | (1,1), (1,2), (1,3), (1,7), (1,8). The request is named by the first four octets of the telecommand. Failure codes have 16 bits and no parameters. There are no reports of progress, and none of a failed start: what cannot start is refused |
| 3 housekeeping | (3,5), (3,6), (3,25), (3,27), (3,31). A request has one instruction; SIDs have 8 bits; intervals are seconds in 16 bits, multiples of ${INTERVAL_STEP_S}. The structures are fixed |
| 5 events | (5,1) to (5,6). A request has one instruction; event identifications have 16 bits. Every event has the same fields |
| 8 functions | (8,1). Functions are numbers of 8 bits and have no arguments. (1,7) follows at the end of the activity on board, seconds to minutes later; (1,8) if the same function is started again before, or if SURVIVAL ends its purpose |
| 11 schedule | (11,1) to (11,5), (11,7), (11,10), (11,13), (11,15) to (11,17). A request has one instruction. There is one sub-schedule, 1, and there are no groups: (11,4) has the sub-schedule and no group. The release time is CUC 4 + 2 octets without P-field, as Yamcs writes it. A telecommand is named by source, application process and sequence count, of 16 bits each. (11,7) and (11,15) add milliseconds of 32 bits, as the simulator of Yamcs reads them, and are refused as a whole if a telecommand would then be in the past. (11,10) and (11,13) have one telecommand in a packet, in the order of release; those of an empty schedule have 0 telecommands, and zeros after them. While the schedule is off, telecommands are dropped at their release times, with an event |
| 15 packet store | (15,9) and (15,11) for one store of telemetry that was generated without a link. A request has one instruction; the identifier of the store has 8 bits and is always 1. Times are whole seconds of 32 bits. Packets are sent as they were, with their own times and counts |
| 17 test | (17,1), (17,2) |
`;
