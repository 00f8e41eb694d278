import { describe, expect, it } from 'vitest';
import { EXERCISE_CATALOGUE } from '../../../../src/shared/entities/exercise-catalogue.ts';
import { MS_PER_H, MS_PER_S } from '../../../../src/shared/kit/units.ts';
import { later, resumeOf, startMission, T0 } from '../../../support/mission.ts';

const [{ id: FIRST, name: NAME }] = EXERCISE_CATALOGUE;

/** Starts the first exercise on a clock that is far from its time, and runs it for some seconds. */
function startExercise(seconds: number) {
  let wall = later(500 * MS_PER_H);
  const session = startMission({ exercise: FIRST, clock: { now: () => wall } });
  for (let passed = 0; passed < seconds; passed += 1) {
    wall = later(MS_PER_S, wall);
    session.advanceTo(wall);
  }
  return { session, now: () => wall };
}

describe('an exercise', () => {
  it('begins at its own time, and goes on from there at 1×', () => {
    const { session } = startExercise(20);
    const { exercise, transport } = session.snapshot();
    expect(exercise.value).toMatchObject({ name: NAME, isOver: false });
    expect(session.mission.time()).toBe(later(20 * MS_PER_S, exercise.value?.startTime));
    expect(transport.value).toMatchObject({ rate: 1, isInStep: false, hasOwnTime: true });
  });

  it('begins with an empty list, queue and plan', () => {
    const { session } = startExercise(0);
    const { anomalies, commands, timeline } = session.snapshot();
    expect([anomalies.value, commands.value, timeline.value]).toEqual([[], [], []]);
  });

  it('that this build does not have becomes an ordinary mission, which says so', () => {
    const session = startMission({ exercise: 'of-another-build' });
    const text =
      'Failed to start the exercise: This build has no exercise of-another-build. Simulation restarted.';
    expect(session.snapshot().log.value.at(-1)?.text).toBe(text);
    expect(session.snapshot().exercise.value).toBeUndefined();
    expect(session.mission.time()).toBe(T0);
  });

  it('is continued by another worker from its log, which has no keyframe', () => {
    const { session, now } = startExercise(700);
    const resume = resumeOf(session);
    expect(resume.keyframe).toBeUndefined();
    const next = startMission({ clock: { now }, resume });
    expect(next.mission.time()).toBe(session.mission.time());
    expect(next.snapshot().log.value.at(-1)?.text).toMatch(/^The simulation restarted/);
    const { log: _one, ...before } = session.snapshot();
    const { log: _other, ...after } = next.snapshot();
    expect(after.anomalies.value).toEqual(before.anomalies.value);
    expect(after.telemetry.value).toEqual(before.telemetry.value);
    expect(after.transport.value).toMatchObject({ rate: 1, isInStep: false });
  });

  it('that the browser has kept is paused where it was left', () => {
    const { session, now } = startExercise(100);
    const next = startMission({ clock: { now }, resume: resumeOf(session), isKept: true });
    next.advanceTo(later(MS_PER_S, now()));
    expect(next.mission.time()).toBe(session.mission.time());
    expect(next.snapshot().transport.value).toMatchObject({ rate: 0, isInStep: false });
  });
});
