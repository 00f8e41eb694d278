import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  EXERCISE_CONDITIONS,
  type Exercise,
  MEASURES,
  type Measure,
  type Trigger,
} from '../../../../src/shared/contract/exercise.ts';
import {
  LONGEST_EXERCISE_FILE,
  readExercise,
  writeExercise,
} from '../../../../src/shared/contract/exercise-schema.ts';
import { COMMAND_NAMES } from '../../../../src/shared/entities/entities.ts';
import { FAULT_COURSES, FAULT_NAMES } from '../../../../src/shared/entities/faults.ts';
import { TELEMETRY_CHANNELS } from '../../../../src/shared/entities/telemetry-channels.ts';

/** An exercise with every field. */
const EXERCISE: Exercise = {
  name: 'Own exercise',
  objective: 'Bring the data to the ground.',
  minutes: 60,
  start: { seed: 7, time: '2026-11-20T12:00:00Z', charge: 0.5, recorderMb: 4000, mode: 'SAFE' },
  profile: 'calm',
  aids: { explanations: true, suggestions: false, diagram: true, lookAhead: true },
  triggers: [
    { id: 'onset', when: { minute: 5 }, act: { fault: 'antenna-off', course: 'lasting' } },
    { id: 'later', when: { after: 'onset', minutes: 10 }, act: { withdraw: 'antenna-off' } },
    { id: 'dark', when: { condition: 'eclipse', from: 20 }, act: { hint: 'It is dark.' } },
    { id: 'sent', when: { command: 'Data Downlink' }, act: { hint: 'Well done.' } },
    { id: 'weak', when: { channel: 'signalStrength', below: 40 }, act: { hint: 'The signal is weak.' } },
    { id: 'warm', when: { channel: 'temperature', above: 40 }, act: { hint: 'It is warm.' } },
  ],
  goals: [
    { measure: 'downlinkedMb', full: 500, none: 100, weight: 2 },
    { measure: 'commands', full: 2, none: 6, weight: 1 },
  ],
  pass: 70,
};

/** Returns the file of the exercise with changed or removed fields. */
function fileWith(changed: Readonly<Record<string, unknown>>): string {
  return JSON.stringify({ ...JSON.parse(writeExercise(EXERCISE)), ...changed });
}
const withTriggers = (...triggers: readonly unknown[]): string => fileWith({ triggers });
const hint = (id: string, when: Trigger['when']): Trigger => ({ id, when, act: { hint: 'Look.' } });

const refused = (message: string) => ({ ok: false, message });
const unusable = (problem: string) => refused(`The exercise cannot be used: ${problem}.`);

