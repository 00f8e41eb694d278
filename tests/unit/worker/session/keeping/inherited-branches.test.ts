import { expect, it } from 'vitest';
import type { BranchRecord } from '../../../../../src/shared/contract/mission-control.ts';
import { BRANCH_CAP, nextBranchId } from '../../../../../src/shared/contract/transport.ts';
import { withInherited } from '../../../../../src/worker/session/keeping/inherited-branches.ts';
import { later, T0 } from '../../../../support/mission.ts';

/** Returns the largest number of branches, each forked from the one before it from some second on. */
function branchesFrom(second: number): readonly BranchRecord[] {
  const ids: string[] = [];
  return Array.from({ length: BRANCH_CAP }, (_, index) => {
    const parent = ids.at(-1) ?? 'A';
    const id = nextBranchId(ids);
    ids.push(id);
    return {
      view: { id, name: id, origin: { parent, time: later((second + index) * 1000) } },
      header: { seed: 1, startTime: T0, profile: 'specified' },
      time: T0,
      entries: [],
      marks: [],
    };
  });
}

it('inherited branches beside as many of the own have letters of their own, and still part from each other', () => {
  const own = branchesFrom(0);
  const all = withInherited(own, branchesFrom(100));
  expect(all.slice(0, BRANCH_CAP)).toEqual(own);
  const ids = all.map(({ view }) => view.id);
  expect(new Set(ids).size).toBe(2 * BRANCH_CAP);
  for (const id of ids) expect(id).toMatch(/^[A-Z]{1,2}$/);
  const parents = all.slice(BRANCH_CAP + 1).map(({ view }) => view.origin?.parent);
  expect(parents).toEqual(ids.slice(BRANCH_CAP, -1));
});
