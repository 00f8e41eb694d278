import { describe, expect, it } from 'vitest';
import type { Checkpoint } from '../../../../src/shared/mission-control.ts';
import { type EpochMs, MS_PER_H } from '../../../../src/shared/units.ts';
import { type MissionResume, readCheckpoint } from '../../../../src/worker/checkpoint/checkpoint.ts';
import { createMission, type Mission } from '../../../../src/worker/mission/mission.ts';

import {
  applyUpdates,
  later,
  recordUpdates,
  startMission,
  T0,
  withoutLog,
} from '../../../support/mission.ts';

import { command, strike } from '../../../support/spacecraft.ts';

const carryOn = (checkpoint: Checkpoint): Mission =>
  createMission({ clock: { now: () => later(99 * MS_PER_H) }, seed: 999, checkpoint });

/** As it is after its way over a channel. */
const sent = (mission: Mission): Checkpoint => structuredClone(mission.checkpoint());

describe('a checkpoint', () => {
  it('lets a new mission resume exactly where the old one stopped, streams state included', () => {
    const old = startMission({ seed: 5 });
    old.advanceTo(later(12_345));
    const next = carryOn(sent(old));
    expect(withoutLog(next)).toEqual(withoutLog(old));
    for (const mission of [old, next]) {
      mission.advanceTo(later(60_000));
      mission.advanceTo(later(2 * MS_PER_H));
    }
    expect(withoutLog(next)).toEqual(withoutLog(old));
  });

  it('includes commands in progress and active faults', () => {
    const checkpoint = sent(startMission());
    const resume = checkpoint.resume as MissionResume;
    const start = { spacecraft: resume.spacecraft, time: T0 };
    const acting = command(
      strike(strike(start, 'wing-folded'), 'gyro-drift', 'anomaly-2'),
      'Deploy Solar Array',
    );
    const read = readCheckpoint({
      ...checkpoint,
      resume: structuredClone({ ...resume, spacecraft: acting.spacecraft }),
    });
    expect(read.ok && read.value.spacecraft).toEqual(acting.spacecraft);
  });

  it('can be put together from the stream, update by update', () => {
    const old = startMission();
    const { updates, listener } = recordUpdates();
    old.control.subscribe(listener);
    for (const second of [1, 5, 6, 30]) old.advanceTo(later(second * 1000));
    expect({ slices: applyUpdates(updates), resume: updates.at(-1)?.resume }).toEqual(old.checkpoint());
  });

  it('continues the numbers of notices and reports once from where it resumes', () => {
    const old = startMission({ drawsFaults: false });
    old.advanceTo(later(MS_PER_H));
    const next = carryOn(sent(old));
    const { updates, listener } = recordUpdates();
    next.control.subscribe(listener);
    expect(updates[0]?.notices).toEqual([
      {
        id: 2,
        level: 'info',
        time: later(MS_PER_H),
        text: 'The simulation restarted and resumes from 13:00:00 UTC.',
      },
    ]);
  });

  it.each<[string, (checkpoint: Checkpoint) => unknown, string]>([
    ['nothing in it', () => ({}), 'slices is missing'],
    ['no resume state', ({ slices }) => ({ slices }), 'resume is missing'],
    [
      'a sample that is not a number',
      ({ slices, resume }) => {
        const [first, ...rest] = slices.telemetry.value;
        const value = [{ ...first, temperature: Number.NaN }, ...rest];
        return { slices: { ...slices, telemetry: { ...slices.telemetry, value } }, resume };
      },
      'slices.telemetry.value.0.temperature is not what it should be',
    ],
    [
      'a step that is overdue',
      ({ slices, resume }) => {
        const { schedule, time, ...rest } = resume as MissionResume;
        return { slices, resume: { ...rest, time, schedule: { ...schedule, contacts: later(-1, time) } } };
      },
      'resume.schedule has a step before the checkpoint was taken, or far behind it',
    ],
  ])('with %s is refused with a reason, and the simulation restarts', (_case, spoil, reason) => {
    const spoilt = spoil(sent(startMission())) as Checkpoint;
    const mission = createMission({ clock: { now: () => T0 }, seed: 1, checkpoint: spoilt });
    const { updates, listener } = recordUpdates();
    mission.control.subscribe(listener);
    const said = updates[0]?.notices[0];
    expect(said?.level).toBe('warning');
    expect(said?.text).toContain(`Failed to read the last checkpoint: ${reason}. Simulation restarted.`);
    // A toast is gone in a moment: the log says it, too.
    const { log, ...others } = mission.snapshot();
    const { log: expected, ...expectedOthers } = startMission().snapshot();
    expect(others).toEqual(expectedOthers);
    expect(log.value.slice(0, -1)).toEqual(expected.value);
    expect(log.value.at(-1)).toMatchObject({ kind: 'Mission', level: 'warning', text: said?.text });
  });

  it('that is lost leaves the reason in the log', () => {
    const mission = startMission({ lossReason: `Uncaught\nRangeError: ${'x'.repeat(1000)}` });
    const { updates, listener } = recordUpdates();
    mission.control.subscribe(listener);
    const [said] = updates[0]?.notices ?? [];
    expect(said?.text).toMatch(
      /^Failed to resume the mission: Uncaught RangeError: x+…\. Simulation restarted\.$/,
    );
    expect(said?.text.length).toBeLessThan(300);
    expect(mission.snapshot().log.value.at(-1)).toMatchObject({ level: 'warning', text: said?.text });
  });
});

