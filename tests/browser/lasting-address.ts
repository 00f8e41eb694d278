import type { App } from '../../src/gateway/app.ts';
import { type Served, serve } from '../support/gateway.ts';

/**
 * Addresses on which tests serve their consoles one after the other: a browser that has been there before has loaded and
 * compiled all but what differs.
 */

type Fetch = (...request: Parameters<App['fetch']>) => Response | Promise<Response>;

interface Address {
  readonly url: string;
  /** Absent between two consoles. */
  fetch: Fetch | undefined;
}

/** By the folder that is served there: a file of the same name is the same file. */
const free = new Map<string, Address[]>();
const lasting = new Set<string>();

/** Whether consoles are served there one after the other, with the same files. */
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

/** Serves the files of a folder and what belongs to them on an address that is free, which it is again once closed. */
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
