import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FaultName } from '../../../../../src/shared/entities/faults.ts';
import type { SpacecraftMode } from '../../../../../src/shared/entities/spacecraft.ts';
import { MS_PER_S } from '../../../../../src/shared/kit/units.ts';
import { diagnose } from '../../../../../src/worker/ground/diagnosis/diagnosis.ts';
import { shareOf } from '../../../../../src/worker/ground/diagnosis/shares.ts';
import type { ActingFault, Symptoms } from '../../../../../src/worker/ground/diagnosis/symptoms.ts';

import { later, T0 } from '../../../../support/mission.ts';
import { spacecraftView } from '../../../../support/spacecraft-view.ts';
import { sample } from '../../../../support/telemetry.ts';

/** Returns an active fault with one possible cause, and the attitude deviation before its onset. */
const acting = (name: FaultName, onsetS: number, attitudeStability: number): ActingFault => ({
  name,
  since: later(onsetS * MS_PER_S),
  before: sample(onsetS, { attitudeStability }),
  reported: { causes: [name] },
});

const NOW_S = 1200;

/** Returns the symptoms of one of the faults at a given deviation. */
function symptomsOf(
  own: ActingFault,
  all: readonly ActingFault[],
  attitudeStability: number,
  mode: SpacecraftMode = 'NOMINAL',
): Symptoms {
  return {
    name: own.name,
    since: own.before?.timestamp ?? T0,
    before: own.before,
    status: 'Active',
    causes: own.reported.causes,
    telemetry: [sample(NOW_S, { attitudeStability })],
    view: spacecraftView({ mode, time: later(1000 * NOW_S) }),
    acting: all,
  };
}

function shareIn(symptoms: Symptoms) {
  const { before: from, telemetry } = symptoms;
  const [to] = telemetry;
  if (!from || !to) throw new Error('no samples');
  return shareOf(symptoms, { from, to }, 'attitudeStability');
}

describe('the change of a channel that a fault shows', () => {
  const gyro = acting('gyro-drift', 0, 0.4);

  it('is all its own without other faults in the channel', () => {
    const receiver = acting('receiver-detuned', 60, 0.4);
    for (const all of [[gyro], [gyro, receiver]]) {
      const { own, byMode, byOthers } = shareIn(symptomsOf(gyro, all, 0.95));
      expect(own).toBeCloseTo(0.55, 9);
      expect([byMode, byOthers]).toEqual([0, 0]);
    }
  });

  it('leaves to safe mode its own 2°', () => {
    const share = shareIn(symptomsOf(gyro, [gyro], 2.71, 'SAFE'));
    expect(share.byMode).toBeCloseTo(1.7, 9);
    expect(share.own).toBeCloseTo(0.61, 9);
    const { message, aiExplanation } = diagnose(symptomsOf(gyro, [gyro], 2.71, 'SAFE'), later(1000 * NOW_S));
    expect(message).toBe(
      'Attitude deviation is about 2.7°, 2.3° higher than before the onset, about 0.6° of it by this fault.',
    );
    expect(aiExplanation).toContain(
      'it was 0.4° before the onset. SAFE mode accounts for about 1.7° of the change.',
    );
  });

  it('is no sign of a fault, and no reason to press, where safe mode accounts for it', () => {
    const telemetry = [sample(100, { attitudeStability: 2.1 })];
    const { phase, pressing, severity } = diagnose(
      { ...symptomsOf(gyro, [gyro], 2.1, 'SAFE'), telemetry },
      later(100_000),
    );
    expect([phase, pressing, severity]).toEqual(['unseen', undefined, 'Low']);
  });

  it('is cited with what it was, where safe mode accounts for all of a change once seen', () => {
    const seen = { ...symptomsOf(gyro, [gyro], 2.1, 'SAFE'), seenIn: 'attitudeStability' } as const;
    const { message, aiExplanation } = diagnose(seen, later(1000 * NOW_S));
    expect(message).toBe(
      'Attitude deviation is about 2.1°, 1.7° higher than before the onset, hardly any of it by this fault.',
    );
    expect(aiExplanation).toContain('it was 0.4° before the onset');
  });

  it('is what it was before a newer fault, which accounts for what has come since', () => {
    const wheel = acting('wheel-failing', 0, 0.4);
    const newer = acting('gyro-drift', 600, 3.7);
    const all = [wheel, newer];
    expect(shareIn(symptomsOf(newer, all, 4.25)).own).toBeCloseTo(0.55, 9);
    expect(shareIn(symptomsOf(wheel, all, 4.25)).own).toBeCloseTo(3.3, 9);
    // A gyro drifts by at most 0.9°: the rest is due to the wheel.
    expect(shareIn(symptomsOf(newer, all, 5.7)).own).toBeLessThan(0.95);
    const { message } = diagnose(symptomsOf(wheel, all, 4.25), later(1000 * NOW_S));
    expect(message).toContain('higher than before the onset, about 3.3° of it by this fault');
  });

  it('is that of a newer fault at once where its effect is there at once', () => {
    const signal = (timeS: number, signalStrength: number) => sample(timeS, { signalStrength });
    const of = (name: FaultName, from: ReturnType<typeof sample>): ActingFault => ({
      ...acting(name, 0, 0.4),
      before: from,
    });
    const [healthy, off, slipped] = [signal(0, 63), signal(60, 58), signal(70, 35)];
    const [first, second] = [of('antenna-off', healthy), of('gimbal-slip', off)];
    const ownOf = (own: ActingFault, from: ReturnType<typeof sample>) =>
      shareOf(
        { ...symptomsOf(own, [first, second], 0.4), telemetry: [slipped] },
        { from, to: slipped },
        'signalStrength',
      ).own;
    expect(ownOf(second, off)).toBeCloseTo(-23, 9);
    expect(ownOf(first, healthy)).toBeCloseTo(-5, 9);
  });

  it('is never claimed twice, whatever faults share it', () => {
    const names = ['wing-folded', 'drive-stuck', 'wheel-friction', 'wheel-failing', 'gyro-drift'] as const;
    const reading = fc.integer({ min: 0, max: 60 }).map((tenths) => tenths / 10);
    let shared = 0;
    fc.assert(
      fc.property(
        fc.subarray([...names], { minLength: 2 }),
        fc.array(fc.tuple(fc.integer({ min: 0, max: NOW_S - 5 }), reading), { minLength: 5, maxLength: 5 }),
        reading,
        fc.constantFrom<SpacecraftMode>('NOMINAL', 'SAFE'),
        (present, onsets, now, mode) => {
          const all = present.map((name, index) => acting(name, ...(onsets[index] ?? [0, 0])));
          const shares = all.map((own) => shareIn(symptomsOf(own, all, now, mode)));
          const rising = shares.filter(({ change }) => change > 0);
          const most = Math.max(0, ...rising.map(({ change }) => change));
          const claimed = rising.reduce((sum, { own }) => sum + own, 0);
          // A share within the noise of the whole counts as the whole.
          expect(claimed).toBeLessThanOrEqual(most + 0.1 * rising.length);
          if (rising.length > 1) shared += 1;
          for (const { change, byMode, byOthers, own } of shares) {
            expect(byMode + byOthers + own).toBeCloseTo(change, 9);
          }
        },
      ),
      { numRuns: 1000, seed: 8 },
    );
    expect(shared).toBeGreaterThan(300);
  });
});
