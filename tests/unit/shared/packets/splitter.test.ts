import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSplitter } from '../../../../src/shared/packets/splitter.ts';
import { TELECOMMANDS } from '../../../../src/shared/packets/telecommand-table.ts';
import { sampleOf } from '../../../support/packets.ts';

const PACKETS = TELECOMMANDS.map((type) => sampleOf(type));
const join = (parts: readonly Uint8Array[]): Uint8Array => Uint8Array.from(Buffer.concat(parts));

describe('a stream of packets', () => {
  it('is split into the same packets, however it arrives', () =>
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...PACKETS), { maxLength: 20 }),
        fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 10 }),
        (packets, sizes) => {
          const stream = join(packets);
          const split = createSplitter();
          const found: Uint8Array[] = [];
          for (let at = 0, chunk = 0; at < stream.length; chunk++) {
            const size = sizes[chunk % sizes.length] ?? 1;
            found.push(...split(stream.slice(at, at + size)).packets);
            at += size;
          }
          expect(found).toEqual(packets);
        },
      ),
    ));

  it('that announces more than 256 octets is lost from there on', () => {
    const split = createSplitter();
    const [first] = PACKETS as [Uint8Array];
    const tooLong = Uint8Array.of(0x18, 0x64, 0xc0, 0, 0, 250);
    expect(split(join([first, tooLong]))).toEqual({ packets: [first], isLost: true });
    expect(split(first)).toEqual({ packets: [], isLost: true });
  });

  it('may have packets of 256 octets', () => {
    const packet = new Uint8Array(256);
    packet[5] = 249;
    expect(createSplitter()(packet)).toEqual({ packets: [packet], isLost: false });
  });
});
