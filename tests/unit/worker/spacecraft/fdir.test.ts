import { describe, expect, it } from 'vitest';
import { FAULT_NAMES, type FaultCourse, type FaultName } from '../../../../src/shared/entities/faults.ts';
import { addMs, type EpochMs, MS_PER_H, MS_PER_MIN } from '../../../../src/shared/kit/units.ts';
import { streamsOf } from '../../../../src/worker/kit/random.ts';

import { injectFault } from '../../../../src/worker/spacecraft/faults.ts';
import { type FdirPlan, planFault } from '../../../../src/worker/spacecraft/fdir.ts';
import type { SpacecraftState } from '../../../../src/worker/spacecraft/model.ts';
import type { PropagatedSpacecraft } from '../../../../src/worker/spacecraft/propagate.ts';
import { SUNLIT } from '../../../support/environment.ts';
import { T0 } from '../../../support/mission.ts';
import { command, fly, stepSpacecraft, transitionEndedAt } from '../../../support/spacecraft.ts';

const MIN = 60;
const healthy = transitionEndedAt(T0);

/** Returns the spacecraft with a fault under FDIR. */
function strikeWith(
  { spacecraft, time }: PropagatedSpacecraft,
  name: FaultName,
  plan: FdirPlan,
): PropagatedSpacecraft {
  return { spacecraft: injectFault(spacecraft, `anomaly-${name}`, name, time, plan), time };
}
const minutesLater = (minutes: number, from: EpochMs = T0): EpochMs => addMs(from, minutes * MS_PER_MIN);
const namesOf = ({ spacecraft }: PropagatedSpacecraft): readonly FaultName[] =>
  spacecraft.faults.map(({ name }) => name);

describe('a plan of FDIR', () => {
  const plans = (name: FaultName, course?: FaultCourse): readonly FdirPlan[] =>
    Array.from({ length: 400 }, (_, step) => planFault(name, T0, streamsOf(1)('fdir:test').at(step), course));

  it.each(FAULT_NAMES)(
    'for %s is mostly a retry, done within four minutes; the rest takes its time',
    (name) => {
      const drawn = plans(name);
      const retries = drawn.filter(({ course }) => course === 'transient');
      expect(retries.length / drawn.length).toBeGreaterThan(0.5);
      for (const { clearedAt = T0 } of retries) {
        expect(clearedAt).toBeGreaterThan(minutesLater(1));
        expect(clearedAt).toBeLessThanOrEqual(minutesLater(4));
      }
      for (const { containedAt = T0, clearedAt = T0 } of plans(name, 'contained')) {
        expect(containedAt).toBeGreaterThanOrEqual(minutesLater(1));
        expect(containedAt).toBeLessThanOrEqual(minutesLater(30));
        expect(clearedAt - containedAt).toBeGreaterThanOrEqual(40 * MS_PER_MIN);
        expect(clearedAt - containedAt).toBeLessThanOrEqual(2.5 * MS_PER_H);
      }
      expect(plans(name, 'lasting')).toEqual(plans(name, 'lasting').map(() => ({ course: 'lasting' })));
    },
  );

  it('leaves two to four faults an hour that need an operator', () => {
    // A poll every 30 s draws a fault in 10 %: 12 an hour.
    const perKind = FAULT_NAMES.map((name) => {
      const drawn = plans(name);
      return drawn.filter(({ course }) => course !== 'transient').length / drawn.length;
    });
    const perHour = (12 * perKind.reduce((sum, share) => sum + share, 0)) / FAULT_NAMES.length;
    expect(perHour).toBeGreaterThan(2);
    expect(perHour).toBeLessThan(4);
  });

  it('is the same for the same seed and step, whatever else was drawn, and another for another', () => {
    const draw = (seed: number, step: number) => streamsOf(seed)('fdir:test').at(step).next();
    expect(draw(7, 3)).toBe(draw(7, 3));
    expect(new Set([draw(7, 3), draw(7, 4), draw(8, 3)]).size).toBe(3);
    expect(streamsOf(7)('fdir:test').at(3).next()).not.toBe(streamsOf(7)('duty-crew').at(3).next());
  });
});

describe('a fault under FDIR', () => {
  it('that a retry clears ends by itself', () => {
    const struck = strikeWith(healthy, 'louvre-open', { course: 'transient', clearedAt: minutesLater(3) });
    expect(namesOf(fly(struck, 3 * MIN - 10))).toEqual(['louvre-open']);
    expect(namesOf(fly(struck, 3 * MIN + 5))).toEqual([]);
  });

  it('that sheds the payload has it off until it is cleared', () => {
    const plan = { course: 'contained', containedAt: minutesLater(10), clearedAt: minutesLater(70) } as const;
    const struck = strikeWith(healthy, 'wing-folded', plan);
    const payloadAt = (minutes: number): number => fly(struck, minutes * MIN).spacecraft.payloadLoadW;
    expect([9, 11, 69, 71].map((minutes) => payloadAt(minutes) > 0)).toEqual([true, false, false, true]);
  });

  it('whose redundant unit fails puts the spacecraft into safe mode, once', () => {
    const plan = { course: 'safed', containedAt: minutesLater(10), clearedAt: minutesLater(70) } as const;
    const struck = strikeWith(healthy, 'drive-stuck', plan);
    expect(fly(struck, 9 * MIN).spacecraft.mode).toBe('NOMINAL');
    const safe = fly(struck, 11 * MIN);
    expect(safe.spacecraft.mode).toBe('SAFE');
    const back = fly(command(safe, 'Attitude Adjustment'), 10 * MIN);
    expect(back.spacecraft.mode).toBe('NOMINAL');
    expect(namesOf(back)).toEqual(['drive-stuck']);
  });
});

