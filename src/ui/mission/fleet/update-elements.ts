import {
  ELEMENT_GROUPS,
  type ElementGroup,
  type ElementsQuery,
  isElementGroup,
} from '../../../shared/contract/celestrak.ts';
import { formatCount } from '../../kit/format.ts';
import type { FleetControl } from './atoms.ts';
import type { Satellite } from './fleet.ts';

const groupNamed = (name: string): ElementGroup | undefined =>
  Object.keys(ELEMENT_GROUPS)
    .filter(isElementGroup)
    .find((group) => ELEMENT_GROUPS[group] === name);

/** Most satellites of an update that are asked for because they have left their group: many have decayed, and searches are few. */
const MOST_LEFT = 5;

/** Returns the group with which the elements of a satellite are fetched. */
const groupOf = ({ groups }: Satellite): ElementGroup | undefined =>
  groups.map(groupNamed).find((one) => one !== undefined);

/**
 * Fetches the elements of satellites from CelesTrak again: by group, and then one by one those without a group and
 * a few that have left theirs, up to the first search that fails, because later ones would fail too. Returns a summary.
 */
export async function updateElements(
  satellites: readonly Satellite[],
  { fetchElements, renew }: Pick<FleetControl, 'fetchElements' | 'renew'>,
  signal: AbortSignal,
): Promise<string> {
  const wanted = satellites.filter(({ isFromCelestrak }) => isFromCelestrak);
  const open = new Set(wanted.map(({ id }) => id));
  const failures = new Set<string>();
  let renewed = 0;
  /** Returns true if there was an answer. */
  const ask = async (query: ElementsQuery): Promise<boolean> => {
    const answer = await fetchElements(query, signal);
    if (signal.aborted) return false;
    if (!answer.ok) {
      failures.add(answer.message);
      return false;
    }
    renewed += renew(answer.value.elements);
    for (const { NORAD_CAT_ID: id } of answer.value.elements) open.delete(Number(id));
    if (answer.value.origin.error !== undefined) failures.add(answer.value.origin.error);
    return true;
  };
  const unanswered = new Set<ElementGroup>();
  for (const group of new Set(wanted.map(groupOf))) {
    if (group === undefined || signal.aborted) continue;
    if (!(await ask({ kind: 'group', group }))) unanswered.add(group);
  }
  const left = wanted.filter((one) => {
    const group = groupOf(one);
    return group !== undefined && open.has(one.id) && !unanswered.has(group);
  });
  const single = wanted.filter((one) => groupOf(one) === undefined);
  for (const { id } of [...single, ...left.slice(0, MOST_LEFT)]) {
    if (signal.aborted || !(await ask({ kind: 'number', noradId: id }))) break;
  }
  const current = wanted.length - renewed - open.size;
  const parts = [
    `${formatCount(renewed)} updated`,
    ...(current > 0 ? [`${formatCount(current)} already the newest`] : []),
    ...(open.size > 0 ? [`${formatCount(open.size)} not received`] : []),
  ];
  return `${parts.join(', ')}.${[...failures].map((one) => ` ${one.replace(/\.$/, '')}.`).join('')}`;
}
