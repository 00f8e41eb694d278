import { drawRecordings, hashesOf } from '../../support/recordings.ts';

/** What a page computes to be compared with Node. */
export const RECORDING_COUNT = 50;

const recordings = drawRecordings(RECORDING_COUNT);

/** The hashes of some recordings, by their places in the list. */
export const hashesOfRecordings = (from: number, to: number): readonly (readonly string[])[] =>
  recordings.slice(from, to).map(hashesOf);
