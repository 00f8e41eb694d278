import type { InstructorView } from '../../../shared/contract/exercise.ts';
import type { MissionInput } from '../../../shared/contract/journal.ts';
import { type Outcome, refused } from '../../../shared/contract/outcome.ts';
import { FAULT_COURSES, FAULT_NAMES, type FaultName } from '../../../shared/entities/faults.ts';
import { typedLine } from '../../../shared/kit/typed-text.ts';
import { FAULT_KINDS } from '../../spacecraft/fault-kinds.ts';
import type { ActiveFault } from '../../spacecraft/model.ts';

/** Maximum characters of a text of the instructor. */
const LONGEST_TEXT = 200;

const isOneOf = <T extends string>(names: readonly T[], name: unknown): name is T =>
  (names as readonly unknown[]).includes(name);

/** Returns the input for an act of the instructor; refused if it is none. */
export function instructorInput(given: unknown): Outcome<MissionInput> {
  const act = (given ?? {}) as Readonly<Record<string, unknown>>;
  if (isOneOf(FAULT_NAMES, act.fault) && isOneOf(FAULT_COURSES, act.course)) {
    return { ok: true, value: { kind: 'fault', inject: act.fault, course: act.course } };
  }
  if (isOneOf(FAULT_NAMES, act.withdraw)) {
    return { ok: true, value: { kind: 'fault', clear: act.withdraw } };
  }
  if (typeof act.hint !== 'string') return refused('The instructor cannot do that.');
  const text = typedLine(act.hint);
  if (text === '') return refused('There is nothing to say.');
  if (text.length > LONGEST_TEXT) return refused(`The text is longer than ${LONGEST_TEXT} characters.`);
  return { ok: true, value: { kind: 'hint', text } };
}

const kindOf = (name: FaultName) => {
  const { label, type } = FAULT_KINDS[name];
  return { name, label, type };
};

/** Returns what only the instructor sees of a mission, given the faults that act. */
export const instructorView = (faults: readonly ActiveFault[]): InstructorView => ({
  acting: faults.map(({ name, startTime: from, plan: { course }, mending }) => ({
    ...kindOf(name),
    from,
    course,
    isMending: mending !== undefined,
  })),
  kinds: FAULT_NAMES.map(kindOf),
});
