import { describe, expect, it } from 'vitest';
import {
  type FaultEffects,
  gatherEffects,
  MAX_STRENGTH,
  noEffects,
  ONSET_DISTURBANCE,
} from '../../../../src/worker/spacecraft/fault-effects.ts';
import { FAULT_NAMES, type FaultName } from '../../../../src/worker/spacecraft/fault-kinds.ts';
import {
  closeFault,
  handOverFault,
  injectFault,
  undetectedFaults,
} from '../../../../src/worker/spacecraft/faults.ts';
import { type ActiveFault, INITIAL_SPACECRAFT } from '../../../../src/worker/spacecraft/model.ts';
import { later, T0 } from '../../../support/mission.ts';

const fault = (name: FaultName, told: Partial<ActiveFault> = {}): ActiveFault => ({
  anomalyId: `anomaly-${name}`,
  name,
  startTime: T0,
  strength: 1,
  plan: { course: 'lasting' },
  closedAt: undefined,
  mending: undefined,
  ...told,
});

/** What some faults do, a while after they have begun. */
const effectsOf = (faults: readonly ActiveFault[], atS = 60): FaultEffects =>
  gatherEffects(faults, later(atS * 1000), 'NOMINAL');

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
  isPayloadShed: false,
};

/** What a strength changes, as `docs/model.md` has it. */
type Changes = Partial<Omit<typeof HEALTHY, 'isPayloadShed'>>;
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
  const { isPayloadShed, ...healthy } = HEALTHY;
  expect(found.isPayloadShed).toBe(isPayloadShed);
  for (const [effect, value] of Object.entries({ ...healthy, ...changes })) {
    expect(found[effect as keyof Changes], effect).toBeCloseTo(value, 12);
  }
}

describe('the effect of a fault', () => {
  it.each(FAULT_NAMES)('%s has the effect of the model table, and grows with its strength', (name) => {
    expectEffects(effectsOf([fault(name)]), CARD[name]);
    expectEffects(effectsOf([fault(name, { strength: 1.25 })]), WORSE[name]);
  });

  it('is nothing to a healthy spacecraft', () => {
    expectEffects(noEffects(), {});
    expectEffects(effectsOf([]), {});
  });

  it('adds to the effects of other faults', () => {
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
    const asBegun = { strength: 1, closedAt: undefined, mending: undefined };
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

describe('a fault whose anomaly is closed', () => {
  const state = { ...INITIAL_SPACECRAFT, faults: [fault('weak-cell'), fault('gyro-drift')] };
  const isTold = (id: string): boolean => id === 'anomaly-gyro-drift';

  it('persists, and is due to be detected again after a minute', () => {
    const closed = closeFault(state, 'anomaly-weak-cell', T0);
    expect(effectsOf(closed.faults)).toEqual(effectsOf(state.faults));
    expect(undetectedFaults(closed, isTold, later(59_999))).toEqual([]);
    expect(undetectedFaults(closed, isTold, later(60_000)).map(({ name }) => name)).toEqual(['weak-cell']);
    expect(closeFault(state, 'anomaly-99', T0)).toBe(state);
  });

  it('is not due while a command clears it', () => {
    const mending = { from: T0, until: later(600_000) };
    const faults = [fault('weak-cell', { mending })];
    expect(undetectedFaults({ ...state, faults }, isTold, later(90_000))).toEqual([]);
  });

  it('passes to the anomaly that reports it then', () => {
    const told = handOverFault(closeFault(state, 'anomaly-weak-cell', T0), 'anomaly-weak-cell', 'anomaly-9');
    expect(told.faults[0]).toMatchObject({ anomalyId: 'anomaly-9', closedAt: undefined });
    expect(told.faults[1]).toBe(state.faults[1]);
  });
});
