import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { LongList } from './kept-satellites.ts';

/** A satellite list in IndexedDB: the text of all active satellites does not fit into `localStorage`. */

interface ListSchema extends DBSchema {
  lists: { key: string; value: LongList };
}

const OWN = 'own';

/** Runs work on the database, and closes it afterwards so that another window may delete it. */
async function withDatabase<T>(work: (database: IDBPDatabase<ListSchema>) => Promise<T>): Promise<T> {
  const database = await openDB<ListSchema>('orbita-satellites', 1, {
    upgrade: (upgraded) => void upgraded.createObjectStore('lists'),
  });
  try {
    return await work(database);
  } finally {
    database.close();
  }
}

/** @throws DOMException if there is no storage, or it is full */
export const writeLongList = async (list: LongList): Promise<void> => {
  await withDatabase((database) => database.put('lists', list, OWN));
};

/** @throws DOMException if there is no storage */
export async function readLongList(): Promise<LongList | undefined> {
  const stored = await withDatabase((database) => database.get('lists', OWN));
  return typeof stored?.elements === 'string' ? stored : undefined;
}

/** @throws DOMException if there is no storage */
export const removeLongList = (): Promise<void> => withDatabase((database) => database.delete('lists', OWN));
