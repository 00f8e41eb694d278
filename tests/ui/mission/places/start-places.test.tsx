import { act } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { RemoteSessionControl } from '../../../../src/shared/contract/session-control.ts';
import type { ChosenPlaces } from '../../../../src/shared/entities/places.ts';
import { linkStateAtom } from '../../../../src/ui/mission/link/atoms.ts';
import {
  PLACES_KEY,
  placeListAtom,
  placesOwnerAtom,
  recordedPlacesAtom,
  refusalAtom,
} from '../../../../src/ui/mission/places/atoms.ts';
import { toKept } from '../../../../src/ui/mission/places/kept-places.ts';
import { ownPlace, ownStation } from '../../../support/places.ts';
import { openPlaces, startOwner } from './open-places.tsx';

const LIST = { places: [ownPlace('Berlin'), ownStation('Dish')], observer: 'id of Berlin' };

describe('the places in use', () => {
  it('are handed over when the page starts, and nothing without places', () => {
    expect(startOwner({ kept: LIST }).handedOver).toMatchObject([
      { observer: { name: 'Berlin' }, stations: [{ name: 'Dish' }] },
    ]);
    expect(startOwner().handedOver).toEqual([]);
  });

  it('are handed over to a new worker again', async () => {
    const { store, handedOver } = startOwner({ kept: LIST });
    await act(async () => store.set(linkStateAtom, { status: 'lost', attempt: 1 }));
    expect(handedOver).toHaveLength(1);
    await act(async () => store.set(linkStateAtom, { status: 'connected' }));
    expect(handedOver).toHaveLength(2);
    expect(handedOver[1]).toEqual(handedOver[0]);
  });

  it('are handed over again while a new worker refuses for a moment, once a second', async () => {
    let isReady = false;
    const setPlaces = vi.fn<RemoteSessionControl['setPlaces']>(async (chosen: ChosenPlaces) =>
      isReady ? { ok: true, value: chosen } : { ok: false, message: 'The simulation is restarting.' },
    );
    const { store, tick } = startOwner({ kept: LIST, setPlaces });
    await act(async () => undefined);
    expect(setPlaces).toHaveBeenCalledTimes(1);
    await tick();
    expect(setPlaces).toHaveBeenCalledTimes(2);
    isReady = true;
    await tick();
    await tick();
    expect(setPlaces).toHaveBeenCalledTimes(3);
    expect(store.get(refusalAtom)).toBeUndefined();
  });

  it('are told as not in use when they are refused for good', async () => {
    const setPlaces = vi.fn(async () => ({ ok: false as const, message: 'The latitude is above 90°.' }));
    const { dialog, tick } = await openPlaces({ kept: LIST, setPlaces });
    for (let second = 0; second < 8; second++) await tick();
    expect(dialog.getByText(/The places are not in use: The latitude is above 90°\./)).toBeVisible();
    expect(setPlaces).toHaveBeenCalledTimes(5);
  });

  it('follow another window', async () => {
    const { handedOver, tellStorage, tick } = startOwner({ kept: LIST });
    tellStorage(JSON.stringify(toKept({ places: [ownStation('Mast')] })));
    await tick();
    expect(handedOver.at(-1)).toMatchObject({ stations: [{ name: 'Mast' }] });
    expect(handedOver.at(-1)?.observer).toBeUndefined();
  });

  it('leave out what is damaged in the storage', () => {
    const text = JSON.stringify(toKept(LIST)).replace('"latitude":52.52', '"latitude":"x"');
    const { store } = startOwner({ kept: text });
    expect(store.get(placeListAtom).places.map(({ name }) => name)).toEqual(['Dish']);
  });

  it.each([
    ['SecurityError', /not kept in this browser: it blocks storage for this page/],
    ['QuotaExceededError', /not kept in this browser: its storage is full/],
  ])('last while the page is open where they cannot be kept (%s)', async (storageFailure, text) => {
    const opened = await openPlaces({ storageFailure });
    await opened.fillIn({ Name: 'Camp', Latitude: '1', Longitude: '2' });
    await opened.save();
    expect(opened.dialog.getByText(text)).toBeVisible();
    expect(opened.dialog.getByRole('checkbox', { name: 'Show Camp' })).toBeChecked();
  });
});

