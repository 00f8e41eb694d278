import { matchSorter, rankings } from 'match-sorter';
import type { Action } from './action.ts';

/** All search terms of an action. */
const termsOf = ({ name, detail = '', group, keywords = [] }: Action): string =>
  [name, detail, group, ...keywords].join(' ');

/** Cap per group: users refine the search instead of reading more. */
const GROUP_SHOWN = 20;

export interface FoundActions {
  /**
   * Best matches of each group, best first; the group with the best match first. Empty groups are omitted.
   */
  readonly groups: readonly { readonly name: string; readonly actions: readonly Action[] }[];
  /** Number of further matches. */
  readonly more: number;
}

/**
 * Matches of a search: every word must occur in the terms of an action; a name that begins with the first word ranks
 * first. Equal matches keep their order; without input all are equal. Single letters out of a name do not count: they
 * would match nearly everything.
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
