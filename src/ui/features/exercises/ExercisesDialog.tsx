import { useAtomValue, useSetAtom } from 'jotai';
import { useContext, useRef, useState } from 'react';
import type { Exercise } from '../../../shared/contract/exercise.ts';
import { LONGEST_EXERCISE_FILE, readExercise } from '../../../shared/contract/exercise-schema.ts';
import { EXERCISE_CATALOGUE } from '../../../shared/entities/exercise-catalogue.ts';
import { MISSION_PROFILES, type MissionProfile } from '../../../shared/entities/mission-profile.ts';
import { formatDuration } from '../../../shared/kit/quantity-text.ts';
import { succeeded } from '../../../shared/kit/result.ts';
import { MS_PER_MIN } from '../../../shared/kit/units.ts';
import { Button } from '../../kit/controls/Button.tsx';
import { DialogBody } from '../../kit/controls/DialogBody.tsx';
import { DialogHeader } from '../../kit/controls/DialogHeader.tsx';
import { SelectField } from '../../kit/controls/Field.tsx';
import { ModalDialog } from '../../kit/controls/ModalDialog.tsx';
import { FileButton } from '../../kit/files/FileButton.tsx';
import { readFileText } from '../../kit/files/file-text.ts';
import { roomAddressAtom, sliceAtoms } from '../../mission/link/atoms.ts';
import { maySteerAtom } from '../../mission/link/read-only.ts';
import { instructorPath } from '../../mission/navigation/address.ts';
import { RecorderContext } from '../../mission/recordings/recorder.ts';
import { replacementTextAtom } from '../kept-missions/mission-name.ts';
import { isExercisesOpenAtom } from './atoms.ts';
import styles from './exercises.module.css';

const PROFILE_TEXT: Readonly<Record<MissionProfile, string>> = {
  specified: 'About 12 anomalies an hour, as specified.',
  calm: 'About 3 anomalies an hour.',
  hard: 'About 18 anomalies an hour.',
  none: 'No anomalies except the one at the start and those that an instructor injects.',
};

/** Offers the built-in exercises, one from a file, and a new mission with a profile. */
export function ExercisesDialog() {
  const dialog = useRef<HTMLDialogElement>(null);
  const setOpen = useSetAtom(isExercisesOpenAtom);
  const recorder = useContext(RecorderContext);
  const replaced = useAtomValue(replacementTextAtom);
  const missionId = useAtomValue(sliceAtoms.consoles)?.missionId;
  const roomKey = useAtomValue(roomAddressAtom)?.key;
  const maySteer = useAtomValue(maySteerAtom);
  const present = useAtomValue(sliceAtoms.anomalyLoad)?.profile ?? 'specified';
  const [profile, setProfile] = useState<MissionProfile>(present);
  const [refusal, setRefusal] = useState<string>();
  const begin = (beginning: Parameters<NonNullable<typeof recorder>['begin']>[0]) => {
    dialog.current?.close();
    setOpen(false);
    recorder?.begin(beginning);
  };
  async function read(file: File): Promise<void> {
    const text =
      file.size > LONGEST_EXERCISE_FILE * 4
        ? succeeded('x'.repeat(LONGEST_EXERCISE_FILE + 1))
        : await readFileText(file);
    const exercise = text.ok ? readExercise(text.value) : text;
    if (exercise.ok) begin({ exercise: exercise.value satisfies Exercise });
    else setRefusal(exercise.message);
  }
  return (
    <ModalDialog ref={dialog} label="Exercises" className={styles.choice} onClosed={() => setOpen(false)}>
      <DialogHeader title="Exercises" onClose={() => setOpen(false)} />
      <DialogBody>
        <p className={styles.note}>{replaced}</p>
        <ol className={styles.list}>
          {EXERCISE_CATALOGUE.map(({ id, name, objective, minutes }) => (
            <li key={id} className={styles.card}>
              <h3 id={`exercise-${id}`} className={styles.title}>
                {name}
              </h3>
              <span className={styles.left}>{formatDuration(minutes * MS_PER_MIN)}</span>
              <p className={styles.text}>{objective}</p>
              <Button aria-describedby={`exercise-${id}`} onClick={() => begin({ exercise: id })}>
                Start
              </Button>
            </li>
          ))}
        </ol>
        <div className={styles.row}>
          <FileButton
            label="Open an exercise file…"
            filesName="Exercise file"
            accept=".json,application/json"
            onFiles={([file]) => file && void read(file)}
          />
          <p role="alert" className={styles.refusal}>
            {refusal}
          </p>
        </div>
        {missionId && maySteer && (
          <p>
            <a href={instructorPath(missionId, roomKey)} target="_blank" rel="noopener">
              Open the instructor’s window of this mission
            </a>
            , which injects faults and shows the true state.
          </p>
        )}
        <div className={styles.profile}>
          <SelectField
            label="Mission profile"
            options={MISSION_PROFILES}
            value={profile}
            hint={PROFILE_TEXT[profile]}
            onChange={({ target }) =>
              setProfile(MISSION_PROFILES.find((name) => name === target.value) ?? 'specified')
            }
          />
          <Button onClick={() => begin({ profile })}>Begin a new mission</Button>
        </div>
      </DialogBody>
    </ModalDialog>
  );
}
