import { expect, it } from 'vitest';
import { addMs, MS_PER_DAY, MS_PER_S } from '../../../../../src/shared/kit/units.ts';
import { beginBranch, MAIN } from '../../../../../src/worker/session/branches/branch.ts';
import { keepLeft, leadText } from '../../../../../src/worker/session/clock/session-state.ts';
import { T0 } from '../../../../support/mission.ts';

it('a branch is described by times of day, with dates where it ends on another day than it begins', () => {
  const until = (ms: number) => leadText(addMs(T0, ms), T0, 'B');
  expect(until(10 * MS_PER_S)).toBe('What it had simulated ahead of UTC, up to 12:00:10 UTC, is branch B.');
  expect(until(MS_PER_DAY)).toBe(
    'What it had simulated ahead of UTC, up to 2026-11-21 12:00 UTC, is branch B.',
  );
  const ahead = beginBranch(MAIN, { seed: 1, startTime: addMs(T0, MS_PER_DAY), profile: 'none' }, {});
  expect(keepLeft({ branches: [] }, ahead, T0, false).text).toBe(
    'Another console has brought the mission to 2026-11-20 12:00 UTC. What it had simulated after that, up to 2026-11-21 12:00 UTC, is branch B of this console.',
  );
});
