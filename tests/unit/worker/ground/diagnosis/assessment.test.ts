import { describe, expect, it } from 'vitest';
import {
  ANOMALY_TYPES,
  type AnomalySeverity,
  type CommandName,
} from '../../../../../src/shared/entities/entities.ts';
import { explanationLines } from '../../../../../src/shared/entities/explanation.ts';
import { FAULT_NAMES, type FaultName } from '../../../../../src/shared/entities/faults.ts';
import type { SpacecraftMode } from '../../../../../src/shared/entities/spacecraft.ts';
import { type EpochMs, MS_PER_MIN, MS_PER_S } from '../../../../../src/shared/kit/units.ts';
import { remediesOf, severityOf } from '../../../../../src/worker/ground/diagnosis/assessment.ts';
import { diagnose } from '../../../../../src/worker/ground/diagnosis/diagnosis.ts';
import { causesOf } from '../../../../../src/worker/ground/diagnosis/fitting-causes.ts';
import type { ActingFault, Symptoms } from '../../../../../src/worker/ground/diagnosis/symptoms.ts';
import { FAULT_KINDS, type FaultKind } from '../../../../../src/worker/spacecraft/fault-kinds.ts';
import { later, T0 } from '../../../../support/mission.ts';
import { spacecraftView } from '../../../../support/spacecraft-view.ts';
import { NOMINAL, sample } from '../../../../support/telemetry.ts';

const assess = (symptoms: Partial<Symptoms> & Pick<Symptoms, 'name'>, atS = 30) =>
  diagnose(
    { since: T0, status: 'Active', before: NOMINAL, telemetry: [sample(atS)], ...symptoms },
    later(atS * 1000),
  );

describe('what is suggested', () => {
  it.each<[string, readonly FaultName[], CommandName]>([
    ['any battery fault', causesOf('Battery'), 'Enter Safe Mode'],
    ['any array fault', causesOf('Solar'), 'Deploy Solar Array'],
    ['any signal fault', causesOf('Signal'), 'Rotate Antenna'],
    ['any temperature fault', causesOf('Temperature'), 'Thermal Control'],
    ['any attitude fault', causesOf('Attitude'), 'Attitude Adjustment'],
    ['a worse and a milder one', ['receiver-detuned', 'gimbal-slip'], 'Rotate Antenna'],
    ['two, one of which needs safe mode', ['weak-cell', 'high-resistance'], 'Thermal Control'],
    ['two of three', ['gyro-drift', 'wheel-friction'], 'Attitude Adjustment'],
  ])('for %s is the command that fits most of the causes', (_, causes, command) => {
    expect(remediesOf(causes)[0]?.[0]).toBe(command);
  });

  it.each(FAULT_NAMES)('for %s alone is its recovery command', (name) => {
    expect(remediesOf([name])).toEqual([[FAULT_KINDS[name].recoveryCommand, [name]]]);
  });

  it.each(ANOMALY_TYPES)('for a %s anomaly worsens none of the causes that fit', (type) => {
    const causes = causesOf(type);
    expect(remediesOf(causes).length).toBeGreaterThan(0);
    for (const [command] of remediesOf(causes)) {
      for (const cause of causes) {
        const { worsenedBy }: FaultKind = FAULT_KINDS[cause];
        expect(worsenedBy).not.toContain(command);
      }
    }
  });
});

describe('two faults, each of whose commands could worsen the other', () => {
  /** Wheel friction (Medium) from 60 s on, beside an antenna fault. */
  const friction = {
    name: 'wheel-friction',
    since: later(60 * MS_PER_S),
    reported: { causes: ['wheel-friction'] },
  } as const;
  const signalFault = (name: 'antenna-off' | 'gimbal-slip', since: EpochMs, acting: readonly ActingFault[]) =>
    assess({ name, since, causes: [name], acting, telemetry: [sample(120, { signalStrength: 58 })] }, 120);

  it('are recovered one after the other: the worse first, of equal ones the earlier', () => {
    const waiting = signalFault('antenna-off', later(90 * MS_PER_S), [friction]);
    expect(waiting.suggestedAction).toBeUndefined();
    expect(waiting.aiExplanation).toMatch(
      /Do: Wait: Rotate Antenna could worsen the Attitude fault of 12:01:00 UTC, which comes first\.$/,
    );
    expect(signalFault('antenna-off', T0, [friction]).suggestedAction).toBe('Rotate Antenna');
    expect(signalFault('gimbal-slip', later(90 * MS_PER_S), [friction]).suggestedAction).toBe(
      'Rotate Antenna',
    );
    expect(signalFault('antenna-off', later(90 * MS_PER_S), []).suggestedAction).toBe('Rotate Antenna');
  });
});

