import { screen } from '@testing-library/react';
import { createStore } from 'jotai';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { CommandsTab } from '../../../src/ui/app/CommandsTab.tsx';
import { startUneventfulMission } from '../../support/mission.ts';
import { renderWithOperations } from '../../support/operations.tsx';
import { showMission } from '../../support/render.tsx';

const { matchMedia } = window;
const PX_PER_REM = 16;

/** A window of that size: its queries have a least width and height in rem. */
function openWindow(width: number, height: number): void {
  vi.spyOn(window, 'matchMedia').mockImplementation((query) => {
    const leastOf = (side: string): number =>
      PX_PER_REM * Number(new RegExp(`min-${side}: ([\\d.]+)rem`).exec(query)?.[1] ?? 0);
    const matches = width >= leastOf('width') && height >= leastOf('height');
    return Object.defineProperty(matchMedia.call(window, query), 'matches', { value: matches });
  });
}

afterEach(() => vi.restoreAllMocks());

describe('what stands beside the command queue', () => {
  it.each([
    [1279, 719, false, false, false],
    [1280, 720, true, false, false],
    [1366, 768, true, false, false],
    [1024, 768, false, false, false],
    [1920, 1080, false, true, true],
  ])(
    'at %d × %d: the next contacts in a line %s, as a table %s, the spacecraft %s',
    (width, height, hasLine, hasTable, hasSpacecraft) => {
      openWindow(width, height);
      const store = createStore();
      showMission(store, startUneventfulMission());
      renderWithOperations(<CommandsTab />, {}, store);
      expect(screen.queryByRole('list', { name: 'Next contacts' }) !== null).toBe(hasLine);
      expect(screen.queryByRole('region', { name: 'Next contacts' }) !== null).toBe(hasTable);
      expect(screen.queryByRole('region', { name: 'Spacecraft' }) !== null).toBe(hasSpacecraft);
    },
  );
});
