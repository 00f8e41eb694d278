import type { RoomRole } from '../../shared/contract/consoles.ts';
import { isRoomKey, type RoomHead } from '../../shared/contract/room.ts';
import { toBase64Url, toHex } from '../../shared/kit/octets.ts';
import { isSameKey } from '../secrets.ts';

/** Keys of rooms. The viewer key is derived from the operator key. */

const KEY_BYTES = 16;
const encoder = new TextEncoder();

/** What a room keeps of its keys. */
export type KeyDigests = Pick<RoomHead, 'operatorDigest' | 'viewerDigest'>;

export interface RoomKeys {
  readonly operatorKey: string;
  readonly viewerKey: string;
  readonly digests: KeyDigests;
}

/** Returns the SHA-256 of a key in hexadecimal. */
export const digestOf = async (key: string): Promise<string> =>
  toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', encoder.encode(key))));

/** Derives the viewer key from the operator key (HKDF). */
export async function viewerKeyOf(operatorKey: string): Promise<string> {
  const secret = await crypto.subtle.importKey('raw', encoder.encode(operatorKey), 'HKDF', false, [
    'deriveBits',
  ]);
  const kind = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info: encoder.encode('viewer') };
  return toBase64Url(new Uint8Array(await crypto.subtle.deriveBits(kind, secret, 8 * KEY_BYTES)));
}

/** Makes an operator key of random octets. */
export const newKey = (randomBytes: (count: number) => Uint8Array): string =>
  toBase64Url(randomBytes(KEY_BYTES));

/** Returns the keys that belong to an operator key. */
export async function keysOf(operatorKey: string): Promise<RoomKeys> {
  const viewerKey = await viewerKeyOf(operatorKey);
  const [operatorDigest, viewerDigest] = await Promise.all([digestOf(operatorKey), digestOf(viewerKey)]);
  return { operatorKey, viewerKey, digests: { operatorDigest, viewerDigest } };
}

/** Returns the digest of what a client shows as a key; `undefined` if it cannot be one. */
export const digestOfShown = async (shown: string): Promise<string | undefined> =>
  isRoomKey(shown) ? digestOf(shown) : undefined;

/** Returns what the key of a digest admits to; takes constant time. */
export function roleOf(digest: string, { operatorDigest, viewerDigest }: KeyDigests): RoomRole | undefined {
  const isOperator = isSameKey(digest, operatorDigest);
  const isViewer = isSameKey(digest, viewerDigest);
  return isOperator ? 'operator' : isViewer ? 'viewer' : undefined;
}
