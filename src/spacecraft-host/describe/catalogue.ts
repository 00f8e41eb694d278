import { bitsOf, type Field, wireName } from '../../shared/packets/fields.ts';
import { TELEMETRY_HEADER } from '../../shared/packets/headers.ts';
import { TELEMETRY_PACKETS, type TelemetryPacket } from '../../shared/packets/table.ts';
import { TELECOMMANDS, type Telecommand } from '../../shared/packets/telecommand-table.ts';

/** What every description needs of the table. */

/** Name of the spacecraft in descriptions. */
export const SYSTEM = 'ORBITA1';

const byName = <Fields extends readonly Field[]>(lists: readonly Fields[]): readonly Field[] => [
  ...new Map(lists.flat().map((field) => [field.name, field])).values(),
];

/** All parameters of packets, without those of the header, in the order of their first packet. */
export const PARAMETERS = byName(TELEMETRY_PACKETS.map(({ fields }) => fields));

/** A parameter as one packet reports it: the same parameter may be in several packets. */
export interface PacketParameter {
  /** Unique over all packets: `HK_ESSENTIAL.battery_voltage`. */
  readonly key: string;
  readonly packet: TelemetryPacket;
  readonly field: Field;
  /** First bit in the packet, counted from its start. */
  readonly bit: number;
}

const HEADER_BITS = bitsOf(TELEMETRY_HEADER);

/** All parameters of all packets, in their order, without the number that only says which packet it is. */
export const PACKET_PARAMETERS: readonly PacketParameter[] = TELEMETRY_PACKETS.flatMap((packet) =>
  packet.fields
    .map((field, index) => ({
      key: `${packet.name}.${wireName(field.name)}`,
      packet,
      field,
      bit: HEADER_BITS + bitsOf(packet.fields.slice(0, index)),
    }))
    .slice(packet.first === undefined ? 0 : 1),
);

/** Telecommands without the one that carries another: these formats know no packet of variable length. */
export const FIXED_TELECOMMANDS = TELECOMMANDS.filter(({ carriesTelecommand }) => !carriesTelecommand);

/** Telecommands of one service and subtype. */
export interface TelecommandGroup {
  readonly service: number;
  readonly subservice: number;
  readonly types: readonly Telecommand[];
}

export const TELECOMMAND_GROUPS: readonly TelecommandGroup[] = [
  ...new Map(
    FIXED_TELECOMMANDS.map(({ service, subservice }) => [
      `${service}.${subservice}`,
      { service, subservice },
    ]),
  ).values(),
].map(({ service, subservice }) => ({
  service,
  subservice,
  types: FIXED_TELECOMMANDS.filter((type) => type.service === service && type.subservice === subservice),
}));
