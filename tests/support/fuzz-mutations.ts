import type { Random } from '../../src/worker/kit/random.ts';

/** Mutations of valid input, one at a time: of texts, bytes, and trees of plain data. */

const pick = <T>(choices: readonly T[], random: Random): T => {
  const choice = choices[Math.floor(random.next() * choices.length)];
  if (choice === undefined) throw new Error('There is nothing to pick from.');
  return choice;
};
const below = (limit: number, random: Random): number => Math.floor(random.next() * limit);

const LONG = 5000;
const DEEP = 300;

/** Texts that programs often mishandle. */
const HOSTILE_TEXTS: readonly string[] = [
  '',
  ' ',
  '\u0000',
  '\uFEFF',
  '\uD800',
  '\uDC00\uD800',
  '\u202E',
  '\u200B',
  '１２', // digits of another script
  '٣',
  '−1', // not an ASCII minus sign
  '1e999',
  '-0',
  '0x10',
  '1_000',
  'NaN',
  'Infinity',
  'null',
  '__proto__',
  'constructor',
  'toString',
  '<script>alert(1)</script>',
  '%00',
  '%',
  '../../etc/passwd',
  '2026-02-30T10:00',
  '2024-02-29T24:00',
  '9'.repeat(LONG),
  `${'1'.repeat(LONG)}x`,
  ' '.repeat(LONG),
  '\n'.repeat(LONG),
  '👩‍🚀'.repeat(100),
  '\u0301'.repeat(LONG),
];

const HOSTILE_NUMBERS: readonly number[] = [
  0,
  -0,
  1,
  -1,
  0.5,
  90.000_000_1,
  180,
  -180,
  359.999_999,
  360,
  361,
  1e-320,
  Number.EPSILON,
  Number.MAX_SAFE_INTEGER,
  Number.MAX_SAFE_INTEGER + 2,
  2 ** 31,
  2 ** 32,
  8.64e15,
  -8.64e15,
  8.64e15 + 1,
  1e21,
  Number.MAX_VALUE,
  -Number.MAX_VALUE,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  Number.NEGATIVE_INFINITY,
];

const HOSTILE_KEYS: readonly string[] = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'valueOf',
  'hasOwnProperty',
  'length',
  '',
  '0',
  '-1',
  'a.b',
  '\u0000',
];

/** Defines `__proto__` as an ordinary member, like `JSON.parse`. */
function define(target: object, key: string, value: unknown): void {
  Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
}

function nested(depth: number, random: Random): unknown {
  let value: unknown = 1;
  for (let level = 0; level < depth; level++) value = random.next() < 0.5 ? [value] : { a: value };
  return value;
}

function polluting(): unknown {
  const value = {};
  define(value, '__proto__', { polluted: true });
  define(value, 'constructor', { prototype: { polluted: true } });
  return value;
}

/** Returns a value that JSON can express. */
function hostileJson(random: Random): unknown {
  const choices: readonly (() => unknown)[] = [
    () => null,
    () => true,
    () => false,
    () => [],
    () => ({}),
    () => [[]],
    () => pick(HOSTILE_TEXTS, random),
    () => pick(HOSTILE_TEXTS, random),
    () => pick(HOSTILE_NUMBERS.filter(Number.isFinite), random),
    () => pick(HOSTILE_NUMBERS.filter(Number.isFinite), random),
    () => nested(DEEP, random),
    () => polluting(),
    () => Array.from({ length: 1200 }, () => 0),
  ];
  return pick(choices, random)();
}

/** Returns a value that only structured clone can express. */
function hostileClone(random: Random): unknown {
  const choices: readonly (() => unknown)[] = [
    () => hostileJson(random),
    () => hostileJson(random),
    () => pick(HOSTILE_NUMBERS, random),
    () => undefined,
    () => 10n ** 30n,
    () => new Date(Number.NaN),
    () => new Date(0),
    () => new Map([['value', 1]]),
    () => new Set([1]),
    () => /x/,
    () => new Error('an error'),
    () => new Uint8Array(16),
    () => new ArrayBuffer(8),
    () => Object.assign(new Array(3), { length: 100 }),
    () => Object.create(null),
    () => new Number(5),
    () => new String('text'),
  ];
  return pick(choices, random)();
}

/** Returns a text with one mutation. */
export function mutateText(text: string, random: Random): string {
  const at = below(text.length + 1, random);
  const end = Math.min(text.length, at + 1 + below(8, random));
  const [before, after] = [text.slice(0, at), text.slice(at)];
  const choices: readonly (() => string)[] = [
    () => before,
    () => after,
    () => before + text.slice(end),
    () => before + text.slice(at, end) + after,
    () => before + pick(HOSTILE_TEXTS, random) + after,
    () => pick(HOSTILE_TEXTS, random),
    () => before + String.fromCharCode(below(0x250, random)) + text.slice(at + 1),
    () => before + String.fromCharCode(below(0x1_0000, random)) + text.slice(at + 1),
    () => before + pick([...'0123456789-+.:TZe, /&=%"{}[]'], random) + text.slice(at + 1),
    () => text + text,
    () => text.toUpperCase(),
    () => ` ${text}\t`,
  ];
  const mutated = pick(choices, random)();
  return mutated.length > 4 * LONG ? mutated.slice(0, 4 * LONG) : mutated;
}

