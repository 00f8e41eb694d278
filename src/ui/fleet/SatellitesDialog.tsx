import { useAtomValue, useSetAtom } from 'jotai';
import { useRef } from 'react';
import { Button } from '../kit/controls/Button.tsx';
import { DialogHeader } from '../kit/controls/DialogHeader.tsx';
import { ModalDialog } from '../kit/controls/ModalDialog.tsx';
import { StatusIcon } from '../kit/status/StatusIcon.tsx';
import { AddSatellites } from './AddSatellites.tsx';
import { fleetControlAtom, fleetFailureAtom, isSatellitesOpenAtom, keepFailureAtom } from './atoms.ts';
import { SatelliteList } from './SatelliteList.tsx';
import styles from './satellites.module.css';

/** The satellites that a user has added to the map, and the field to add more. */
export function SatellitesDialog() {
  const dialogRef = useRef<HTMLDialogElement>(null);
  const setOpen = useSetAtom(isSatellitesOpenAtom);
  const close = () => {
    dialogRef.current?.close();
    setOpen(false);
  };
  return (
    <ModalDialog ref={dialogRef} label="Satellites" className={styles.dialog} onClosed={() => setOpen(false)}>
      <DialogHeader title="Satellites" onClose={close} />
      <div className={styles.body}>
        <Failures />
        <SatelliteList onLeave={close} />
        <AddSatellites />
      </div>
    </ModalDialog>
  );
}

function Failures() {
  const keepFailure = useAtomValue(keepFailureAtom);
  const fleetFailure = useAtomValue(fleetFailureAtom);
  const control = useAtomValue(fleetControlAtom);
  return (
    <div role="status" className={styles.failures}>
      {keepFailure !== undefined && (
        <p className={styles.note}>
          <StatusIcon level="caution" /> The list is not kept in this browser: {keepFailure}. It lasts while
          this page is open.
        </p>
      )}
      {fleetFailure !== undefined && (
        <p className={styles.note}>
          <StatusIcon level="caution" /> The satellites are not shown: {fleetFailure}.{' '}
          {control && <Button onClick={control.restart}>Try again</Button>}
        </p>
      )}
    </div>
  );
}
