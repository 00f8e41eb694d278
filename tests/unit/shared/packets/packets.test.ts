import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CHANNELS, TELEMETRY_CHANNELS } from '../../../../src/shared/entities/telemetry-channels.ts';
import { toHex } from '../../../../src/shared/kit/octets.ts';
import { epochMs } from '../../../../src/shared/kit/units.ts';
import { EVENTS } from '../../../../src/shared/packets/events.ts';
import { bitsOf, countsOf, type Field } from '../../../../src/shared/packets/fields.ts';
import {
  LONGEST_PACKET,
  TELECOMMAND_HEADER,
  TELEMETRY_HEADER,
} from '../../../../src/shared/packets/headers.ts';
import {
  STRUCTURE_NAMES,
  STRUCTURES,
  TELEMETRY_PACKETS,
  type TelemetryPacket,
} from '../../../../src/shared/packets/table.ts';
import {
  encodeTelecommand,
  readTelecommand,
  telecommandNamed,
  telecommandOctets,
} from '../../../../src/shared/packets/telecommand.ts';
import { TELECOMMANDS, type Telecommand } from '../../../../src/shared/packets/telecommand-table.ts';
import {
  decodeTelemetry,
  encodeTelemetry,
  octetsOf,
  sealed,
} from '../../../../src/shared/packets/telemetry.ts';
import { ARGUMENTS, sampleOf } from '../../../support/packets.ts';

const T = epochMs(Date.UTC(2026, 10, 20, 12));
const packetNamed = (name: string): TelemetryPacket => {
  const found = TELEMETRY_PACKETS.find((one) => one.name === name);
  if (!found) throw new Error(`There is no packet ${name}.`);
  return found;
};

describe('the table', () => {
  // The sizes of the interface control document.
  it.each([
    ['HK_ESSENTIAL', 44],
    ['HK_POWER', 72],
    ['HK_THERMAL', 40],
    ['HK_RADIO', 56],
    ['HK_ORBIT', 60],
    ['HK_SOFTWARE', 44],
    ['TC_ACCEPTED', 26],
    ['TC_REFUSED', 28],
    ['EVENT_HIGH', 36],
    ['SCHEDULE_ENTRY', 36],
    ['ALIVE', 22],
  ])('has a packet %s of %d octets', (name, octets) => expect(octetsOf(packetNamed(name))).toBe(octets));

  it('has whole octets and at most 256 of them in every packet', () => {
    const sizes = [...TELEMETRY_PACKETS.map(octetsOf), ...TELECOMMANDS.map(telecommandOctets)];
    expect(sizes.filter((octets) => !Number.isInteger(octets) || octets > LONGEST_PACKET)).toEqual([]);
    expect(sizes).toHaveLength(43);
  });

  it('gives every parameter, packet, telecommand, event and structure a name or number of its own', () => {
    const fields = new Set<Field>(TELEMETRY_PACKETS.flatMap((packet) => packet.fields));
    const parameters = [...TELEMETRY_HEADER, ...fields].map((field) => field.name);
    const names = [...TELEMETRY_PACKETS, ...TELECOMMANDS, ...EVENTS].map((one) => one.name);
    for (const list of [
      parameters,
      names,
      EVENTS.map(({ id }) => String(id)),
      STRUCTURE_NAMES.map((name) => String(STRUCTURES[name].sid)),
    ]) {
      expect(list.toSorted()).toEqual([...new Set(list)].toSorted());
    }
  });

  it('has counts for every reading of a channel, in the steps of its sensor', () => {
    for (const channel of TELEMETRY_CHANNELS) {
      const field = STRUCTURES.essential.fields.find(({ name }) => name === channel);
      const { step, range, limits } = CHANNELS[channel];
      expect(field).toMatchObject({ step, limits });
      const [low, high] = field ? countsOf(field) : [0, 0];
      const { critical } = limits;
      expect(low * step).toBeLessThanOrEqual(range.low ?? 2 * (critical.low ?? -1));
      expect(high * step).toBeGreaterThan(range.high ?? Math.max(300, 2 * (critical.high ?? 0)));
    }
  });

  it('has the same fields in all telecommands of a subtype, which XTCE describes once', () => {
    for (const type of TELECOMMANDS) {
      const others = TELECOMMANDS.filter(
        (other) => other.service === type.service && other.subservice === type.subservice,
      );
      const layoutOf = ({ fields }: Telecommand) => fields.map(({ name, bits }) => `${name} ${bits}`);
      expect(new Set(others.map((other) => layoutOf(other).join())).size).toBe(1);
    }
  });

  it('lets no telecommand be two things at once', () => {
    for (const type of TELECOMMANDS) {
      const others = TELECOMMANDS.filter(
        (other) => other.service === type.service && other.subservice === type.subservice,
      );
      expect(new Set(others.map(telecommandOctets)).size).toBe(1);
      expect(others.length === 1 || others.every(({ fields }) => fields[0]?.fixed !== undefined)).toBe(true);
    }
  });
});

