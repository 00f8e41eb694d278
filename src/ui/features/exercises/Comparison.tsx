import { useContext, useState } from 'react';
import type { ExerciseResult } from '../../../shared/contract/exercise.ts';
import { MEASURES } from '../../../shared/contract/exercise.ts';
import { FileButton } from '../../kit/files/FileButton.tsx';
import { formatUtcTime } from '../../kit/format.ts';
import { DataTable } from '../../kit/tables/DataTable.tsx';
import { loadRecordingFile } from '../../mission/recordings/load-recording-file.ts';
import { type Recorder, RecorderContext } from '../../mission/recordings/recorder.ts';
import styles from './exercises.module.css';
import { valueText } from './result-text.ts';

/** A recording beside the mission: its result, or why it has none. */
type Compared = { readonly key: string; readonly name: string } & (
  | { readonly result: ExerciseResult; readonly note?: string }
  | { readonly refusal: string }
);

/** Recordings of one exercise have the same name if they end at the same time, as those of the whole exercise do. */
const keyOf = ({ name, size, lastModified }: File): string => [name, size, lastModified].join();

/** Reads and replays a recording of the exercise that has the given result. */
async function compare(
  file: File,
  { definition }: ExerciseResult,
  check: Recorder['check'],
): Promise<Compared> {
  const named = { key: keyOf(file), name: file.name };
  try {
    const { readRecordingFile } = await loadRecordingFile();
    const read = await readRecordingFile(file);
    if (!read.ok) return { ...named, refusal: read.message };
    const { exercise: judged, differsAt } = await check(read.value);
    if (judged?.definition !== definition)
      return { ...named, refusal: 'It is not a recording of this exercise.' };
    const note = differsAt && `its replay differs from ${formatUtcTime(differsAt)} on`;
    return { ...named, result: judged, ...(note && { note }) };
  } catch (error) {
    return { ...named, refusal: error instanceof Error ? error.message : String(error) };
  }
}

/** Names a recording: the second of a name has a number, and one that did not replay a note. */
function labelOf(one: Compared & { readonly note?: string }, compared: readonly Compared[]): string {
  const namesakes = compared.filter(({ name }) => name === one.name);
  const number = namesakes.findIndex(({ key }) => key === one.key) + 1;
  return [one.name, number > 1 && `(${number})`, one.note && `(${one.note})`].filter(Boolean).join(' ');
}

/** Results of recordings of the same exercise, beside that of the mission. */
export function Comparison({ result }: { readonly result: ExerciseResult }) {
  const recorder = useContext(RecorderContext);
  const [compared, setCompared] = useState<readonly Compared[]>([]);
  const [isReading, setReading] = useState(false);
  if (!recorder) return null;
  async function add(files: readonly File[], check: Recorder['check']): Promise<void> {
    setReading(true);
    for (const file of files) {
      const one = await compare(file, result, check);
      setCompared((known) => [...known.filter(({ key }) => key !== one.key), one]);
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
            <li key={one.key}>
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
              'result' in one ? [row(one.key, labelOf(one, compared), one.result)] : [],
            ),
          ]}
        />
      )}
    </>
  );
}
