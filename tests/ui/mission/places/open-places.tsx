import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createStore } from 'jotai';
import { vi } from 'vitest';
import { type NetworkStation, SPECIFIED_NETWORK } from '../../../../src/shared/contract/network.ts';
import type { ChosenPlaces } from '../../../../src/shared/entities/places.ts';
import { epochMs } from '../../../../src/shared/kit/units.ts';
import { DownloadContext, type ExportFile } from '../../../../src/ui/kit/files/download.ts';
import { browserStorageAtom } from '../../../../src/ui/kit/page/kept-atom.ts';
import type { Toast } from '../../../../src/ui/kit/toasts/announce.ts';
import {
  linkStateAtom,
  missionSecondAtom,
  sliceAtoms,
  wallSecondAtom,
} from '../../../../src/ui/mission/link/atoms.ts';
import { isPlacesOpenAtom, PLACES_KEY } from '../../../../src/ui/mission/places/atoms.ts';
import { toKept } from '../../../../src/ui/mission/places/kept-places.ts';
import { Places } from '../../../../src/ui/mission/places/Places.tsx';
import type { PlaceList } from '../../../../src/ui/mission/places/place-list.ts';
import { type PlacesEffects, startPlaces } from '../../../../src/ui/mission/places/start-places.ts';
import { contactsWith, planOf } from '../../../support/contact-plans.ts';
import { renderWithStore } from '../../../support/render.tsx';
import { createStorage } from '../fleet/open-dialog.tsx';

export const NOW = epochMs(Date.UTC(2026, 10, 22, 12));

interface Options {
  readonly kept?: PlaceList | string;
  readonly query?: string;
  readonly storageFailure?: string;
  readonly geolocation?: ReturnType<PlacesEffects['geolocation']>;
  readonly setPlaces?: PlacesEffects['setPlaces'];
  readonly setNetwork?: PlacesEffects['setNetwork'];
  readonly copy?: PlacesEffects['copy'];
}

/** Starts the owner of the places, with a connected link. */
export function startOwner({ kept, query = '', storageFailure, geolocation, ...rest }: Options = {}) {
  const store = createStore();
  store.set(missionSecondAtom, NOW);
  store.set(linkStateAtom, { status: 'connected' });
  const { entries, storage } = createStorage(storageFailure);
  if (kept !== undefined)
    entries.set(PLACES_KEY, typeof kept === 'string' ? kept : JSON.stringify(toKept(kept)));
  const handedOver: ChosenPlaces[] = [];
  const toasts: Toast[] = [];
  const copied: string[] = [];
  const replaced: string[] = [];
  let tellStorage: (event: { key: string | null; newValue: string | null }) => void = () => {};
  /** Sets the network as the worker's answer does. */
  const showNetwork = (network = SPECIFIED_NETWORK) => {
    networks.push(network);
    store.set(sliceAtoms.contacts, { ...planOf(contactsWith()), network: structuredClone(network) });
  };
  const networks: (readonly NetworkStation[])[] = [];
  let ids = 0;
  let seconds = 0;
  store.set(browserStorageAtom, {
    storage: () => storage,
    onStorage(callback) {
      tellStorage = callback;
      return () => {};
    },
  });
  startPlaces({
    store,
    query: new URLSearchParams(query),
    origin: 'https://orbita.example',
    currentQuery: () => new URLSearchParams(replaced.at(-1) ?? query),
    replaceQuery: (text) => void replaced.push(text),
    newId: () => {
      ids += 1;
      return `own-${ids}`;
    },
    geolocation: () => geolocation,
    copy: async (text) => void copied.push(text),
    announce: (toast) => void toasts.push(toast),
    setPlaces: async (chosen) => {
      handedOver.push(chosen);
      return { ok: true, value: chosen };
    },
    setNetwork: async (stations) => {
      showNetwork(stations);
      return { ok: true, value: undefined };
    },
    ...rest,
  });
  return {
    store,
    entries,
    handedOver,
    networks,
    showNetwork,
    toasts,
    copied,
    replaced,
    /** Simulates a change of the storage by another window. */
    tellStorage: (newValue: string | null) => act(() => tellStorage({ key: PLACES_KEY, newValue })),
    /** Advances by a second. */
    tick: () =>
      act(async () => {
        seconds += 1;
        store.set(wallSecondAtom, epochMs(NOW + 1000 * seconds));
      }),
  };
}

/** Opens the dialog over an empty or stored list. */
export async function openPlaces(options: Options = {}) {
  const user = userEvent.setup();
  const owner = startOwner(options);
  const { store } = owner;
  store.set(isPlacesOpenAtom, true);
  const download = vi.fn<(file: ExportFile) => void>();
  renderWithStore(
    <DownloadContext value={download}>
      <Places />
    </DownloadContext>,
    store,
  );
  const dialog = within(await screen.findByRole('dialog', { name: 'Places' }));
  const field = (name: string) => dialog.getByRole('textbox', { name });
  return {
    ...owner,
    user,
    dialog,
    field,
    download,
    chosen: () => owner.handedOver.at(-1),
    /** Opens the form and fills it in. */
    async fillIn(values: Readonly<Record<string, string>>) {
      await user.click(dialog.getByRole('button', { name: 'Add place' }));
      for (const [name, text] of Object.entries(values)) {
        await user.clear(field(name));
        if (text !== '') await user.type(field(name), text);
      }
    },
    save: () => user.click(dialog.getByRole('button', { name: 'Add place' })),
  };
}

export const BERLIN = { Name: 'Berlin', Latitude: '52.52', Longitude: '13,405', Height: '34' };
