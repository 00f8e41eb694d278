import { useAtom, useAtomValue, useSetAtom } from 'jotai';
import { type RefObject, useEffect, useRef } from 'react';
import { DialogHeader } from '../../kit/controls/DialogHeader.tsx';
import { ModalDialog } from '../../kit/controls/ModalDialog.tsx';
import { StatusIcon } from '../../kit/status/StatusIcon.tsx';
import { useShowMap } from '../navigation/shown-map.ts';
import {
  isPickingAtom,
  isPlacesOpenAtom,
  keepFailureAtom,
  type PlaceForm,
  placeFormAtom,
  placeListAtom,
  placesOwnerAtom,
  refusalAtom,
} from './atoms.ts';
import { PlaceEditor } from './PlaceEditor.tsx';
import { PlacesOverview } from './PlacesOverview.tsx';
import { isUntouched } from './place-form.ts';
import { stationsLeftOut } from './place-list.ts';
import styles from './places.module.css';

/** Observers and ground stations, and the choice of the observer for both satellites. */
export function PlacesDialog() {
  const dialogRef = useRef<HTMLDialogElement>(null);
  const setOpen = useSetAtom(isPlacesOpenAtom);
  const setPicking = useSetAtom(isPickingAtom);
  const [form, setForm] = useAtom(placeFormAtom);
  const owner = useAtomValue(placesOwnerAtom);
  const { places } = useAtomValue(placeListAtom);
  const showMap = useShowMap();
  const isMakingRoom = useRef(false);
  /** Typed text is kept for when the dialog is opened again. */
  const closed = () => {
    setOpen(false);
    if (!isMakingRoom.current && form && isUntouched(form, places)) setForm(undefined);
  };
  const close = () => {
    dialogRef.current?.close();
    closed();
  };
  /** Closes the dialog to show the map. */
  const pick = () => {
    isMakingRoom.current = true;
    dialogRef.current?.close();
    setOpen(false);
    setPicking(true);
    showMap();
  };
  useFocusOfView(dialogRef, form);
  // Opening the dialog by other means, such as the palette, ends picking on the map.
  useEffect(() => setPicking(false), [setPicking]);
  return (
    <ModalDialog ref={dialogRef} label="Places" className={styles.dialog} onClosed={closed}>
      <DialogHeader title="Places" onClose={close} />
      <div className={styles.body}>
        <Failures />
        {!owner && <p className={styles.note}>Loading the places…</p>}
        {owner && form && <PlaceEditor owner={owner} form={form} onPick={pick} />}
        {owner && !form && <PlacesOverview owner={owner} />}
      </div>
    </ModalDialog>
  );
}

/** Moves the focus from the form back to the edited place, or to the button that opens the form. */
function useFocusOfView(dialogRef: RefObject<HTMLDialogElement | null>, form: PlaceForm | undefined) {
  const last = useRef(form);
  useEffect(() => {
    const left = form ? undefined : last.current;
    last.current = form;
    if (!left) return;
    const dialog = dialogRef.current;
    const opener = dialog?.querySelector<HTMLElement>(`[data-place="${left.id ?? ''}"]`);
    (opener ?? dialog?.querySelector<HTMLElement>('[data-place=""]'))?.focus();
  }, [dialogRef, form]);
}

function Failures() {
  const keepFailure = useAtomValue(keepFailureAtom);
  const refusal = useAtomValue(refusalAtom);
  const leftOut = stationsLeftOut(useAtomValue(placeListAtom));
  return (
    <div role="status" className={styles.failures}>
      {keepFailure !== undefined && (
        <p className={styles.note}>
          <StatusIcon level="caution" /> The places are not kept in this browser: {keepFailure}. They last
          while this page is open.
        </p>
      )}
      {refusal !== undefined && (
        <p className={styles.note}>
          <StatusIcon level="caution" /> The places are not in use: {refusal}
        </p>
      )}
      {leftOut > 0 && (
        <p className={styles.note}>
          <StatusIcon level="caution" /> {leftOut} of the shown stations {leftOut === 1 ? 'has' : 'have'} no
          passes: too many are shown. Hide some.
        </p>
      )}
    </div>
  );
}
