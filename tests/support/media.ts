import { vi } from 'vitest';

const { matchMedia } = window;

/** The queries of a page that match from now on; all others are as they were. `vi.restoreAllMocks` ends it. */
export function matchOnly(...matching: readonly string[]): void {
  vi.spyOn(window, 'matchMedia').mockImplementation((query) => {
    const found = matchMedia.call(window, query);
    return matching.includes(query) ? Object.defineProperty(found, 'matches', { value: true }) : found;
  });
}
