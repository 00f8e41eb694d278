import { describe, expect, it } from 'vitest';
import { FAULT_NAMES, type FaultName } from '../../../../src/shared/entities/faults.ts';
import {
  type FaultEffects,
  gatherEffects,
  MAX_STRENGTH,
  noEffects,
  ONSET_DISTURBANCE,
} from '../../../../src/worker/spacecraft/fault-effects.ts';

import { handOverFault, injectFault, undetectedFaults } from '../../../../src/worker/spacecraft/faults.ts';
import { type ActiveFault, INITIAL_SPACECRAFT } from '../../../../src/worker/spacecraft/model.ts';
import { later, T0 } from '../../../support/mission.ts';

const fault = (name: FaultName, told: Partial<ActiveFault> = {}): ActiveFault => ({
  anomalyId: `anomaly-${name}`,
  name,
  startTime: T0,
  strength: 1,
  plan: { course: 'lasting' },
  mending: undefined,
  ...told,
});

/** Returns the effects of some faults, a while after their onset. */
const effectsOf = (faults: readonly ActiveFault[], atS = 60): FaultEffects =>
  gatherEffects(faults, later(atS * 1000), 'NOMINAL');

type Effect = Exclude<keyof FaultEffects, 'isPayloadShed'>;
const { isPayloadShed: _, ...HEALTHY } = noEffects();
const EFFECTS = Object.keys(HEALTHY) as Effect[];
/** Effects that reduce a share of the whole; all others add something. */
const SHARES: ReadonlySet<Effect> = new Set<Effect>(['capacity', 'cells', 'deployed', 'strings']);

/** Returns how much worse off the spacecraft is in one respect. */
const harmIn = (effects: FaultEffects, effect: Effect): number =>
  SHARES.has(effect) ? HEALTHY[effect] - effects[effect] : effects[effect] - HEALTHY[effect];

describe('the effect of a fault', () => {
  it.each(FAULT_NAMES)('%s does harm, which grows with its strength, and nothing else', (name) => {
    const [usual, worse] = [effectsOf([fault(name)]), effectsOf([fault(name, { strength: 1.25 })])];
    const harmed = EFFECTS.filter((effect) => harmIn(usual, effect) !== 0);
    expect(harmed.length).toBeGreaterThan(0);
    for (const effect of EFFECTS) {
      const [harm, more] = [harmIn(usual, effect), harmIn(worse, effect)];
      if (!harmed.includes(effect)) expect(more, effect).toBe(0);
      else {
        expect(harm, effect).toBeGreaterThan(0);
        // Only one cell can be lost.
        if (effect === 'cells') expect(more).toBe(harm);
        else expect(more, effect).toBeGreaterThan(harm);
      }
    }
    expect(usual.isPayloadShed).toBe(false);
  });

  it('has bounds at any strength: a twentieth of the array is left, six of seven cells, and a drift of 1°', () => {
    const strength = MAX_STRENGTH;
    expect(effectsOf([fault('drive-stuck', { strength })]).strings).toBe(0.05);
    expect(effectsOf([fault('cell-short', { strength })]).cells).toBeCloseTo(6 / 7, 12);
    expect(effectsOf([fault('gyro-drift', { strength })]).driftLimit).toBe(1);
    expect(effectsOf([fault('gyro-drift')]).driftLimit).toBeLessThan(1);
  });

  it('is nothing to a healthy spacecraft', () => {
    expect(effectsOf([])).toEqual(noEffects());
  });

  it('adds to the effects of other faults', () => {
    const [cell, short] = [effectsOf([fault('weak-cell')]), effectsOf([fault('cell-short')])];
    const battery = effectsOf([fault('weak-cell'), fault('cell-short')]);
    expect(battery.capacity).toBeCloseTo(cell.capacity * short.capacity, 12);
    expect(battery.voltageDrop).toBeCloseTo(cell.voltageDrop + short.voltageDrop, 12);
    expect(battery).toMatchObject({ resistance: cell.resistance, cells: short.cells, leakW: short.leakW });
    const [string, drive] = [effectsOf([fault('open-string')]), effectsOf([fault('drive-stuck')])];
    const array = effectsOf([fault('open-string'), fault('drive-stuck')]);
    expect(array.strings).toBeCloseTo(string.strings * drive.strings, 12);
    expect(array).toMatchObject({ darkLeakW: string.darkLeakW, leakW: drive.leakW, torque: drive.torque });
  });

  // Stuck heaters, louvre and drift do not add up: the worse one counts.
  it.each(['heater-stuck-on', 'radiator-blocked', 'gyro-drift'] as const)(
    '%s twice is as the worse of the two',
    (name) => {
      const pair = [fault(name, { strength: 1.25 }), fault(name)];
      const { driftPerHour, ...worse } = effectsOf(pair.slice(0, 1));
      expect(effectsOf(pair)).toMatchObject(worse);
      expect(effectsOf(pair.toReversed())).toMatchObject(worse);
      const drift = driftPerHour + effectsOf(pair.slice(1)).driftPerHour;
      expect(effectsOf(pair).driftPerHour).toBeCloseTo(drift, 12);
    },
  );
});

