import { cos, log } from '../../shared/kit/math.ts';

/** Number of values of a 32-bit word. */
const WORD = 4_294_967_296;

/** Seeded random source. The same seed gives the same numbers on every machine. */
export interface Random {
  /** Uniform in [0, 1). */
  next(): number;
}

/** The sfc32 generator (Chris Doty-Humphrey, PractRand): four words, the last of them a counter. */
class Sfc32 implements Random {
  private a: number;
  private b: number;
  private c: number;
  private counter: number;

  constructor(a: number, b: number, c: number, counter: number) {
    this.a = a;
    this.b = b;
    this.c = c;
    this.counter = counter;
  }

  next(): number {
    const { a, b, c, counter } = this;
    const word = (a + b + counter) | 0;
    this.a = b ^ (b >>> 9);
    this.b = (c + (c << 3)) | 0;
    this.c = (((c << 21) | (c >>> 11)) + word) | 0;
    this.counter = (counter + 1) | 0;
    return (word >>> 0) / WORD;
  }
}

/** Returns the sfc32 generator for a state of four words. */
export const sfc32 = ([a = 0, b = 0, c = 0, counter = 0]: Int32Array): Random => new Sfc32(a, b, c, counter);

/** Returns a source seeded with a word, without the first outputs, which still resemble the seed. */
function seeded(word: number, start: number): Random {
  let a = 0x9e3779b9 | 0;
  let b = 0x243f6a88;
  let c = word;
  let counter = start;
  for (let round = 0; round < 15; round++) {
    const sum = (a + b + counter) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    counter = (counter + 1) | 0;
  }
  return new Sfc32(a, b, c, counter);
}

/** Returns a source seeded with any number. */
export const createRandom = (seed: number): Random => seeded(seed | 0, Math.floor(seed / WORD) | 0 || 1);

/** Draws from the normal distribution with mean 0 and standard deviation 1 (Box and Muller, 1958). */
export function drawNormal(random: Random): number {
  const radius = Math.sqrt(-2 * log(1 - random.next()));
  return radius * cos(2 * Math.PI * random.next());
}

/** Seed of a mission: a safe integer. */
export type Seed = number;

/**
 * Purposes with random streams of their own: the sample data, the draw of faults, FDIR's plans, the crew, a sensor, a
 * disturbance, the link.
 */
export type StreamPurpose =
  | 'first situation'
  | 'first events'
  | 'fault draw'
  | 'duty-crew'
  | 'attitude'
  | 'bit errors of telemetry'
  | 'bit errors of telecommands'
  | `fdir:${string}`
  | `noise:${string}`;

/** Mixes words with the finalizer of MurmurHash3 (Appleby, public domain). */
function mix(hash: number, word: number): number {
  let mixed = Math.imul(hash ^ word, 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}

/** Mixes both words of a safe integer. */
const mixInteger = (hash: number, integer: number): number =>
  mix(mix(hash, integer | 0), Math.floor(integer / WORD));

/** Random sources of one purpose, one per step: an instant in milliseconds, or a count. */
class Stream {
  /** Hash of seed and purpose. */
  private readonly hash: number;

  constructor(hash: number) {
    this.hash = hash;
  }

  at(step: number): Random {
    return seeded(mixInteger(this.hash, step), 1);
  }
}

/**
 * Returns the random stream of a purpose: the same seed, purpose and step give the same numbers, whatever else is
 * drawn. A caller that draws at every step keeps the stream.
 */
export type Streams = (purpose: StreamPurpose) => Stream;

/** Streams of the last requested mission. */
let latest: { readonly seed: Seed; readonly streams: Streams } | undefined;

export function streamsOf(seed: Seed): Streams {
  if (latest?.seed === seed) return latest.streams;
  const streams: Streams = (purpose) => {
    let hash = mixInteger(0x811c9dc5, seed);
    for (let index = 0; index < purpose.length; index++) hash = mix(hash, purpose.charCodeAt(index));
    return new Stream(hash);
  };
  latest = { seed, streams };
  return streams;
}

/** Draws uniformly between two bounds. */
export const drawBetween = (random: Random, from: number, to: number): number =>
  from + (to - from) * random.next();

/**
 * Draws one of several choices, each as likely.
 * @throws Error if there is none
 */
export function pickOne<T>(choices: readonly T[], random: Random): T {
  const choice = choices[Math.floor(random.next() * choices.length)] ?? choices[0];
  if (choice === undefined) throw new Error('There is nothing to pick from.');
  return choice;
}
