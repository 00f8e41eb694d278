import { useAtom, useAtomValue, useSetAtom } from 'jotai';
import { type RefObject, useEffect, useRef } from 'react';
import { Button } from '../kit/controls/Button.tsx';
import { DialogHeader } from '../kit/controls/DialogHeader.tsx';
import { ModalDialog } from '../kit/controls/ModalDialog.tsx';
import { StatusIcon } from '../kit/status/StatusIcon.tsx';
import { AddSatellites } from './AddSatellites.tsx';
import {
  addedSatellitesAtom,
  detailedSatelliteAtom,
  fleetControlAtom,
  fleetFailureAtom,
  isSatellitesOpenAtom,
  keepFailureAtom,
} from './atoms.ts';
import { FromCelestrak } from './FromCelestrak.tsx';
import type { CatalogueNumber } from './fleet.ts';
import { SatelliteDetails } from './SatelliteDetails.tsx';
import { SatelliteList } from './SatelliteList.tsx';
import styles from './satellites.module.css';

/** The satellites that a user has added to the map, and the field to add more. */
export function SatellitesDialog() {
  const dialogRef = useRef<HTMLDialogElement>(null);
  const setOpen = useSetAtom(isSatellitesOpenAtom);
  const [detailedId, setDetailed] = useAtom(detailedSatelliteAtom);
  const detailed = useAtomValue(addedSatellitesAtom).find(({ id }) => id === detailedId);
  const closed = () => {
    setOpen(false);
    setDetailed(undefined);
  };
  const close = () => {
    dialogRef.current?.close();
    closed();
  };
  useFocusOfView(dialogRef, detailed?.id);
  return (
    <ModalDialog ref={dialogRef} label="Satellites" className={styles.dialog} onClosed={closed}>
      <DialogHeader title="Satellites" onClose={close} />
      <div className={styles.body}>
        <Failures />
        {detailed && (
          <SatelliteDetails
            key={detailed.id}
            satellite={detailed}
            onBack={() => setDetailed(undefined)}
            onLeave={close}
          />
        )}
        <div className={styles.overview} hidden={detailed !== undefined}>
          <SatelliteList onLeave={close} />
          <FromCelestrak />
          <AddSatellites dialogRef={dialogRef} onDropped={() => setDetailed(undefined)} />
        </div>
      </div>
    </ModalDialog>
  );
}

/** The focus follows from the list to the details, and back to the row that they were opened from. */
function useFocusOfView(dialogRef: RefObject<HTMLDialogElement | null>, id: CatalogueNumber | undefined) {
  const last = useRef(id);
  useEffect(() => {
    const opener = last.current;
    if (opener === id) return;
    last.current = id;
    const target = id === undefined ? `[data-satellite="${opener}"]` : '[data-first-focus]';
    dialogRef.current?.querySelector<HTMLElement>(target)?.focus();
  }, [dialogRef, id]);
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