describe('safe mode, which costs payload, data and attitude', () => {
  const short = (heardS: number, more: Partial<Symptoms> = {}) =>
    assess(
      {
        name: 'cell-short',
        causes: ['cell-short'],
        telemetry: [sample(heardS, { batteryVoltage: 25 })],
        ...more,
      },
      heardS,
    );
  const doOf = (aiExplanation: string) =>
    explanationLines(aiExplanation).find(({ label }) => label === 'Do')?.text;
  const contained = (clearedMin: number) =>
    ({
      course: 'contained',
      containedAt: later(2 * MS_PER_MIN),
      clearedAt: later(clearedMin * MS_PER_MIN),
    }) as const;

  it('is not suggested while the on-board retry may clear the fault, and is once it has not', () => {
    expect(short(30).suggestedAction).toBeUndefined();
    expect(short(240).suggestedAction).toBeUndefined();
    expect(short(245).suggestedAction).toBe('Enter Safe Mode');
  });

  it('is not suggested while FDIR should end the fault within a quarter of an hour', () => {
    const at = (heardMin: number) => short(heardMin * 60, { plan: contained(60) }).suggestedAction;
    expect(at(5)).toBe('Enter Safe Mode');
    expect(at(44)).toBe('Enter Safe Mode');
    expect(at(46)).toBeUndefined();
  });

  it('is explained with what it costs where it is suggested, and as left to FDIR where it is not', () => {
    expect(doOf(short(30).aiExplanation)).toBe(
      'Leave it to FDIR for now: safe mode would cost more. Data Downlink or Thermal Control would load the remaining cells.',
    );
    expect(doOf(short(245).aiExplanation)).toBe(
      'Enter Safe Mode lowers the load, so the shorted cell can be bypassed; Data Downlink or Thermal Control would load the remaining cells. Safe mode stops the payload and mostly exceeds the attitude limit until Attitude Adjustment.',
    );
  });

  it('costs nothing more where the spacecraft is in it', () => {
    const held = short(245, { view: spacecraftView({ mode: 'SAFE' }) });
    expect(held.suggestedAction).toBe('Enter Safe Mode');
    expect(doOf(held.aiExplanation)).not.toContain('stops the payload');
  });

  it('does not keep another command from being suggested at once', () => {
    for (const name of FAULT_NAMES.filter((other) => FAULT_KINDS[other].type !== 'Battery')) {
      expect(assess({ name, causes: [name] }).suggestedAction).toBe(FAULT_KINDS[name].recoveryCommand);
    }
  });
});

describe('the severity', () => {
  it('is the worst of the causes that fit', () => {
    const worst: Readonly<Record<(typeof ANOMALY_TYPES)[number], AnomalySeverity>> = {
      Battery: 'High',
      Solar: 'Critical',
      Signal: 'High',
      Temperature: 'Critical',
      Attitude: 'Critical',
    };
    for (const type of ANOMALY_TYPES) expect(severityOf(causesOf(type), true)).toBe(worst[type]);
    for (const name of FAULT_NAMES) expect(severityOf([name], true)).toBe(FAULT_KINDS[name].severity);
  });

  it('is Medium at most while on-board FDIR is expected to clear the fault, and not raised to it', () => {
    expect(severityOf(causesOf('Solar'), false)).toBe('Medium');
    expect(severityOf(['wheel-failing'], false)).toBe('Medium');
    expect(severityOf(['gyro-drift'], false)).toBe('Low');
  });

  it('rises once telemetry shows that the retry has not cleared the fault, not before', () => {
    const at = (atS: number, heardS = atS) => {
      const { severity, pressing } = assess({ name: 'wing-folded', telemetry: [sample(heardS)] }, atS);
      return [severity, pressing];
    };
    expect(at(5)).toEqual(['Medium', undefined]);
    expect(at(240)).toEqual(['Medium', undefined]);
    expect(at(600, 240)).toEqual(['Medium', undefined]);
    expect(at(245)).toEqual(['Critical', 'retry']);
  });

  it('rises with a reading that the fault has taken out of limits', () => {
    const at = (attitudeStability: number, before = 0.4, mode: SpacecraftMode = 'NOMINAL') =>
      assess({
        name: 'wheel-failing',
        before: sample(0, { attitudeStability: before }),
        telemetry: [sample(30, { attitudeStability })],
        view: spacecraftView({ mode }),
      }).pressing;
    expect(at(1.4)).toBeUndefined();
    expect(at(1.6)).toBe('limits');
    // It was already out of limits.
    expect(at(1.6, 1.55)).toBeUndefined();
    // Safe mode points only to 2°.
    expect(at(2.2, 1.9, 'SAFE')).toBeUndefined();
  });

  it('does not fall back because a reading returns into limits or the fault ends', () => {
    const causes = ['wheel-failing'] as const;
    expect(assess({ name: 'wheel-failing', causes, pressing: 'limits' }).severity).toBe('Critical');
    const over = {
      name: 'wheel-failing',
      causes,
      endedAt: later(10_000),
      plan: { course: 'transient' },
    } as const;
    expect(assess({ ...over, pressing: 'limits' }, 600).severity).toBe('Critical');
    expect(assess(over, 600).severity).toBe('Medium');
  });

  it('rises as soon as the spacecraft reports that it contains the fault: the retry has failed', () => {
    const plan = { course: 'contained', containedAt: later(20_000), clearedAt: later(6e6) } as const;
    expect(assess({ name: 'wing-folded', plan })).toMatchObject({ severity: 'Critical', pressing: 'retry' });
  });
});

