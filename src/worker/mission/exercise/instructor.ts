import {
  EXERCISE_CONDITIONS,
  type InstructorView,
  type PlannedAct,
  type PlannedTime,
  type TriggerAct,
} from '../../../shared/contract/exercise.ts';
import type { MissionInput } from '../../../shared/contract/journal.ts';
import { type Outcome, refused } from '../../../shared/contract/outcome.ts';
import { FAULT_COURSES, FAULT_NAMES, type FaultName } from '../../../shared/entities/faults.ts';
import { isMissionTime } from '../../../shared/kit/mission-years.ts';
import { typedLine } from '../../../shared/kit/typed-text.ts';
import { epochMs } from '../../../shared/kit/units.ts';
import { FAULT_KINDS } from '../../spacecraft/fault-kinds.ts';
import type { ActiveFault } from '../../spacecraft/model.ts';

/** Maximum characters of a text of the instructor. */
const LONGEST_TEXT = 200;

const UNKNOWN = refused('The instructor cannot do that.');

type Given = Readonly<Record<string, unknown>>;
const given = (value: unknown): Given => (value ?? {}) as Given;

const isOneOf = <T extends string>(names: readonly T[], name: unknown): name is T =>
  (names as readonly unknown[]).includes(name);

function readAct(value: unknown): Outcome<TriggerAct> {
  const { fault, course, withdraw, hint } = given(value);
  if (isOneOf(FAULT_NAMES, fault) && isOneOf(FAULT_COURSES, course)) {
    return { ok: true, value: { fault, course } };
  }
  if (isOneOf(FAULT_NAMES, withdraw)) return { ok: true, value: { withdraw } };
  if (typeof hint !== 'string') return UNKNOWN;
  const text = typedLine(hint);
  if (text === '') return refused('There is nothing to say.');
  if (text.length > LONGEST_TEXT) return refused(`The text is longer than ${LONGEST_TEXT} characters.`);
  return { ok: true, value: { hint: text } };
}

function readTime(value: unknown): Outcome<PlannedTime> {
  const { at, condition } = given(value);
  if (isOneOf(EXERCISE_CONDITIONS, condition)) return { ok: true, value: { condition } };
  return typeof at === 'number' && isMissionTime(at) ? { ok: true, value: { at: epochMs(at) } } : UNKNOWN;
}

/** Returns the input for what an instructor asks for; refused if that is nothing. */
export function instructorInput(instruction: unknown): Outcome<MissionInput> {
  const { act: wanted, when: due, cancel } = given(instruction);
  if (Number.isSafeInteger(cancel)) return { ok: true, value: { kind: 'plan', cancel: Number(cancel) } };
  const act = readAct(wanted);
  if (!act.ok) return act;
  if (due === undefined) return { ok: true, value: inputOf(act.value) };
  const when = readTime(due);
  return when.ok ? { ok: true, value: { kind: 'plan', when: when.value, act: act.value } } : when;
}

/** Returns the input of an act that is due now. */
function inputOf(act: TriggerAct): MissionInput {
  if ('fault' in act) return { kind: 'fault', inject: act.fault, course: act.course };
  if ('withdraw' in act) return { kind: 'fault', clear: act.withdraw };
  return { kind: 'hint', text: act.hint };
}

const kindOf = (name: FaultName) => {
  const { label, type } = FAULT_KINDS[name];
  return { name, label, type };
};

/** Returns what only the instructor sees of a mission, given the faults that act and the planned acts. */
export const instructorView = (
  faults: readonly ActiveFault[],
  planned: readonly PlannedAct[],
): InstructorView => ({
  acting: faults.map(({ name, startTime: from, plan: { course }, mending }) => ({
    ...kindOf(name),
    from,
    course,
    isMending: mending !== undefined,
  })),
  planned,
  kinds: FAULT_NAMES.map(kindOf),
});
