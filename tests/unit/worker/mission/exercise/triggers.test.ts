import { describe, expect, it } from 'vitest';
import type { Exercise, ExerciseCondition, Trigger } from '../../../../../src/shared/contract/exercise.ts';
import { readRecording } from '../../../../../src/shared/contract/recording.ts';
import type { TelemetrySample } from '../../../../../src/shared/entities/entities.ts';
import { addMs, type EpochMs, epochMs, MS_PER_MIN, MS_PER_S } from '../../../../../src/shared/kit/units.ts';
import { exerciseHeader } from '../../../../../src/worker/mission/exercise/running-exercise.ts';
import { createMission } from '../../../../../src/worker/mission/mission.ts';
import type { Session } from '../../../../../src/worker/session/session.ts';
import { leads, openBrowser } from '../../../../support/consoles.ts';
import { flyExercise, resultOf, scripted, startExercise } from '../../../../support/exercise.ts';
import { recordUpdates, resumeOf, startMission } from '../../../../support/mission.ts';
import { networkStation } from '../../../../support/places.ts';
import { savedText } from '../../../../support/recording.ts';

/** Eclipse from 13:07 to 13:25; pass over Houston from 13:36 to 13:43. */
const START = epochMs(Date.UTC(2026, 10, 20, 13));

/** An exercise of one's own; time passes as in the built-in ones. */
const exerciseWith = (triggers: readonly Trigger[], changed: Partial<Exercise> = {}): Exercise => ({
  name: 'Own exercise',
  objective: 'Watch.',
  minutes: 8,
  start: { seed: 5, time: '2026-11-20T13:00:00Z' },
  profile: 'none',
  aids: { explanations: true, suggestions: true, diagram: true, lookAhead: true },
  triggers,
  goals: [
    { measure: 'recoveryMin', full: 1, none: 6, weight: 1 },
    { measure: 'commands', full: 0, none: 4, weight: 1 },
  ],
  pass: 50,
  ...changed,
});

const minute = (count: number): EpochMs => addMs(START, count * MS_PER_MIN);

/** Texts of the instructor, with their times. */
const faultsOf = (session: Session) => resultOf(session).debrief?.faults ?? [];
const hintsOf = (session: Session) => session.snapshot().exercise.value?.hints ?? [];
const hintTime = (session: Session, text: string): EpochMs | undefined =>
  hintsOf(session).find((hint) => hint.text === text)?.time;

/** Returns the time of the first event of the log from an instant on with such a text. */
function logged(session: Session, text: RegExp, since = START): EpochMs {
  const times = session
    .snapshot()
    .log.value.filter((event) => event.time >= since && text.test(event.text))
    .map(({ time }) => time);
  expect(times).not.toEqual([]);
  return epochMs(Math.min(...times));
}

