import { useAtomValue } from 'jotai';
import { UserCog } from 'lucide-react';
import type { ConsoleDuty } from '../../../shared/entities/duty-crew.ts';
import { pressOnce } from '../../kit/controls/press-once.ts';
import { surroundings, useKeptFocus } from '../../kit/controls/use-kept-focus.ts';
import { maySteerAtom } from '../link/read-only.ts';
import { crewDutyAtom } from './atoms.ts';
import styles from './duty-sign.module.css';
import { useHandOver } from './use-hand-over.ts';

interface Props {
  /** Shows the result of the shift that ends with a handover. */
  readonly onReport: () => void;
}

/** Shown while the duty crew has the console: its current task, the shift report, and the console to take back. */
export function DutyCrewSign({ onReport }: Props) {
  const duty = useAtomValue(crewDutyAtom);
  const kept = useKeptFocus<HTMLDivElement>(surroundings);
  return (
    <div className={styles.place} {...kept}>
      {duty && <Sign duty={duty} onReport={onReport} />}
    </div>
  );
}

/** Task of an idle crew. */
const WATCHING = 'Monitors the mission';

function Sign({ duty, onReport }: Props & { readonly duty: ConsoleDuty }) {
  const { refusal, toggle } = useHandOver();
  const maySteer = useAtomValue(maySteerAtom);
  const task = duty.task?.text ?? WATCHING;
  return (
    <div className={styles.sign} data-holder="duty crew">
      <p className={styles.text} title={`The duty crew has the console. ${task}`}>
        <UserCog aria-hidden="true" />
        <span className={styles.name}>Duty crew</span>
        <span className={styles.task}>{task}</span>
      </p>
      <button type="button" className={styles.report} onClick={onReport}>
        Shift report
      </button>
      {maySteer && (
        <button
          type="button"
          className={styles.back}
          title={refusal ?? 'Take the console back (H)'}
          aria-disabled={refusal !== undefined || undefined}
          {...pressOnce(toggle)}
        >
          Take back<span className="visually-hidden"> the console</span>
        </button>
      )}
    </div>
  );
}
