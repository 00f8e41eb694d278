import { describe, expect, it } from 'vitest';
import { auditOperator, type OperatorName } from '../../../bench/audit-operators.ts';
import { T0 } from '../../support/mission.ts';

/** Small form of `npm run operators`: a shift of one mission under each operator. */
const shiftOf = (name: OperatorName) => auditOperator(name, 2, T0, 8);

describe('a shift', () => {
  const crew = shiftOf('duty crew');

  it('of an operator who follows each suggestion literally is within 15 % of that of the duty crew', () => {
    const literal = shiftOf('literal follower');
    expect(literal.downlinkedMb).toBeGreaterThan(0.85 * crew.downlinkedMb);
    expect(literal.outOfLimits).toBeLessThan(1.15 * crew.outOfLimits);
    expect(literal.health).toBeGreaterThan(0.85 * crew.health);
  });

  it('of a good operator is better than that of the duty crew in data, limits and health', () => {
    const good = shiftOf('good operator');
    expect(good.downlinkedMb).toBeGreaterThan(crew.downlinkedMb);
    expect(good.outOfLimits).toBeLessThan(crew.outOfLimits);
    expect(good.health).toBeGreaterThan(crew.health);
  });

  it('of nobody is worse than that of the duty crew in data, limits and health', () => {
    const nobody = shiftOf('nobody');
    expect(nobody.downlinkedMb).toBeLessThan(0.5 * crew.downlinkedMb);
    expect(nobody.outOfLimits).toBeGreaterThan(1.5 * crew.outOfLimits);
    expect(nobody.health).toBeLessThan(crew.health - 5);
  });
});
