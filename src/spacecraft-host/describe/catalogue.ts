import type { Field } from '../../shared/packets/fields.ts';
import { TELECOMMANDS, TELEMETRY_PACKETS, type Telecommand } from '../../shared/packets/table.ts';

/** What every description needs of the table. */

/** Name of the spacecraft in descriptions. */
export const SYSTEM = 'ORBITA1';

const byName = <Fields extends readonly Field[]>(lists: readonly Fields[]): readonly Field[] => [
  ...new Map(lists.flat().map((field) => [field.name, field])).values(),
];

/** All parameters of packets, without those of the header, in the order of their first packet. */
export const PARAMETERS = byName(TELEMETRY_PACKETS.map(({ fields }) => fields));

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
