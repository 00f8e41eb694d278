import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { readTab } from '../../../../src/ui/mission/navigation/address.ts';
import {
  hiddenStationsAtom,
  isPickingAtom,
  isPlacesOpenAtom,
  PLACES_KEY,
} from '../../../../src/ui/mission/places/atoms.ts';
import { toKept } from '../../../../src/ui/mission/places/kept-places.ts';
import { placeFile } from '../../../../src/ui/mission/places/place-file.ts';
import { ownPlace, ownStation } from '../../../support/places.ts';
import { BERLIN, openPlaces } from './open-places.tsx';

type Opened = Awaited<ReturnType<typeof openPlaces>>;

const rows = ({ dialog }: Opened, group: string) =>
  within(dialog.getByRole('region', { name: group }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);
const seenFrom = ({ dialog }: Opened) => dialog.getByRole('combobox', { name: 'Seen from' });
const LIST = { places: [ownPlace('Berlin'), ownStation('Dish')], observer: 'id of Berlin' };

describe('the dialog Places', () => {
  it('lists the specified places first and marks them', async () => {
    const opened = await openPlaces();
    expect(rows(opened, 'Observers')).toEqual([
      'New York City Specified, for ISS40.71° N, 74.01° W, 0 m, mask 0°Edit',
      'London Specified, for ORBITA-151.51° N, 0.13° W, 0 m, mask 0°Edit',
    ]);
    expect(rows(opened, 'Ground stations')).toHaveLength(4);
    expect(seenFrom(opened)).toHaveDisplayValue('As specified: New York City, London');
    expect(opened.dialog.getByText('The spacecraft’s radio uses the specified stations.')).toBeVisible();
    expect(opened.dialog.queryByRole('button', { name: /Remove/ })).not.toBeInTheDocument();
    expect(opened.handedOver).toEqual([]);
  });

  it('adds an observer by the keyboard, keeps it, and sees both satellites from it', async () => {
    const opened = await openPlaces();
    const { dialog, user, entries, field } = opened;
    dialog.getByRole('button', { name: 'Add place' }).focus();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(field('Name')).toHaveFocus());
    await user.keyboard('Berlin{Tab}{Tab}52° 31′ 12″ N{Tab}13,405{Tab}34{Enter}');
    expect(rows(opened, 'Observers')[2]).toBe('Berlin 52.52° N, 13.40° E, 34 m, mask 0°EditCopy linkRemove');
    expect(dialog.getByRole('button', { name: 'Add place' })).toHaveFocus();
    expect(entries.get(PLACES_KEY)).toContain('"name":"Berlin"');
    expect(seenFrom(opened)).toHaveDisplayValue('Berlin');
    expect(opened.chosen()).toEqual({
      observer: {
        id: 'own-1',
        name: 'Berlin',
        latitude: 52.52,
        longitude: 13.405,
        altitudeKm: 0.034,
        mask: 0,
      },
      stations: [],
    });
    expect(rows(opened, 'Observers')[0]).toContain('Specified, not used');
  });

  it('says what is wrong in each field, and stays', async () => {
    const opened = await openPlaces();
    const { field } = opened;
    await opened.fillIn({ Name: ' ', Latitude: '91', Longitude: '13 S', Height: '10 km', Mask: '90' });
    await opened.save();
    expect(field('Name')).toHaveFocus();
    expect(field('Name')).toHaveAccessibleDescription('Enter a name.');
    expect(field('Latitude')).toHaveAccessibleDescription(
      /^Latitude is beyond 90°\. It goes from −90 to 90\./,
    );
    expect(field('Longitude')).toHaveAccessibleDescription(/^Longitude is not an angle/);
    expect(field('Height')).toHaveAccessibleDescription(/^Height is not a number/);
    expect(field('Mask')).toHaveAccessibleDescription(/^Mask goes from 0 to 89°/);
    expect(field('Latitude')).toBeInvalid();
    await opened.user.clear(field('Latitude'));
    await opened.user.type(field('Latitude'), '51');
    expect(field('Latitude')).toBeValid();
    expect(opened.handedOver).toEqual([]);
  });

  it('takes both coordinates from a text that a map has copied', async () => {
    const { dialog, user, field } = await openPlaces();
    await user.click(dialog.getByRole('button', { name: 'Add place' }));
    await user.click(field('Latitude'));
    await user.paste('-33.86, 151.21');
    expect(field('Latitude')).toHaveValue('-33.86');
    expect(field('Longitude')).toHaveValue('151.21');
  });

  it('fills the form from the built-in lists: a city, or a station with its mask', async () => {
    const opened = await openPlaces();
    const { dialog, user, field } = opened;
    await user.click(dialog.getByRole('button', { name: 'Add place' }));
    await user.type(dialog.getByRole('searchbox', { name: 'Search cities and stations' }), 'zurich');
    await user.click(await dialog.findByRole('button', { name: /Zürich Switzerland/ }));
    expect(field('Name')).toHaveValue('Zürich');
    expect(field('Latitude')).toHaveValue('47.37');
    await user.clear(dialog.getByRole('searchbox'));
    await user.type(dialog.getByRole('searchbox'), 'svalbard{Enter}');
    expect(field('Name')).toHaveValue('Svalbard');
    expect(dialog.getByRole('combobox', { name: 'Kind' })).toHaveDisplayValue('Ground station');
    expect(field('Mask')).toHaveValue('5');
    await opened.save();
    expect(opened.chosen()?.stations.map(({ name, mask }) => [name, mask])).toEqual([['Svalbard', 5]]);
  });

  it('says that a search finds nothing', async () => {
    const { dialog, user } = await openPlaces();
    await user.click(dialog.getByRole('button', { name: 'Add place' }));
    await user.type(dialog.getByRole('searchbox'), 'atlantis');
    expect(await dialog.findByText('No such city or station. Enter the place yourself.')).toBeVisible();
  });

  it('edits a place, which stays the one that is chosen', async () => {
    const opened = await openPlaces({ kept: LIST });
    const { dialog, user, field } = opened;
    await user.click(dialog.getByRole('button', { name: 'Edit Berlin' }));
    expect(field('Height')).toHaveValue('34');
    await user.clear(field('Name'));
    await user.type(field('Name'), 'Potsdam');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(dialog.getByRole('button', { name: 'Edit Potsdam' })).toHaveFocus();
    expect(seenFrom(opened)).toHaveDisplayValue('Potsdam');
    expect(opened.chosen()?.observer).toMatchObject({ id: 'id of Berlin', name: 'Potsdam' });
  });

  it('keeps what has been typed when the dialog is closed and opened again, and no empty form', async () => {
    const { user, dialog, store, fillIn } = await openPlaces();
    await fillIn({ Name: 'Camp' });
    await user.click(dialog.getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    store.set(isPlacesOpenAtom, true);
    const name = await screen.findByRole('textbox', { name: 'Name' });
    expect(name).toHaveValue('Camp');
    await user.clear(name);
    await user.click(screen.getByRole('button', { name: 'Close' }));
    store.set(isPlacesOpenAtom, true);
    expect(await screen.findByRole('button', { name: 'Import' })).toBeVisible();
  });

  it('leaves the list as it was when the form is cancelled', async () => {
    const opened = await openPlaces();
    await opened.fillIn(BERLIN);
    await opened.user.click(opened.dialog.getByRole('button', { name: 'Cancel' }));
    expect(rows(opened, 'Observers')).toHaveLength(2);
  });

  it('hides a station from the mission, and shows it again', async () => {
    const { dialog, user, chosen } = await openPlaces({ kept: LIST });
    const box = dialog.getByRole('checkbox', { name: 'Show Dish' });
    await user.click(box);
    expect(chosen()?.stations).toEqual([]);
    await user.click(box);
    expect(chosen()?.stations).toHaveLength(1);
  });

  it('hides a specified station on the map, until the specified places are restored', async () => {
    const { dialog, user, store, entries } = await openPlaces();
    const box = dialog.getByRole('checkbox', { name: 'Show Madrid on the map' });
    await user.click(box);
    expect(box).not.toBeChecked();
    expect(dialog.getByText('Specified, not on the map')).toBeVisible();
    expect(store.get(hiddenStationsAtom)).toEqual(['madrid']);
    await user.click(dialog.getByRole('button', { name: 'Restore the specified places' }));
    expect(dialog.getByText(/^The specified places are in use\./)).toBeVisible();
    expect(box).toBeChecked();
    expect(entries.has(PLACES_KEY)).toBe(false);
  });

  it('takes a removal back', async () => {
    const opened = await openPlaces({ kept: LIST });
    const { dialog, user } = opened;
    await user.click(dialog.getByRole('button', { name: 'Remove Berlin' }));
    expect(dialog.getByText(/Berlin removed\./)).toBeVisible();
    expect(opened.chosen()?.observer).toBeUndefined();
    await user.click(dialog.getByRole('button', { name: 'Undo' }));
    expect(opened.chosen()?.observer?.name).toBe('Berlin');
    expect(opened.entries.get(PLACES_KEY)).toContain('Berlin');
  });

  it.each<[string, (opened: Opened) => Promise<unknown> | unknown]>([
    ['here', ({ dialog, user }) => user.click(dialog.getByRole('checkbox', { name: 'Show Dish' }))],
    [
      'in another window',
      ({ tellStorage }) => tellStorage(JSON.stringify(toKept({ places: [ownPlace('Rome')] }))),
    ],
  ])('does not take a removal back once the list has been changed %s', async (_, change) => {
    const opened = await openPlaces({ kept: LIST });
    const { dialog, user } = opened;
    await user.click(dialog.getByRole('button', { name: 'Remove Berlin' }));
    expect(dialog.getByRole('button', { name: 'Undo' })).toBeVisible();
    await change(opened);
    expect(dialog.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument();
  });

  it('restores the specified places, and takes that back', async () => {
    const opened = await openPlaces({ kept: LIST });
    const { dialog, user } = opened;
    await user.click(dialog.getByRole('button', { name: 'Restore the specified places' }));
    expect(opened.chosen()).toEqual({ stations: [] });
    expect(seenFrom(opened)).toHaveDisplayValue(/^As specified/);
    expect(dialog.queryByRole('button', { name: 'Restore the specified places' })).not.toBeInTheDocument();
    await user.click(dialog.getByRole('button', { name: 'Undo' }));
    expect(opened.chosen()).toMatchObject({ observer: { name: 'Berlin' }, stations: [{ name: 'Dish' }] });
  });

  it('makes room for the map, and keeps what is typed', async () => {
    // The passes have no map.
    window.history.replaceState(null, '', '?tab=orbital&satellite=passes');
    const { user, dialog, store, fillIn } = await openPlaces();
    await fillIn({ Name: 'Camp' });
    await user.click(dialog.getByRole('button', { name: 'Pick on the map' }));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(store.get(isPickingAtom)).toBe(true);
    expect(readTab(new URLSearchParams(window.location.search))).toBe('overview');
    store.set(isPlacesOpenAtom, true);
    expect(await screen.findByRole('textbox', { name: 'Name' })).toHaveValue('Camp');
    await waitFor(() => expect(store.get(isPickingAtom)).toBe(false));
  });
});

describe('files of places', () => {
  const fileOf = (text: string, name = 'places.json') => new File([text], name, { type: 'application/json' });
  const input = ({ dialog }: Opened) => dialog.getByLabelText('File of places');

  it('are exported', async () => {
    const { dialog, user, download } = await openPlaces({ kept: LIST });
    await user.click(dialog.getByRole('button', { name: 'Export' }));
    expect(download).toHaveBeenCalledWith(placeFile(LIST.places));
  });

  it('are imported once, and that is taken back', async () => {
    const opened = await openPlaces({ kept: { places: [ownPlace('Berlin')] } });
    const { dialog, user } = opened;
    const { text } = placeFile(LIST.places);
    await user.upload(input(opened), fileOf(text));
    expect(await dialog.findByText(/1 place imported, 1 already in the list\./)).toBeVisible();
    expect(rows(opened, 'Ground stations')).toHaveLength(5);
    await user.click(dialog.getByRole('button', { name: 'Undo' }));
    expect(rows(opened, 'Ground stations')).toHaveLength(4);
  });

  it.each([
    ['a foreign file', '{"type":"FeatureCollection"}', /Nothing imported\. This is not a file of places/],
    ['a damaged file', placeFile([ownPlace('X')]).text.slice(0, 80), /Nothing imported\. This is not a file/],
    ['a file that is too large', ' '.repeat(300_000), /Nothing imported\. The file is too large/],
  ])('are refused without a change: %s', async (_, text, message) => {
    const opened = await openPlaces({ kept: LIST });
    const before = opened.entries.get(PLACES_KEY);
    await opened.user.upload(input(opened), fileOf(text));
    expect(await opened.dialog.findByText(message)).toBeVisible();
    expect(opened.entries.get(PLACES_KEY)).toBe(before);
  });

  it('are refused where there is no room', async () => {
    const many = Array.from({ length: 100 }, (_, index) => ownPlace(`Place ${index}`));
    const opened = await openPlaces({ kept: { places: many } });
    expect(opened.dialog.getByRole('button', { name: 'Add place' })).toBeDisabled();
    await opened.user.upload(input(opened), fileOf(placeFile([ownPlace('One more')]).text));
    expect(
      await opened.dialog.findByText(/The list holds up to 100 places and has no room for 1 place\./),
    ).toBeVisible();
  });
});

describe('the location of the device', () => {
  const located = { coords: { latitude: 48.1374, longitude: 11.5755, altitude: 520.4 } };

  it('is asked for only after it is said what happens, and fills the form', async () => {
    let asked = 0;
    const opened = await openPlaces({
      geolocation: {
        getCurrentPosition(take) {
          asked += 1;
          take(located as GeolocationPosition);
        },
      },
    });
    const { dialog, user, field } = opened;
    await user.click(dialog.getByRole('button', { name: 'Add place' }));
    await user.click(dialog.getByRole('button', { name: 'Use my location' }));
    expect(
      dialog.getByText(/The position leaves this browser only with what you save or share yourself/),
    ).toBeVisible();
    expect(asked).toBe(0);
    await user.click(dialog.getByRole('button', { name: 'Find my location' }));
    expect(field('Latitude')).toHaveValue('48.1374');
    expect(field('Longitude')).toHaveValue('11.5755');
    expect(field('Height')).toHaveValue('520');
    expect(dialog.queryByText(/The position stays/)).not.toBeInTheDocument();
  });

  it.each([
    [1, /did not allow this page to use the location/],
    [2, /could not determine its location/],
    [3, /took too long/],
  ])('is refused in words (%i)', async (code, message) => {
    const opened = await openPlaces({
      geolocation: {
        getCurrentPosition: (_, refuse) => refuse?.({ code } as GeolocationPositionError),
      },
    });
    const { dialog, user } = opened;
    await user.click(dialog.getByRole('button', { name: 'Add place' }));
    await user.click(dialog.getByRole('button', { name: 'Use my location' }));
    await user.click(dialog.getByRole('button', { name: 'Find my location' }));
    expect(await dialog.findByText(message)).toBeVisible();
  });

  it('is not available everywhere', async () => {
    const { dialog, user } = await openPlaces();
    await user.click(dialog.getByRole('button', { name: 'Add place' }));
    await user.click(dialog.getByRole('button', { name: 'Use my location' }));
    await user.click(dialog.getByRole('button', { name: 'Find my location' }));
    expect(await dialog.findByText(/The location needs HTTPS/)).toBeVisible();
  });
});

describe('local time', () => {
  it('is shown beside UTC on request, in a zone of choice', async () => {
    const { dialog, user, entries } = await openPlaces();
    expect(dialog.queryByText(/local$/)).not.toBeInTheDocument();
    await user.click(dialog.getByRole('checkbox', { name: 'Show local time beside UTC' }));
    await user.selectOptions(dialog.getByRole('combobox', { name: 'Time zone' }), 'Asia/Tokyo');
    expect(dialog.getByText('12:00 UTC')).toBeVisible();
    expect(dialog.getByText('Sun 21:00 local')).toBeVisible();
    expect(entries.get(PLACES_KEY)).toContain('"zone":"Asia/Tokyo"');
    await user.click(dialog.getByRole('checkbox', { name: 'Show local time beside UTC' }));
    expect(entries.has(PLACES_KEY)).toBe(false);
  });
});
