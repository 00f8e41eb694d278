import { cleanGroups, type GroupColours } from '../../../shared/contract/satellite-list.ts';
import { GROUP_COLOURS, type Satellite } from './fleet.ts';

/** Parses group names, separated by commas. */
export const readGroups = (text: string): readonly string[] => cleanGroups(text.split(','));

export interface Group {
  readonly name: string;
  readonly count: number;
  /** 1 to `GROUP_COLOURS`; 0 for the colour of satellites without a group, when all others are taken. */
  readonly colour: number;
}

/** Groups keep their colours; new ones get the free colours in order of appearance in the list. */
export function groupColours(satellites: readonly Satellite[], before: GroupColours): GroupColours {
  const names = new Set(satellites.flatMap(({ groups }) => groups));
  const colours = new Map<string, number>();
  const free = new Set(Array.from({ length: GROUP_COLOURS }, (_, index) => index + 1));
  for (const [name, colour] of before) {
    if (names.has(name) && free.delete(colour)) colours.set(name, colour);
  }
  for (const name of names) {
    const [next] = free;
    if (next === undefined) break;
    if (colours.has(name)) continue;
    free.delete(next);
    colours.set(name, next);
  }
  return colours;
}

/** Returns the groups of a list, in order of appearance. */
export function groupsOf(satellites: readonly Satellite[], colours: GroupColours): readonly Group[] {
  const counts = new Map<string, number>();
  for (const { groups } of satellites)
    for (const name of groups) counts.set(name, (counts.get(name) ?? 0) + 1);
  return Array.from(counts, ([name, count]) => ({ name, count, colour: colours.get(name) ?? 0 }));
}

/** Returns the colour of each satellite of a list: that of its first group. */
export function coloursOf(satellites: readonly Satellite[], colours: GroupColours): Uint8Array {
  return Uint8Array.from(satellites, ({ groups: [first] }) => (first && colours.get(first)) || 0);
}
