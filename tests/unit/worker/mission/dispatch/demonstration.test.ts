import { describe, expect, it } from 'vitest';
import { ANOMALY_LIST_CAP } from '../../../../../src/shared/entities/constants.ts';
import type { Anomaly, AnomalyType } from '../../../../../src/shared/entities/entities.ts';
import type { FaultName } from '../../../../../src/shared/entities/faults.ts';
import { type EpochMs, MS_PER_MIN, MS_PER_S } from '../../../../../src/shared/kit/units.ts';
import type { FaultRecord } from '../../../../../src/worker/ground/anomalies/fault-records.ts';
import type { Session } from '../../../../../src/worker/session/session.ts';

import type { ActiveFault, SpacecraftState } from '../../../../../src/worker/spacecraft/model.ts';
import {
  GROUNDED,
  later,
  recordUpdates,
  resumeOf,
  resumeWith,
  SEED_OF_EACH_SITUATION,
  startMission,
  startUneventfulMission,
  T0,
  withSpacecraft,
} from '../../../../support/mission.ts';

const newest = (mission: Session) => {
  const [anomaly] = mission.snapshot().anomalies.value;
  if (!anomaly) throw new Error('no anomaly');
  return anomaly;
};
const duty = (mission: Session) => mission.snapshot().duty.value;
const logOf = (mission: Session) => mission.snapshot().log.value.map(({ text }) => text);

/** Returns a quiet mission, a minute after its start. */
function quietMission(): Session {
  const mission = startUneventfulMission();
  mission.advanceTo(later(MS_PER_MIN));
  return mission;
}

/** Returns when a condition first holds, checked each second from a minute after the start. */
function timeOf(mission: Session, isSo: () => boolean, withinS = 300): EpochMs {
  for (let second = 0; second <= withinS; second += 1) {
    const time = later(MS_PER_MIN + second * MS_PER_S);
    mission.advanceTo(time);
    if (isSo()) return time;
  }
  throw new Error(`not within ${withinS} s`);
}

const secondsIn = (time: EpochMs): number => (time - T0 - MS_PER_MIN) / MS_PER_S;

