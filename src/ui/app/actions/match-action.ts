import { matchSorter, rankings } from 'match-sorter';
import type { Action } from './action.ts';

const termsOf = ({ name, detail = '', group, keywords = [] }: Action): string =>
  [name, detail, group, ...keywords].join(' ');

/** Maximum per group: users refine a search rather than read on. */
const GROUP_SHOWN = 20;

export interface FoundActions {
  /** Best matches per group, best first; groups are ordered by their best match. Empty groups are omitted. */
  readonly groups: readonly { readonly name: string; readonly actions: readonly Action[] }[];
  /** Number of further matches. */
  readonly more: number;
}

/**
 * Finds the actions that match a search: every word must occur in an action's terms; names that begin with
 * the first word rank first. Equal matches keep their order; without input all are equal. Scattered letters
 * of a name do not count: they would match nearly everything.
 */
export function findActions(
  actions: readonly Action[],
  groupNames: readonly string[],
  search: string,
): FoundActions {
  const places = new Map(groupNames.map((name, place) => [name, place]));
  const placeOf = ({ group }: Action): number => places.get(group) ?? groupNames.length;
  const found = search
    .trim()
    .split(/\s+/)
    .reduceRight(
      (matches, word) =>
        matchSorter(matches, word, {
          keys: ['name', { key: termsOf, maxRanking: rankings.CONTAINS }],
          threshold: rankings.CONTAINS,
          baseSort: (a, b) => placeOf(a.item) - placeOf(b.item) || a.index - b.index,
        }),
      [...actions],
    );
  const groups = [...new Set(found.map(({ group }) => group))].map((name) => ({
    name,
    actions: found.filter(({ group }) => group === name).slice(0, GROUP_SHOWN),
  }));
  const shown = groups.reduce((count, group) => count + group.actions.length, 0);
  return { groups, more: found.length - shown };
}
