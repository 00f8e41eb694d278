/** Returns lower-case hexadecimal text, two digits an octet. */
export const toHex = (octets: Uint8Array): string =>
  Array.from(octets, (octet) => octet.toString(16).padStart(2, '0')).join('');

/** Returns the octets of hexadecimal text, `undefined` if it is none. */
export function fromHex(text: string): Uint8Array | undefined {
  if (!/^(?:[0-9a-f]{2})*$/.test(text)) return undefined;
  return Uint8Array.from({ length: text.length / 2 }, (_, index) =>
    Number.parseInt(text.slice(2 * index, 2 * index + 2), 16),
  );
}

const BASE64URL = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** Returns base64url text without padding, four characters for three octets (RFC 4648, section 5). */
export function toBase64Url(octets: Uint8Array): string {
  let text = '';
  for (let index = 0; index < octets.length; index += 3) {
    const [first = 0, second = 0, third = 0] = octets.subarray(index, index + 3);
    const bits = (first << 16) | (second << 8) | third;
    const digits = [18, 12, 6, 0].map((shift) => BASE64URL.charAt((bits >> shift) & 63)).join('');
    text += digits.slice(0, Math.min(4, octets.length - index + 1));
  }
  return text;
}

/** Returns the octets of all parts, one after the other. */
export function joinOctets(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}
