import { MS_PER_DAY, MS_PER_H, MS_PER_MIN, MS_PER_S } from '../kit/units.ts';
import type { MissionInput, TimedRecording } from './journal.ts';
import type { OperationName } from './operations.ts';

/** Longest recording or kept mission that a page opens: its worker replays it in a minute or two. */
export const LONGEST_OPENED_DAYS = 7;
export const LONGEST_OPENED_MS = LONGEST_OPENED_DAYS * MS_PER_DAY;

/** Costs are expressed as the mission time that takes as long to compute. */
const INPUT_COST_MS = 10 * MS_PER_S;
/** It touches the software on board alone: a ground system may send many. */
const TELECOMMAND_COST_MS = MS_PER_S;
/** Per existing command and event: an operation copies the lists, and the hash after it reads them. */
const COPIED_COST_MS = 1;
const HASHED_COST_MS = 4;
/** Operations that create a command or an event. */
const MAKING: ReadonlySet<OperationName> = new Set(['queueCommand', 'sendCommand', 'addEvent']);
const JUMP_COST_MS = MS_PER_H;
const ORBIT_COST_MS = 10 * MS_PER_MIN;
/** Sixteen stations without cached data. */
const NETWORK_COST_MS = 30 * MS_PER_MIN;

/** Returns the cost of an input in milliseconds of mission time; for a jump, without the jump itself. */
export function inputCostMs({ kind }: MissionInput): number {
  if (kind === 'iss-orbit') return INPUT_COST_MS + ORBIT_COST_MS;
  if (kind === 'telecommand') return TELECOMMAND_COST_MS;
  return kind === 'network' ? INPUT_COST_MS + NETWORK_COST_MS : INPUT_COST_MS;
}

/** Returns the cost of replaying a recording, in milliseconds of mission time. */
export function replayCostMs({ header, entries, marks, time: end }: TimedRecording): number {
  const hashed = new Set(marks.map(({ entryCount }) => entryCount));
  let cost = 0;
  let made = 0;
  let from = header.startTime;
  for (const [index, { time: at, input }] of entries.entries()) {
    cost += inputCostMs(input);
    if (input.kind === 'operation') {
      if (MAKING.has(input.name)) made += 1;
      cost += made * (COPIED_COST_MS + (hashed.has(index + 1) ? HASHED_COST_MS : 0));
    }
    if (input.kind !== 'jump') continue;
    cost += at - from + JUMP_COST_MS;
    from = input.to;
  }
  return cost + end - from;
}
