import { waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { SATELLITES } from '../../../../src/shared/entities/satellites.ts';
import { placesAtom } from '../../../../src/ui/mission/fleet/places.ts';
import { PLACES_KEY } from '../../../../src/ui/mission/places/atoms.ts';
import { ownPlace } from '../../../support/places.ts';
import { openPlaces, startOwner } from './open-places.tsx';

type Opened = Awaited<ReturnType<typeof openPlaces>>;

const NEW_YORK = SATELLITES.iss.observer.name;
const box = ({ dialog }: Opened, name: string) => dialog.getByRole('checkbox', { name: `Show ${name}` });
const seenFrom = ({ dialog }: Opened) => dialog.getByRole('combobox', { name: 'Seen from' });
const choices = (opened: Opened) =>
  within(seenFrom(opened))
    .getAllByRole('option')
    .map(({ textContent }) => textContent);
const passPlaces = ({ store }: Pick<Opened, 'store'>) => store.get(placesAtom).map(({ name }) => name);

describe('a specified observer', () => {
  it('is hidden from every choice; the other one is then used, and that is taken back', async () => {
    const opened = await openPlaces();
    const { dialog, user } = opened;
    await user.click(box(opened, NEW_YORK));
    expect(dialog.getByText(/New York City hidden\. Both satellites are seen from London\./)).toBeVisible();
    expect(opened.chosen()?.observer?.name).toBe('London');
    expect(seenFrom(opened)).toHaveDisplayValue('London');
    expect(choices(opened)).not.toContain(NEW_YORK);
    expect(passPlaces(opened)).not.toContain(NEW_YORK);
    expect(dialog.getByText('Specified, hidden')).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Undo' }));
    expect(opened.chosen()).toEqual({ stations: [] });
    expect(choices(opened)).toContain(NEW_YORK);
    expect(passPlaces(opened)[0]).toBe(NEW_YORK);
  });

  it('is shown again by its box, and leaves the choice as it is', async () => {
    const opened = await openPlaces();
    await opened.user.click(box(opened, NEW_YORK));
    await opened.user.click(box(opened, NEW_YORK));
    expect(choices(opened)).toContain(NEW_YORK);
    expect(seenFrom(opened)).toHaveDisplayValue('London');
  });

  it('cannot be hidden as the last observer', async () => {
    const opened = await openPlaces();
    await opened.user.click(box(opened, NEW_YORK));
    expect(box(opened, 'London')).toBeDisabled();
    expect(box(opened, NEW_YORK)).toBeEnabled();
  });

  it.each([
    ['the button', (opened: Opened) => opened.dialog.getByRole('button', { name: /^Restore the specified/ })],
    ['the choice', undefined],
  ])('comes back as the default by %s', async (_, button) => {
    const opened = await openPlaces();
    await opened.user.click(box(opened, NEW_YORK));
    if (button) await opened.user.click(button(opened));
    else await opened.user.selectOptions(seenFrom(opened), '');
    expect(box(opened, NEW_YORK)).toBeChecked();
    expect(opened.chosen()).toEqual({ stations: [] });
    expect(opened.entries.has(PLACES_KEY)).toBe(false);
  });

  it('stays hidden over a visit', async () => {
    const first = await openPlaces();
    await first.user.click(box(first, 'London'));
    const kept = first.entries.get(PLACES_KEY);
    const { store, handedOver } = startOwner({ kept: kept ?? '' });
    expect(passPlaces({ store })).not.toContain('London');
    expect(handedOver.at(-1)?.observer?.name).toBe(NEW_YORK);
  });

  it('is back when nobody else is left to see the satellites', async () => {
    const both = { observer: 'id of Berlin', hiddenObservers: ['iss', 'orbita'] as const };
    const opened = await openPlaces({ kept: { places: [ownPlace('Berlin')], ...both } });
    expect(opened.chosen()?.observer?.name).toBe('Berlin');
    await opened.user.click(opened.dialog.getByRole('button', { name: 'Remove Berlin' }));
    expect(opened.chosen()).toEqual({ stations: [] });
    expect(box(opened, NEW_YORK)).toBeChecked();
    expect(box(opened, 'London')).toBeChecked();
  });
});

describe('a specified observer that is edited', () => {
  const edit = async (opened: Opened, height: string) => {
    const { dialog, user, field } = opened;
    await user.click(dialog.getByRole('button', { name: 'Edit London' }));
    expect(dialog.getByText(/replaces the specified London/)).toBeVisible();
    expect(field('Latitude')).toHaveValue('51.5074');
    await user.clear(field('Height'));
    await user.type(field('Height'), height);
    await user.click(dialog.getByRole('button', { name: 'Save' }));
  };

  it('gives way to an own one of its name, which is used and can be removed', async () => {
    const opened = await openPlaces();
    const { dialog, user } = opened;
    await edit(opened, '46');
    expect(opened.chosen()?.observer).toMatchObject({ id: 'own-1', name: 'London', altitudeKm: 0.046 });
    expect(passPlaces(opened).filter((name) => name.startsWith('London'))).toEqual(['London']);
    await waitFor(() => expect(dialog.getByRole('button', { name: 'Add place' })).toBeVisible());
    await user.click(dialog.getByRole('button', { name: 'Restore the specified places' }));
    expect(opened.chosen()).toEqual({ stations: [] });
    expect(passPlaces(opened)).toContain('London');
  });

  it('leaves another observer in use', async () => {
    const opened = await openPlaces({ kept: { places: [ownPlace('Berlin')], observer: 'id of Berlin' } });
    await edit(opened, '46');
    expect(opened.chosen()?.observer?.name).toBe('Berlin');
  });

  it('stays as specified where nothing was changed', async () => {
    const opened = await openPlaces();
    await edit(opened, '0');
    expect(opened.handedOver).toEqual([]);
    expect(opened.entries.has(PLACES_KEY)).toBe(false);
  });
});
