import * as v from 'valibot';
import { COMMAND_NAMES } from '../entities/entities.ts';
import { FAULT_COURSES, FAULT_NAMES } from '../entities/faults.ts';
import { MISSION_PROFILES } from '../entities/mission-profile.ts';
import { CHANNELS, TELEMETRY_CHANNELS } from '../entities/telemetry-channels.ts';
import { readBy } from '../kit/read-by.ts';
import { failed, type Result } from '../kit/result.ts';
import { EXERCISE_CONDITIONS, type Exercise, MEASURES, type Measure, type Trigger } from './exercise.ts';
import { startOf } from './exercise-start.ts';

import { plainText } from './live-answers.ts';

/** Reads exercises from external data. Refusals of fields continue a sentence that begins with the field. */

const FORMAT = 'orbita-exercise';
/** Incremented on incompatible changes. */
const VERSION = 1;
/** Maximum characters of a file. */
export const LONGEST_EXERCISE_FILE = 20_000;

/** Maximum characters of the reason for a refusal. */
const LONGEST_PROBLEM = 200;

const MOST_TRIGGERS = 30;
const MOST_GOALS = 8;
const LONGEST_MIN = 8 * 60;
/** Above the capacity of the recorder. */
const MOST_RECORDED_MB = 100_000;

const text = (longest: number) =>
  v.pipe(
    v.string('is not a text'),
    v.maxLength(longest, `has more than ${longest} characters`),
    v.transform((typed) => plainText(typed, longest).trim()),
    v.minLength(1, 'is empty'),
  );
const numberIn = (least: number, most: number) =>
  v.pipe(
    v.number('is not a number'),
    v.minValue(least, `is less than ${least}`),
    v.maxValue(most, `is more than ${most}`),
  );
const minute = numberIn(0, LONGEST_MIN);
const flag = v.boolean('is not true or false');
/** Name of a built-in exercise, or of a trigger. */
export const exerciseId = v.pipe(
  v.string('is not a text'),
  v.regex(/^[a-z0-9-]{1,40}$/, 'is not a name of lower-case letters, digits and hyphens'),
);

/** Message for an object that is none, or has a foreign field, to which it is addressed then. */
const fields = ({ expected }: { readonly expected: string | null }): string =>
  expected === 'never' ? 'is not a field of an exercise' : 'is not an object';

const when = v.union(
  [
    v.strictObject({ minute }),
    v.strictObject({ after: exerciseId, minutes: minute }),
    v.strictObject({ condition: v.picklist(EXERCISE_CONDITIONS), from: v.exactOptional(minute) }),
    v.strictObject({ command: v.picklist(COMMAND_NAMES) }),
    v.strictObject({ channel: v.picklist(TELEMETRY_CHANNELS), below: numberIn(-1e6, 1e6) }),
    v.strictObject({ channel: v.picklist(TELEMETRY_CHANNELS), above: numberIn(-1e6, 1e6) }),
  ],
  'is not a time or a condition',
);
/** Maximum characters of a text of the instructor. */
export const LONGEST_HINT = 200;

export const hintSchema = text(LONGEST_HINT);

/** What a trigger, or an instructor, does. */
export const actSchema = v.union(
  [
    v.strictObject({ fault: v.picklist(FAULT_NAMES), course: v.picklist(FAULT_COURSES) }),
    v.strictObject({ withdraw: v.picklist(FAULT_NAMES) }),
    v.strictObject({ hint: hintSchema }),
  ],
  'is not a fault with its course, a withdrawal or a hint',
);

const goal = v.pipe(
  v.strictObject(
    {
      measure: v.picklist(Object.keys(MEASURES) as Measure[], 'is not a measure'),
      full: numberIn(-1e6, 1e6),
      none: numberIn(-1e6, 1e6),
      weight: numberIn(1, 100),
    },
    fields,
  ),
  v.check(({ full, none }) => full !== none, 'has the same value for all and for nothing'),
);

export const exerciseSchema = v.pipe(
  v.strictObject(
    {
      name: text(60),
      objective: text(400),
      minutes: numberIn(5, LONGEST_MIN),
      start: v.strictObject(
        {
          seed: v.pipe(v.number('is not a number'), v.safeInteger('is not a whole number')),
          time: v.pipe(
            v.string('is not a text'),
            v.check((typed) => startOf(typed) !== undefined, 'is not a time like 2026-11-20T12:00:00Z'),
          ),
          charge: v.exactOptional(numberIn(0.3, 1)),
          recorderMb: v.exactOptional(numberIn(0, MOST_RECORDED_MB)),
          mode: v.exactOptional(v.literal('SAFE', 'is not SAFE')),
        },
        fields,
      ),
      profile: v.picklist(MISSION_PROFILES, 'is not a mission profile'),
      aids: v.strictObject({ explanations: flag, suggestions: flag, diagram: flag, lookAhead: flag }, fields),
      triggers: v.pipe(
        v.array(v.strictObject({ id: exerciseId, when, act: actSchema }, fields), 'is not a list'),
        v.maxLength(MOST_TRIGGERS, `has more than ${MOST_TRIGGERS} triggers`),
      ),
      goals: v.pipe(
        v.array(goal, 'is not a list'),
        v.minLength(1, 'is empty'),
        v.maxLength(MOST_GOALS, `has more than ${MOST_GOALS} goals`),
      ),
      pass: numberIn(1, 100),
    },
    fields,
  ),
  v.rawCheck(({ dataset, addIssue }) => {
    const problem = dataset.typed ? problemOf(dataset.value) : undefined;
    if (problem !== undefined) addIssue({ message: problem });
  }),
);