describe('a demonstration', () => {
  it('runs from the fault to its recovery in about a minute and a half, and returns the console', () => {
    const mission = quietMission();
    const before = mission.snapshot().telemetry.value.at(-1)?.signalStrength ?? 0;
    const outcome = mission.control.demonstrateFault('Signal');
    expect(outcome).toMatchObject({ ok: true, value: { type: 'Signal', status: 'Active' } });
    const { id } = newest(mission);
    expect(duty(mission)).toMatchObject({ holder: 'duty crew' });
    expect(mission.snapshot().spacecraft.value?.faults.map(({ anomalyId }) => anomalyId)).toContain(id);

    timeOf(
      mission,
      () => (mission.snapshot().telemetry.value.at(-1)?.signalStrength ?? 100) < before - 3,
      20,
    );
    expect(duty(mission).task?.text).toBe('Assesses the Signal anomaly');
    const acknowledged = timeOf(mission, () => newest(mission).status === 'Acknowledged');
    expect(secondsIn(acknowledged)).toBeLessThanOrEqual(20);
    const command = () =>
      mission.snapshot().commands.value.find(({ name, executionTime }) => {
        return name === 'Rotate Antenna' && executionTime !== undefined && executionTime > acknowledged;
      });
    const sent = timeOf(mission, () => command()?.status === 'Executed');
    expect(secondsIn(sent)).toBeLessThanOrEqual(40);
    timeOf(mission, () => duty(mission).task?.text === 'Verifies recovery from the Signal anomaly');
    const over = timeOf(mission, () => duty(mission).holder === 'operator');
    expect(secondsIn(over)).toBeGreaterThan(60);
    expect(secondsIn(over)).toBeLessThanOrEqual(110);
    expect(duty(mission)).toEqual({ holder: 'operator', since: over });
    expect(mission.snapshot().spacecraft.value?.faults.map(({ anomalyId }) => anomalyId)).not.toContain(id);
  });

  it('is logged with the author of each action', () => {
    const mission = quietMission();
    mission.control.demonstrateFault('Signal');
    timeOf(mission, () => duty(mission).holder === 'operator');
    const log = logOf(mission).join('\n');
    for (const text of [
      'Demonstration: fault injected; the duty crew responds',
      'New Medium Signal anomaly',
      'Duty crew: Signal anomaly acknowledged',
      'Duty crew: Rotate Antenna executed',
      'Rotate Antenna has cleared the fault of the Signal anomaly',
      'Duty crew: Signal anomaly recovered after Rotate Antenna',
      'The operator has the console',
    ]) {
      expect(log).toContain(text);
    }
  });

  it('shows notices for the anomaly and the console, but not for the actions of the crew', () => {
    const mission = quietMission();
    const { updates, listener } = recordUpdates();
    mission.control.subscribe(listener);
    const earlier = updates.length;
    mission.control.demonstrateFault('Signal');
    timeOf(mission, () => duty(mission).holder === 'operator');
    expect(updates.slice(earlier).flatMap(({ notices }) => notices.map(({ text }) => text))).toEqual([
      'New anomaly detected: Signal',
      'The duty crew has the console',
    ]);
  });

  it('works from the first minute on, beside any initial fault', () => {
    for (const seed of [2, 3, ...SEED_OF_EACH_SITUATION]) {
      const mission = startMission({ seed });
      mission.advanceTo(later(20 * MS_PER_S));
      const outcome = mission.control.demonstrateFault('Signal');
      expect(outcome.ok && outcome.value.type).toBe('Signal');
      const id = outcome.ok ? outcome.value.id : '';
      timeOf(mission, () => duty(mission).holder === 'operator', 150);
      const acting = mission.snapshot().spacecraft.value?.faults.map(({ anomalyId }) => anomalyId);
      expect(acting).not.toContain(id);
    }
  });

  it('leaves the console with the duty crew if it had it before', () => {
    const mission = quietMission();
    mission.control.handOverConsole('duty crew');
    mission.control.demonstrateFault('Signal');
    mission.advanceTo(later(4 * MS_PER_MIN));
    expect(duty(mission).holder).toBe('duty crew');
    expect(logOf(mission).join('\n')).toContain('Signal anomaly recovered');
  });

  it('ends when the operator takes the console, and leaves the fault to the operator', () => {
    const mission = quietMission();
    mission.control.demonstrateFault('Signal');
    const { id } = newest(mission);
    mission.control.handOverConsole('operator');
    mission.advanceTo(later(4 * MS_PER_MIN));
    expect(newest(mission)).toMatchObject({ id, status: 'Active' });
    expect(duty(mission).holder).toBe('operator');
  });

  it('resumes from a checkpoint taken during it', () => {
    const mission = quietMission();
    mission.control.demonstrateFault('Signal');
    mission.advanceTo(later(MS_PER_MIN + 30 * MS_PER_S));
    const restored = startUneventfulMission({ resume: resumeOf(mission) });
    expect(duty(restored).holder).toBe('duty crew');
    restored.advanceTo(later(4 * MS_PER_MIN));
    expect(duty(restored).holder).toBe('operator');
  });

  it('starts once for one request', () => {
    const mission = quietMission();
    const first = mission.control.demonstrateFault('Signal', 'request-1');
    const listed = mission.snapshot().anomalies.value.length;
    expect(mission.control.demonstrateFault('Signal', 'request-1')).toEqual(first);
    expect(mission.snapshot().anomalies.value).toHaveLength(listed);
  });
});

