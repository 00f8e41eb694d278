import { describe, expect, it } from 'vitest';
import { auditAlarms } from '../../../bench/audit-alarms.ts';
import { LOAD_GUIDELINE } from '../../../src/shared/entities/anomaly-load.ts';
import { T0 } from '../../support/mission.ts';

/** Small form of `npm run alarms`. */
describe.each([false, true])('the alarms of half a day, with the duty crew: %s', (hasCrew) => {
  const audit = auditAlarms(2, T0, 0.5, hasCrew);

  it('ask as often as one operator can handle', () => {
    expect(audit.asks).toBeGreaterThan(12);
    expect(audit.asks / audit.hours).toBeLessThanOrEqual(LOAD_GUIDELINE.inLastHour);
    expect(audit.worstTenMinutes).toBeLessThanOrEqual(LOAD_GUIDELINE.mostInTenMinutes);
    expect(audit.periodsAboveTen).toBe(0);
  });

  it('repeat nothing within a minute', () => {
    expect(audit.limitWarnings).toBeGreaterThan(12);
    expect(audit.chattering).toEqual([]);
  });

  it('include all that needs the ground', () => {
    expect(audit.quietChecks).toBeGreaterThan(500);
    expect(audit.quiet).toEqual([]);
  });
});
