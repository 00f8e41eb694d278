// Not range-parser: it answers `bytes=-99` of 10 bytes, and the invalid `bytes=3-1`, with 416 (RFC 9110, 14.1.2).
/** Positions of the first and the last byte, both inclusive. */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

/**
 * Returns the byte range of a Range header for a body of `size` bytes. `undefined` if the whole body is the right
 * answer: no header, another unit, several ranges or a malformed one (RFC 9110, 14.2).
 */
export function resolveRange(
  header: string | undefined,
  size: number,
): ByteRange | 'unsatisfiable' | undefined {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '');
  const [, start = '', end = ''] = match ?? [];
  if (start === '') return end === '' ? undefined : lastBytes(Number(end), size);

  const first = Number(start);
  const last = end === '' ? size - 1 : Number(end);
  if (end !== '' && last < first) return undefined;
  if (first >= size) return 'unsatisfiable';
  return { first, last: Math.min(last, size - 1) };
}

function lastBytes(length: number, size: number): ByteRange | 'unsatisfiable' {
  if (length === 0 || size === 0) return 'unsatisfiable';
  return { first: Math.max(size - length, 0), last: size - 1 };
}
