import { useAtomValue, useStore } from 'jotai';
import { useEffect, useState } from 'react';
import {
  EXERCISE_CONDITIONS,
  type ExerciseCondition,
  type InstructedTime,
  type Instruction,
  type InstructorView,
  type Trigger,
  type TriggerAct,
  type TriggerTime,
} from '../../../shared/contract/exercise.ts';
import { FAULT_COURSES, type FaultCourse, type FaultName } from '../../../shared/entities/faults.ts';
import { CHANNELS } from '../../../shared/entities/telemetry-channels.ts';
import { addMs, type EpochMs, MS_PER_MIN } from '../../../shared/kit/units.ts';
import { Button } from '../../kit/controls/Button.tsx';
import { InputField, SelectField } from '../../kit/controls/Field.tsx';
import { pressOnce, submitOnce } from '../../kit/controls/press-once.ts';
import { useKeptFocus } from '../../kit/controls/use-kept-focus.ts';
import { formatUtcTime } from '../../kit/format.ts';
import { edgeSecondAtom } from '../../mission/link/atoms.ts';
import { useSessionControl } from '../../mission/link/session-control.ts';
import { useOneAtATime } from '../../mission/link/use-action.ts';
import styles from './exercises.module.css';

const COURSE_TEXT: Readonly<Record<FaultCourse, string>> = {
  transient: 'A retry of FDIR clears it within 4 min.',
  contained: 'FDIR switches to the redundant unit, and clears it later.',
  safed: 'The switch fails, and FDIR enters safe mode.',
  lasting: 'Only the ground clears it.',
};

const CONDITION_TEXT: Readonly<Record<ExerciseCondition, string>> = {
  eclipse: 'in eclipse',
  sunlight: 'in sunlight',
  'station in view': 'with a station in view',
  'no station in view': 'with no station in view',
  'safe mode': 'in safe mode',
  'nominal mode': 'in NOMINAL mode',
};

interface TimeChoice {
  readonly name: string;
  /** Returns the time; `undefined` for now. */
  readonly from: (now: EpochMs) => InstructedTime | undefined;
}

const TIME_CHOICES: readonly TimeChoice[] = [
  { name: 'now', from: () => undefined },
  ...[5, 15, 30].map((minutes) => ({
    name: `in ${minutes} min`,
    from: (now: EpochMs) => ({ at: addMs(now, minutes * MS_PER_MIN) }),
  })),
  ...EXERCISE_CONDITIONS.map((condition) => ({
    name: CONDITION_TEXT[condition],
    from: () => ({ condition }),
  })),
];

function timeText(when: TriggerTime): string {
  if ('at' in when) return `at ${formatUtcTime(when.at)}`;
  if ('minute' in when) return `${when.minute} min after the start`;
  if ('after' in when) return `${when.minutes} min after ${when.after}`;
  if ('condition' in when) {
    const earliest = when.from === undefined ? '' : `, from minute ${when.from} on`;
    return `${CONDITION_TEXT[when.condition]}${earliest}`;
  }
  if ('command' in when) return `after ${when.command}`;
  const { phrase, unit } = CHANNELS[when.channel];
  const bound = when.below === undefined ? `above ${when.above}` : `below ${when.below}`;
  return `${phrase} ${bound} ${unit}`;
}

