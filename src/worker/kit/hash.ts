/** Words of one number. */
const float = new Float64Array(1);
const words = new Uint32Array(float.buffer);

/** Kinds of values, so that `1`, `'1'` and `[1]` have different hashes. */
const TAGS = { absent: 1, null: 2, false: 3, true: 4, number: 5, string: 6, list: 7, record: 8 } as const;

/**
 * 64-bit hash of plain data, as 16 hexadecimal digits, over a canonical form: records by sorted keys, properties
 * that are `undefined` left out, numbers by their bits (one NaN). Two lanes of 32 bits, mixed as in MurmurHash3
 * (Appleby, public domain). It finds differences; it is no protection against forgery.
 */
export function hashOf(value: unknown): string {
  let low = 0x9747b28c;
  let high = 0x1b873593;

  const mix = (word: number): void => {
    low = Math.imul(low ^ word, 0xcc9e2d51);
    low = (low << 15) | (low >>> 17);
    high = Math.imul(high + word + low, 0x85ebca6b);
    high ^= high >>> 13;
  };
  const mixText = (text: string): void => {
    mix(text.length);
    for (let index = 0; index < text.length; index++) mix(text.charCodeAt(index));
  };
  const mixNumber = (number: number): void => {
    float[0] = Number.isNaN(number) ? Number.NaN : number;
    mix(words[0] as number);
    mix(words[1] as number);
  };
  const visit = (item: unknown): void => {
    switch (typeof item) {
      case 'number':
        mix(TAGS.number);
        mixNumber(item);
        return;
      case 'string':
        mix(TAGS.string);
        mixText(item);
        return;
      case 'boolean':
        mix(item ? TAGS.true : TAGS.false);
        return;
      case 'undefined':
        mix(TAGS.absent);
        return;
      case 'object':
        visitObject(item);
        return;
      default:
        throw new TypeError(`A ${typeof item} has no hash.`);
    }
  };
  function visitObject(item: object | null): void {
    if (item === null) {
      mix(TAGS.null);
      return;
    }
    if (Array.isArray(item)) {
      mix(TAGS.list);
      mix(item.length);
      for (const entry of item) visit(entry);
      return;
    }
    const record = item as Readonly<Record<string, unknown>>;
    mix(TAGS.record);
    for (const key of Object.keys(record).sort()) {
      if (record[key] === undefined) continue;
      mixText(key);
      visit(record[key]);
    }
    mix(TAGS.absent);
  }

  visit(value);
  for (const word of [low, high, low ^ high]) mix(word);
  const digits = (word: number): string => (word >>> 0).toString(16).padStart(8, '0');
  return digits(high) + digits(low);
}
