/** Remainders of one octet, by CRC-16-CCITT's polynomial x^16 + x^12 + x^5 + 1. */
const REMAINDERS = Uint16Array.from({ length: 256 }, (_, octet) => {
  let remainder = octet << 8;
  for (let bit = 0; bit < 8; bit++) {
    remainder = remainder & 0x8000 ? (remainder << 1) ^ 0x1021 : remainder << 1;
  }
  return remainder;
});

/**
 * Returns the CRC-16-CCITT of the first octets, 0 to 0xFFFF: initial value 0xFFFF, not reflected, no final exclusive or
 * (also named CRC-16/IBM-3740, and CRC-16-CCIIT in Yamcs). With the CRC itself included it is 0.
 * @param end number of octets, by default all
 */
export function crc16(octets: Uint8Array, end = octets.length): number {
  let crc = 0xffff;
  for (let index = 0; index < end; index++) {
    crc = ((crc << 8) & 0xffff) ^ (REMAINDERS[(crc >>> 8) ^ (octets[index] as number)] as number);
  }
  return crc;
}
