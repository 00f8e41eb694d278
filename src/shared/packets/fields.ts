import type { ChannelDefinition } from '../entities/telemetry-channels.ts';

/** A value of an enumerated field, and its name in the generated descriptions. */
export type Label = readonly [raw: number, name: string];

/** A field of a packet: a big-endian number of 1 to 32 bits that follows the field before. */
export interface Field<Name extends string = string> {
  /** In camel case, as in our sources; `wireName` returns the one of the descriptions. */
  readonly name: Name;
  readonly title: string;
  /** Unsigned, two's complement, or single precision of IEEE 754 (32 bits). */
  readonly type: 'uint' | 'int' | 'float';
  readonly bits: number;
  /** Unit of the engineering value. */
  readonly unit?: string;
  /** Engineering value of one count; 1 if absent. */
  readonly step?: number;
  /** All values of an enumerated field. */
  readonly labels?: readonly Label[];
  /** Limits of the engineering value. */
  readonly limits?: ChannelDefinition['limits'];
  /** Bounds of an argument, both included, and the number of which it must be a multiple. */
  readonly range?: { readonly low: number; readonly high: number; readonly multipleOf: number };
  /** The only value of this field. */
  readonly fixed?: number;
}

/** Engineering values by the name of their field. */
export type ValuesOf<Fields extends readonly Field[]> = Readonly<Record<Fields[number]['name'], number>>;

type Details = Omit<Field, 'name' | 'title' | 'type' | 'bits'>;

/** Describes an unsigned number. */
export const uint = <const Name extends string>(
  name: Name,
  bits: number,
  title: string,
  details: Details = {},
): Field<Name> => ({ name, title, type: 'uint', bits, ...details });

/** Describes a number in single precision. */
export const float = <const Name extends string>(name: Name, title: string, unit?: string): Field<Name> => ({
  name,
  title,
  type: 'float',
  bits: 32,
  ...(unit !== undefined && { unit }),
});

/** Numbers names, in capitals, from 0 or another number on. */
export const labelsOf = (names: readonly string[], first = 0): readonly Label[] =>
  names.map((name, index) => [index + first, name.toUpperCase().replaceAll(' ', '_')]);

/** Returns the name of a field in the descriptions: `stateOfCharge` is `state_of_charge`. */
export const wireName = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Returns the number of bits of consecutive fields. */
export const bitsOf = (fields: readonly Field[]): number => fields.reduce((sum, { bits }) => sum + bits, 0);

const single = new DataView(new ArrayBuffer(4));

function putBits(octets: Uint8Array, from: number, bits: number, raw: number): void {
  let at = from;
  let left = bits;
  // Most fields have whole octets, which are written at once: bit by bit, packets would take twice as long.
  for (; (at & 7) === 0 && left >= 8; at += 8) {
    left -= 8;
    octets[at >>> 3] = raw >>> left;
  }
  while (left > 0) {
    const room = 8 - (at & 7);
    const taken = Math.min(room, left);
    left -= taken;
    const part = (raw >>> left) & ((1 << taken) - 1);
    octets[at >>> 3] = (octets[at >>> 3] as number) | (part << (room - taken));
    at += taken;
  }
}

function takeBits(octets: Uint8Array, from: number, bits: number): number {
  let at = from;
  let left = bits;
  let raw = 0;
  while (left > 0) {
    const room = 8 - (at & 7);
    const taken = Math.min(room, left);
    left -= taken;
    const part = ((octets[at >>> 3] as number) >>> (room - taken)) & ((1 << taken) - 1);
    raw = ((raw << taken) | part) >>> 0;
    at += taken;
  }
  return raw;
}

/** Returns the lowest and the highest count of an integer field. */
export const countsOf = ({ type, bits }: Field): readonly [low: number, high: number] => {
  const count = bits === 32 ? 0x1_0000_0000 : (1 << bits) >>> 0;
  return type === 'int' ? [-count / 2, count / 2 - 1] : [0, count - 1];
};

/** Returns the bits of a value, as an unsigned number: the nearest one that the field can express. */
function rawOf(field: Field, value: number): number {
  if (field.type === 'float') {
    single.setFloat32(0, value);
    return single.getUint32(0);
  }
  const [low, high] = countsOf(field);
  return Math.min(high, Math.max(low, Math.round(value / (field.step ?? 1)))) >>> 0;
}

function valueFrom({ type, bits, step = 1 }: Field, raw: number): number {
  if (type === 'float') {
    single.setUint32(0, raw);
    return single.getFloat32(0);
  }
  return (type === 'int' ? (raw << (32 - bits)) >> (32 - bits) : raw) * step;
}

/**
 * Writes fields one after the other into octets that are 0.
 * @param at bit of the first one
 * @param values engineering values; a fixed field needs none
 * @returns the bit after the last one
 */
export function writeFields(
  octets: Uint8Array,
  at: number,
  fields: readonly Field[],
  values: Readonly<Record<string, number>>,
): number {
  let bit = at;
  for (const field of fields) {
    const value = field.fixed ?? values[field.name];
    if (value === undefined) throw new Error(`The field ${field.name} has no value.`);
    putBits(octets, bit, field.bits, rawOf(field, value));
    bit += field.bits;
  }
  return bit;
}

/** Reads the engineering value of the field that begins at a bit. */
export const readField = (octets: Uint8Array, at: number, field: Field): number =>
  valueFrom(field, takeBits(octets, at, field.bits));

/** Reads the engineering values of fields from a bit on. */
export function readFields<const Fields extends readonly Field[]>(
  octets: Uint8Array,
  at: number,
  fields: Fields,
): ValuesOf<Fields> {
  const values: Record<string, number> = {};
  let bit = at;
  for (const field of fields) {
    values[field.name] = readField(octets, bit, field);
    bit += field.bits;
  }
  return values as ValuesOf<Fields>;
}

/** True if a field may have a value. */
export function isAllowed({ fixed, labels, range }: Field, value: number): boolean {
  if (fixed !== undefined) return value === fixed;
  if (labels) return labels.some(([raw]) => raw === value);
  return !range || (value >= range.low && value <= range.high && value % range.multipleOf === 0);
}
