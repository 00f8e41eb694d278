import type { LoggedMission } from '../../../shared/contract/durable-log.ts';
import { type BranchId, nextBranchId } from '../../../shared/contract/transport.ts';
import type { KeptBranch } from './batch.ts';

/**
 * Branches of another window, which this one keeps with the mission once it leads, because that window may
 * have closed.
 */

/**
 * Returns the branches that other windows kept with a mission. Omits those that this window created, since it
 * has their current state.
 */
export const branchesOfOthers = ({ head, record }: LoggedMission, window: string): readonly KeptBranch[] =>
  (record.branches ?? [])
    .map((branch) => ({
      ...branch,
      window: head.branchWindows?.[head.branchIds?.indexOf(branch.view.id) ?? -1] ?? 'unknown',
    }))
    .filter((branch) => branch.window !== window);

/**
 * Merges this window's branches with the inherited ones. Inherited ids that collide are replaced; a name that
 * was only the id follows it.
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
      return {
        ...branch,
        view: { ...branch.view, id: idOf(id), name: name === id ? idOf(id) : name, ...parted },
      };
    }),
  ];
}
