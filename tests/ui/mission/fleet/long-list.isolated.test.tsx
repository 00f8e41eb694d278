import 'fake-indexeddb/auto';
import { cleanup } from '@testing-library/react';
import { deleteDB } from 'idb';
import { afterEach, expect, it } from 'vitest';
import { CATALOGUE, ELEMENT_GROUPS } from '../../../../src/shared/contract/celestrak.ts';
import { succeeded } from '../../../../src/shared/kit/result.ts';
import { addedSatellitesAtom, SATELLITES_KEY } from '../../../../src/ui/mission/fleet/atoms.ts';
import { syntheticElements } from '../../../support/synthetic-fleet.ts';
import { openDialog } from './open-dialog.tsx';

const DATABASE = 'orbita-satellites';
const COUNT = 1200;

afterEach(() => deleteDB(DATABASE));

const catalogue = Array.from({ length: COUNT }, (_, number) => syntheticElements(number + 1));

/** Opens the dialog after all active satellites have been added. */
async function openWithCatalogue() {
  const opened = await openDialog({
    gateway: async () =>
      succeeded({
        elements: catalogue,
        leftOut: 0,
        origin: { source: 'CelesTrak', ageS: 0, isStale: false },
      }),
  });
  const { dialog, user } = opened;
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Group' }), ELEMENT_GROUPS[CATALOGUE]);
  await user.click(dialog.getByRole('button', { name: 'List group' }));
  await user.click(await dialog.findByRole('button', { name: 'Add all 1,200' }));
  return opened;
}

/** Returns the list's entry in the text storage, once the database has the list. */
async function keptText(entries: ReadonlyMap<string, string>): Promise<string> {
  await expect.poll(() => entries.get(SATELLITES_KEY)).toBeDefined();
  return entries.get(SATELLITES_KEY) ?? '';
}

it('a list that is too long for the storage of texts is there on the next visit, with what was chosen', async () => {
  const { dialog, user, entries } = await openWithCatalogue();
  await user.click(dialog.getByRole('checkbox', { name: 'Show TEST 2' }));
  const kept = await keptText(entries);
  expect(kept.length).toBeLessThan(100);

  cleanup();
  const next = await openDialog({ kept });
  await expect.poll(() => next.store.get(addedSatellitesAtom).length).toBe(COUNT);
  const [first, second] = next.store.get(addedSatellitesAtom);
  expect(first).toMatchObject({ name: 'TEST 1', isShown: true, isFromCelestrak: true });
  const { CLASSIFICATION_TYPE: _, ...known } = catalogue[0] ?? {};
  expect(first?.elements).toMatchObject(known);
  expect(second).toMatchObject({ name: 'TEST 2', isShown: false, groups: [ELEMENT_GROUPS[CATALOGUE]] });
});

it('a list that has become short leaves the database', async () => {
  const { dialog, user, entries } = await openWithCatalogue();
  await keptText(entries);
  await user.type(dialog.getByRole('searchbox', { name: 'Search satellites' }), 'TEST 1');
  await user.click(dialog.getByRole('button', { name: 'Remove found' }));
  expect(entries.get(SATELLITES_KEY)).toContain('"OBJECT_NAME":"TEST 2"');
  expect(entries.get(SATELLITES_KEY)).not.toContain('TEST 1');
});

it('a list that another window has replaced is shown', async () => {
  const { store, entries, tellStorage } = await openWithCatalogue();
  const kept = await keptText(entries);
  tellStorage(JSON.stringify([{ elements: syntheticElements(1) }]));
  expect(store.get(addedSatellitesAtom)).toHaveLength(1);
  tellStorage(kept.replace(/\d+/, 'another'));
  await expect.poll(() => store.get(addedSatellitesAtom).length).toBe(COUNT);
});

it('says that a long list is not kept where the browser has no database', async () => {
  const { open } = indexedDB;
  indexedDB.open = () => {
    throw new DOMException('', 'SecurityError');
  };
  try {
    const { dialog } = await openWithCatalogue();
    expect(await dialog.findByText(/The list is not kept in this browser: .*stores nothing/)).toBeVisible();
  } finally {
    indexedDB.open = open;
  }
});
