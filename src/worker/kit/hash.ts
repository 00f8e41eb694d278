import { remember } from './remember.ts';

/** Words of one number. */
const float = new Float64Array(1);
const words = new Int32Array(float.buffer);

/** Kinds of values, so that `1`, `'1'` and `[1]` have different hashes. */
const TAGS = { absent: 1, null: 2, false: 3, true: 4, number: 5, string: 6, list: 7, record: 8 } as const;

/** Both words of a hash, signed. */
interface Words {
  readonly low: number;
  readonly high: number;
}

/** The low lane with another word. */
function mixLow(lane: number, word: number): number {
  const low = Math.imul(lane ^ word, 0xcc9e2d51);
  return (low << 15) | (low >>> 17);
}

/** The high lane with another word; it takes in the low lane. */
function mixHigh(lane: number, word: number, low: number): number {
  const high = Math.imul(lane + word + low, 0x85ebca6b);
  return high ^ (high >>> 13);
}

/** Keys of a record as it has them, and in order. */
interface Form {
  readonly keys: readonly string[];
  readonly sorted: readonly string[];
  /** Place of each sorted key among the keys. */
  readonly places: readonly number[];
}

/** The latest forms by their number of keys: a state has thousands of records, of some dozen forms. */
const forms = new Map<number, Form[]>();
const FORMS_CAP = 8;

/** Form of a record, found among those of earlier records: to sort keys takes as long as to hash them. */
function formOf(record: object): Form {
  const keys = Object.keys(record);
  let known = forms.get(keys.length);
  if (!known) {
    known = [];
    forms.set(keys.length, known);
  }
  for (const form of known) {
    let same = 0;
    while (same < keys.length && form.keys[same] === keys[same]) same++;
    if (same === keys.length) return form;
  }
  const sorted = keys.toSorted();
  const form: Form = { keys, sorted, places: sorted.map((key) => keys.indexOf(key)) };
  known.unshift(form);
  if (known.length > FORMS_CAP) known.pop();
  return form;
}

/** Two lanes of 32 bits, mixed as in MurmurHash3 (Appleby, public domain). */
class Lanes {
  #low = 0x9747b28c | 0; // signed, so that an engine keeps it without a box
  #high = 0x1b873593;

  mix(word: number): void {
    this.#low = mixLow(this.#low, word);
    this.#high = mixHigh(this.#high, word, this.#low);
  }

  /** Texts are most of what is hashed: their lanes stay in registers. */
  mixText(text: string): void {
    this.mix(text.length);
    let low = this.#low;
    let high = this.#high;
    for (let index = 0; index < text.length; index++) {
      const word = text.charCodeAt(index);
      low = mixLow(low, word);
      high = mixHigh(high, word, low);
    }
    this.#low = low;
    this.#high = high;
  }

  mixNumber(number: number): void {
    float[0] = Number.isNaN(number) ? Number.NaN : number;
    this.mix(words[0] as number);
    this.mix(words[1] as number);
  }

  end(): Words {
    for (const word of [this.#low, this.#high, this.#low ^ this.#high]) this.mix(word);
    return { low: this.#low, high: this.#high };
  }
}

function mixValue(lanes: Lanes, value: unknown): void {
  switch (typeof value) {
    case 'number':
      lanes.mix(TAGS.number);
      lanes.mixNumber(value);
      return;
    case 'string':
      lanes.mix(TAGS.string);
      lanes.mixText(value);
      return;
    case 'boolean':
      lanes.mix(value ? TAGS.true : TAGS.false);
      return;
    case 'undefined':
      lanes.mix(TAGS.absent);
      return;
    case 'object': {
      if (value === null) {
        lanes.mix(TAGS.null);
        return;
      }
      const { low, high } = wordsOf(value);
      lanes.mix(low);
      lanes.mix(high);
      return;
    }
    default:
      throw new TypeError(`A ${typeof value} has no hash.`);
  }
}

/**
 * Hash of a list or record, kept by identity: state is never changed in place, so that what a mission keeps from one
 * minute to the next is not read again.
 */
const wordsOf = remember((value: object): Words => {
  const lanes = new Lanes();
  if (Array.isArray(value)) {
    lanes.mix(TAGS.list);
    lanes.mix(value.length);
    for (const entry of value) mixValue(lanes, entry);
  } else {
    const { sorted, places } = formOf(value);
    // Read at once: reading a field by its name takes long where records have many forms.
    const values: readonly unknown[] = Object.values(value);
    lanes.mix(TAGS.record);
    for (let index = 0; index < sorted.length; index++) {
      const entry = values[places[index] as number];
      if (entry === undefined) continue;
      lanes.mixText(sorted[index] as string);
      mixValue(lanes, entry);
    }
  }
  return lanes.end();
});

/**
 * 64-bit hash of plain data, as 16 hexadecimal digits, over a canonical form: records by sorted keys, properties
 * that are `undefined` left out, numbers by their bits (one NaN), the hash of a list or record from those of its
 * parts. It finds differences; it is no protection against forgery.
 * @param value is not changed in place afterwards: parts of it are remembered by identity
 * @throws TypeError if it is no data
 */
export function hashOf(value: unknown): string {
  const lanes = new Lanes();
  mixValue(lanes, value);
  const { low, high } = lanes.end();
  const digits = (word: number): string => (word >>> 0).toString(16).padStart(8, '0');
  return digits(high) + digits(low);
}
