import type { Action } from './action.ts';

/** What an action is found by, in small letters. */
interface Words {
  readonly name: string;
  readonly starts: readonly string[];
  /** The name's and all others. */
  readonly all: string;
}

/** Of actions that stay the same from letter to letter they are made once: there may be thousands. */
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
 * How well an action answers the words that are typed: 0 for not at all. Every word has to be in its words; one whose
 * name begins with them comes first. Letters picked out of a name do not count: they would find nearly everything.
 */
function matchAction(action: Action, words: readonly string[]): number {
  const { name, starts, all } = wordsOf(action);
  if (!words.every((word) => all.includes(word))) return 0;
  if (name.startsWith(words.join(' '))) return 1;
  if (words.every((word) => starts.some((start) => start.startsWith(word)))) return 0.8;
  return words.every((word) => name.includes(word)) ? 0.6 : 0.4;
}

/** More of a group nobody reads: one types. */
const GROUP_SHOWN = 20;

export interface FoundActions {
  /** The best of each group, best first; the group with the best one first. Groups without any are left out. */
  readonly groups: readonly { readonly name: string; readonly actions: readonly Action[] }[];
  /** How many more answer what is typed. */
  readonly more: number;
}

/** What answers a search. What is as good as another stays in its order; all is, where nothing is typed. */
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
