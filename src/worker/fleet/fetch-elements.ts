import {
  type ElementsAnswer,
  type ElementsQuery,
  elementsPath,
  isOfCatalogue,
  LARGEST_CATALOGUE_BYTES,
  readElementsAnswer,
} from '../../shared/contract/celestrak.ts';
import { CALL_LIMIT_MS, CATALOGUE_CALL_LIMIT_MS } from '../../shared/contract/time-limits.ts';
import { failed, type Result } from '../../shared/kit/result.ts';
import { MS_PER_S } from '../../shared/kit/units.ts';

interface FetchEffects {
  /**
   * Calls a path of the gateway. Rejects with a readable reason, also if the answer exceeds `longestBytes` (by
   * default 1 MB).
   */
  call(path: string, signal: AbortSignal, longestBytes?: number): Promise<unknown>;
  timeoutSignal(ms: number): AbortSignal;
  isOnline(): boolean;
}

export type FetchElements = (query: ElementsQuery, signal: AbortSignal) => Promise<Result<ElementsAnswer>>;

/**
 * Fetches elements through the gateway, within the time limit of a call. A failure states the reason. Never rejects.
 */
export const createFetchElements =
  ({ call, timeoutSignal, isOnline }: FetchEffects): FetchElements =>
  async (query, signal) => {
    if (!isOnline()) return failed('This browser is offline.');
    const isLong = isOfCatalogue(query);
    const limitMs = isLong ? CATALOGUE_CALL_LIMIT_MS : CALL_LIMIT_MS;
    const limit = timeoutSignal(limitMs);
    try {
      const ending = AbortSignal.any([signal, limit]);
      const longestBytes = isLong ? LARGEST_CATALOGUE_BYTES : undefined;
      return readElementsAnswer(await call(elementsPath(query), ending, longestBytes));
    } catch (error) {
      if (limit.aborted) return failed(`The gateway did not answer within ${limitMs / MS_PER_S} s.`);
      return failed((error as Error).message);
    }
  };
