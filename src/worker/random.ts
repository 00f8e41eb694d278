/** The whole state of a random source: four unsigned 32-bit integers. */
export type RandomState = readonly [number, number, number, number];

/** A seeded source of chance. The same state gives the same numbers, on every machine. */
export interface Random {
  /** Uniform in [0, 1). */
  next(): number;
  save(): RandomState;
  restore(state: RandomState): void;
}

/** The sfc32 generator (Chris Doty-Humphrey, PractRand), seeded with any number. */
export function createRandom(seed: number): Random {
  let a = 0x9e3779b9 | 0;
  let b = 0x243f6a88 | 0;
  let c = seed | 0;
  let counter = Math.floor(seed / 2 ** 32) | 0 || 1;

  const nextWord = (): number => {
    const word = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + word;
    c |= 0;
    return word >>> 0;
  };
  // The first words still resemble the seed.
  for (let round = 0; round < 15; round++) nextWord();

  return {
    next: () => nextWord() / 2 ** 32,
    save: () => [a >>> 0, b >>> 0, c >>> 0, counter >>> 0],
    restore([savedA, savedB, savedC, savedCounter]) {
      a = savedA | 0;
      b = savedB | 0;
      c = savedC | 0;
      counter = savedCounter | 0;
    },
  };
}

/** One draw from the normal distribution with mean 0 and standard deviation 1 (Box and Muller, 1958). */
export function drawNormal(random: Random): number {
  const radius = Math.sqrt(-2 * Math.log(1 - random.next()));
  return radius * Math.cos(2 * Math.PI * random.next());
}
