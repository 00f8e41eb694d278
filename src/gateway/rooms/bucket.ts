import { type EpochMs, MS_PER_S } from '../../shared/kit/units.ts';

/** Token bucket: so many at once, refilled evenly. */
export interface Bucket {
  /** Returns 0 if there is a token at an instant, or the milliseconds to wait for one. */
  waitMs(now: EpochMs): number;
  /** Takes a token. */
  take(): void;
}

export function createBucket(perS: number, most: number, now: EpochMs): Bucket {
  let tokens = most;
  let filledAt: number = now;
  return {
    waitMs(at) {
      tokens = Math.min(most, tokens + (Math.max(0, at - filledAt) / MS_PER_S) * perS);
      filledAt = at;
      return tokens >= 1 ? 0 : Math.ceil(((1 - tokens) / perS) * MS_PER_S);
    },
    take() {
      tokens -= 1;
    },
  };
}
