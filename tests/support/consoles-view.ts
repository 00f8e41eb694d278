import type { ConsolesView, ConsoleView } from '../../src/shared/contract/consoles.ts';

export const MISSION_ID = 'a'.repeat(32);

const DESK: ConsoleView = { id: 'desk-1', name: 'Desk', kind: 'desk', isSilent: false };
export const WALL: ConsoleView = { id: 'wall-1', name: 'Wall', kind: 'wall', isSilent: false };
export const CONSOLE_B: ConsoleView = { id: 'desk-2', name: 'Console B', kind: 'desk', isSilent: false };

/** Shows a desk alone with its mission by default. */
export const consolesView = (change: Partial<ConsolesView> = {}): ConsolesView => ({
  missionId: MISSION_ID,
  self: DESK.id,
  consoles: [DESK],
  leader: DESK.id,
  groundLink: 'off',
  ...change,
});

/** Shows a desk, a wall and another desk. */
export const threeConsoles = (change: Partial<ConsolesView> = {}): ConsolesView =>
  consolesView({ consoles: [DESK, WALL, CONSOLE_B], ...change });
