import { describe, expect, it } from 'vitest';
import {
  type FaultEffects,
  gatherEffects,
  noEffects,
  ONSET_JOLT,
} from '../../../src/worker/spacecraft/fault-effects.ts';
import { FAULT_NAMES, type FaultName } from '../../../src/worker/spacecraft/fault-kinds.ts';
import { clearFault, injectFault } from '../../../src/worker/spacecraft/faults.ts';
import { type ActiveFault, INITIAL_SPACECRAFT } from '../../../src/worker/spacecraft/model.ts';
import { later, T0 } from '../../support/mission.ts';

const fault = (name: FaultName, told: Partial<ActiveFault> = {}): ActiveFault => ({
  anomalyId: `anomaly-${name}`,
  name,
  startTime: T0,
  strength: 1,
  mending: undefined,
  ...told,
});

/** What some faults do, a while after they have begun. */
const effectsOf = (faults: readonly ActiveFault[], atS = 60): FaultEffects =>
  gatherEffects(faults, later(atS * 1000));

/** Everything there, nothing added. */
const HEALTHY: FaultEffects = {
  capacity: 1,
  resistance: 1,
  cells: 1,
  voltageDrop: 0,
  chargeLimitDrop: 0,
  leakW: 0,
  darkLeakW: 0,
  deployed: 1,
  strings: 1,
  misalignment: 0,
  signalLossDb: 0,
  cooling: 0,
  blocked: 0,
  heaterStuck: 0,
  wheel: 0,
  torque: 0,
  driftPerHour: 0,
  driftLimit: 0,
};

/** What a strength changes, as `docs/model.md` has it. */
type Changes = Partial<typeof HEALTHY>;
const CARD: Readonly<Record<FaultName, Changes>> = {
  'weak-cell': { capacity: 0.7, resistance: 1.4, voltageDrop: 0.6, chargeLimitDrop: 0.6 },
  'high-resistance': { resistance: 1.8, chargeLimitDrop: 0.3 },
  'cell-short': { cells: 6 / 7, capacity: 0.7, voltageDrop: 1.6, chargeLimitDrop: 1.6, leakW: 10 },
  'open-string': { strings: 0.75, darkLeakW: 55 },
  'wing-folded': { deployed: 0.5, torque: 0.65 },
  'drive-stuck': { strings: 0.15, leakW: 30, torque: 3.6 },
  'antenna-off': { misalignment: 4 },
  'gimbal-slip': { misalignment: 6.5 },
  'receiver-detuned': { signalLossDb: 1.2 },
  'heater-stuck-on': { heaterStuck: 1 },
  'radiator-blocked': { blocked: 1 },
  'louvre-open': { cooling: 20 },
  'wheel-friction': { wheel: 0.8 },
  'wheel-failing': { wheel: 3.4 },
  'gyro-drift': { driftPerHour: 48, driftLimit: 0.9 },
};
/** The same made worse once: what is lost and what is added grow by a quarter. */
const WORSE: Readonly<Record<FaultName, Changes>> = {
  'weak-cell': { capacity: 0.625, resistance: 1.5, voltageDrop: 0.75, chargeLimitDrop: 0.75 },
  'high-resistance': { resistance: 2, chargeLimitDrop: 0.375 },
  // There is one cell to lose.
  'cell-short': { cells: 6 / 7, capacity: 0.625, voltageDrop: 2, chargeLimitDrop: 2, leakW: 12.5 },
  'open-string': { strings: 0.6875, darkLeakW: 68.75 },
  'wing-folded': { deployed: 0.375, torque: 0.8125 },
  // A twentieth of the array is always left.
  'drive-stuck': { strings: 0.05, leakW: 37.5, torque: 4.5 },
  'antenna-off': { misalignment: 5 },
  'gimbal-slip': { misalignment: 8.125 },
  'receiver-detuned': { signalLossDb: 1.5 },
  'heater-stuck-on': { heaterStuck: 1.25 },
  'radiator-blocked': { blocked: 1.25 },
  'louvre-open': { cooling: 25 },
  'wheel-friction': { wheel: 1 },
  'wheel-failing': { wheel: 4.25 },
  'gyro-drift': { driftPerHour: 60, driftLimit: 1 },
};