describe('a trigger', () => {
  it('strikes at its minute, once, and its anomaly is listed', () => {
    const { session } = flyExercise(
      exerciseWith([{ id: 'slip', when: { minute: 3 }, act: { fault: 'gimbal-slip', course: 'lasting' } }]),
    );
    expect(session.mission.exercise()?.faults.map(({ name, from }) => ({ name, from }))).toEqual([
      { name: 'gimbal-slip', from: minute(3) },
    ]);
    expect(session.snapshot().anomalies.value.map(({ type, timestamp }) => ({ type, timestamp }))).toEqual([
      { type: 'Signal', timestamp: minute(3) },
    ]);
  });

  it('follows another one, in whatever order they are listed', () => {
    const { session } = flyExercise(
      exerciseWith([
        { id: 'third', when: { after: 'second', minutes: 0.5 }, act: { hint: 'Third' } },
        { id: 'second', when: { after: 'first', minutes: 2 }, act: { hint: 'Second' } },
        { id: 'first', when: { minute: 1 }, act: { hint: 'First' } },
      ]),
    );
    expect(hintsOf(session)).toEqual([
      { time: minute(1), text: 'First' },
      { time: minute(3), text: 'Second' },
      { time: minute(3.5), text: 'Third' },
    ]);
    expect(logged(session, /^Instructor: First$/)).toBe(minute(1));
  });

  it('waits for each condition, and acts at the first sample at which it holds', () => {
    const on = (condition: ExerciseCondition, from?: number): Trigger => ({
      id: condition.replaceAll(' ', '-'),
      when: { condition, ...(from !== undefined && { from }) },
      act: { hint: condition },
    });
    const { session } = flyExercise(
      exerciseWith(
        [
          on('eclipse'),
          on('sunlight', 10),
          on('station in view', 10),
          on('no station in view', 38),
          on('safe mode'),
          on('nominal mode', 47),
        ],
        { minutes: 56 },
      ),
      scripted([
        { send: 'Enter Safe Mode', at: 46 },
        { send: 'Attitude Adjustment', at: 52 },
      ]),
    );
    const cases: readonly (readonly [ExerciseCondition, RegExp, number])[] = [
      ['eclipse', /enters eclipse/, 0],
      ['sunlight', /enters sunlight/, 10],
      ['station in view', /^AOS Houston/, 10],
      ['no station in view', /^LOS Houston/, 38],
      ['safe mode', /Enter Safe Mode executed/, 0],
      ['nominal mode', /is now in NOMINAL mode/, 47],
    ];
    const delays = cases.map(([condition, event, from]) => {
      const time = hintTime(session, condition) ?? Number.NaN;
      return [condition, time - logged(session, event, minute(from))] as const;
    });
    // Samples are 5 s apart, and an event may lie just before one.
    for (const [condition, delayMs] of delays) {
      expect({ condition, isPrompt: Math.abs(delayMs) <= 10 * MS_PER_S }).toEqual({
        condition,
        isPrompt: true,
      });
    }
  });

  it('acts at the first sample if its condition holds from the start', () => {
    const { session } = flyExercise(
      exerciseWith([{ id: 'light', when: { condition: 'sunlight' }, act: { hint: 'Light' } }]),
    );
    expect(hintTime(session, 'Light')).toBe(addMs(START, 5 * MS_PER_S));
  });

  it('waits for the first execution of a command, not for one in the queue', () => {
    const flight = startExercise(
      exerciseWith([
        { id: 'sent', when: { command: 'Communications Check' }, act: { hint: 'Checked' } },
        { id: 'never', when: { command: 'Rotate Antenna' }, act: { hint: 'Rotated' } },
      ]),
    );
    const { session } = flight;
    session.control.queueCommand({ name: 'Rotate Antenna', scheduledTime: '2026-11-20T13:30' });
    flight.fly(9, scripted([2, 5].map((at) => ({ send: 'Communications Check', at }))));
    const sent = logged(session, /Communications Check executed/);
    const acted = hintTime(session, 'Checked');
    if (acted === undefined) throw new Error('The trigger has not acted.');
    expect(acted - sent).toBeGreaterThanOrEqual(0);
    expect(acted - sent).toBeLessThanOrEqual(5 * MS_PER_S);
    expect(hintsOf(session)).toHaveLength(1);
  });

  it('waits for a channel above or below a value, at the first such sample', () => {
    const mission = createMission(
      exerciseHeader(
        exerciseWith(
          [
            { id: 'wheel', when: { minute: 2 }, act: { fault: 'wheel-failing', course: 'lasting' } },
            { id: 'high', when: { channel: 'attitudeStability', above: 1.5 }, act: { hint: 'High' } },
            { id: 'low', when: { channel: 'solarOutput', below: 50 }, act: { hint: 'Low' } },
            { id: 'never', when: { channel: 'temperature', above: 90 }, act: { hint: 'Never' } },
          ],
          { minutes: 12 },
        ),
      ),
    );
    const samples: TelemetrySample[] = [];
    mission.advanceTo(minute(12), ({ telemetry }) => {
      samples.push(...telemetry.slice(-1));
      return false;
    });
    const first = (is: (sample: TelemetrySample) => boolean) =>
      samples.find((sample) => sample.timestamp > START && is(sample))?.timestamp;
    expect(mission.snapshot().exercise.value?.hints).toEqual([
      { time: first(({ attitudeStability }) => attitudeStability > 1.5), text: 'High' },
      { time: first(({ solarOutput }) => solarOutput < 50), text: 'Low' },
    ]);
  });

  it('withdraws a fault, which ends with the next sample and is reported as over', () => {
    const { session } = flyExercise(
      exerciseWith([
        { id: 'strike', when: { minute: 2 }, act: { fault: 'receiver-detuned', course: 'lasting' } },
        { id: 'end', when: { after: 'strike', minutes: 2 }, act: { withdraw: 'receiver-detuned' } },
      ]),
    );
    const [fault] = faultsOf(session);
    expect(fault).toMatchObject({ label: 'receiver detuned', type: 'Signal', from: minute(2) });
    expect(fault?.to).toBe(addMs(minute(4), 5 * MS_PER_S));
    expect(session.snapshot().spacecraft.value?.faults).toEqual([]);
  });

  it('strikes again after a withdrawal, as a fault of its own', () => {
    const { session } = flyExercise(
      exerciseWith([
        { id: 'strike', when: { minute: 1 }, act: { fault: 'receiver-detuned', course: 'lasting' } },
        { id: 'end', when: { minute: 2 }, act: { withdraw: 'receiver-detuned' } },
        { id: 'again', when: { minute: 4 }, act: { fault: 'receiver-detuned', course: 'lasting' } },
      ]),
    );
    expect(faultsOf(session).map(({ from, to }) => [from, to])).toEqual([
      [minute(1), addMs(minute(2), 5 * MS_PER_S)],
      [minute(4), undefined],
    ]);
  });
});

