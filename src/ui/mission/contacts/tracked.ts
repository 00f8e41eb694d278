import type { Result } from '../../../shared/kit/result.ts';

/** Data of a card's satellite. */
export type Tracked<T> =
  | { readonly status: 'loading' }
  | { readonly status: 'unavailable'; readonly reason: string }
  | { readonly status: 'available'; readonly value: T };

/** @param found `undefined` before it arrives */
export function tracked<T>(found: Result<T> | undefined): Tracked<T> {
  if (!found) return { status: 'loading' };
  return found.ok
    ? { status: 'available', value: found.value }
    : { status: 'unavailable', reason: found.message };
}
