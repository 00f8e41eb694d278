import type { BranchRecord } from '../../shared/mission-control.ts';
import { type BranchId, nextBranchId } from '../../shared/transport.ts';

/** Branches of another window, which this one keeps with the mission from when it leads: that window may have ended. */

const isSame = (one: BranchRecord, other: BranchRecord): boolean =>
  one.view.id === other.view.id &&
  one.view.origin?.parent === other.view.origin?.parent &&
  one.view.origin?.time === other.view.origin?.time;

/**
 * The branches of this window and those that it has inherited, which get other ids where this window has given theirs; a
 * name that was none but the id follows it.
 */
export function withInherited(
  own: readonly BranchRecord[],
  inherited: readonly BranchRecord[],
): readonly BranchRecord[] {
  const others = inherited.filter((branch) => !own.some((one) => isSame(one, branch)));
  const taken = [...own, ...others].map(({ view }) => view.id);
  const renamed = new Map<BranchId, BranchId>();
  for (const { view } of others) {
    if (!own.some((one) => one.view.id === view.id)) continue;
    const id = nextBranchId(taken);
    taken.push(id);
    renamed.set(view.id, id);
  }
  if (renamed.size === 0) return [...own, ...others];
  const idOf = (id: BranchId): BranchId => renamed.get(id) ?? id;
  return [
    ...own,
    ...others.map((branch) => {
      const { id, name, origin } = branch.view;
      const parted = origin && { origin: { ...origin, parent: idOf(origin.parent) } };
      return { ...branch, view: { id: idOf(id), name: name === id ? idOf(id) : name, ...parted } };
    }),
  ];
}
