import { useAtomValue, useSetAtom } from 'jotai';
import { useRef } from 'react';
import type { DebriefedFault, ExerciseResult } from '../../../shared/contract/exercise.ts';
import type { EpochMs } from '../../../shared/kit/units.ts';
import { Button } from '../../kit/controls/Button.tsx';
import { DialogBody } from '../../kit/controls/DialogBody.tsx';
import { DialogHeader } from '../../kit/controls/DialogHeader.tsx';
import { ModalDialog } from '../../kit/controls/ModalDialog.tsx';
import { SaveButton } from '../../kit/files/SaveButton.tsx';
import { formatUtcMinute, formatUtcTime } from '../../kit/format.ts';
import { VERSION } from '../../kit/page/version.ts';
import { DataTable } from '../../kit/tables/DataTable.tsx';
import { missionMinuteAtom, sliceAtoms, subjectAtom } from '../../mission/link/atoms.ts';
import { useSessionControl } from '../../mission/link/session-control.ts';
import { useAnswer } from '../../mission/link/use-answer.ts';
import { useTransport } from '../../mission/time/use-transport.ts';
import { isExercisesOpenAtom, isResultOpenAtom } from './atoms.ts';
import { Comparison } from './Comparison.tsx';
import { buildDebriefFile } from './debrief-file.ts';
import styles from './exercises.module.css';
import { FaultLines } from './FaultLines.tsx';
import {
  BOOKMARK_COLUMNS,
  FAULT_COLUMNS,
  faultName,
  faultTimes,
  GOAL_COLUMNS,
  goalText,
  pointsText,
  resultText,
  valueText,
} from './result-text.ts';

/**
 * Goals of the exercise, asked for again each minute; after its end its score, and the faults beside what was done
 * about them.
 */
export function ResultDialog() {
  const dialog = useRef<HTMLDialogElement>(null);
  const setOpen = useSetAtom(isResultOpenAtom);
  const openExercises = useSetAtom(isExercisesOpenAtom);
  const exercise = useAtomValue(sliceAtoms.exercise);
  const control = useSessionControl();
  // The end of the exercise is another question.
  const answer = useAnswer(
    `${useAtomValue(subjectAtom)} ${exercise?.isOver ? 'over' : 'so far'}`,
    () => control.exerciseResult(),
    useAtomValue(missionMinuteAtom),
    true,
  );
  const close = () => {
    dialog.current?.close();
    setOpen(false);
  };
  const result = answer?.ok ? answer.value : undefined;
  const isOver = result?.isOver ?? exercise?.isOver;
  const title = isOver ? 'Result of the exercise' : 'Goals of the exercise';
  return (
    <ModalDialog ref={dialog} label={title} className={styles.dialog} onClosed={() => setOpen(false)}>
      <DialogHeader title={title} onClose={close} />
      <DialogBody className={styles.result}>
        {exercise && (
          <p>
            <strong>{exercise.name}.</strong> {exercise.objective}
          </p>
        )}
        <div aria-live="polite">
          {!answer && <p className={styles.note}>Computing the result …</p>}
          {answer?.ok === false && <p>{answer.message}</p>}
          {result && exercise && <p className={styles.verdict}>{resultText(result, exercise.pass)}</p>}
        </div>
        {result && <Details result={result} onShow={close} />}
        {result?.debrief && <Comparison result={result} />}
        {isOver && (
          <div className={styles.row}>
            {exercise && result?.debrief && (
              <SaveButton
                label="Save debrief"
                build={() => buildDebriefFile({ exercise, result }, VERSION)}
              />
            )}
            <Button
              onClick={() => {
                close();
                openExercises(true);
              }}
            >
              Exercises
            </Button>
          </div>
        )}
      </DialogBody>
    </ModalDialog>
  );
}

interface DetailsProps {
  readonly result: ExerciseResult;
  readonly onShow: () => void;
}

function Details({ result, onShow }: DetailsProps) {
  const { goals, debrief, isOver, from, to } = result;
  return (
    <>
      <DataTable
        caption={isOver ? 'Goals' : `Goals at ${formatUtcTime(to)} UTC`}
        columns={GOAL_COLUMNS}
        rows={goals.map((goal) => ({
          key: goal.measure,
          cells: [goalText(goal), valueText(goal), pointsText(goal, goals)],
        }))}
      />
      {debrief && <Faults faults={debrief.faults} from={from} to={to} onShow={onShow} />}
      {debrief && debrief.bookmarks.length > 0 && (
        <DataTable
          caption="Bookmarks of the instructor"
          columns={BOOKMARK_COLUMNS}
          rows={debrief.bookmarks.map(({ time, text }, index) => ({
            key: `${time} ${index}`,
            cells: [<Instant key="time" time={time} onShow={onShow} />, <bdi key="text">{text}</bdi>],
          }))}
        />
      )}
      {!debrief && (
        <p className={styles.note}>
          {isOver
            ? 'The faults are shown once the mission itself, too, is at the end of the exercise.'
            : 'The faults are shown after the exercise.'}
        </p>
      )}
    </>
  );
}

interface FaultsProps extends Pick<DetailsProps, 'onShow'>, Pick<ExerciseResult, 'from' | 'to'> {
  readonly faults: readonly DebriefedFault[];
}

function Faults({ faults, from, to, onShow }: FaultsProps) {
  if (faults.length === 0) return <p>There has been no fault.</p>;
  return (
    <>
      <FaultLines faults={faults} from={from} to={to} />
      <DataTable
        caption="Faults as they really were, and what was done"
        columns={FAULT_COLUMNS}
        rows={faults.map((fault) => ({
          key: `${fault.label} ${fault.from}`,
          cells: [
            faultName(fault),
            ...faultTimes(fault).map((time, index) => (
              <Instant key={FAULT_COLUMNS[index + 1]} time={time} onShow={onShow} />
            )),
          ],
        }))}
      />
    </>
  );
}

interface InstantProps {
  readonly time: EpochMs | undefined;
  readonly onShow: () => void;
}

/** A time that shows the page as it was then. */
function Instant({ time, onShow }: InstantProps) {
  const transport = useTransport();
  if (time === undefined) return <span className={styles.never}>never</span>;
  return (
    <button
      type="button"
      className={styles.instant}
      title="Show this instant"
      aria-label={formatUtcTime(time)}
      onClick={() => {
        onShow();
        void transport.seek(time);
      }}
    >
      {formatUtcMinute(time)}
      <span className={styles.seconds}>{formatUtcTime(time).slice(formatUtcMinute(time).length)}</span>
    </button>
  );
}