describe('safe mode', () => {
  const safed = fly(command(healthy, 'Enter Safe Mode'), 10 * MIN);

  it('that the ground has commanded is exited by the ground, and without any command after eight hours', () => {
    expect(fly(safed, 7.5 * 60 * MIN).spacecraft.mode).toBe('SAFE');
    expect(fly(safed, 8.5 * 60 * MIN).spacecraft.mode).toBe('NOMINAL');
  });

  it('waits eight hours from the last command on', () => {
    const asked = command(fly(safed, 7 * 60 * MIN), 'Communications Check');
    expect(fly(asked, 7.5 * 60 * MIN).spacecraft.mode).toBe('SAFE');
  });

  /** Safe mode that FDIR has entered, for a fault with little effect on charge and attitude. */
  const entered = fly(
    strikeWith(healthy, 'radiator-blocked', {
      course: 'safed',
      containedAt: minutesLater(10),
      clearedAt: minutesLater(70),
    }),
    10 * MIN,
  );
  const spacecraftWith = (
    { spacecraft, time }: PropagatedSpacecraft,
    changed: Partial<SpacecraftState>,
  ): PropagatedSpacecraft => ({ spacecraft: { ...spacecraft, ...changed }, time });
  const modeAfter = (from: PropagatedSpacecraft, minutes: number) => fly(from, minutes * MIN).spacecraft.mode;

  it('that FDIR has entered ends by itself after an orbit', () => {
    expect(entered.spacecraft.mode).toBe('SAFE');
    expect(modeAfter(entered, 85)).toBe('SAFE');
    expect(modeAfter(entered, 95)).toBe('NOMINAL');
  });

  it('ends by itself only once charge and attitude have kept their margins for ten minutes', () => {
    const almost = { ...entered.spacecraft, safeHoldS: 5, attitudeError: 2, disturbance: 0, drift: 0 };
    const next = (changed: Partial<SpacecraftState>) =>
      stepSpacecraft({ ...almost, ...changed }, SUNLIT, minutesLater(20), 5);
    expect(next({ soc: 0.6 }).mode).toBe('NOMINAL');
    expect(next({ safeHoldS: 6 }).mode).toBe('SAFE');
    for (const outside of [{ soc: 0.59 }, { attitudeError: 3.1 }]) {
      expect(next(outside)).toMatchObject({ mode: 'SAFE', safeHoldS: 600 });
      expect(next({ ...outside, safeHoldS: 700 }).safeHoldS).toBe(695);
    }
  });

  it('is left to the ground once the ground has sent a command', () => {
    const asked = command(entered, 'Communications Check');
    expect(modeAfter(asked, 7.5 * 60)).toBe('SAFE');
    expect(modeAfter(asked, 9 * 60)).toBe('NOMINAL');
  });

  it('lasts twice as long when FDIR enters it again, up to eight hours; calm hours or the ground end that', () => {
    const out = fly(entered, 95 * MIN);
    expect(out.spacecraft.nextSafeHoldS).toBeGreaterThan(1.9 * 5400);
    const again = fly(
      strikeWith(out, 'radiator-blocked', { course: 'safed', containedAt: addMs(out.time, 5000) }),
      MIN,
    );
    expect(modeAfter(again, 160)).toBe('SAFE');
    const longest = spacecraftWith(entered, { safeHoldS: 0, nextSafeHoldS: 6 * 3600 });
    expect(fly(longest, 5).spacecraft).toMatchObject({ mode: 'NOMINAL', nextSafeHoldS: 8 * 3600 });
    const calm = spacecraftWith(healthy, { nextSafeHoldS: 3 * 5400 });
    expect(fly(calm, 6 * 60 * MIN).spacecraft.nextSafeHoldS).toBeCloseTo(2 * 5400, 3);
    expect(fly(calm, 15 * 60 * MIN).spacecraft.nextSafeHoldS).toBe(5400);
    const recovered = command(spacecraftWith(entered, { nextSafeHoldS: 3 * 5400 }), 'Attitude Adjustment');
    expect(fly(recovered, 100).spacecraft).toMatchObject({ mode: 'NOMINAL', nextSafeHoldS: 5400 });
  });

  const pairs = FAULT_NAMES.flatMap((one, index) =>
    FAULT_NAMES.slice(index + 1).map((other) => [one, other] as const),
  );

  it('is power-positive and thermally stable with any two faults at once, at their worst', () => {
    for (const [one, other] of pairs) {
      let flown = safed;
      for (const name of [one, other]) {
        for (let times = 0; times < 4; times += 1) flown = strikeWith(flown, name, { course: 'lasting' });
      }
      const { soc } = flown.spacecraft;
      let coldest = 100;
      let hottest = -100;
      let lowest = 100;
      let longest = flown;
      for (let step = 0; step < 6 * 4; step += 1) {
        longest = fly(longest, 15 * MIN);
        coldest = Math.min(coldest, longest.spacecraft.busTemperature);
        hottest = Math.max(hottest, longest.spacecraft.busTemperature);
        lowest = Math.min(lowest, longest.spacecraft.busVoltage);
      }
      const where = `${one} and ${other}`;
      expect(longest.spacecraft.mode, where).toBe('SAFE');
      expect(longest.spacecraft.soc, where).toBeGreaterThan(Math.min(soc, 0.8) - 0.15);
      expect(lowest, where).toBeGreaterThan(20);
      expect(coldest, where).toBeGreaterThan(-20);
      expect(hottest, where).toBeLessThan(60);
    }
  });
});
