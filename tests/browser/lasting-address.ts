import type { App } from '../../src/gateway/app.ts';
import { type Served, serve } from '../support/gateway.ts';

/**
 * Addresses on which tests serve their consoles in turn: a browser that was there before has loaded and compiled
 * everything except what differs.
 */

type Fetch = (...request: Parameters<App['fetch']>) => Response | Promise<Response>;

interface Address {
  readonly url: string;
  /** Absent between two consoles. */
  fetch: Fetch | undefined;
}

/** By served folder: a file of the same name is the same file. */
const free = new Map<string, Address[]>();
const lasting = new Set<string>();

/** True for an address that serves one console after the other, with the same files. */
export const isLasting = (url: string): boolean => lasting.has(url);

async function openAddress(): Promise<Address> {
  const address: { url: string; fetch: Fetch | undefined } = { url: '', fetch: undefined };
  const { url } = await serve({
    fetch: (...request: Parameters<App['fetch']>) =>
      address.fetch?.(...request) ?? new Response('Nothing is served now.', { status: 503 }),
  });
  address.url = url;
  lasting.add(url);
  return address;
}

/** Serves a folder's files and its functions on a free address, which is free again once closed. */
export async function serveOnLasting(folder: string, fetch: Fetch): Promise<Served> {
  const others = free.get(folder) ?? [];
  free.set(folder, others);
  const address = others.pop() ?? (await openAddress());
  address.fetch = fetch;
  return {
    url: address.url,
    async close() {
      address.fetch = undefined;
      others.push(address);
    },
  };
}
