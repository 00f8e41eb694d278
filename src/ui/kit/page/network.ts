import { atom } from 'jotai';

/** The page's network access. */
export interface PageNetwork {
  /** Fetches a file of the page. */
  readonly fetchFile: (url: string) => Promise<Pick<Response, 'ok' | 'status' | 'blob' | 'json'>>;
  /** True if the browser is set to save data. */
  readonly savesData: boolean;
}

/** Set by the composition root; without a network nothing is fetched. */
export const networkAtom = atom<PageNetwork>({
  fetchFile: () => Promise.reject(new Error('No network is provided.')),
  savesData: true,
});
