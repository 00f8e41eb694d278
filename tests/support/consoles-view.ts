import type { ConsolesView, ConsoleView, RoomView } from '../../src/shared/contract/consoles.ts';
import { epochMs } from '../../src/shared/kit/units.ts';

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

/** A key of a shared mission, made of one character. */
export const keyOf = (character: string): string => character.repeat(22);

export const KEYS = { operator: keyOf('o'), viewer: keyOf('v') };

/** Shows a shared mission to an operator by default. */
export const roomView = (change: Partial<RoomView> = {}): RoomView => ({
  role: 'operator',
  isConnected: true,
  viewerCount: 0,
  keys: KEYS,
  endsAt: epochMs(Date.UTC(2026, 10, 27, 12, 40)),
  ...change,
});

export const viewerView = (change: Partial<RoomView> = {}): RoomView =>
  roomView({ role: 'viewer', viewerCount: 1, keys: undefined, ...change });