describe('the error of a checkpoint', () => {
  const whole = (): Checkpoint => sent(startMission());
  const resumeOf = ({ resume }: Checkpoint): MissionResume => resume as MissionResume;

  it.each<[string, (checkpoint: Checkpoint) => unknown, string]>([
    ['what is none', () => 'nonsense', 'the checkpoint is not what it should be'],
    ['what lacks a part', ({ slices }) => ({ slices }), 'resume is missing'],
    [
      'a number out of range',
      ({ slices, resume }) => ({ slices, resume: { ...(resume as object), nextNoticeId: -1 } }),
      'resume.nextNoticeId is not what it should be',
    ],
  ])('names its place, but not its own words: %s', (_case, spoil, message) => {
    expect(readCheckpoint(spoil(whole()) as Checkpoint)).toEqual({ ok: false, message });
  });

  it('is at most 200 characters long, whatever its path', () => {
    const checkpoint = whole();
    const resume = resumeOf(checkpoint);
    const faults = { ['x'.repeat(300)]: 'none' };
    const read = readCheckpoint({
      ...checkpoint,
      resume: { ...resume, operator: { ...resume.operator, faults } },
    });
    if (read.ok) throw new Error('It was read.');
    expect(read.message).toMatch(/^resume\.operator\.faults\.x+/);
    expect(read.message).toHaveLength(200);
  });

  it.each<[string, (time: EpochMs) => Partial<MissionResume['schedule']>, boolean]>([
    ['due when it was taken', (time) => ({ telemetry: time }), false],
    ['due before that', (time) => ({ contacts: later(-1, time) }), false],
    ['due right after', (time) => ({ telemetry: later(1, time) }), true],
    ['a whole period ahead', (time) => ({ telemetry: later(5000, time) }), true],
    ['further ahead than that', (time) => ({ telemetry: later(5001, time) }), false],
  ])('is also found in the steps that are due: one %s', (_case, change, isRead) => {
    const checkpoint = whole();
    const resume = resumeOf(checkpoint);
    const schedule = { ...resume.schedule, ...change(resume.time) };
    const read = readCheckpoint({ ...checkpoint, resume: { ...resume, schedule } });
    expect(read.ok).toBe(isRead);
    if (!read.ok) expect(read.message).toMatch(/^resume\.schedule has a step/);
  });
});
