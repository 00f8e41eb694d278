import { useAtom, useAtomValue, useSetAtom } from 'jotai';
import { useRef, useState } from 'react';
import { isSameNetwork, type NetworkStation, SPECIFIED_NETWORK } from '../../../shared/contract/network.ts';
import type { PlaceId } from '../../../shared/entities/place.ts';
import { Button } from '../../kit/controls/Button.tsx';
import {
  isVisitorUsedAtom,
  networkAtom,
  type PlacesOwner,
  type PlacesState,
  placeFormAtom,
  placeListAtom,
  recordedPlacesAtom,
  whyNoRadioAtom,
} from './atoms.ts';
import { LocalTime } from './LocalTime.tsx';
import { PlaceFiles } from './PlaceFiles.tsx';
import { PlaceRows } from './PlaceRows.tsx';
import { EMPTY_FORM, withKind } from './place-form.ts';
import { isAsSpecified, MOST_PLACES, type PlaceList, restoreSpecified } from './place-list.ts';
import styles from './places.module.css';
import { RadioNote } from './RadioNote.tsx';
import { SeenFrom } from './SeenFrom.tsx';

interface BeforeAndAfter<T> {
  readonly before: T;
  readonly after: T;
}

/** The last change, and what it has changed, to be undone while nothing else has. */
interface LastChange {
  readonly text: string;
  readonly places?: BeforeAndAfter<PlacesState>;
  /** Stations of the radio; absent if it kept them. */
  readonly radio?: BeforeAndAfter<readonly NetworkStation[]> | undefined;
}

const isSameState = (one: PlacesState, other: PlacesState): boolean =>
  one.list === other.list && one.isVisitorUsed === other.isVisitorUsed;

/** The observer of both satellites, and all places. */
export function PlacesOverview({ owner }: { readonly owner: PlacesOwner }) {
  const list = useAtomValue(placeListAtom);
  const isVisitorUsed = useAtomValue(isVisitorUsedAtom);
  const [recorded, setRecorded] = useAtom(recordedPlacesAtom);
  const setForm = useSetAtom(placeFormAtom);
  const [done, setDone] = useState<LastChange>();
  const addRef = useRef<HTMLButtonElement>(null);
  const network = useAtomValue(networkAtom);
  const isReadOnly = useAtomValue(whyNoRadioAtom) !== undefined;
  const isSpecified =
    isAsSpecified(list) && !isVisitorUsed && (isReadOnly || isSameNetwork(network, SPECIFIED_NETWORK));
  const isFull = list.places.length >= MOST_PLACES;

  const changesRadio = (next: readonly NetworkStation[]): boolean =>
    !isReadOnly && !isSameNetwork(next, network);
  /** Updates the radio if possible: not while a past instant is shown. */
  const changeNetwork = async (next: readonly NetworkStation[]): Promise<void> => {
    if (!changesRadio(next)) return;
    const outcome = await owner.setNetwork(next);
    if (!outcome.ok) setDone({ text: outcome.message });
  };
  const finish = (text: string, before: PlacesState, nextNetwork: readonly NetworkStation[]) => {
    const radio = changesRadio(nextNetwork) ? { before: network, after: nextNetwork } : undefined;
    setDone({ text, places: { before, after: owner.state() }, radio });
    void changeNetwork(nextNetwork);
  };
  const change = (next: PlaceList, text: string, nextNetwork = network) => {
    const before = owner.state();
    if (next !== before.list) owner.change(next);
    finish(text, before, nextNetwork);
  };
  const restore = () => {
    const before = owner.state();
    owner.chooseObserver(undefined);
    owner.change(restoreSpecified(owner.state().list));
    const own = before.list.places.length > 0 ? ' Your own are hidden.' : '';
    finish(`The specified places are in use.${own}`, before, SPECIFIED_NETWORK);
  };
  const { places, radio } = done ?? {};
  const hasChangedPlaces = places && !isSameState(places.before, places.after);
  const isRadioAsChanged = radio && isSameNetwork(network, radio.after);
  const canUndo =
    places && isSameState(places.after, { list, isVisitorUsed }) && (hasChangedPlaces || isRadioAsChanged);
  const undo = () => {
    if (hasChangedPlaces) owner.restore(places.before);
    // The new stations may not have arrived yet.
    const isRadioOfOthers = radio && !isRadioAsChanged && !isSameNetwork(network, radio.before);
    setDone({
      text: isRadioOfOthers
        ? 'Undone, except for the stations of the radio, which have been changed since.'
        : 'Undone.',
    });
    if (isRadioAsChanged) void changeNetwork(radio.before);
    addRef.current?.focus();
  };
  const copyLink = async (id: PlaceId) => {
    const place = list.places.find((one) => one.id === id);
    if (!place) return;
    const copied = await owner.copyLink(place);
    setDone({
      text: copied.ok ? `Link that sees the satellites from ${place.name} copied.` : copied.message,
    });
  };
  return (
    <>
      {recorded && (
        <p className={styles.visitor}>
          <span>The places of the opened recording are in use.</span>
          <Button
            onClick={() => {
              setRecorded(undefined);
              addRef.current?.focus();
            }}
          >
            Use your own
          </Button>
        </p>
      )}
      <SeenFrom owner={owner} onRestore={isSpecified ? undefined : restore} />
      <div className={styles.actions}>
        <Button
          ref={addRef}
          data-place=""
          look="primary"
          disabled={isFull}
          onClick={() => setForm(withKind(EMPTY_FORM, 'observer'))}
        >
          Add place
        </Button>
        <PlaceFiles owner={owner} onDone={change} onFailure={(text) => setDone({ text })} />
      </div>
      <p role="status" className={styles.outcome}>
        {done && (
          <>
            {done.text}{' '}
            {canUndo && (
              <Button look="quiet" onClick={undo}>
                Undo
              </Button>
            )}
          </>
        )}
      </p>
      {isFull && <p className={styles.note}>The list is full: {MOST_PLACES} places. Remove one first.</p>}
      <PlaceRows owner={owner} onChange={change} onCopyLink={copyLink} />
      <RadioNote />
      <LocalTime list={list} onChange={owner.change} />
    </>
  );
}