describe('a demonstration is refused', () => {
  const messageOf = (mission: Session, type: AnomalyType = 'Signal') => {
    const outcome = mission.control.demonstrateFault(type);
    return outcome.ok ? undefined : outcome.message;
  };

  it('while one is in progress', () => {
    const mission = quietMission();
    mission.control.demonstrateFault('Signal');
    expect(messageOf(mission)).toBe('A demonstration is already in progress.');
  });

  it('without an orbit', () => {
    expect(messageOf(startUneventfulMission({ propagators: GROUNDED }))).toBe(
      'ORBITA-1 has no orbit. No fault can be demonstrated.',
    );
  });

  it('outside of NOMINAL mode', () => {
    const mission = quietMission();
    const queued = mission.control.queueCommand({
      name: 'Enter Safe Mode',
      scheduledTime: '2026-11-20T12:00',
    });
    if (queued.ok) mission.control.executeCommand(queued.value.id);
    mission.advanceTo(later(2 * MS_PER_MIN));
    expect(messageOf(mission)).toBe('ORBITA-1 is in SAFE mode. A demonstration needs NOMINAL mode.');
  });

  /** Resumes a quiet mission with the given spacecraft, and optionally anomalies. */
  function missionWith(
    told: Partial<SpacecraftState>,
    anomalies: readonly Anomaly[] = [],
    faults: Readonly<Record<string, FaultRecord>> = {},
  ): Session {
    return startMission({
      profile: 'none',
      resume: resumeWith(quietMission(), ({ telemetry, operator, ...held }) => ({
        ...held,
        telemetry: withSpacecraft(telemetry, told),
        operator: { ...operator, anomalies: { anomalies, faults, closed: {}, nextId: 90 } },
      })),
    });
  }

  const signalFault = (name: FaultName): ActiveFault => ({
    anomalyId: `anomaly-${name}`,
    name,
    startTime: T0,
    strength: 1,
    plan: { course: 'lasting' },
    mending: undefined,
  });

  it('without a link', () => {
    const mission = missionWith({ link: 'none', antenna: 'none' });
    expect(messageOf(mission)).toBe('There is no radio link to ORBITA-1. Try again in a few minutes.');
    expect(duty(mission).holder).toBe('operator');
  });

  it('while the list is full of Active anomalies, and not once one is acknowledged', () => {
    const numbers = Array.from({ length: ANOMALY_LIST_CAP }, (_, index) => `anomaly-${index + 1}`);
    const anomalies = numbers.map(
      (id): Anomaly => ({
        id,
        timestamp: T0,
        type: 'Battery',
        severity: 'Low',
        message: 'crafted',
        aiExplanation: 'crafted',
        status: 'Active',
      }),
    );
    const told = {
      phase: 'seen',
      causes: ['weak-cell'],
      channel: 'batteryVoltage',
      time: T0,
      status: 'Active',
    } as const;
    const record: FaultRecord = { name: 'weak-cell', since: T0, plan: { course: 'lasting' }, reported: told };
    const full = missionWith({}, anomalies, Object.fromEntries(numbers.map((id) => [id, record])));
    expect(messageOf(full)).toBe('The anomaly list is full. Acknowledge an anomaly first.');
    expect(full.snapshot().anomalies.value.map(({ id }) => id)).toEqual(numbers);
    expect(full.control.acknowledgeAnomaly('anomaly-4').ok).toBe(true);
    expect(messageOf(full)).toBeUndefined();
    expect(full.snapshot().anomalies.value.map(({ id }) => id)).not.toContain('anomaly-4');
  });

  it('while every signal fault is active, or the recovery command would worsen an active one', () => {
    const none = 'No further fault can be demonstrated. Clear the active ones first.';
    const all = ['antenna-off', 'gimbal-slip', 'receiver-detuned'] as const;
    expect(messageOf(missionWith({ faults: all.map(signalFault) }))).toBe(none);
    // Wheel friction grows as the antenna turns; the receiver's fault requires no turning.
    const turning = [signalFault('wheel-friction'), signalFault('receiver-detuned')];
    expect(messageOf(missionWith({ faults: turning }))).toBe(none);
    const friction = missionWith({ faults: [signalFault('wheel-friction')] });
    expect(messageOf(friction)).toBeUndefined();
    // The cause is unknown at first; the crew waits for evidence.
    expect(newest(friction).suggestedAction).toBe('Rotate Antenna');
    friction.advanceTo(later(MS_PER_MIN + 17 * MS_PER_S));
    expect(newest(friction).suggestedAction).toBe('Communications Check');
  });

  it('for anything but the radio signal', () => {
    const mission = quietMission();
    expect(messageOf(mission, 'Battery')).toBe('Only a fault of the radio signal can be demonstrated.');
    for (const type of ['toString', ''] as string[] as AnomalyType[]) {
      expect(messageOf(mission, type)).toBe(
        'The input of demonstrateFault is refused: it is not an anomaly type.',
      );
    }
    expect(duty(mission).holder).toBe('operator');
  });
});