it('has a result that can be told from that of another version of the exercise', () => {
  const definitionOf = (triggers: readonly Trigger[]) =>
    resultOf(startExercise(exerciseWith(triggers)).session).definition;
  const slip = (at: number): Trigger => ({
    id: 'slip',
    when: { minute: at },
    act: { fault: 'gimbal-slip', course: 'lasting' },
  });
  expect(definitionOf([slip(3)])).toBe(definitionOf([slip(3)]));
  expect(definitionOf([slip(3)])).not.toBe(definitionOf([slip(4)]));
});

describe('the end of an exercise', () => {
  const SLIP: Trigger = { id: 'slip', when: { minute: 3 }, act: { fault: 'gimbal-slip', course: 'lasting' } };

  it('hides the faults until then, and names them from then on', () => {
    const flight = startExercise(exerciseWith([SLIP]));
    flight.fly(5);
    expect(resultOf(flight.session)).toMatchObject({ isOver: false, hasPassed: false });
    expect(resultOf(flight.session).debrief).toBeUndefined();
    flight.fly(5);
    expect(resultOf(flight.session)).toMatchObject({
      isOver: true,
      debrief: { faults: [{ label: 'antenna gimbal slipped', recoveryCommand: 'Rotate Antenna' }] },
    });
  });

  it('pauses the clock at the instant, and says so', () => {
    const { updates, listener } = recordUpdates();
    const { session } = flyExercise(exerciseWith([SLIP]), () => undefined, listener);
    expect(session.mission.time()).toBe(minute(8));
    expect(session.snapshot().transport.value.rate).toBe(0);
    expect(session.snapshot().exercise.value).toMatchObject({ isOver: true, endTime: minute(8) });
    const texts = updates.flatMap(({ notices }) => notices.map(({ text }) => text));
    expect(texts).toContain('Paused: the exercise is over');
    expect(logged(session, /^The exercise Own exercise is over$/)).toBe(minute(8));
  });

  it.each([
    ['start', exerciseWith([SLIP], { start: { seed: 5, time: '2026-11-20T13:00:03Z' } })],
    ['duration', exerciseWith([SLIP], { minutes: 8.01 })],
  ])(
    'is reached with the next sample if its %s is no multiple of 5 s, and the clock goes on',
    (_case, exercise) => {
      const flight = flyExercise(exercise);
      const { session } = flight;
      expect(session.snapshot().exercise.value).toMatchObject({
        isOver: true,
        endTime: session.mission.time(),
      });
      const result = resultOf(session);
      expect(result.to - minute(8)).toBeGreaterThan(0);
      expect(result.to - minute(8)).toBeLessThanOrEqual(5 * MS_PER_S);
      session.control.setRate(60);
      flight.fly(2);
      expect(session.mission.time() - result.to).toBeGreaterThanOrEqual(2 * MS_PER_MIN);
      expect(resultOf(session)).toEqual(result);
    },
  );

  it('lets the clock go on, and keeps the result, whatever is done then', () => {
    const late: Trigger = { id: 'late', when: { command: 'Rotate Antenna' }, act: { hint: 'Late' } };
    const flight = flyExercise(exerciseWith([SLIP, late]));
    const { session } = flight;
    const result = resultOf(session);
    session.control.setRate(60);
    flight.fly(1);
    session.control.sendCommand({ name: 'Rotate Antenna' });
    flight.fly(6);
    expect(session.mission.time()).toBeGreaterThan(minute(14));
    expect(session.snapshot().spacecraft.value?.faults).toEqual([]);
    expect(resultOf(session)).toEqual(result);
    expect(hintsOf(session)).toEqual([]);
  });
});