describe('a fault being cleared', () => {
  const mended = (fromS: number, untilS: number) =>
    fault('louvre-open', { mending: { from: later(fromS * 1000), until: later(untilS * 1000) } });
  const coolingAt = (atS: number, fromS = 100, untilS = 700) =>
    effectsOf([mended(fromS, untilS)], atS).cooling;

  it('fades in equal parts until the command’s end', () => {
    expect(coolingAt(100)).toBe(20);
    expect(coolingAt(250)).toBeCloseTo(15, 9);
    expect(coolingAt(550)).toBeCloseTo(5, 9);
    expect(coolingAt(700)).toBe(0);
  });

  it('is whole before the command, and gone after it', () => {
    expect(coolingAt(50)).toBe(20);
    expect(coolingAt(750)).toBe(0);
  });

  it('fades by its own strength', () => {
    const worse = { ...mended(100, 700), strength: 1.5 };
    expect(effectsOf([worse], 400).cooling).toBeCloseTo(15, 9);
  });

  it('by a command without duration ends immediately', () => {
    expect(coolingAt(99.5, 100, 100)).toBeCloseTo(10, 9);
    expect(coolingAt(100, 100, 100)).toBe(0);
  });
});

describe('the disturbance of a fault', () => {
  const disturbanceOf = (name: FaultName, disturbance = 0) =>
    injectFault({ ...INITIAL_SPACECRAFT, disturbance }, 'anomaly-1', name, T0).disturbance;

  it('is that of a wing, a drive or a wheel', () => {
    expect([disturbanceOf('wing-folded'), disturbanceOf('drive-stuck')]).toEqual([1, 1]);
    expect([disturbanceOf('wheel-friction'), disturbanceOf('wheel-failing')]).toEqual([0.9, 0.9]);
    for (const name of FAULT_NAMES) if (!(name in ONSET_DISTURBANCE)) expect(disturbanceOf(name)).toBe(0);
  });

  it('does not reduce a larger one', () => {
    expect(disturbanceOf('wing-folded', 1.2)).toBe(1.2);
    expect(disturbanceOf('weak-cell', 0.35)).toBe(0.35);
  });
});

const PLAN = { course: 'contained', containedAt: later(600_000), clearedAt: later(4_000_000) } as const;

describe('a fault as it begins', () => {
  it('has its full strength, is not being cleared, and is beside the others', () => {
    const first = injectFault(INITIAL_SPACECRAFT, 'anomaly-1', 'weak-cell', T0);
    const both = injectFault(first, 'anomaly-2', 'gyro-drift', later(5000), PLAN);
    const asBegun = { strength: 1, mending: undefined };
    expect(both.faults).toEqual([
      { ...asBegun, anomalyId: 'anomaly-1', name: 'weak-cell', startTime: T0, plan: { course: 'lasting' } },
      { ...asBegun, anomalyId: 'anomaly-2', name: 'gyro-drift', startTime: later(5000), plan: PLAN },
    ]);
  });

  it('of a kind already active worsens that one, within its bounds: faults do not stack', () => {
    let state = injectFault(INITIAL_SPACECRAFT, 'anomaly-1', 'weak-cell', T0);
    for (const number of [2, 3, 4, 5]) {
      state = injectFault(state, `anomaly-${number}`, 'weak-cell', later(number), PLAN);
    }
    expect(state.faults).toEqual([
      expect.objectContaining({ anomalyId: 'anomaly-5', startTime: T0, plan: PLAN, strength: MAX_STRENGTH }),
    ]);
  });

  it('is weaker if a retry clears it', () => {
    const plan = { course: 'transient', clearedAt: later(120_000) } as const;
    const [glitch] = injectFault(INITIAL_SPACECRAFT, 'anomaly-1', 'weak-cell', T0, plan).faults;
    expect(glitch?.strength).toBeLessThan(1);
  });
});

describe('a fault behind its redundant unit', () => {
  const contained = fault('louvre-open', { plan: PLAN });
  const shedding = fault('wing-folded', { plan: PLAN });

  it('has less than a third of its effect, from the switch on', () => {
    expect(effectsOf([contained], 599).cooling).toBe(20);
    expect(effectsOf([contained], 600).cooling).toBeCloseTo(5, 9);
  });

  it('sheds the payload if its kind needs the power or the heat', () => {
    expect(effectsOf([shedding], 599).isPayloadShed).toBe(false);
    expect(effectsOf([shedding], 600).isPayloadShed).toBe(true);
    expect(effectsOf([contained], 600).isPayloadShed).toBe(false);
  });

  it('applies to every fault in the safe configuration', () => {
    const { cooling } = gatherEffects([fault('louvre-open')], later(1000), 'SAFE');
    expect(cooling).toBeCloseTo(5, 9);
  });
});

describe('a fault without an anomaly', () => {
  const state = { ...INITIAL_SPACECRAFT, faults: [fault('weak-cell'), fault('gyro-drift')] };
  const isTold = (id: string): boolean => id === 'anomaly-gyro-drift';

  it('is due to be detected again', () => {
    expect(undetectedFaults(state, isTold, T0).map(({ name }) => name)).toEqual(['weak-cell']);
  });

  it('is not due while a command clears it', () => {
    const mending = { from: T0, until: later(600_000) };
    const faults = [fault('weak-cell', { mending })];
    expect(undetectedFaults({ ...state, faults }, isTold, later(90_000))).toEqual([]);
  });

  it('passes to the anomaly that reports it then', () => {
    const told = handOverFault(state, 'anomaly-weak-cell', 'anomaly-9');
    expect(told.faults[0]).toMatchObject({ anomalyId: 'anomaly-9', name: 'weak-cell' });
    expect(told.faults[1]).toBe(state.faults[1]);
    expect(handOverFault(state, 'anomaly-99', 'anomaly-9')).toBe(state);
  });
});
