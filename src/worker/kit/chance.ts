import { createRandom, type Random, type RandomState } from './random.ts';

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