/** Returns why the triggers of an exercise cannot all act, as the rest of a sentence; `undefined` if they can. */
function problemOf({ triggers, minutes }: Exercise): string | undefined {
  const ids = triggers.map((trigger) => trigger.id);
  const twice = ids.find((one, index) => ids.indexOf(one) !== index);
  if (twice !== undefined) return `has two triggers ${twice}`;
  const looped = ids.find((id) => isInLoop(id, triggers));
  if (looped !== undefined) return `has the trigger ${looped} in a loop`;
  for (const trigger of triggers) {
    const { id: own, when: due, act: done } = trigger;
    if ('after' in due && !ids.includes(due.after))
      return `has no trigger ${due.after}, which ${own} follows`;
    if (earliestMinute(trigger, triggers) >= minutes) return `ends before the trigger ${own}`;
    if ('channel' in due && !canHold(due)) return `never fulfils the condition of the trigger ${own}`;
    if (
      'withdraw' in done &&
      !triggers.some((other) => 'fault' in other.act && other.act.fault === done.withdraw)
    )
      return `has no fault ${done.withdraw}, which the trigger ${own} withdraws`;
  }
  return undefined;
}

/** Returns the first minute at which a trigger can act. No trigger is in a loop. */
function earliestMinute({ when: due }: Trigger, triggers: readonly Trigger[]): number {
  if ('minute' in due) return due.minute;
  if ('condition' in due) return due.from ?? 0;
  const earlier = 'after' in due && triggers.find(({ id }) => id === due.after);
  return earlier ? earliestMinute(earlier, triggers) + due.minutes : 0;
}

/** True if a channel can have a value beyond a bound. */
function canHold({ channel, ...bound }: Extract<Trigger['when'], { readonly channel: unknown }>): boolean {
  const { low = Number.NEGATIVE_INFINITY, high = Number.POSITIVE_INFINITY } = CHANNELS[channel].range;
  return (bound.below ?? Number.POSITIVE_INFINITY) > low && (bound.above ?? Number.NEGATIVE_INFINITY) < high;
}

/** True if a trigger waits for itself. */
function isInLoop(start: string, triggers: readonly Trigger[]): boolean {
  let at: string | undefined = start;
  for (let steps = 0; at !== undefined && steps <= triggers.length; steps += 1) {
    const due: Trigger['when'] | undefined = triggers.find((trigger) => trigger.id === at)?.when;
    at = due && 'after' in due ? due.after : undefined;
    if (at === start) return true;
  }
  return false;
}

/** Reads the file of an exercise. A refusal is one or two sentences for the operator. */
export function readExercise(file: string): Result<Exercise> {
  const foreign = 'This is not an exercise of ORBITA-1.';
  if (file.length > LONGEST_EXERCISE_FILE) {
    return failed(`The exercise is too large: more than ${LONGEST_EXERCISE_FILE / 1000} kB.`);
  }
  let value: unknown;
  try {
    value = JSON.parse(file);
  } catch {
    return failed(foreign);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return failed(foreign);
  const { format, version, ...exercise } = value as Readonly<Record<string, unknown>>;
  if (format !== FORMAT) return failed(foreign);
  if (version !== VERSION) {
    // An object of a file may have a `toString` that is no function.
    const named = String(typeof version === 'string' ? version : JSON.stringify(version));
    return failed(
      `The exercise has version ${plainText(named.slice(0, 20), 20)} of its format. This build reads version ${VERSION}.`,
    );
  }
  const read = readBy(exerciseSchema, exercise, 'it');
  if (read.ok) return read;
  // A problem may name a field of the file, with whatever it has in its name.
  const problem = plainText(read.message.replace(/^it\.(?=\S)/, ''), LONGEST_PROBLEM);
  return failed(`The exercise cannot be used: ${problem}.`);
}

/** Writes an exercise as a file. */
export const writeExercise = (exercise: Exercise): string =>
  `${JSON.stringify({ format: FORMAT, version: VERSION, ...exercise }, undefined, 2)}\n`;
