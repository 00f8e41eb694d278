import { useAtom, useAtomValue, useSetAtom } from 'jotai';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { MOST_SATELLITES } from '../../../shared/orbit/elements-text.ts';
import { Button } from '../../kit/controls/Button.tsx';
import { DialogHeader } from '../../kit/controls/DialogHeader.tsx';
import { ModalDialog } from '../../kit/controls/ModalDialog.tsx';
import { useKeptFocus } from '../../kit/controls/use-kept-focus.ts';
import { formatCount } from '../../kit/format.ts';
import { StatusIcon } from '../../kit/status/StatusIcon.tsx';
import { AddSatellites } from './AddSatellites.tsx';
import {
  addedSatellitesAtom,
  detailedSatelliteAtom,
  fleetControlAtom,
  isSatellitesOpenAtom,
  keepFailureAtom,
  recordedSatellitesAtom,
} from './atoms.ts';
import { FleetFailure } from './FleetFailure.tsx';
import { FromCelestrak } from './FromCelestrak.tsx';
import { keyOf, type SatelliteKey } from './fleet.ts';
import { SatelliteDetails } from './SatelliteDetails.tsx';
import { SatelliteList } from './SatelliteList.tsx';
import styles from './satellites.module.css';
import { useMissionSatellites } from './use-mission-satellites.ts';

/** The satellites of the mission, those that a user has added to the map, and forms to add more. */
export function SatellitesDialog() {
  const dialogRef = useRef<HTMLDialogElement>(null);
  const setOpen = useSetAtom(isSatellitesOpenAtom);
  const [detailedKey, setDetailed] = useAtom(detailedSatelliteAtom);
  const satellites = [...useMissionSatellites(), ...useAtomValue(addedSatellitesAtom)];
  const detailed = satellites.find((one) => keyOf(one) === detailedKey);
  const closed = () => {
    setOpen(false);
    setDetailed(undefined);
  };
  const close = () => {
    dialogRef.current?.close();
    closed();
  };
  useFocusOfView(dialogRef, detailed && keyOf(detailed));
  return (
    <ModalDialog ref={dialogRef} label="Satellites" className={styles.dialog} onClosed={closed}>
      <DialogHeader title="Satellites" onClose={close} />
      <div className={styles.body}>
        <Failures />
        <FromRecording />
        {detailed && (
          <SatelliteDetails
            key={keyOf(detailed)}
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

/** Moves the focus from the list to the details, and back to the row that opened them. */
function useFocusOfView(dialogRef: RefObject<HTMLDialogElement | null>, id: SatelliteKey | undefined) {
  const last = useRef(id);
  useEffect(() => {
    const opener = last.current;
    if (opener === id) return;
    last.current = id;
    const target = id === undefined ? `[data-key="${opener}"]` : '[data-first-focus]';
    dialogRef.current?.querySelector<HTMLElement>(target)?.focus();
  }, [dialogRef, id]);
}

/** The list of an opened recording replaces the browser's until the user decides. */
function FromRecording() {
  const recorded = useAtomValue(recordedSatellitesAtom);
  const control = useAtomValue(fleetControlAtom);
  const [left, setLeft] = useState(0);
  const own = control?.ownCount() ?? 0;
  const kept = useKeptFocus<HTMLDivElement>();
  return (
    <div {...kept} role="status" tabIndex={-1} className={styles.failures}>
      {recorded && control && (
        <p className={styles.note}>
          These are the satellites of the opened recording, for this visit.{' '}
          {own > 0 && `Your own list of ${formatCount(own)} stays as it is. `}
          <Button onClick={() => setLeft(control.keepRecorded())}>
            {own > 0 ? 'Add them to your own' : 'Keep them'}
          </Button>{' '}
          <Button look="quiet" onClick={control.useOwn}>
            {own > 0 ? 'Use your own' : 'Remove them'}
          </Button>
        </p>
      )}
      {!recorded && left > 0 && (
        <p className={styles.note}>
          <StatusIcon level="caution" /> {formatCount(left)} left out: the list holds up to{' '}
          {formatCount(MOST_SATELLITES)} satellites.
        </p>
      )}
    </div>
  );
}

function Failures() {
  const keepFailure = useAtomValue(keepFailureAtom);
  const kept = useKeptFocus<HTMLDivElement>();
  return (
    <div {...kept} role="status" tabIndex={-1} className={styles.failures}>
      {keepFailure !== undefined && (
        <p className={styles.note}>
          <StatusIcon level="caution" /> The list is not kept in this browser: {keepFailure}. It lasts while
          this page is open.
        </p>
      )}
      <FleetFailure className={styles.note} />
    </div>
  );
}
