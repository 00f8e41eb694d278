import { useAtomValue, useSetAtom } from 'jotai';
import { useContext, useRef } from 'react';
import { replacementTextAtom } from '../../features/kept-missions/mission-name.ts';
import { ModalDialog } from '../../kit/controls/ModalDialog.tsx';
import { VERSION } from '../../kit/page/version.ts';
import { recordedSatellitesAtom } from '../../mission/fleet/atoms.ts';
import { recordedPlacesAtom } from '../../mission/places/atoms.ts';
import { RecorderContext } from '../../mission/recordings/recorder.ts';
import { costOf, describeRecording } from '../../mission/recordings/recording-file.ts';
import { Confirmation } from './Confirmation.tsx';
import { closeDialogAtom, recordingToOpenAtom } from './dialogs.ts';
import styles from './palette.module.css';

/** Asks whether a recording should replace the running mission. */
export function OpenRecording() {
  const dialogRef = useRef<HTMLDialogElement>(null);
  const recording = useAtomValue(recordingToOpenAtom);
  const closed = useSetAtom(closeDialogAtom);
  const setPlaces = useSetAtom(recordedPlacesAtom);
  const setSatellites = useSetAtom(recordedSatellitesAtom);
  const recorder = useContext(RecorderContext);
  const replaced = useAtomValue(replacementTextAtom);
  if (!recording || !recorder) return null;
  const leave = () => {
    dialogRef.current?.close();
    closed('recording');
  };
  const question = {
    title: 'Replace the running mission?',
    text: `${describeRecording(recording, VERSION)} ${replaced}`,
    word: 'Open recording',
    run: () =>
      recorder.open(recording, costOf(recording), () => {
        setPlaces(recording.places);
        setSatellites(recording.satellites);
      }),
  };
  return (
    <ModalDialog
      ref={dialogRef}
      label="Open recording"
      className={styles.dialog}
      onClosed={() => closed('recording')}
    >
      <Confirmation
        question={question}
        backWord="Cancel"
        onBack={leave}
        onLeave={(act) => {
          leave();
          act();
        }}
      />
    </ModalDialog>
  );
}
