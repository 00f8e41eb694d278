/** Complete state of a random source: four unsigned 32-bit integers. */
export type RandomState = readonly [number, number, number, number];

/** Seeded random source. The same state gives the same numbers on every machine. */
export interface Random {
  /** Uniform in [0, 1). */
  next(): number;
  save(): RandomState;
  restore(state: RandomState): void;
}

/** The sfc32 generator (Chris Doty-Humphrey, PractRand), seeded with any number. */
export function createRandom(seed: number): Random {
  // A typed array is read and written faster than four closure variables.
  const state = Int32Array.of(0x9e3779b9, 0x243f6a88, seed | 0, Math.floor(seed / 2 ** 32) | 0 || 1);

  const nextWord = (): number => {
    const b = state[1] as number;
    const c = state[2] as number;
    const counter = state[3] as number;
    const word = ((state[0] as number) + b + counter) | 0;
    state[0] = b ^ (b >>> 9);
    state[1] = c + (c << 3);
    state[2] = ((c << 21) | (c >>> 11)) + word;
    state[3] = counter + 1;
    return word >>> 0;
  };
  // The first words still resemble the seed.
  for (let round = 0; round < 15; round++) nextWord();

  return {
    next: () => nextWord() / 2 ** 32,
    save: () => [...new Uint32Array(state)] as unknown as RandomState,
    restore(saved) {
      state.set(saved);
    },
  };
}

/** One draw from the normal distribution with mean 0 and standard deviation 1 (Box and Muller, 1958). */
export function drawNormal(random: Random): number {
  const radius = Math.sqrt(-2 * Math.log(1 - random.next()));
  return radius * Math.cos(2 * Math.PI * random.next());
}

/** Purposes with random streams of their own, apart from the mission's stream. */
export type ChancePurpose = 'fdir' | 'duty-crew';

/**
 * Random stream for one purpose and step: the same seed, purpose and step give the same numbers, whatever
 * else has been drawn. The words are mixed by the finalizer of MurmurHash3 (Appleby, public domain).
 */
export function chanceFor(seed: RandomState, purpose: ChancePurpose, step: number): Random {
  let hash = 0x811c9dc5;
  const mix = (word: number): void => {
    hash = Math.imul(hash ^ word, 0x85ebca6b);
    hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
    hash ^= hash >>> 16;
  };
  for (const word of seed) mix(word);
  for (let index = 0; index < purpose.length; index++) mix(purpose.charCodeAt(index));
  mix(step);
  return createRandom(hash >>> 0);
}

/** Uniform between two bounds. */
export const drawBetween = (random: Random, from: number, to: number): number =>
  from + (to - from) * random.next();
