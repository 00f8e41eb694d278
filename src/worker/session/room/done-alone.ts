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
  /** Number of inputs in the journal of each such branch that the shared mission has, or has been sent. */
  let known: ReadonlyMap<BranchId, number> = new Map();

  const inputCount = ({ mission }: Branch): number => mission.journal().length;

  /** Returns how many inputs a branch has in common with the mission that it has parted from. */
  function commonCount({ view, mission }: Branch): number {
    const parent = branchOf(session, view.origin?.parent ?? MAIN_BRANCH) ?? session.main;
    const entries = parent.mission.journal();
    const parting = mission.journal().findIndex((entry, index) => entry !== entries[index]);
    return parting < 0 ? mission.journal().length : parting;
  }

  /** Operations that the shared mission does not have, each with the number of inputs up to it. */
  const unsent = (
    branch: Branch,
  ): readonly { readonly operation: OperationEntry; readonly count: number }[] => {
    const from = known.get(branch.view.id) ?? inputCount(branch);
    return branch.mission
      .journal()
      .slice(from)
      .flatMap(({ input }, index) =>
        input.kind === 'operation' ? [{ operation: input, count: from + index + 1 }] : [],
      );
  };

  /** Forgets deleted branches: their letters are given again. */
  function forgetDeleted(): void {
    const ids = new Set(session.branches.map(({ view }) => view.id));
    earlier = new Set([...earlier].filter((id) => ids.has(id)));
    known = new Map([...known].filter(([id]) => ids.has(id)));
  }

  return {
    begin() {
      forgetDeleted();
      earlier = new Set(session.branches.map(({ view }) => view.id).filter((id) => !known.has(id)));
    },
    note(isLinkLost) {
      forgetDeleted();
      if (!isLinkLost) return;
      const begun = session.branches.filter(({ view }) => !earlier.has(view.id) && !known.has(view.id));
      known = new Map([...known, ...begun.map((branch) => [branch.view.id, commonCount(branch)] as const)]);
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
        // It may have been deleted meanwhile.
        if (known.has(id)) known = new Map([...known, [id, count]]);
      }
      return { ok: true, value: { sent, refusals } };
    },
  };
}