function expectEffects(found: FaultEffects, changes: Changes): void {
  for (const [effect, value] of Object.entries({ ...HEALTHY, ...changes })) {
    expect(found[effect as keyof Changes], effect).toBeCloseTo(value, 12);
  }
}

describe('what a fault does', () => {
  it.each(FAULT_NAMES)('%s is what the model’s card says, and grows with its strength', (name) => {
    expectEffects(effectsOf([fault(name)]), CARD[name]);
    expectEffects(effectsOf([fault(name, { strength: 1.25 })]), WORSE[name]);
  });

  it('is nothing to a healthy spacecraft', () => {
    expectEffects(noEffects(), {});
    expectEffects(effectsOf([]), {});
  });

  it('joins with what the others do', () => {
    expectEffects(effectsOf([fault('weak-cell'), fault('cell-short')]), {
      capacity: 0.49,
      resistance: 1.4,
      cells: 6 / 7,
      voltageDrop: 2.2,
      chargeLimitDrop: 2.2,
      leakW: 10,
    });
    expectEffects(effectsOf([fault('open-string'), fault('drive-stuck')]), {
      strings: 0.75 * 0.15,
      darkLeakW: 55,
      leakW: 30,
      torque: 3.6,
    });
    // Heaters, louvre and drift know one state of being stuck: the worse one.
    for (const name of ['heater-stuck-on', 'radiator-blocked', 'gyro-drift'] as const) {
      const pair = [fault(name, { strength: 1.25 }), fault(name)];
      const drift = name === 'gyro-drift' ? { driftPerHour: 108 } : {};
      expectEffects(effectsOf(pair), { ...WORSE[name], ...drift });
      expectEffects(effectsOf(pair.toReversed()), { ...WORSE[name], ...drift });
    }
  });
});

describe('a fault that is being mended', () => {
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

  it('by a command that takes no time is gone at its end', () => {
    expect(coolingAt(99.5, 100, 100)).toBeCloseTo(10, 9);
    expect(coolingAt(100, 100, 100)).toBe(0);
  });
});

describe('the shock of a fault', () => {
  const joltOf = (name: FaultName, jolt = 0) =>
    injectFault({ ...INITIAL_SPACECRAFT, jolt }, 'anomaly-1', name, T0).jolt;

  it('is that of a wing, a drive or a wheel', () => {
    expect([joltOf('wing-folded'), joltOf('drive-stuck')]).toEqual([1, 1]);
    expect([joltOf('wheel-friction'), joltOf('wheel-failing')]).toEqual([0.9, 0.9]);
    for (const name of FAULT_NAMES) if (!(name in ONSET_JOLT)) expect(joltOf(name)).toBe(0);
  });

  it('leaves a greater one as it is', () => {
    expect(joltOf('wing-folded', 1.2)).toBe(1.2);
    expect(joltOf('weak-cell', 0.35)).toBe(0.35);
  });
});

describe('a fault as it begins', () => {
  it('has its full strength, is not being mended, and stands beside the others', () => {
    const first = injectFault(INITIAL_SPACECRAFT, 'anomaly-1', 'weak-cell', T0);
    const both = injectFault(first, 'anomaly-2', 'gyro-drift', later(5000));
    expect(both.faults).toEqual([
      { anomalyId: 'anomaly-1', name: 'weak-cell', startTime: T0, strength: 1, mending: undefined },
      {
        anomalyId: 'anomaly-2',
        name: 'gyro-drift',
        startTime: later(5000),
        strength: 1,
        mending: undefined,
      },
    ]);
    expect(injectFault(both, 'anomaly-2', 'open-string', later(9000))).toBe(both);
  });
});

describe('a fault whose anomaly is over', () => {
  it('is gone, and the others are not', () => {
    const state = { ...INITIAL_SPACECRAFT, soc: 0.7, faults: [fault('weak-cell'), fault('gyro-drift')] };
    expect(clearFault(state, 'anomaly-weak-cell')).toEqual({ ...state, faults: [fault('gyro-drift')] });
    expect(clearFault(state, 'anomaly-open-string')).toBe(state);
  });
});