describe('the file of an exercise', () => {
  it('is read as it was written', () => {
    expect(readExercise(writeExercise(EXERCISE))).toEqual({ ok: true, value: EXERCISE });
  });

  it('needs no initial condition, and no trigger', () => {
    const { start, ...rest } = EXERCISE;
    const plain = { ...rest, start: { seed: start.seed, time: start.time }, triggers: [] };
    expect(readExercise(writeExercise(plain))).toEqual({ ok: true, value: plain });
  });

  it.each([
    ['nothing', ''],
    ['malformed JSON', '{"format": "orbita-exercise", '],
    ['a number', '7'],
    ['null', 'null'],
    ['a list', '[]'],
    ['an object without a format', '{}'],
    ['a recording', '{"format":"orbita-recording","version":1}'],
  ])('is refused as foreign if it is %s', (_case, file) => {
    expect(readExercise(file)).toEqual(refused('This is not an exercise of ORBITA-1.'));
  });

  it.each([
    [2, '2'],
    ['1', '1'],
    [undefined, 'undefined'],
    ['9'.repeat(1000), '9'.repeat(20)],
    ['1\u202e2', '1 2'],
    [{ toString: 1 }, '{"toString":1}'],
  ])('is refused in the version %j', (version, named) => {
    expect(readExercise(fileWith({ version }))).toEqual(
      refused(`The exercise has version ${named} of its format. This build reads version 1.`),
    );
  });

  it.each([
    ['10 MB', 10_000_000],
    ['one character too many', LONGEST_EXERCISE_FILE + 1],
  ])('is refused with %s, before it is parsed', (_case, length) => {
    expect(readExercise(writeExercise(EXERCISE).padEnd(length))).toEqual(
      refused('The exercise is too large: more than 20 kB.'),
    );
  });

  it('is read with as many characters as are allowed', () => {
    expect(readExercise(writeExercise(EXERCISE).padEnd(LONGEST_EXERCISE_FILE)).ok).toBe(true);
  });

  it.each([
    ['a field is missing', fileWith({ name: undefined }), 'name is missing'],
    ['a field is foreign', fileWith({ look: 1 }), 'look is not a field of an exercise'],
    [
      'a field of a field is foreign',
      fileWith({ aids: { ...EXERCISE.aids, music: true } }),
      'aids.music is not a field of an exercise',
    ],
    ['the aids are a list', fileWith({ aids: [] }), 'aids.explanations is missing'],
    ['the aids are a text', fileWith({ aids: 'all' }), 'aids is not an object'],
    ['the name is empty', fileWith({ name: ' \u0000 ' }), 'name is empty'],
    [
      'the objective is long',
      fileWith({ objective: 'a'.repeat(401) }),
      'objective has more than 400 characters',
    ],
    ['it is short', fileWith({ minutes: 4 }), 'minutes is less than 5'],
    ['it is long', fileWith({ minutes: 481 }), 'minutes is more than 480'],
    [
      'the seed is no number',
      fileWith({ start: { ...EXERCISE.start, seed: 'x' } }),
      'start.seed is not a number',
    ],
    [
      'the seed is broken',
      fileWith({ start: { ...EXERCISE.start, seed: 0.5 } }),
      'start.seed is not a whole number',
    ],
    [
      'the start is no time',
      fileWith({ start: { ...EXERCISE.start, time: '2026-13-20T12:00:00Z' } }),
      'start.time is not a time like 2026-11-20T12:00:00Z',
    ],
    [
      'the charge is low',
      fileWith({ start: { ...EXERCISE.start, charge: 0.2 } }),
      'start.charge is less than 0.3',
    ],
    [
      'the mode is foreign',
      fileWith({ start: { ...EXERCISE.start, mode: 'NOMINAL' } }),
      'start.mode is not SAFE',
    ],
    ['the profile is foreign', fileWith({ profile: 'wild' }), 'profile is not a mission profile'],
    [
      'an aid is no switch',
      fileWith({ aids: { ...EXERCISE.aids, diagram: 1 } }),
      'aids.diagram is not true or false',
    ],
    ['it has no goal', fileWith({ goals: [] }), 'goals is empty'],
    [
      'a measure is foreign',
      fileWith({ goals: [{ ...EXERCISE.goals[0], measure: 'luck' }] }),
      'goals.0.measure is not a measure',
    ],
    [
      'a goal has no band',
      fileWith({ goals: [{ ...EXERCISE.goals[0], none: EXERCISE.goals[0]?.full }] }),
      'goals.0 has the same value for all and for nothing',
    ],
    ['nobody can pass', fileWith({ pass: 101 }), 'pass is more than 100'],
    [
      'the fault is unknown',
      withTriggers({ id: 'a', when: { minute: 1 }, act: { fault: 'gremlin', course: 'lasting' } }),
      'triggers.0.act is not a fault with its course, a withdrawal or a hint',
    ],
    [
      'the course is unknown',
      withTriggers({ id: 'a', when: { minute: 1 }, act: { fault: 'antenna-off', course: 'merry' } }),
      'triggers.0.act is not a fault with its course, a withdrawal or a hint',
    ],
    [
      'an act is two',
      withTriggers({ id: 'a', when: { minute: 1 }, act: { hint: 'Look.', withdraw: 'antenna-off' } }),
      'triggers.0.act is not a fault with its course, a withdrawal or a hint',
    ],
    [
      'a time is two',
      withTriggers({ id: 'a', when: { minute: 1, condition: 'eclipse' }, act: { hint: 'Look.' } }),
      'triggers.0.when is not a time or a condition',
    ],
    [
      'a channel has no bound',
      withTriggers({ id: 'a', when: { channel: 'temperature' }, act: { hint: 'Look.' } }),
      'triggers.0.when is not a time or a condition',
    ],
    [
      'a name has a space',
      withTriggers(hint('a b', { minute: 1 })),
      'triggers.0.id is not a name of lower-case letters, digits and hyphens',
    ],
    [
      'it has many triggers',
      withTriggers(...Array.from({ length: 31 }, (_, index) => hint(`t-${index}`, { minute: 1 }))),
      'triggers has more than 30 triggers',
    ],
    [
      'a trigger comes after the end',
      withTriggers(hint('late', { minute: 60 })),
      'it ends before the trigger late',
    ],
    [
      'a condition is awaited after the end',
      withTriggers(hint('late', { condition: 'eclipse', from: 60 })),
      'it ends before the trigger late',
    ],
    [
      'a trigger follows too late',
      withTriggers(hint('one', { minute: 30 }), hint('two', { after: 'one', minutes: 30 })),
      'it ends before the trigger two',
    ],
    [
      'a channel cannot have the value',
      withTriggers(hint('full', { channel: 'signalStrength', above: 100 })),
      'it never fulfils the condition of the trigger full',
    ],
    [
      'a channel cannot fall that low',
      withTriggers(hint('dark', { channel: 'solarOutput', below: 0 })),
      'it never fulfils the condition of the trigger dark',
    ],
    [
      'a trigger follows itself',
      withTriggers(hint('one', { after: 'one', minutes: 1 })),
      'it has the trigger one in a loop',
    ],
    [
      'triggers wait for each other, and one for them',
      withTriggers(
        hint('zero', { after: 'one', minutes: 1 }),
        hint('one', { after: 'two', minutes: 1 }),
        hint('two', { after: 'one', minutes: 1 }),
      ),
      'it has the trigger one in a loop',
    ],
    [
      'a trigger follows none',
      withTriggers(hint('one', { after: 'nobody', minutes: 1 })),
      'it has no trigger nobody, which one follows',
    ],
    [
      'two triggers have one name',
      withTriggers(hint('one', { minute: 1 }), hint('one', { minute: 2 })),
      'it has two triggers one',
    ],
    [
      'a fault is withdrawn that never strikes',
      withTriggers({ id: 'off', when: { minute: 1 }, act: { withdraw: 'gyro-drift' } }),
      'it has no fault gyro-drift, which the trigger off withdraws',
    ],
  ])('is refused if %s', (_case, file, problem) => {
    expect(readExercise(file)).toEqual(unusable(problem));
  });

  it('is cleaned of control characters and of marks that reverse the text', () => {
    const hostile = fileWith({
      name: 'Own\u0000\u001b[31m exer\u202ecise\n',
      triggers: [{ id: 'a', when: { minute: 1 }, act: { hint: 'Look\u2028 \u0007 here' } }],
    });
    expect(readExercise(hostile)).toMatchObject({
      ok: true,
      value: { name: 'Own [31m exer cise', triggers: [{ act: { hint: 'Look here' } }] },
    });
  });

  it('is refused in a clean sentence if the name of a field is hostile', () => {
    expect(readExercise(fileWith({ 'a\u202e\u0007b': 1 }))).toEqual(
      unusable('a b is not a field of an exercise'),
    );
    const long = readExercise(fileWith({ ['a'.repeat(5000)]: 1 }));
    expect(long.ok ? '' : long.message.length).toBeLessThan(250);
  });

  it.each(['__proto__', 'constructor', 'prototype'])('is refused with a key %s', (key) => {
    const outside = writeExercise(EXERCISE).replace('"name"', `"${key}": { "isPolluted": true }, "name"`);
    const inside = writeExercise(EXERCISE).replace('"seed"', `"${key}": { "isPolluted": true }, "seed"`);
    expect(readExercise(outside)).toEqual(unusable(`${key} is not a field of an exercise`));
    expect(readExercise(inside)).toEqual(unusable(`start.${key} is not a field of an exercise`));
    expect(Reflect.get({}, 'isPolluted')).toBeUndefined();
  });

  it('is read as it was written, whatever triggers and goals it has', () => {
    const number = (min: number, max: number) =>
      fc.double({ min, max, noNaN: true }).map((value) => value + 0);
    const act: fc.Arbitrary<Trigger['act']> = fc.oneof(
      fc.record({ fault: fc.constantFrom(...FAULT_NAMES), course: fc.constantFrom(...FAULT_COURSES) }),
      fc.stringMatching(/^[a-zA-Z][a-zA-Z0-9.,?]{0,50}$/).map((hint) => ({ hint })),
    );
    const when: fc.Arbitrary<Trigger['when']> = fc.oneof(
      fc.record({ minute: number(0, 59) }),
      fc.record(
        { condition: fc.constantFrom(...EXERCISE_CONDITIONS), from: number(0, 59) },
        { requiredKeys: ['condition'] },
      ),
      fc.record({ command: fc.constantFrom(...COMMAND_NAMES) }),
      fc.record({ channel: fc.constantFrom(...TELEMETRY_CHANNELS), below: number(1, 1e6) }),
    );
    const triggers = fc
      .array(fc.record({ when, act }), { maxLength: 30 })
      .map((list) => list.map((one, index) => ({ id: `trigger-${index}`, ...one })));
    const goal = fc
      .record({
        measure: fc.constantFrom(...(Object.keys(MEASURES) as Measure[])),
        full: number(-1e6, 1e6),
        none: number(-1e6, 1e6),
        weight: number(1, 100),
      })
      .filter(({ full, none }) => full !== none);
    const exercise = fc
      .record({ triggers, goals: fc.array(goal, { minLength: 1, maxLength: 8 }), pass: number(1, 100) })
      .map((changed): Exercise => ({ ...EXERCISE, ...changed }));
    fc.assert(
      fc.property(exercise, (one) => {
        expect(readExercise(writeExercise(one))).toEqual({ ok: true, value: one });
      }),
    );
  });

  it('never throws, whatever it has', () => {
    const foreign = fc.oneof(
      fc.string(),
      fc.json(),
      fc.json().map((value) => `{"format":"orbita-exercise","version":1,"triggers":${value}}`),
      fc
        .tuple(fc.nat(writeExercise(EXERCISE).length), fc.string({ maxLength: 3 }))
        .map(
          ([at, typed]) =>
            writeExercise(EXERCISE).slice(0, at) + typed + writeExercise(EXERCISE).slice(at + 1),
        ),
    );
    fc.assert(
      fc.property(foreign, (file) => {
        const read = readExercise(file);
        if (read.ok) expect(readExercise(writeExercise(read.value))).toEqual(read);
        else expect(read.message).toMatch(/^(?:This is not an|The) exercise .*\.$/s);
      }),
      { numRuns: 500 },
    );
  });
});