describe('the ground stations of an exercise', () => {
  it('cannot be changed until it is over', () => {
    const flight = startExercise(exerciseWith([]));
    const { session } = flight;
    flight.fly(2);
    const before = session.mission.hash();
    expect(session.control.setNetwork([networkStation('Berlin')])).toEqual({
      ok: false,
      message: 'The ground stations of an exercise cannot be changed while it lasts.',
    });
    expect(session.mission.hash()).toBe(before);
    flight.fly(7);
    expect(session.control.setNetwork([networkStation('Berlin')]).ok).toBe(true);
  });
});

describe('the result', () => {
  it('earns a goal in full, in part and not at all, by weight', () => {
    const bands = (value: number): Exercise['goals'] => [
      { measure: 'recoveryMin', full: value, none: value + 1, weight: 2 },
      { measure: 'recoveryMin', full: value - 1, none: value + 3, weight: 3 },
      { measure: 'recoveryMin', full: 0, none: value, weight: 5 },
    ];
    const strike: Trigger = {
      id: 's',
      when: { minute: 3 },
      act: { fault: 'gimbal-slip', course: 'lasting' },
    };
    // The fault lasts from minute 3 to the end.
    const { session } = flyExercise(exerciseWith([strike], { goals: bands(5) }));
    const { goals, score } = resultOf(session);
    expect(goals.map(({ value, points }) => [value, points])).toEqual([
      [5, 1],
      [5, 0.75],
      [5, 0],
    ]);
    // (2 × 1 + 3 × 0.75 + 5 × 0) of 10
    expect(score).toBe(42.5);
  });

  it('follows the past instant that is shown', () => {
    const strike: Trigger = {
      id: 's',
      when: { minute: 3 },
      act: { fault: 'gimbal-slip', course: 'lasting' },
    };
    const { session } = flyExercise(exerciseWith([strike]));
    session.control.seek(minute(5));
    const { isOver, goals } = resultOf(session);
    expect({ isOver, value: goals[0]?.value }).toEqual({ isOver: false, value: 2 });
  });

  it('tells the faults neither before the end nor in a branch that is ahead of the mission itself', () => {
    const strike: Trigger = {
      id: 's',
      when: { minute: 3 },
      act: { fault: 'gimbal-slip', course: 'lasting' },
    };
    const { session, fly } = startExercise(exerciseWith([strike]));
    fly(2);
    expect(resultOf(session).debrief).toBeUndefined();
    session.control.takeOver();
    session.control.setRate(3600);
    fly(30);
    const ahead = resultOf(session);
    expect(ahead.isOver).toBe(true);
    expect(ahead.debrief).toBeUndefined();
    session.control.showBranch('A');
    session.control.setRate(3600);
    fly(30);
    expect(resultOf(session).debrief?.faults).toHaveLength(1);
  });

  it('is refused without an exercise', () => {
    expect(startMission().control.exerciseResult()).toEqual({
      ok: false,
      message: 'This mission has no exercise.',
    });
  });
});

describe('the duty crew', () => {
  it.each([
    ['the console', (session: Session) => session.control.handOverConsole('duty crew')],
    ['a demonstration', (session: Session) => session.control.demonstrateFault('Signal')],
  ])('is refused %s while an exercise lasts', (_what, ask) => {
    const { session } = startExercise(exerciseWith([]));
    const message = 'The duty crew takes no part in an exercise.';
    expect(ask(session)).toEqual({ ok: false, message });
    const { session: over } = flyExercise(exerciseWith([]));
    expect(over.control.handOverConsole('duty crew').ok).toBe(true);
  });
});