/** Draws a value that a field can express. */
function valueFor(field: Field): fc.Arbitrary<number> {
  if (field.fixed !== undefined) return fc.constant(field.fixed);
  if (field.type === 'float') return fc.float({ noNaN: true });
  const [min, max] = countsOf(field);
  return fc.integer({ min, max }).map((count) => count * (field.step ?? 1));
}

describe('a telemetry packet', () => {
  it.each(TELEMETRY_PACKETS)('$name is read as it was written', (type) => {
    const drawn = fc.record({
      time: fc.integer({ min: 0, max: 0xffff_ffff * 1000 }).map(epochMs),
      sequenceCount: fc.nat(0x3fff),
      messageCount: fc.nat(0xffff),
      values: fc.record(
        Object.fromEntries(
          type.fields.map((field, index) => [
            field.name,
            index === 0 && type.first !== undefined ? fc.constant(type.first) : valueFor(field),
          ]),
        ),
      ),
    });
    fc.assert(
      fc.property(drawn, ({ values, ...head }) => {
        const packet = encodeTelemetry(type, head, values);
        expect(packet).toHaveLength(octetsOf(type));
        expect(decodeTelemetry(packet)).toEqual({ type, ...head, values: { ...values } });
      }),
      { numRuns: 30 },
    );
  });

  it('has the octets of the documents', () => {
    const packet = encodeTelemetry(
      packetNamed('ALIVE'),
      { time: T, sequenceCount: 0x1234, messageCount: 5 },
      {},
    );
    // Version, type and APID 0x0864; unsegmented, count 0x1234; 22 - 7 octets; PUS-C; (17,2); count; destination; CUC.
    expect(toHex(packet).slice(0, -4)).toBe(
      '0864' + 'd234' + '000f' + '20' + '1102' + '0005' + '0000' + '2e6b0036400000',
    );
  });

  it('that is damaged, or none of ours, is not read', () => {
    const packet = encodeTelemetry(packetNamed('ALIVE'), { time: T, sequenceCount: 1, messageCount: 1 }, {});
    expect(decodeTelemetry(packet)).toBeDefined();
    for (let bit = 0; bit < 8 * packet.length; bit++) {
      const damaged = packet.slice();
      damaged[bit >> 3] = (damaged[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(decodeTelemetry(damaged)).toBeUndefined();
    }
    for (const [at, octet] of [
      [0, 0x28],
      [5, 0x10],
      [7, 9],
      [13, 0x1e],
    ] as const) {
      const foreign = packet.slice();
      foreign[at] = octet;
      expect(decodeTelemetry(sealed(foreign))).toBeUndefined();
    }
    expect(decodeTelemetry(packet.slice(0, 10))).toBeUndefined();
  });
});

describe('a telecommand', () => {
  it('has the octets that Yamcs and COSMOS build from the descriptions', () => {
    const built = toHex(encodeTelecommand(telecommandNamed('ENTER_SAFE_MODE')));
    expect(built.slice(0, -4)).toBe('1864c00000072f0801000004');
  });

  it.each([
    // Number of instructions, packet store, first and last instant.
    ['DUMP_STORE', { dumpFrom: 0x6b003640, dumpTo: 0x6b003654 }, '01' + '01' + '6b003640' + '6b003654'],
    // Instant, number of packet stores, packet store.
    ['DELETE_STORED', { deleteTo: 0x6b003640 }, '6b003640' + '01' + '01'],
  ])('%s has its arguments in the order of the standard', (name, values, hex) =>
    expect(toHex(encodeTelecommand(telecommandNamed(name), values)).slice(22, -4)).toBe(hex),
  );

  it.each(TELECOMMANDS)('$name is read as it was written', (type) => {
    const packet = sampleOf(type, 77, 9);
    const read = readTelecommand(packet);
    expect(read).toMatchObject({
      kind: 'accepted',
      request: 0x1864c04d,
      sequenceCount: 77,
      ackFlags: 9,
      type,
    });
    const chosen = Object.entries(ARGUMENTS).filter(([name]) =>
      type.fields.some((field) => field.name === name),
    );
    expect(read).toMatchObject({ values: Object.fromEntries(chosen) });
  });

  const valid = encodeTelecommand(telecommandNamed('SET_HOUSEKEEPING_INTERVAL'), ARGUMENTS);
  const changed = (...changes: readonly (readonly [at: number, octet: number])[]): Uint8Array => {
    const packet = valid.slice();
    for (const [at, octet] of changes) packet[at] = octet;
    return sealed(packet);
  };
  const cut = (octets: number): Uint8Array => sealed(valid.slice(0, octets));
  const longer = (): Uint8Array => {
    const packet = new Uint8Array(valid.length + 2);
    packet.set(valid);
    packet[5] = packet.length - 7;
    return sealed(packet);
  };

  it.each([
    ['another packet version', changed([0, 0x38]), 'illegalHeader'],
    ['telemetry', changed([0, 0x08]), 'illegalHeader'],
    ['no secondary header', changed([0, 0x10]), 'illegalHeader'],
    ['a segment', changed([2, 0x40]), 'illegalHeader'],
    ['PUS-A', changed([6, 0x1f]), 'illegalHeader'],
    ['another application process', changed([1, 0x65]), 'illegalApid'],
    ['a length that is not its own', changed([5, 20]), 'illegalLength'],
    ['a header that is cut', cut(10), 'illegalLength'],
    ['octets after the arguments', longer(), 'illegalLength'],
    ['an unknown service', changed([7, 6]), 'illegalService'],
    ['an unknown subtype', changed([8, 99]), 'illegalSubservice'],
    ['two instructions', changed([11, 2]), 'illegalData'],
    ['an unknown structure', changed([12, 7]), 'illegalData'],
    ['an interval of 0 s', changed([14, 0]), 'illegalData'],
    ['an interval between readings', changed([14, 62]), 'illegalData'],
    ['an interval of more than an hour', changed([13, 0x0e], [14, 0x15]), 'illegalData'],
  ] as const)('with %s is refused with its code', (_what, packet, code) => {
    expect(readTelecommand(packet)).toMatchObject({ kind: 'refused', code });
  });

  it('of an unknown function is refused as illegal data', () => {
    const packet = encodeTelecommand(telecommandNamed('THERMAL_CONTROL'));
    for (const functionId of [0, 9, 255]) {
      packet[11] = functionId;
      expect(readTelecommand(sealed(packet))).toMatchObject({ kind: 'refused', code: 'illegalData' });
    }
  });

  it('with a wrong CRC, or too short to have a name, is discarded', () => {
    const damaged = valid.slice();
    damaged[12] = 2;
    expect(readTelecommand(damaged)).toEqual({ kind: 'discarded' });
    for (let octets = 0; octets < 8; octets++) {
      expect(readTelecommand(octets < 2 ? valid.slice(0, octets) : cut(octets))).toEqual({
        kind: 'discarded',
      });
    }
    expect(readTelecommand(cut(8))).toMatchObject({ kind: 'refused', code: 'illegalLength' });
  });

  it('has a header of 11 octets', () => expect(bitsOf(TELECOMMAND_HEADER)).toBe(88));
});
