import { useAtomValue, useSetAtom } from 'jotai';
import { useContext } from 'react';
import { replacementTextAtom } from '../../features/kept-missions/mission-name.ts';
import { ConfirmationDialog } from '../../kit/controls/Confirmation.tsx';
import { VERSION } from '../../kit/page/version.ts';
import { recordedSatellitesAtom } from '../../mission/fleet/atoms.ts';
import { recordedPlacesAtom } from '../../mission/places/atoms.ts';
import { RecorderContext } from '../../mission/recordings/recorder.ts';
import { costOf, describeRecording } from '../../mission/recordings/recording-file.ts';
import { closeDialogAtom, recordingToOpenAtom } from './dialogs.ts';

/** Asks whether a recording should replace the running mission. */
export function OpenRecording() {
  const recording = useAtomValue(recordingToOpenAtom);
  const closed = useSetAtom(closeDialogAtom);
  const setPlaces = useSetAtom(recordedPlacesAtom);
  const setSatellites = useSetAtom(recordedSatellitesAtom);
  const recorder = useContext(RecorderContext);
  const replaced = useAtomValue(replacementTextAtom);
  if (!recording || !recorder) return null;
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
    <ConfirmationDialog label="Open recording" question={question} onClosed={() => closed('recording')} />
  );
}