describe('time in an exercise', () => {
  const strikes: readonly Trigger[] = [
    { id: 'first', when: { minute: 2 }, act: { fault: 'gimbal-slip', course: 'contained' } },
    { id: 'second', when: { after: 'first', minutes: 3 }, act: { fault: 'gyro-drift', course: 'lasting' } },
    { id: 'third', when: { channel: 'attitudeStability', above: 0.5 }, act: { hint: 'Attitude' } },
  ];

  it('is not UTC: to return to it, and to jump, is refused', () => {
    const { session, fly } = startExercise(exerciseWith(strikes));
    fly(3);
    const before = session.mission.hash();
    const returned = session.control.returnToUtc();
    const jumped = session.apply({ kind: 'jump', to: minute(7) });
    expect(returned).toEqual({
      ok: false,
      message: 'An exercise has its own time. Begin a new mission to return to UTC.',
    });
    expect(jumped.outcome).toEqual({
      ok: false,
      message: 'An exercise has its own time, which does not jump.',
    });
    expect(session.mission.hash()).toBe(before);
  });

  it('is divided in any way with the same triggers, faults and hash', () => {
    const fine = flyExercise(exerciseWith(strikes), () => undefined).session.mission;
    const coarse = createMission({ ...fine.header, journal: fine.journal() });
    coarse.advanceTo(fine.time());
    expect(coarse.exercise()).toEqual(fine.exercise());
    expect(coarse.hash()).toBe(fine.hash());
  });

  it('goes on in a branch from a past instant with the same triggers', () => {
    const flight = flyExercise(exerciseWith(strikes));
    const { session } = flight;
    const whole = session.mission.exercise();
    session.control.seek(minute(1));
    expect(session.control.takeOver().ok).toBe(true);
    session.control.setRate(60);
    flight.fly(8);
    expect(session.snapshot().transport.value.branch).not.toBe('A');
    expect(session.mission.time()).toBe(minute(8));
    expect(session.mission.exercise()).toEqual(whole);
    expect(session.mission.triggers().acted).toHaveLength(3);
  });

  it('goes on in a second window with the same triggers', async () => {
    const browser = openBrowser();
    const first = await browser.open({ joins: false, exercise: exerciseWith(strikes) });
    browser.pass(2 * MS_PER_S);
    const second = await browser.open();
    expect(second.session.mission.header).toEqual(first.session.mission.header);
    first.session.control.slowOnCritical(false);
    first.session.control.setRate(60);
    browser.pass(10 * MS_PER_S);
    expect([first, second].filter(leads)).toEqual([first]);
    expect(second.session.snapshot().exercise.value).toMatchObject({ isOver: true });
    expect(second.session.mission.exercise()).toEqual(first.session.mission.exercise());
    expect(second.session.mission.triggers().acted).toHaveLength(3);
  });

  it('goes on in a new worker, which simulates it from its start, with the same result', () => {
    const flight = startExercise(exerciseWith(strikes));
    const { session } = flight;
    flight.fly(6, scripted([{ send: 'Rotate Antenna', at: 3 }]));
    expect(session.record().keyframe).toBeUndefined();
    const again = startMission({ resume: resumeOf(session) });
    expect(again.mission.time()).toBe(session.mission.time());
    expect(again.mission.exercise()).toEqual(session.mission.exercise());
    expect(again.snapshot().exercise.value).toEqual(session.snapshot().exercise.value);
    expect(resultOf(again)).toEqual(resultOf(session));
  });

  it('is part of its recording, exercise included', () => {
    const { session } = flyExercise(exerciseWith(strikes));
    const read = readRecording(savedText(session));
    expect(read).toMatchObject({ ok: true, value: { header: session.mission.header } });
  });
});

describe('a bookmark of the instructor', () => {
  it('is in the debrief alone: no page of the mission is shown it before', () => {
    const { updates, listener } = recordUpdates();
    const { session, fly } = startExercise(exerciseWith([]));
    session.control.subscribe(listener);
    fly(3);
    const time = session.mission.time();
    expect(session.control.instruct({ bookmark: ' Reads the  wrong card ' })).toEqual({
      ok: true,
      value: undefined,
    });
    fly(2);
    const shown = updates.map(({ slices, notices }) => JSON.stringify([slices, notices])).join();
    expect(shown).not.toContain('wrong card');
    expect(resultOf(session).debrief).toBeUndefined();
    fly(4);
    expect(resultOf(session).debrief?.bookmarks).toEqual([{ time, text: 'Reads the wrong card' }]);
  });

  it('is in the recording, and in the result that is computed from it', () => {
    const { session, fly } = startExercise(exerciseWith([]));
    fly(3);
    session.control.instruct({ bookmark: 'Here' });
    fly(6);
    const read = readRecording(savedText(session));
    if (!read.ok) throw new Error(read.message);
    const { header, entries, time } = read.value;
    const again = createMission({ ...header, journal: entries });
    again.advanceTo(time);
    expect(again.hash()).toBe(session.mission.hash());
    expect(again.exercise()?.bookmarks?.map(({ text }) => text)).toEqual(['Here']);
  });

  it('is refused without text, and where no exercise lasts', () => {
    const { session, fly } = startExercise(exerciseWith([]));
    fly(1);
    expect(session.control.instruct({ bookmark: '  ' })).toEqual({
      ok: false,
      message: 'A bookmark needs a text.',
    });
    fly(9);
    const late = session.control.instruct({ bookmark: 'Late' });
    expect(late).toEqual({ ok: false, message: 'Bookmarks are kept only while an exercise is running.' });
    expect(startMission().control.instruct({ bookmark: 'Without' })).toEqual(late);
  });
});
