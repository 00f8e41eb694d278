import { useContext, useState } from 'react';
import type { ExerciseResult, ExerciseView } from '../../../shared/contract/exercise.ts';
import { MEASURES } from '../../../shared/contract/exercise.ts';
import { FileButton } from '../../kit/files/FileButton.tsx';
import { formatUtcTime } from '../../kit/format.ts';
import { DataTable } from '../../kit/tables/DataTable.tsx';
import { loadRecordingFile } from '../../mission/recordings/load-recording-file.ts';
import { type Recorder, RecorderContext } from '../../mission/recordings/recorder.ts';
import styles from './exercises.module.css';
import { type JudgedExercise, valueText } from './result-text.ts';

/** A recording beside the mission: its result, or why it has none. */
type Compared = { readonly name: string } & (
  | { readonly result: ExerciseResult; readonly note?: string }
  | { readonly refusal: string }
);

/** Reads and replays a recording of the exercise. */
async function compare(file: File, exercise: ExerciseView, check: Recorder['check']): Promise<Compared> {
  const { name } = file;
  try {
    const { readRecordingFile } = await loadRecordingFile();
    const read = await readRecordingFile(file);
    if (!read.ok) return { name, refusal: read.message };
    const { exercise: judged, differsAt } = await check(read.value);
    if (judged?.name !== exercise.name) return { name, refusal: 'It is not a recording of this exercise.' };
    const note = differsAt && `its replay differs from ${formatUtcTime(differsAt)} on`;
    return { name, result: judged.result, ...(note && { note }) };
  } catch (error) {
    return { name, refusal: error instanceof Error ? error.message : String(error) };
  }
}

/** Results of recordings of the same exercise, beside that of the mission. */
export function Comparison({ exercise, result }: JudgedExercise) {
  const recorder = useContext(RecorderContext);
  const [compared, setCompared] = useState<readonly Compared[]>([]);
  const [isReading, setReading] = useState(false);
  if (!recorder) return null;
  async function add(files: readonly File[], check: Recorder['check']): Promise<void> {
    setReading(true);
    for (const file of files) {
      const one = await compare(file, exercise, check);
      setCompared((known) => [...known.filter(({ name }) => name !== one.name), one]);
    }
    setReading(false);
  }
  const row = (key: string, name: string, { score, isOver, goals }: ExerciseResult) => ({
    key,
    cells: [name, `${score.toFixed(1)}${isOver ? '' : ' so far'}`, ...goals.map(valueText)],
  });
  const refused = compared.filter((one) => 'refusal' in one);
  return (
    <>
      <div className={styles.row}>
        <FileButton
          label="Compare recordings…"
          filesName="Recordings of this exercise"
          accept=".jsonl"
          hasMultiple
          isBusy={isReading}
          onFiles={(files) => void add(files, recorder.check)}
        />
        <span role="status" className={styles.note}>
          {isReading && 'Replaying …'}
        </span>
      </div>
      {refused.length > 0 && (
        <ul role="alert" className={styles.refusal}>
          {refused.map((one) => (
            <li key={one.name}>
              <bdi>{one.name}</bdi>: {'refusal' in one && one.refusal}
            </li>
          ))}
        </ul>
      )}
      {compared.some((one) => 'result' in one) && (
        <DataTable
          caption="Results of the same exercise"
          columns={['Recording', 'Points', ...result.goals.map(({ measure }) => MEASURES[measure].text)]}
          rows={[
            row('', 'This mission', result),
            ...compared.flatMap((one) =>
              'result' in one
                ? [row(one.name, one.note ? `${one.name} (${one.note})` : one.name, one.result)]
                : [],
            ),
          ]}
        />
      )}
    </>
  );
}
