import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { SPECIFIED_NETWORK } from '../../../../src/shared/contract/network.ts';
import { sliceAtoms } from '../../../../src/ui/mission/link/atoms.ts';
import { hiddenStationsAtom } from '../../../../src/ui/mission/places/atoms.ts';
import { networkStation, ownStation } from '../../../support/places.ts';
import { transportView } from '../../../support/time-control.tsx';
import { openPlaces } from './open-places.tsx';

type Opened = Awaited<ReturnType<typeof openPlaces>>;

const DISH = ownStation('Dish');
const LIST = { places: [DISH] };

const radioOf = ({ dialog }: Opened, name: string) =>
  dialog.getByRole('checkbox', { name: `Used by the radio: ${name}` });
const usedNames = ({ networks }: Opened) => networks.at(-1)?.map(({ name }) => name);
const undo = ({ dialog, user }: Opened) => user.click(dialog.getByRole('button', { name: 'Undo' }));

describe('the stations of the radio in the dialog Places', () => {
  it('are the specified ones at first, and not the user’s own', async () => {
    const opened = await openPlaces({ kept: LIST });
    for (const { name } of SPECIFIED_NETWORK) expect(radioOf(opened, name)).toBeChecked();
    expect(radioOf(opened, 'Dish')).not.toBeChecked();
    expect(radioOf(opened, 'Dish')).toHaveAccessibleDescription(
      'The spacecraft’s radio uses the specified stations. That belongs to this mission and its recording, for all its consoles; a new mission begins with the specified stations.',
    );
  });

  it('get one of the user’s own, and lose it again by Undo', async () => {
    const opened = await openPlaces({ kept: LIST });
    await opened.user.click(radioOf(opened, 'Dish'));
    expect(opened.networks).toEqual([
      [...SPECIFIED_NETWORK, networkStation('Dish', { id: `own ${DISH.id}`, active: true })],
    ]);
    expect(radioOf(opened, 'Dish')).toBeChecked();
    expect(
      opened.dialog.getByText('The spacecraft’s radio uses Houston, Madrid, Canberra, Baikonur and Dish.'),
    ).toBeVisible();
    await undo(opened);
    expect(opened.networks.at(-1)).toEqual(SPECIFIED_NETWORK);
    expect(radioOf(opened, 'Dish')).not.toBeChecked();
  });

  it('lose a specified one, which comes back in its place', async () => {
    const opened = await openPlaces();
    await opened.user.click(radioOf(opened, 'Houston'));
    expect(usedNames(opened)).toEqual(['Madrid', 'Canberra', 'Baikonur']);
    expect(opened.dialog.getByText('Specified, not in use')).toBeVisible();
    expect(opened.dialog.getByRole('checkbox', { name: 'Show Houston on the map' })).toBeDisabled();
    await opened.user.click(radioOf(opened, 'Houston'));
    expect(opened.networks.at(-1)).toEqual(SPECIFIED_NETWORK);
  });

  it('follow an edited place with one change, and one that is removed', async () => {
    const opened = await openPlaces({ kept: LIST });
    const { user, dialog, field } = opened;
    await user.click(radioOf(opened, 'Dish'));
    await user.click(dialog.getByRole('button', { name: 'Edit Dish' }));
    await user.clear(field('Latitude'));
    await user.type(field('Latitude'), '-33.9');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(opened.networks).toHaveLength(2);
    expect(opened.networks.at(-1)?.at(-1)).toMatchObject({ name: 'Dish', latitude: -33.9 });
    await user.click(dialog.getByRole('button', { name: 'Remove Dish' }));
    expect(usedNames(opened)).toEqual(['Houston', 'Madrid', 'Canberra', 'Baikonur']);
    await undo(opened);
    expect(usedNames(opened)?.at(-1)).toBe('Dish');
    expect(radioOf(opened, 'Dish')).toBeChecked();
  });

  it('stay those of another console when a change of a place is undone', async () => {
    const opened = await openPlaces({ kept: LIST });
    const { user, dialog, networks } = opened;
    await user.click(dialog.getByRole('button', { name: 'Remove Dish' }));
    act(() => opened.showNetwork(SPECIFIED_NETWORK.slice(1)));
    await undo(opened);
    expect(dialog.getByRole('checkbox', { name: 'Show Dish' })).toBeVisible();
    expect(dialog.getByText('Undone.')).toBeVisible();
    expect(networks).toEqual([SPECIFIED_NETWORK.slice(1)]);
  });

  it('stay where they have been changed since, and Undo says so', async () => {
    const opened = await openPlaces({ kept: LIST });
    const { user, dialog } = opened;
    await user.click(radioOf(opened, 'Dish'));
    await user.click(dialog.getByRole('button', { name: 'Remove Dish' }));
    act(() => opened.showNetwork(SPECIFIED_NETWORK.slice(1)));
    await undo(opened);
    expect(
      dialog.getByText('Undone, except for the stations of the radio, which have been changed since.'),
    ).toBeVisible();
    expect(usedNames(opened)).toEqual(['Madrid', 'Canberra', 'Baikonur']);
    await user.click(radioOf(opened, 'Dish'));
    act(() => opened.showNetwork(SPECIFIED_NETWORK));
    expect(dialog.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument();
  });

  it('stay those of the radio where a place is hidden on the map', async () => {
    const opened = await openPlaces({ kept: LIST });
    await opened.user.click(radioOf(opened, 'Dish'));
    await opened.user.click(opened.dialog.getByRole('checkbox', { name: 'Show Dish' }));
    expect(opened.networks).toHaveLength(1);
    expect(opened.store.get(hiddenStationsAtom)).toEqual([`own ${DISH.id}`]);
  });

  it('are restored with the specified places', async () => {
    const opened = await openPlaces();
    await opened.user.click(radioOf(opened, 'Madrid'));
    await opened.user.click(opened.dialog.getByRole('button', { name: 'Restore the specified places' }));
    expect(opened.networks.at(-1)).toEqual(SPECIFIED_NETWORK);
    expect(
      opened.dialog.queryByRole('button', { name: 'Restore the specified places' }),
    ).not.toBeInTheDocument();
  });

  it('include those that the mission has from elsewhere', async () => {
    const opened = await openPlaces();
    act(() => opened.showNetwork([...SPECIFIED_NETWORK, networkStation('Troll')]));
    const group = within(opened.dialog.getByRole('region', { name: 'Ground stations' }));
    expect(group.getByText('Of this mission')).toBeVisible();
    await opened.user.click(radioOf(opened, 'Troll'));
    expect(opened.networks.at(-1)).toEqual(SPECIFIED_NETWORK);
    expect(group.queryByText('Troll')).not.toBeInTheDocument();
  });

  it('may be none: the relay alone carries the link', async () => {
    const opened = await openPlaces();
    for (const { name } of SPECIFIED_NETWORK) await opened.user.click(radioOf(opened, name));
    expect(opened.networks.at(-1)).toEqual([]);
    expect(opened.dialog.getByText('The spacecraft’s radio uses no ground station.')).toBeVisible();
    expect(
      opened.dialog.getByText(/^The relay alone carries the link: commands and telemetry/),
    ).toBeVisible();
  });

  it('are sixteen at most', async () => {
    const opened = await openPlaces({ kept: LIST });
    const many = Array.from({ length: 12 }, (_, index) => networkStation(`Mast ${index}`));
    act(() => opened.showNetwork([...SPECIFIED_NETWORK, ...many]));
    expect(radioOf(opened, 'Dish')).toBeDisabled();
    expect(radioOf(opened, 'Dish')).toHaveAccessibleDescription(/The radio uses up to 16 stations\./);
    expect(radioOf(opened, 'Mast 3')).toBeEnabled();
  });

  it('cannot be changed while a past instant is shown, and the dialog says why', async () => {
    const opened = await openPlaces({ kept: LIST });
    act(() => opened.store.set(sliceAtoms.transport, transportView({ mode: 'replay' })));
    expect(radioOf(opened, 'Houston')).toBeDisabled();
    expect(radioOf(opened, 'Houston')).toHaveAccessibleDescription(
      /A past instant is shown\. Return to live, or take over from here/,
    );
    await opened.user.click(opened.dialog.getByRole('button', { name: 'Remove Dish' }));
    expect(opened.networks).toEqual([]);
  });

  it('stay as they are where the mission refuses, and the dialog says why', async () => {
    const message = 'The simulation is restarting. Try again in a moment.';
    const opened = await openPlaces({ setNetwork: async () => ({ ok: false, message }) });
    await opened.user.click(radioOf(opened, 'Houston'));
    await waitFor(() => expect(screen.getByText(message)).toBeVisible());
    expect(radioOf(opened, 'Houston')).toBeChecked();
  });
});
