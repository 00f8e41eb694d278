import { type EpochMs, MS_PER_S } from '../../../shared/kit/units.ts';

/** Returns a check that allows an action at most `most` times per second. */
export function limitRate(most: number, now: () => EpochMs): () => boolean {
  let doneAt: readonly EpochMs[] = [];
  return () => {
    const time = now();
    doneAt = doneAt.filter((done) => Math.abs(time - done) < MS_PER_S);
    if (doneAt.length >= most) return false;
    doneAt = [...doneAt, time];
    return true;
  };
}
