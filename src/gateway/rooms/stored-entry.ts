import * as v from 'valibot';
import type { RoomEntry, RoomHead } from '../../shared/contract/room.ts';
import { parseJson } from '../../shared/kit/parse-json.ts';
import type { UnnumberedEntry } from './home.ts';

/*
 * What homes read from their stores. Entries have passed the readers of the protocol before they were stored, so that they
 * need only be told from what damage or another program may have left.
 */

const ENTRY = v.looseObject({
  id: v.string(),
  time: v.number(),
  by: v.string(),
  at: v.number(),
  act: v.looseObject({ kind: v.string() }),
});

const HEAD = v.looseObject({
  id: v.string(),
  startedAt: v.number(),
  epoch: v.string(),
  operatorDigest: v.string(),
  viewerDigest: v.string(),
  time: v.number(),
  pace: v.looseObject({ run: v.looseObject({}) }),
});

export const isStoredEntry = (value: unknown): value is UnnumberedEntry => v.is(ENTRY, value);

/** Returns the entry of a text, or `undefined` if the text is not that of the entry with this number. */
export function parseStoredEntry(text: string, n: number): RoomEntry | undefined {
  const value = parseJson(text);
  return isStoredEntry(value) && 'n' in value && value.n === n ? { ...value, n } : undefined;
}

/** Returns the head of a text, or `undefined` if it is none. */
export function parseStoredHead(text: string): RoomHead | undefined {
  const value = parseJson(text);
  return v.is(HEAD, value) ? (value as unknown as RoomHead) : undefined;
}
