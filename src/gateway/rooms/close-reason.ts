/** A close frame has space for 123 octets of text. */
const MOST_OCTETS = 120;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Shortens the reason for which a socket is closed to what a close frame has space for. */
export const shortened = (reason: string): string =>
  decoder.decode(encoder.encode(reason).subarray(0, MOST_OCTETS));