describe('while several causes fit', () => {
  it.each(ANOMALY_TYPES)('the report of a %s anomaly does not depend on which of them it is', (type) => {
    const causes = causesOf(type);
    const said = causes.map((name) => {
      const told = assess({ name, causes, seenIn: 'batteryVoltage' }, 420);
      expect(told.causes).toEqual(causes);
      const lines = explanationLines(told.aiExplanation).map(({ text }) => text);
      return { severity: told.severity, action: told.suggestedAction, lines };
    });
    for (const one of said) expect(one).toEqual(said[0]);
  });
});

describe('a recovery command that has not ended the fault', () => {
  const running = (startS: number, endS: number) =>
    spacecraftView({
      time: later(startS * 1000),
      activities: [
        {
          commandId: 'c',
          name: 'Rotate Antenna',
          startTime: later(startS * 1000),
          endTime: later(endS * 1000),
        },
      ],
    });

  it('rules out the causes that it fits, and the next one is suggested', () => {
    const begun = assess({ name: 'receiver-detuned', view: running(400, 460) }, 405);
    expect(begun.tried).toEqual({ 'Rotate Antenna': later(460_000) });
    expect(begun.suggestedAction).toBe('Rotate Antenna');
    const afterwards = (atS: number) => assess({ name: 'receiver-detuned', tried: begun.tried }, atS);
    expect(afterwards(460)).toMatchObject({ causes: causesOf('Signal'), suggestedAction: 'Rotate Antenna' });
    expect(afterwards(465)).toMatchObject({
      causes: ['receiver-detuned'],
      suggestedAction: 'Communications Check',
    });
  });

  it('says nothing where it began before the fault, or where it is no recovery command', () => {
    expect(assess({ name: 'receiver-detuned', view: running(-10, 50) }, 5).tried).toEqual({});
    // A fault that is detected again acts from its onset.
    const again = assess({ name: 'receiver-detuned', onset: later(-60_000), view: running(-10, 50) }, 5);
    expect(Object.keys(again.tried)).toHaveLength(1);
    expect(assess({ name: 'weak-cell', view: running(10, 70) }, 15).tried).toEqual({});
  });

  it('never rules out the fault that acts: its command may have been interrupted', () => {
    const tried = { 'Communications Check': later(60_000) };
    expect(assess({ name: 'receiver-detuned', tried }, 400).causes).toContain('receiver-detuned');
  });

  it('is expected by its end time as sent last', () => {
    const first = assess({ name: 'antenna-off', view: running(10, 70) }, 15).tried;
    const again = assess({ name: 'antenna-off', tried: first, view: running(60, 120) }, 65).tried;
    expect(again).toEqual({ 'Rotate Antenna': later(2 * MS_PER_MIN) });
    expect(assess({ name: 'antenna-off', tried: again, view: running(60, 120) }, 70).tried).toBe(again);
  });
});