/** Faults as they really are, with what the instructor can do about them and to the trainee. */
export function InstructorPanel() {
  const control = useSessionControl();
  const store = useStore();
  /** Number of acts so far. */
  const [acts, setActs] = useState(0);
  const view = useInstructorView(acts);
  const [fault, setFault] = useState<FaultName>('antenna-off');
  const [course, setCourse] = useState<FaultCourse>('lasting');
  const [time, setTime] = useState('now');
  const [text, setText] = useState('');
  const [answer, setAnswer] = useState('');
  const { isBusy, run } = useOneAtATime();
  /** Does nothing while another act is in progress. */
  const instruct = (instruction: Instruction, done: string): Promise<boolean | undefined> =>
    run(async () => {
      const outcome = await control.instruct(instruction);
      setAnswer(outcome.ok ? done : outcome.message);
      setActs((count) => count + 1);
      return outcome.ok;
    });
  /** Acts at the chosen time. */
  function act(wanted: TriggerAct, what: string): Promise<boolean | undefined> {
    const now = store.get(edgeSecondAtom);
    const when = now === undefined ? undefined : TIME_CHOICES.find(({ name }) => name === time)?.from(now);
    return instruct(
      { act: wanted, when },
      `${when ? 'Planned' : 'Done'}: ${what}${when ? `, ${timeText(when)}` : ''}.`,
    );
  }
  const kinds = view?.kinds ?? [];
  const labelOf = (name: FaultName): string => kinds.find((kind) => kind.name === name)?.label ?? name;
  return (
    <section className={styles.instructor} aria-label="Instructor">
      <div className={styles.row}>
        <SelectField
          label="Fault"
          options={kinds.map(({ label }) => label)}
          value={labelOf(fault)}
          hint={`${kinds.find(({ name }) => name === fault)?.type ?? ''} anomaly`}
          onChange={({ target }) =>
            setFault(kinds.find(({ label }) => label === target.value)?.name ?? fault)
          }
        />
        <SelectField
          label="Course"
          options={FAULT_COURSES}
          value={course}
          hint={COURSE_TEXT[course]}
          onChange={({ target }) => setCourse(FAULT_COURSES.find((one) => one === target.value) ?? course)}
        />
        <SelectField
          label="When"
          options={TIME_CHOICES.map(({ name }) => name)}
          value={time}
          hint="For a fault and for a text."
          onChange={({ target }) => setTime(target.value)}
        />
        <Button isBusy={isBusy} {...pressOnce(() => void act({ fault, course }, labelOf(fault)))}>
          Inject
        </Button>
      </div>
      <form
        className={styles.row}
        {...submitOnce}
        onSubmit={(event) => {
          event.preventDefault();
          void act({ hint: text }, text.trim()).then((isDone) => isDone && setText(''));
        }}
      >
        <InputField
          label="Text"
          className={styles.words}
          hint="Say shows it on all consoles. Bookmark keeps it for the debrief."
          value={text}
          maxLength={200}
          onChange={({ target }) => setText(target.value)}
        />
        <Button type="submit" isBusy={isBusy}>
          Say
        </Button>
        <Button
          isBusy={isBusy}
          {...pressOnce(
            () =>
              void instruct({ bookmark: text }, `Bookmarked: ${text.trim()}.`).then(
                (isDone) => isDone && setText(''),
              ),
          )}
        >
          Bookmark
        </Button>
      </form>
      <Truth
        view={view}
        isBusy={isBusy}
        labelOf={labelOf}
        onWithdraw={(name) => void instruct({ act: { withdraw: name } }, `Withdrawn: ${labelOf(name)}.`)}
        onCancel={(id) => void instruct({ cancel: id }, 'Cancelled.')}
      />
      <p role="status" className={styles.note}>
        {answer}
      </p>
    </section>
  );
}

interface TruthProps {
  readonly view: InstructorView | undefined;
  readonly isBusy: boolean;
  readonly labelOf: (name: FaultName) => string;
  readonly onWithdraw: (name: FaultName) => void;
  readonly onCancel: (id: Trigger['id']) => void;
}

/** Faults that act, and triggers that wait. */
function Truth({ view, isBusy, labelOf, onWithdraw, onCancel }: TruthProps) {
  const kept = useKeptFocus<HTMLDivElement>();
  if (!view) return null;
  const actText = (act: TriggerAct): string => {
    if ('fault' in act) return `${labelOf(act.fault)}, ${act.course}`;
    return 'hint' in act ? `“${act.hint}”` : `withdraw ${labelOf(act.withdraw)}`;
  };
  return (
    <div {...kept} tabIndex={-1}>
      {view.acting.length === 0 && <p>No active faults.</p>}
      {view.acting.length > 0 && (
        <ul className={styles.truth} aria-label="Active faults">
          {view.acting.map(({ name, label, type, from, course, isMending }) => (
            <li key={name} className={styles.row}>
              <span id={`acting-${name}`}>
                {label} ({type}), {course}, since {formatUtcTime(from)}
                {isMending && ', its recovery command is in progress'}
              </span>
              <Button
                isBusy={isBusy}
                aria-describedby={`acting-${name}`}
                {...pressOnce(() => onWithdraw(name))}
              >
                Withdraw
              </Button>
            </li>
          ))}
        </ul>
      )}
      {view.triggers.length > 0 && (
        <ul className={styles.truth} aria-label="Triggers">
          {view.triggers.map(({ id, when, act }) => (
            <li key={id} className={styles.row}>
              <span id={`trigger-${id}`}>
                {actText(act)}, {timeText(when)}
              </span>
              <Button isBusy={isBusy} aria-describedby={`trigger-${id}`} {...pressOnce(() => onCancel(id))}>
                Cancel
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Asks for the faults with each second of the mission, and after each act. */
function useInstructorView(acts: number): InstructorView | undefined {
  const control = useSessionControl();
  const second = useAtomValue(edgeSecondAtom);
  const [view, setView] = useState<InstructorView>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new second or act asks again
  useEffect(() => {
    let isOld = false;
    control.instructorView().then(
      (outcome) => {
        if (!isOld && outcome.ok) setView(outcome.value);
      },
      () => undefined,
    );
    return () => {
      isOld = true;
    };
  }, [control, second, acts]);
  return view;
}
