import { isForeign } from '../../shared/kit/foreign-origin.ts';

/**
 * True for a request that a page of another server has sent. Behind a proxy that names the host that it was asked for, this is
 * the host of our pages.
 */
export function isFromOtherPage(header: (name: string) => string | null, isBehindProxy: boolean): boolean {
  const forwarded = isBehindProxy ? header('x-forwarded-host')?.split(',').at(-1)?.trim() : undefined;
  return isForeign(header('origin'), forwarded || header('host'));
}
