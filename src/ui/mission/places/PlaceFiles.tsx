import { useAtomValue } from 'jotai';
import { useContext } from 'react';
import { Button } from '../../kit/controls/Button.tsx';
import { DownloadContext } from '../../kit/files/download.ts';
import { FileButton } from '../../kit/files/FileButton.tsx';
import { readFileText } from '../../kit/files/file-text.ts';
import { type PlacesOwner, placeListAtom } from './atoms.ts';
import { MOST_FILE_BYTES, placeFile, readPlaceFile } from './place-file.ts';
import { addPlaces, isSamePlace, MOST_PLACES, type PlaceList } from './place-list.ts';

interface Props {
  readonly owner: PlacesOwner;
  readonly onDone: (list: PlaceList, text: string) => void;
  /** @param text a sentence */
  readonly onFailure: (text: string) => void;
}

const places = (count: number): string => `${count} place${count === 1 ? '' : 's'}`;

/** Exports the user's own places as a file, and imports those of a file: all or none. */
export function PlaceFiles({ owner, onDone, onFailure }: Props) {
  const list = useAtomValue(placeListAtom);
  const download = useContext(DownloadContext);
  const take = async (file: File) => {
    if (file.size > MOST_FILE_BYTES) {
      onFailure('Nothing imported. The file is too large for a list of places.');
      return;
    }
    const text = await readFileText(file);
    const read = text.ok ? readPlaceFile(text.value) : text;
    if (!read.ok) {
      onFailure(`Nothing imported. ${read.message}`);
      return;
    }
    const before = owner.state().list;
    const added = read.value.filter((place) => !before.places.some((one) => isSamePlace(one, place)));
    if (before.places.length + added.length > MOST_PLACES) {
      onFailure(
        `Nothing imported. The list holds up to ${MOST_PLACES} places and has no room for ${places(added.length)}.`,
      );
      return;
    }
    const known = read.value.length - added.length;
    onDone(
      addPlaces(
        before,
        added.map((place) => ({ ...place, id: owner.newId(), isShown: true })),
      ),
      `${places(added.length)} imported${known > 0 ? `, ${known} already in the list` : ''}.`,
    );
  };
  return (
    <>
      <FileButton
        label="Import"
        filesName="File of places"
        accept=".json,application/json"
        onFiles={([file]) => file && void take(file)}
      />
      <Button disabled={list.places.length === 0} onClick={() => download(placeFile(list.places))}>
        Export
      </Button>
    </>
  );
}
