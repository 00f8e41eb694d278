import { plainText } from '../../shared/live-answers.ts';
import { type AddedSatellite, GROUP_COLOURS } from './fleet.ts';

/** Longest name of a group, in characters. */
export const LONGEST_GROUP = 30;
/** Most groups of one satellite. */
const MOST_GROUPS = 8;

/** Names of groups, each once, without what is empty or too much. */
export const cleanGroups = (names: readonly string[]): readonly string[] =>
  [...new Set(names.map((name) => plainText(name, LONGEST_GROUP)))]
    .filter((name) => name !== '')
    .slice(0, MOST_GROUPS);

/** Names of groups as a user types them, with commas between them. */
export const readGroups = (text: string): readonly string[] => cleanGroups(text.split(','));

/** A group of the list. */
export interface Group {
  readonly name: string;
  readonly count: number;
  /** From 1 to `GROUP_COLOURS`; 0 for the colour of satellites without a group, once all are given. */
  readonly colour: number;
}

/** The groups of a list, in the order in which they come up in it, which gives them their colours. */
export function groupsOf(satellites: readonly AddedSatellite[]): readonly Group[] {
  const counts = new Map<string, number>();
  for (const { groups } of satellites)
    for (const name of groups) counts.set(name, (counts.get(name) ?? 0) + 1);
  return Array.from(counts, ([name, count], index) => ({
    name,
    count,
    colour: index < GROUP_COLOURS ? index + 1 : 0,
  }));
}

/** Colour of each satellite of a list: that of its first group. */
export function coloursOf(satellites: readonly AddedSatellite[]): Uint8Array {
  const colours = new Map(groupsOf(satellites).map(({ name, colour }) => [name, colour]));
  return Uint8Array.from(satellites, ({ groups: [first] }) => (first && colours.get(first)) || 0);
}
