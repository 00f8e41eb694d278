import type { RoomView, SentOperations } from '../../../shared/contract/consoles.ts';
import type { OperationEntry } from '../../../shared/contract/journal.ts';
import { type Outcome, refused } from '../../../shared/contract/outcome.ts';
import { type BranchId, MAIN_BRANCH } from '../../../shared/contract/transport.ts';
import type { Branch } from '../branches/branch.ts';
import { branchOf, NO_BRANCH, type SessionState } from '../clock/session-state.ts';

/** Operations of branches that have begun while the link was lost: the shared mission can get them afterwards. */
export interface DoneAlone {
  /** Called when the link is lost: earlier branches are no concern of the shared mission. */
  begin(): void;
  /** Called when an operator may have begun or deleted a branch. */
  note(isLinkLost: boolean): void;
  /** Returns such a branch with operations that the shared mission does not have: the one that is shown, or the newest. */
  offered(): RoomView['doneAlone'];
  /**
   * Orders the operations of a branch in the shared mission, one after the other.
   * @param order orders one
   * @param whyNot returns why none can be ordered any more; the others are then still offered
   */
  send(
    id: BranchId,
    order: (operation: OperationEntry) => Promise<Outcome<unknown>>,
    whyNot: () => string | undefined,
  ): Promise<Outcome<SentOperations>>;
}

export function followDoneAlone(session: SessionState): DoneAlone {
  let earlier: ReadonlySet<BranchId> = new Set();

  const idsOf = (branches: readonly Branch[]): readonly BranchId[] => branches.map(({ view }) => view.id);

  /** Returns how many inputs a branch has in common with the mission that it has parted from. */
  function commonCount({ view, mission }: Branch): number {
    const parent = branchOf(session, view.origin?.parent ?? MAIN_BRANCH) ?? session.main;
    const entries = parent.mission.journal();
    const parting = mission.journal().findIndex((entry, index) => entry !== entries[index]);
    return parting < 0 ? mission.journal().length : parting;
  }

  /** Operations that the shared mission does not have, each with the number of inputs up to it. */
  function unsent({
    view: { sharedCount },
    mission,
  }: Branch): readonly { readonly operation: OperationEntry; readonly count: number }[] {
    if (sharedCount === undefined) return [];
    return mission
      .journal()
      .slice(sharedCount)
      .flatMap(({ input }, index) =>
        input.kind === 'operation' ? [{ operation: input, count: sharedCount + index + 1 }] : [],
      );
  }

  /** Notes in a branch itself, which outlives this worker, how many of its inputs the shared mission has. */
  function noteShared(countOf: (branch: Branch) => number | undefined): void {
    session.branches = session.branches.map((branch) => {
      const sharedCount = countOf(branch);
      return sharedCount === undefined ? branch : branch.renamed({ ...branch.view, sharedCount });
    });
  }

  return {
    begin() {
      earlier = new Set(idsOf(session.branches));
    },
    note(isLinkLost) {
      if (!isLinkLost) return;
      // The letters of deleted branches are given again.
      const ids = idsOf(session.branches);
      earlier = new Set([...earlier].filter((id) => ids.includes(id)));
      noteShared((branch) => {
        const { id, sharedCount } = branch.view;
        return earlier.has(id) || sharedCount !== undefined ? undefined : commonCount(branch);
      });
    },
    offered() {
      const withUnsent = session.branches.filter((one) => unsent(one).length > 0);
      const branch = withUnsent.find(({ view }) => view.id === session.shown) ?? withUnsent.at(-1);
      return branch && { branch: branch.view.id, name: branch.view.name, count: unsent(branch).length };
    },
    async send(id, order, whyNot) {
      const branch = session.branches.find(({ view }) => view.id === id);
      if (!branch) return refused(NO_BRANCH);
      let sent = 0;
      const refusals: string[] = [];
      for (const { operation, count } of unsent(branch)) {
        const outcome = await order(operation);
        const why = outcome.ok ? undefined : whyNot();
        if (why !== undefined) return refused(why);
        if (outcome.ok) sent += 1;
        else refusals.push(outcome.message);
        // It may have been deleted meanwhile, and another one may have its letter.
        noteShared(({ mission }) => (mission === branch.mission ? count : undefined));
      }
      return { ok: true, value: { sent, refusals } };
    },
  };
}
