import { remember } from './remember.ts';

/** Buffer that splits a number into two words. */
const float = new Float64Array(1);
const words = new Int32Array(float.buffer);

/** Kinds of values, so that `1`, `'1'` and `[1]` have different hashes. */
const TAGS = { absent: 1, null: 2, false: 3, true: 4, number: 5, string: 6, list: 7, record: 8 } as const;

/** Both words of a hash, signed. */
interface Words {
  readonly low: number;
  readonly high: number;
}

/** Mixes a word into the low lane. */
function mixLow(lane: number, word: number): number {
  const low = Math.imul(lane ^ word, 0xcc9e2d51);
  return (low << 15) | (low >>> 17);
}

/** Mixes a word and the low lane into the high lane. */
function mixHigh(lane: number, word: number, low: number): number {
  const high = Math.imul(lane + word + low, 0x85ebca6b);
  return high ^ (high >>> 13);
}

/** Keys of a record, in its own order and sorted. */
interface Form {
  readonly keys: readonly string[];
  readonly sorted: readonly string[];
  /** Index in `keys` of each sorted key. */
  readonly places: readonly number[];
}

/** Latest forms by number of keys: a state has thousands of records, but only some dozen forms. */
const forms = new Map<number, Form[]>();
const FORMS_CAP = 8;

/** Returns the form of a record, reusing an earlier one: sorting keys takes as long as hashing them. */
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
  #low = 0x9747b28c | 0; // signed, so that engines keep it unboxed
  #high = 0x1b873593;

  mix(word: number): void {
    this.#low = mixLow(this.#low, word);
    this.#high = mixHigh(this.#high, word, this.#low);
  }

  /** Most hashed data is text: local variables keep the lanes in registers. */
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
 * Hashes a list or record, cached by identity: state is never changed in place, so the parts that a mission keeps
 * from one minute to the next are not read again.
 */
const wordsOf = remember((value: object): Words => {
  const lanes = new Lanes();
  if (Array.isArray(value)) {
    lanes.mix(TAGS.list);
    lanes.mix(value.length);
    for (const entry of value) mixValue(lanes, entry);
  } else {
    const { sorted, places } = formOf(value);
    // All at once: reading fields by name is slow where records have many forms.
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
 * Returns a 64-bit hash of plain data as 16 hexadecimal digits, over a canonical form: records by sorted keys without
 * `undefined` properties, numbers by their bits (one NaN), lists and records by the hashes of their parts. It detects
 * differences but does not protect against forgery.
 * @param value must not be changed in place afterwards: its parts are cached by identity
 * @throws TypeError if it is not data
 */
export function hashOf(value: unknown): string {
  const lanes = new Lanes();
  mixValue(lanes, value);
  const { low, high } = lanes.end();
  const digits = (word: number): string => (word >>> 0).toString(16).padStart(8, '0');
  return digits(high) + digits(low);
}
