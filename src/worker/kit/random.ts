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
