import { drawRecordings, hashesOf } from '../../support/recordings.ts';

/** Number of recordings that the page computes for comparison with Node. */
export const RECORDING_COUNT = 10;

const recordings = drawRecordings(RECORDING_COUNT);

/** Returns the hashes of some recordings, by their indices in the list. */
export const hashesOfRecordings = (from: number, to: number): readonly (readonly string[])[] =>
  recordings.slice(from, to).map(hashesOf);
