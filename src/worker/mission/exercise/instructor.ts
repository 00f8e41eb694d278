import {
  EXERCISE_CONDITIONS,
  type InstructedTime,
  type InstructorView,
  type Trigger,
  type TriggerAct,
} from '../../../shared/contract/exercise.ts';
import { actSchema, exerciseId, hintSchema, LONGEST_HINT } from '../../../shared/contract/exercise-schema.ts';
import type { MissionInput } from '../../../shared/contract/journal.ts';
import { type Outcome, type Refusal, refused } from '../../../shared/contract/outcome.ts';
import { FAULT_NAMES, type FaultName } from '../../../shared/entities/faults.ts';
import { isMissionTime } from '../../../shared/kit/mission-years.ts';
import { readBy } from '../../../shared/kit/read-by.ts';
import { epochMs } from '../../../shared/kit/units.ts';
import { FAULT_KINDS } from '../../spacecraft/fault-kinds.ts';
import type { ActiveFault } from '../../spacecraft/model.ts';

const UNKNOWN = refused('The instructor cannot do that.');

/** Inputs of an instructor. */
type InstructorInput = Extract<MissionInput, { readonly kind: 'fault' | 'hint' | 'bookmark' | 'trigger' }>;

type Given = Readonly<Record<string, unknown>>;
const given = (value: unknown): Given => (value ?? {}) as Given;

function refusedText(text: unknown, emptyText: string): Refusal {
  if (typeof text !== 'string') return UNKNOWN;
  const isTooLong = text.length > LONGEST_HINT;
  return refused(isTooLong ? `The text is longer than ${LONGEST_HINT} characters.` : emptyText);
}

/** Reads an act as a recording does, so that a text stays the same in each. */
function readAct(value: unknown): Outcome<TriggerAct> {
  const act = readBy(actSchema, value);
  if (act.ok) return { ok: true, value: act.value };
  return refusedText(given(value).hint, 'There is nothing to say.');
}

function readTime(value: unknown): Outcome<InstructedTime> {
  const { at, condition: wanted } = given(value);
  const condition = EXERCISE_CONDITIONS.find((one) => one === wanted);
  if (condition) return { ok: true, value: { condition } };
  return typeof at === 'number' && isMissionTime(at) ? { ok: true, value: { at: epochMs(at) } } : UNKNOWN;
}

/** Returns the input for what an instructor asks for; refused if that is nothing. */
export function instructorInput(instruction: unknown): Outcome<InstructorInput> {
  const { act: wanted, when: due, cancel, bookmark } = given(instruction);
  if (bookmark !== undefined) {
    const text = readBy(hintSchema, bookmark);
    return text.ok
      ? { ok: true, value: { kind: 'bookmark', text: text.value } }
      : refusedText(bookmark, 'A bookmark needs a text.');
  }
  const cancelled = readBy(exerciseId, cancel);
  if (cancelled.ok) return { ok: true, value: { kind: 'trigger', cancel: cancelled.value } };
  const act = readAct(wanted);
  if (!act.ok) return act;
  if (due === undefined) return { ok: true, value: inputOf(act.value) };
  const when = readTime(due);
  return when.ok ? { ok: true, value: { kind: 'trigger', when: when.value, act: act.value } } : when;
}

/** Returns the input of an act that is due now. */
function inputOf(act: TriggerAct): InstructorInput {
  if ('fault' in act) return { kind: 'fault', inject: act.fault, course: act.course };
  if ('withdraw' in act) return { kind: 'fault', clear: act.withdraw };
  return { kind: 'hint', text: act.hint };
}

const kindOf = (name: FaultName) => {
  const { label, type } = FAULT_KINDS[name];
  return { name, label, type };
};

/** Returns what only the instructor sees of a mission, given the faults that act and the triggers that wait. */
export const instructorView = (
  faults: readonly ActiveFault[],
  triggers: readonly Trigger[],
): InstructorView => ({
  acting: faults.map(({ name, startTime: from, plan: { course }, mending }) => ({
    ...kindOf(name),
    from,
    course,
    isMending: mending !== undefined,
  })),
  triggers,
  kinds: FAULT_NAMES.map(kindOf),
});
