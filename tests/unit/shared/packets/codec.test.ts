import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromHex, toHex } from '../../../../src/shared/kit/octets.ts';
import { epochMs } from '../../../../src/shared/kit/units.ts';
import { crc16 } from '../../../../src/shared/packets/crc.ts';
import {
  countsOf,
  type Field,
  readFields,
  wireName,
  writeFields,
} from '../../../../src/shared/packets/fields.ts';
import { TIME_FIELDS, timeOf, timeValues } from '../../../../src/shared/packets/headers.ts';

const ascii = (text: string): Uint8Array => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
const octets = (hex: string): Uint8Array => fromHex(hex) ?? new Uint8Array();

describe('the CRC', () => {
  // The check values of the catalogue of parametrised CRC algorithms, and ECSS-E-ST-70-41C annex B.
  it.each([
    { hex: toHex(ascii('123456789')), crc: 0x29b1 },
    { hex: '0000', crc: 0x1d0f },
    { hex: '000000', crc: 0xcc9c },
    { hex: 'abcdef01', crc: 0x04a2 },
    { hex: '1456f89a0001', crc: 0x7fd5 },
    { hex: '', crc: 0xffff },
  ])('of $hex is $crc', ({ hex, crc }) => expect(crc16(octets(hex))).toBe(crc));

  it('of octets with their CRC is 0, and another one with any bit changed', () => {
    const whole = Uint8Array.of(...ascii('123456789'), 0x29, 0xb1);
    expect(crc16(whole)).toBe(0);
    for (let bit = 0; bit < 8 * whole.length; bit++) {
      const damaged = whole.slice();
      damaged[bit >> 3] = (damaged[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(crc16(damaged)).not.toBe(0);
    }
  });
});

describe('a CUC time', () => {
  const write = (time: number): string => {
    const written = new Uint8Array(7);
    writeFields(written, 0, TIME_FIELDS, timeValues(epochMs(time)));
    return toHex(written);
  };

  it.each([
    { utc: '1970-01-01T00:00:00.000Z', hex: '2e000000000000' },
    { utc: '1970-01-01T00:00:01.500Z', hex: '2e000000018000' },
    // 2026-11-20 12:00 UTC is 1,795,176,000 s after 1970: 0x6B003640.
    { utc: '2026-11-20T12:00:00.250Z', hex: '2e6b0036404000' },
    { utc: '2106-02-07T06:28:16.000Z', hex: '2e000000000000' },
  ])('of $utc is $hex', ({ utc, hex }) => expect(write(Date.parse(utc))).toBe(hex));

  it('carries into the seconds what rounds up to a whole one', () =>
    expect(write(1999.9999)).toBe('2e000000020000'));

  it('gives back every millisecond', () =>
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 0xffff_ffff * 1000 }), (time) => {
        expect(timeOf(timeValues(epochMs(time)))).toBe(time);
      }),
    ));
});

/** Fields of any type and width, in any order, with counts that fit. */
const fieldWithCount: fc.Arbitrary<{ readonly field: Field; readonly count: number }> = fc
  .record({
    type: fc.constantFrom('uint' as const, 'int' as const),
    bits: fc.integer({ min: 1, max: 32 }),
    step: fc.constantFrom(1, 0.01, 0.25, 0.1, 0.02, 0.005),
  })
  .map(
    ({ type, bits, step }): Field => ({
      name: '',
      title: '',
      type,
      bits: type === 'int' ? Math.max(2, bits) : bits,
      step,
    }),
  )
  .chain((field) => {
    const [min, max] = countsOf(field);
    return fc.integer({ min, max }).map((count) => ({ field, count }));
  });

describe('fields', () => {
  it('are read as they were written, at any bit', () =>
    fc.assert(
      fc.property(fc.array(fieldWithCount, { maxLength: 20 }), fc.nat(15), (drawn, at) => {
        const fields = drawn.map(({ field }, index) => ({ ...field, name: `f${index}` }));
        const values = Object.fromEntries(
          drawn.map(({ field, count }, index) => [`f${index}`, count * (field.step ?? 1)]),
        );
        const written = new Uint8Array(100);
        writeFields(written, at, fields, values);
        expect(readFields(written, at, fields)).toEqual(values);
      }),
    ));

  it('in single precision are read as the nearest number of single precision', () =>
    fc.assert(
      fc.property(fc.double({ noNaN: true }), (value) => {
        const field: Field = { name: 'f', title: '', type: 'float', bits: 32 };
        const written = new Uint8Array(4);
        writeFields(written, 0, [field], { f: value });
        expect(readFields(written, 0, [field])).toEqual({ f: Math.fround(value) });
      }),
    ));

  const short = { name: 'f', title: '', type: 'uint', bits: 8, step: 0.5 } as const;
  it.each([
    { value: -3, raw: 0 },
    { value: 1000, raw: 255 },
    { value: 1.2, raw: 2 },
  ])('write $value as the nearest count that fits, $raw', ({ value, raw }) => {
    const written = new Uint8Array(1);
    writeFields(written, 0, [short], { f: value });
    expect(written[0]).toBe(raw);
  });

  it('without a value throw', () =>
    expect(() => writeFields(new Uint8Array(1), 0, [short], {})).toThrow('The field f has no value.'));

  it('have names in snake case in descriptions', () =>
    expect(wireName('stateOfCharge')).toBe('state_of_charge'));
});
