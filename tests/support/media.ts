import { vi } from 'vitest';

const { matchMedia } = window;

/** Makes these media queries match from now on and leaves all others as they were. `vi.restoreAllMocks` ends it. */
export function matchOnly(...matching: readonly string[]): void {
  vi.spyOn(window, 'matchMedia').mockImplementation((query) => {
    const found = matchMedia.call(window, query);
    return matching.includes(query) ? Object.defineProperty(found, 'matches', { value: true }) : found;
  });
}
