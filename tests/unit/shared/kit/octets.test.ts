import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fromHex, toHex } from '../../../../src/shared/kit/octets.ts';

it('hexadecimal text is read as it was written, and other text is none', () => {
  fc.assert(fc.property(fc.uint8Array(), (drawn) => void expect(fromHex(toHex(drawn))).toEqual(drawn)));
  for (const text of ['0', '0g', '0X', ' 00', 'AB']) expect(fromHex(text)).toBeUndefined();
});