/** Words of JSON that a valid answer does not contain. */
const JSON_WORDS: readonly string[] = [
  'NaN',
  '-0',
  '1e999',
  '-1e999',
  '1E400',
  '0123',
  '"\\ud800"',
  '"__proto__":{"polluted":1},',
  '{"__proto__":',
  '\uFEFF',
  '\\u0000',
  'null',
  '[[[[[[[[',
  ',,',
  '{}',
  '"error":"x",',
];

/** Returns bytes with one mutation, valid UTF-8 or not. */
export function mutateBytes(bytes: Uint8Array, random: Random): Uint8Array {
  const at = below(bytes.length + 1, random);
  const end = Math.min(bytes.length, at + 1 + below(64, random));
  const [before, after] = [bytes.subarray(0, at), bytes.subarray(at)];
  const word = (text: string): Uint8Array => new TextEncoder().encode(text);
  const choices: readonly (() => readonly Uint8Array[])[] = [
    () => [before],
    () => [before, bytes.subarray(end)],
    () => [before, bytes.subarray(at, end), after],
    () => [before, Uint8Array.of(below(256, random)), bytes.subarray(at + 1)],
    () => [before, Uint8Array.of((bytes[at] ?? 0) ^ (1 << below(8, random))), bytes.subarray(at + 1)],
    () => [before, word(pick(JSON_WORDS, random)), after],
    () => [before, word(pick(JSON_WORDS, random)), bytes.subarray(end)],
    () => [before, word('['.repeat(20_000)), after],
    () => [before, word('9'.repeat(400)), after],
    () => [before, Uint8Array.of(0xff, 0xc0, 0x80), after],
    () => [Uint8Array.of(0xef, 0xbb, 0xbf), bytes],
    () => [bytes, bytes],
  ];
  return Uint8Array.from(Buffer.concat(pick(choices, random)()));
}

type Members = Record<string, unknown>;
const isBranch = (value: unknown): value is Members | unknown[] =>
  Array.isArray(value) ||
  (typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype);

/** Returns a shallow copy to be changed; deeper levels are shared. */
function copy<Branch extends Members | unknown[]>(branch: Branch): Branch {
  if (Array.isArray(branch)) return [...branch] as Branch;
  const copied = {};
  for (const key of Object.keys(branch)) define(copied, key, branch[key]);
  return copied as Branch;
}

type Hostile = (random: Random) => unknown;

function mutateLeaf(value: unknown, hostile: Hostile, random: Random): unknown {
  if (random.next() < 0.4) return hostile(random);
  if (typeof value === 'string') return random.next() < 0.2 ? Number(value) : mutateText(value, random);
  if (typeof value !== 'number') return hostile(random);
  const choices = [
    -value,
    value + 1e-9,
    value * 10,
    value / 7,
    value + 1,
    value - 360,
    value * 1e300,
    value * 1e9,
  ];
  return random.next() < 0.15 ? String(value) : pick(choices, random);
}

function mutateMembers(branch: Members | unknown[], hostile: Hostile, random: Random): unknown {
  const keys = Object.keys(branch);
  const changed = copy(branch);
  const [key, other] = keys.length > 0 ? [pick(keys, random), pick(keys, random)] : ['', ''];
  const values = branch as Members;
  const choices: readonly (() => unknown)[] = [
    () => {
      if (Array.isArray(changed)) changed.splice(Number(key) || 0, 1);
      else delete changed[key];
      return changed;
    },
    () => {
      define(changed, key, hostile(random));
      return changed;
    },
    () => {
      define(changed, key, values[other]); // swaps in an equal member, or one of another's type
      return changed;
    },
    () => {
      if (Array.isArray(changed)) changed.push(values[key], values[key]);
      else define(changed, pick(HOSTILE_KEYS, random), hostile(random));
      return changed;
    },
    () => (Array.isArray(changed) ? changed.reverse() : Object.values(changed)),
    () => (Array.isArray(changed) ? Object.assign({}, changed) : [changed]),
    () => hostile(random),
  ];
  return pick(choices, random)();
}

function mutateAt(value: unknown, hostile: Hostile, random: Random): unknown {
  if (!isBranch(value)) return mutateLeaf(value, hostile, random);
  const keys = Object.keys(value);
  if (keys.length === 0 || random.next() < 0.12) return mutateMembers(value, hostile, random);
  const key = pick(keys, random);
  const changed = copy(value);
  define(changed, key, mutateAt((value as Members)[key], hostile, random));
  return changed;
}

/** Mutates a JSON tree in one place. The tree itself is not changed. */
export const mutateJson = (value: unknown, random: Random): unknown => mutateAt(value, hostileJson, random);

/** Mutates a structured clone in one place, also with cycles and values that JSON cannot express. */
export function mutateClone(value: unknown, random: Random): unknown {
  const changed = mutateAt(value, hostileClone, random);
  if (random.next() < 0.03 && isBranch(changed)) {
    const cyclic = copy(changed);
    const key = pick([...Object.keys(cyclic), 'self'], random);
    define(cyclic, key, cyclic);
    return cyclic;
  }
  return changed;
}
