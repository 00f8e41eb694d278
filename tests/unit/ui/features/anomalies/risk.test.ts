import { describe, expect, it } from 'vitest';
import type { AnomalySeverity } from '../../../../../src/shared/entities/entities.ts';
import type { FaultRisk } from '../../../../../src/shared/entities/spacecraft.ts';
import { MS_PER_MIN, MS_PER_S } from '../../../../../src/shared/kit/units.ts';
import { isForeseen, type Present, riskText } from '../../../../../src/ui/features/anomalies/risk.ts';
import { later, startMission, T0 } from '../../../../support/mission.ts';
import { sample } from '../../../../support/telemetry.ts';

const minutes = (count: number) => later(count * MS_PER_MIN);
const SIGNAL: FaultRisk = {
  from: minutes(29),
  until: minutes(72),
  channel: 'signalStrength',
  value: 50,
};
const NEWEST = sample(0, { signalStrength: 57 });

const presentAt = (newest = NEWEST): Present => ({ newest, mode: 'NOMINAL', now: T0 });
const wordsOf = (risks: readonly FaultRisk[], newest = NEWEST) => riskText(risks, presentAt(newest));

describe('what comes of an anomaly if nobody acts', () => {
  it.each<[string, Partial<FaultRisk>, string]>([
    ['later', {}, 'in 29 min to 1 h 12 min'],
    ['within the hour', { until: minutes(44) }, 'in 29 to 44 min'],
    ['at a known time', { until: minutes(31) }, 'at about 12:29 UTC, in 29 min'],
    ['soon', { from: T0, until: minutes(20) }, 'by 12:20 UTC'],
    ['at any time', { from: T0, until: minutes(72) }, 'at any moment within the next 2 h'],
    ['at once', { from: T0, until: later(30 * MS_PER_S) }, 'within a minute'],
  ])('is said with its time: %s', (_case, change, when) => {
    const words = wordsOf([{ ...SIGNAL, ...change } as FaultRisk]);
    expect(words).toEqual({ what: 'Signal strength falls below 50 %', when });
  });

  it('says that FDIR may act first, until its time has passed', () => {
    const risks = [{ ...SIGNAL, fdirUntil: T0 }];
    expect(wordsOf(risks)?.when).toMatch(/, unless FDIR acts first$/);
    expect(wordsOf(risks, sample(5, { signalStrength: 57 }))?.when).not.toMatch(/FDIR/);
  });

  it('is the next limit once the first is passed, and nothing once all are', () => {
    const risks = [SIGNAL, { ...SIGNAL, value: 40 }];
    const wordsAt = (signalStrength: number) => wordsOf(risks, sample(0, { signalStrength }))?.what;
    expect(wordsAt(49)).toBe('Signal strength falls below 40 %');
    expect(wordsAt(39)).toBeUndefined();
    expect(riskText(risks, { ...presentAt(), now: minutes(73) })).toBeUndefined();
  });

  it('has the time of its explanation, however close the reading is to the limit', () => {
    expect(wordsOf([SIGNAL], sample(0, { signalStrength: 50.4 }))?.when).toBe('in 29 min to 1 h 12 min');
  });

  it('is not said of a limit that has been passed before while noise may take the reading back over it', () => {
    const again = { ...SIGNAL, closeUntil: minutes(2) };
    expect(wordsOf([again])).toBeUndefined();
    const later = { ...presentAt(), now: minutes(3) };
    expect(riskText([again], later)?.when).toBe('in 26 min to 1 h 9 min');
  });

  it('is not contradicted by the samples right after it, in hours with a slipped gimbal', () => {
    const mission = startMission({ seed: 805, profile: 'none' });
    mission.advanceTo(minutes(5));
    mission.apply({ kind: 'fault', inject: 'gimbal-slip', course: 'lasting' });
    /** Limit passage announced more than a minute ahead, and until when no sample may exceed the limit. */
    let said: { readonly value: number; readonly until: number } | undefined;
    let count = 0;
    for (let second = 360; second <= 1.5 * 3600; second += 5) {
      const now = later(second * MS_PER_S);
      mission.advanceTo(now);
      const { telemetry, spacecraft } = mission.snapshot();
      const newest = telemetry.value.at(-1) ?? expect.fail();
      if (said && now <= said.until) expect(newest.signalStrength).toBeGreaterThanOrEqual(said.value);
      else said = undefined;
      const [risk] = spacecraft.value?.faults.flatMap(({ risks = [] }) => risks) ?? [];
      const present = { newest, mode: 'NOMINAL', now } as const;
      if (!risk || !('value' in risk) || !riskText([risk], present) || risk.from - now < MS_PER_MIN) continue;
      count += 1;
      said = { value: risk.value, until: Math.min(risk.from, now + 40 * MS_PER_S) };
    }
    expect(count).toBeGreaterThan(150);
  });

  it('writes a limit as the specification does, above and below', () => {
    const whatOf = (value: number) =>
      wordsOf([{ ...SIGNAL, channel: 'temperature', value }], sample(0, { temperature: 20 }))?.what;
    expect(whatOf(40)).toBe('Temperature rises above 40 °C');
    expect(whatOf(-20)).toBe('Temperature falls below −20 °C');
  });

  it('names the mode that it leads to', () => {
    const { from, until } = SIGNAL;
    expect(wordsOf([{ from, until, mode: 'SAFE' }])?.what).toBe('ORBITA-1 enters SAFE');
    const either = { from, until, mode: 'SAFE', isOrSurvival: true } as const;
    expect(wordsOf([either])?.what).toBe('ORBITA-1 enters SAFE or SURVIVAL');
    // From SURVIVAL, SAFE is the way back.
    expect(riskText([{ from, until, mode: 'SAFE' }], { ...presentAt(), mode: 'SURVIVAL' })).toBeUndefined();
  });
});

describe('a severity that is predicted', () => {
  const isSo = (severity: AnomalySeverity, ...risks: readonly FaultRisk[]) =>
    isForeseen(severity, risks, presentAt());

  it('has a limit ahead; a Critical one has a critical limit or another mode ahead', () => {
    const critical = { ...SIGNAL, value: 40 };
    expect([isSo('High', SIGNAL), isSo('High')]).toEqual([true, false]);
    expect([isSo('Critical', SIGNAL), isSo('Critical', SIGNAL, critical)]).toEqual([false, true]);
    expect(isSo('Critical', { from: minutes(1), until: minutes(2), mode: 'SAFE' })).toBe(true);
    expect(isSo('High', { ...SIGNAL, until: later(-MS_PER_S) })).toBe(false);
  });
});
