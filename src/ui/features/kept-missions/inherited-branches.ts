import { type BranchId, nextBranchId } from '../../../shared/contract/transport.ts';
import type { KeptBranch } from './batch.ts';
import type { ReadMission } from './mission-store.ts';

/** Branches of another window, which this one keeps with the mission from when it leads: that window may have ended. */

/**
 * The branches of a mission as another window has kept it, without those that this window has made: it knows what has become
 * of them.
 */
export const branchesOfOthers = ({ head, record }: ReadMission, window: string): readonly KeptBranch[] =>
  (record.branches ?? [])
    .map((branch) => ({
      ...branch,
      window: head.branchWindows?.[head.branchIds?.indexOf(branch.view.id) ?? -1] ?? 'unknown',
    }))
    .filter((branch) => branch.window !== window);

/**
 * The branches of this window and those that it has inherited, which get other ids where this window has given theirs; a
 * name that was none but the id follows it.
 */
export function withInherited(
  own: readonly KeptBranch[],
  inherited: readonly KeptBranch[],
): readonly KeptBranch[] {
  const taken = [...own, ...inherited].map(({ view }) => view.id);
  const renamed = new Map<BranchId, BranchId>();
  for (const { view } of inherited) {
    if (!own.some((one) => one.view.id === view.id)) continue;
    const id = nextBranchId(taken);
    taken.push(id);
    renamed.set(view.id, id);
  }
  if (renamed.size === 0) return [...own, ...inherited];
  const idOf = (id: BranchId): BranchId => renamed.get(id) ?? id;
  return [
    ...own,
    ...inherited.map((branch) => {
      const { id, name, origin } = branch.view;
      const parted = origin && { origin: { ...origin, parent: idOf(origin.parent) } };
      return { ...branch, view: { id: idOf(id), name: name === id ? idOf(id) : name, ...parted } };
    }),
  ];
}
