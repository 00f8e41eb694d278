import { atom } from 'jotai';

/** What the page is told about the network it came over. */
export interface PageNetwork {
  /** Fetches a file of the page. */
  readonly fetchFile: (url: string) => Promise<Pick<Response, 'ok' | 'status' | 'blob' | 'json'>>;
  /** Whether the browser is asked to save data. */
  readonly savesData: boolean;
}

/** Set by the composition root; without a network nothing is fetched. */
export const networkAtom = atom<PageNetwork>({
  fetchFile: () => Promise.reject(new Error('No network is provided.')),
  savesData: true,
});
