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

/** Returns one query per group, and one per satellite without a group. */
function queriesFor(satellites: readonly Satellite[]): readonly ElementsQuery[] {
  const groups = new Set<ElementGroup>();
  const numbers: number[] = [];
  for (const { id, groups: names } of satellites) {
    const group = names.map(groupNamed).find((one) => one !== undefined);
    if (group) groups.add(group);
    else numbers.push(id);
  }
  return [
    ...Array.from(groups, (group): ElementsQuery => ({ kind: 'group', group })),
    ...numbers.map((noradId): ElementsQuery => ({ kind: 'number', noradId })),
  ];
}

/**
 * Fetches the elements of satellites from CelesTrak again, by group and then one by one, up to the first search
 * that fails, because later ones would fail too. Returns a summary.
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
  for (const query of queriesFor(wanted)) {
    const answer = await fetchElements(query, signal);
    if (signal.aborted) break;
    if (answer.ok) {
      renewed += renew(answer.value.elements);
      for (const { NORAD_CAT_ID: id } of answer.value.elements) open.delete(Number(id));
      if (answer.value.origin.error !== undefined) failures.add(answer.value.origin.error);
    } else {
      failures.add(answer.message);
      if (query.kind !== 'group') break;
    }
  }
  const current = wanted.length - renewed - open.size;
  const parts = [
    `${formatCount(renewed)} updated`,
    ...(current > 0 ? [`${formatCount(current)} already the newest`] : []),
    ...(open.size > 0 ? [`${formatCount(open.size)} not received`] : []),
  ];
  return `${parts.join(', ')}.${[...failures].map((one) => ` ${one.replace(/\.$/, '')}.`).join('')}`;
}
