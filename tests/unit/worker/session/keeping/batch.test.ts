import { expect, it } from 'vitest';
import { MAIN_BRANCH } from '../../../../../src/shared/contract/transport.ts';
import { batchOf, hasNewInputs } from '../../../../../src/worker/session/keeping/batch.ts';
import { startMission, T0 } from '../../../../support/mission.ts';

it('writes a branch again once the shared mission has more of it, so that another worker sends nothing twice', () => {
  const { branches: _, ...main } = startMission({}).record();
  const recordWith = (sharedCount: number) => ({
    ...main,
    branches: [
      { ...main, view: { id: 'B', name: 'B', origin: { parent: MAIN_BRANCH, time: T0 }, sharedCount } },
    ],
  });
  const writing = {
    id: 'a'.repeat(32),
    build: 'one',
    window: 'own',
    savedAt: T0,
    live: undefined,
    worthFrom: undefined,
    newId: () => 'generation',
  };
  const { after } = batchOf(recordWith(1), undefined, writing);
  expect(hasNewInputs(recordWith(1), after)).toBe(false);
  expect(hasNewInputs(recordWith(2), after)).toBe(true);
  expect(batchOf(recordWith(2), after, writing).batch.branches?.map(({ view }) => view.sharedCount)).toEqual([
    2,
  ]);
});
