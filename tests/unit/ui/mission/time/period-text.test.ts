import { describe, expect, it } from 'vitest';
import type { PeriodSummary } from '../../../../../src/shared/contract/history.ts';
import { addMs, MS_PER_H, MS_PER_MIN, MS_PER_S } from '../../../../../src/shared/kit/units.ts';
import { formatUtcDate } from '../../../../../src/ui/kit/format.ts';
import { periodDetail, periodName, periodText } from '../../../../../src/ui/mission/time/period-text.ts';
import { T0 } from '../../../../support/mission.ts';

const HOUR: PeriodSummary = {
  from: T0,
  to: addMs(T0, MS_PER_H),
  faults: 4,
  raised: 3,
  recovered: 4,
  ongoing: 0,
  commands: 0,
  downlinkedMb: 309.7,
  outOfLimitsMs: 0,
  modes: [],
};

describe('a period in one line', () => {
  it('has the faults, how many of them are over, and the data', () => {
    expect(periodText(HOUR)).toBe('4 faults, 4 recovered, 310 MB');
    expect(periodText({ ...HOUR, faults: 1, recovered: 0, ongoing: 1 })).toBe('1 fault, 0 recovered, 310 MB');
    expect(periodText({ ...HOUR, faults: 0, recovered: 0, downlinkedMb: 0.2 })).toBe('no faults, 0 MB');
  });

  it('is named by its length', () => {
    expect(periodName(HOUR)).toBe('Last hour');
    expect(periodName({ ...HOUR, from: addMs(HOUR.to, -20 * MS_PER_MIN - 7 * MS_PER_S) })).toBe(
      'Last 20 min',
    );
    expect(periodName({ ...HOUR, from: addMs(HOUR.to, -150 * MS_PER_MIN) })).toBe('Last 2 h 30 min');
  });

  it('has commands, time out of limits and changes of mode for a reader, and nothing without any', () => {
    const today = formatUtcDate(T0);
    expect(periodDetail(HOUR, today)).toBe('');
    const modes = [
      { time: addMs(T0, 5 * MS_PER_MIN), mode: 'SAFE' },
      { time: addMs(T0, 30 * MS_PER_MIN), mode: 'NOMINAL' },
    ] as const;
    expect(
      periodDetail({ ...HOUR, commands: 1, outOfLimitsMs: 12 * MS_PER_MIN + 5 * MS_PER_S, modes }, today),
    ).toBe('1 command, readings out of limits for 12 min, SAFE at 12:05, NOMINAL at 12:30');
  });
});
