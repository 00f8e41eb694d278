import { expect, it } from 'vitest';
import { MS_PER_MIN, MS_PER_S } from '../../../../../src/shared/kit/units.ts';
import { later, startMission } from '../../../../support/mission.ts';

it('the risks of one fault tell nothing of another one before a sample shows it', () => {
  const mission = startMission({ seed: 3, profile: 'none' });
  mission.advanceTo(later(MS_PER_MIN));
  mission.apply({ kind: 'fault', inject: 'gimbal-slip', course: 'lasting' });
  mission.advanceTo(later(10 * MS_PER_MIN));
  const risks = () =>
    mission.snapshot().spacecraft.value?.faults.find(({ label }) => label.includes('gimbal'))?.risks;
  const before = risks();
  expect(before).not.toBeUndefined();
  mission.apply({ kind: 'fault', inject: 'wheel-failing', course: 'lasting' });
  expect(risks()).toEqual(before);
  mission.advanceTo(later(10 * MS_PER_MIN + 5 * MS_PER_S));
  expect(risks()).not.toEqual(before);
});