describe('the places of an opened recording', () => {
  const recorded = { observer: ownPlace('Kourou'), stations: [] };

  it('are used instead of the own ones, which stay kept, until these are asked for', async () => {
    const { dialog, user, store, chosen, entries } = await openPlaces({ kept: LIST });
    await act(async () => store.set(recordedPlacesAtom, recorded));
    expect(chosen()).toEqual(recorded);
    expect(entries.get(PLACES_KEY)).toContain('Berlin');
    expect(entries.get(PLACES_KEY)).not.toContain('Kourou');
    expect(dialog.getByText('The places of the opened recording are in use.')).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Use your own' }));
    expect(chosen()).toMatchObject({ observer: { name: 'Berlin' } });
    expect(dialog.queryByRole('button', { name: 'Use your own' })).toBeNull();
    expect(dialog.getByRole('button', { name: 'Add place' })).toHaveFocus();
  });

  it('give way to a change of the own ones', async () => {
    const { dialog, user, store, chosen } = await openPlaces({ kept: LIST });
    await act(async () => store.set(recordedPlacesAtom, recorded));
    await user.selectOptions(dialog.getByRole('combobox', { name: 'Seen from' }), 'New York City');
    expect(chosen()).toMatchObject({ observer: { name: 'New York City' }, stations: [{ name: 'Dish' }] });
  });
});

describe('the observer of a link', () => {
  const query = 'tab=orbital&observer=48.14,11.58,520&name=Munich';

  it('is used in this visit and told, and not kept', () => {
    const { handedOver, toasts, entries } = startOwner({ kept: LIST, query });
    expect(handedOver.at(-1)).toMatchObject({ observer: { name: 'Munich' }, stations: [{ name: 'Dish' }] });
    expect(toasts.map(({ text }) => text)).toEqual([
      'Seen from Munich, as the link says. To keep it, open Places.',
    ]);
    expect(entries.get(PLACES_KEY)).not.toContain('Munich');
  });

  it('is kept on request, and leaves the address', async () => {
    const { dialog, user, chosen, entries, replaced } = await openPlaces({ query });
    await user.click(dialog.getByRole('button', { name: 'Keep' }));
    expect(entries.get(PLACES_KEY)).toContain('Munich');
    expect(dialog.getByRole('combobox', { name: 'Seen from' })).toHaveDisplayValue('Munich');
    expect(chosen()?.observer).toMatchObject({ id: 'own-1', name: 'Munich' });
    expect(replaced).toEqual(['tab=orbital']);
  });

  it('gives way to another choice, and can be chosen again', async () => {
    const { dialog, user, chosen, replaced } = await openPlaces({ query });
    const choice = dialog.getByRole('combobox', { name: 'Seen from' });
    expect(choice).toHaveDisplayValue('Munich (from the link)');
    await user.click(dialog.getByRole('button', { name: 'Restore the specified places' }));
    expect(chosen()).toEqual({ stations: [] });
    expect(replaced).toEqual(['tab=orbital']);
    await user.selectOptions(choice, 'Munich (from the link)');
    expect(chosen()?.observer?.name).toBe('Munich');
  });

  it('is refused in words, and what is kept stays in use', () => {
    const { handedOver, toasts } = startOwner({ kept: LIST, query: 'observer=95,11' });
    expect(toasts).toMatchObject([
      {
        level: 'error',
        text: 'The observer of the link is not used. Latitude is beyond 90°. It goes from −90 to 90.',
      },
    ]);
    expect(handedOver.at(-1)?.observer?.name).toBe('Berlin');
  });

  it('is copied, or it is said why not', async () => {
    const { dialog, user, copied } = await openPlaces({ kept: LIST });
    await user.click(dialog.getByRole('button', { name: 'Copy link of Berlin' }));
    expect(copied).toEqual(['https://orbita.example/?observer=52.52,13.405,34&name=Berlin']);
    expect(await dialog.findByText(/Link that sees the satellites from Berlin copied/)).toBeVisible();

    const copy = async () => {
      throw new Error('this page has no access to the clipboard');
    };
    const { store } = startOwner({ copy });
    expect(await store.get(placesOwnerAtom)?.copyLink(ownPlace('Berlin'))).toEqual({
      ok: false,
      message: 'The link was not copied: this page has no access to the clipboard.',
    });
  });
});
