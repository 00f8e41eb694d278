import { useAtomValue } from 'jotai';
import { useEffect, useState } from 'react';
import type { InstructorView, TriggerAct } from '../../../shared/contract/exercise.ts';
import { FAULT_COURSES, type FaultCourse, type FaultName } from '../../../shared/entities/faults.ts';
import { Button } from '../../kit/controls/Button.tsx';
import { InputField, SelectField } from '../../kit/controls/Field.tsx';
import { formatUtcTime } from '../../kit/format.ts';
import { edgeSecondAtom } from '../../mission/link/atoms.ts';
import { useSessionControl } from '../../mission/link/session-control.ts';
import styles from './exercises.module.css';

const COURSE_TEXT: Readonly<Record<FaultCourse, string>> = {
  transient: 'A retry of FDIR clears it within 4 min.',
  contained: 'FDIR switches to the redundant unit, and clears it later.',
  safed: 'The switch fails, and FDIR enters safe mode.',
  lasting: 'Only the ground clears it.',
};

/** Faults as they really are, with what the instructor can do about them and to the trainee. */
export function InstructorPanel() {
  const control = useSessionControl();
  const view = useInstructorView();
  const [fault, setFault] = useState<FaultName>('antenna-off');
  const [course, setCourse] = useState<FaultCourse>('lasting');
  const [text, setText] = useState('');
  const [answer, setAnswer] = useState('');
  async function act(wanted: TriggerAct, done: string): Promise<boolean> {
    const outcome = await control.instruct(wanted);
    setAnswer(outcome.ok ? done : outcome.message);
    return outcome.ok;
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
        <Button onClick={() => void act({ fault, course }, `Injected: ${labelOf(fault)}.`)}>
          Inject now
        </Button>
      </div>
      <form
        className={styles.row}
        onSubmit={(event) => {
          event.preventDefault();
          void act({ hint: text }, 'Said.').then((isSaid) => isSaid && setText(''));
        }}
      >
        <InputField
          label="Text for all consoles"
          className={styles.words}
          value={text}
          maxLength={200}
          onChange={({ target }) => setText(target.value)}
        />
        <Button type="submit">Say</Button>
      </form>
      <Truth
        view={view}
        onWithdraw={(name) => void act({ withdraw: name }, `Withdrawn: ${labelOf(name)}.`)}
      />
      <p role="status" className={styles.note}>
        {answer}
      </p>
    </section>
  );
}

interface TruthProps {
  readonly view: InstructorView | undefined;
  readonly onWithdraw: (name: FaultName) => void;
}

function Truth({ view, onWithdraw }: TruthProps) {
  if (!view) return null;
  if (view.acting.length === 0) return <p>No fault acts.</p>;
  return (
    <ul className={styles.truth} aria-label="Faults that act">
      {view.acting.map(({ name, label, type, from, course, isMending }) => (
        <li key={name} className={styles.row}>
          <span id={`acting-${name}`}>
            {label} ({type}), {course}, since {formatUtcTime(from)}
            {isMending && ', its recovery command is in progress'}
          </span>
          <Button aria-describedby={`acting-${name}`} onClick={() => onWithdraw(name)}>
            Withdraw
          </Button>
        </li>
      ))}
    </ul>
  );
}

/** Asks for the faults with each second of the mission. */
function useInstructorView(): InstructorView | undefined {
  const control = useSessionControl();
  const second = useAtomValue(edgeSecondAtom);
  const [view, setView] = useState<InstructorView>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new second asks again
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
  }, [control, second]);
  return view;
}
