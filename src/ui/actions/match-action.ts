import type { Action } from './action.ts';

/** Search terms of an action, in lower case. */
interface Words {
  readonly name: string;
  readonly starts: readonly string[];
  /** Those of the name and all others. */
  readonly all: string;
}

/** Cached per action: there may be thousands. */
const wordsByAction = new WeakMap<Action, Words>();

function wordsOf(action: Action): Words {
  const held = wordsByAction.get(action);
  if (held) return held;
  const { detail = '', group, keywords = [] } = action;
  const name = action.name.toLowerCase();
  const all = [name, detail, group, ...keywords].join(' ').toLowerCase();
  const words = { name, starts: name.split(/[\s:]+/), all };
  wordsByAction.set(action, words);
  return words;
}

/**
 * Score of an action for the typed words: 0 for no match. Every word must occur in its terms; a name that
 * begins with them ranks first. Single letters out of a name do not count: they would match nearly
 * everything.
 */
function matchAction(action: Action, words: readonly string[]): number {
  const { name, starts, all } = wordsOf(action);
  if (!words.every((word) => all.includes(word))) return 0;
  if (name.startsWith(words.join(' '))) return 1;
  if (words.every((word) => starts.some((start) => start.startsWith(word)))) return 0.8;
  return words.every((word) => name.includes(word)) ? 0.6 : 0.4;
}

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

/** Matches of a search. Equal scores keep their order; without input all are equal. */
export function findActions(
  actions: readonly Action[],
  groupNames: readonly string[],
  search: string,
): FoundActions {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const scored = actions
    .map((action) => ({ action, score: matchAction(action, words) }))
    .filter(({ score }) => score > 0);
  const groups = groupNames
    .map((name) => {
      const own = scored.filter(({ action }) => action.group === name).sort((a, b) => b.score - a.score);
      return {
        name,
        best: own[0]?.score ?? 0,
        actions: own.slice(0, GROUP_SHOWN).map(({ action }) => action),
      };
    })
    .filter(({ best }) => best > 0)
    .sort((a, b) => b.best - a.best);
  const shown = groups.reduce((count, group) => count + group.actions.length, 0);
  return { groups, more: scored.length - shown };
}
