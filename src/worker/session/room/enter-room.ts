import * as v from 'valibot';
import type { ConsoleId, RoomAddress } from '../../../shared/contract/consoles.ts';
import { ROOM_REFUSED } from '../../../shared/contract/mission-host.ts';
import { replayCostMs } from '../../../shared/contract/replay-cost.ts';
import {
  type Presence,
  ROOM_LIMITS,
  type RoomSnapshot,
  snapshotPath,
} from '../../../shared/contract/room.ts';
import { readRoomSnapshot } from '../../../shared/contract/room-schema.ts';
import { failed, type Result, succeeded } from '../../../shared/kit/result.ts';
import { realDataSchema } from '../live-data/real-data-schema.ts';
import {
  createRoomLink,
  type RoomLink,
  type RoomLinkEffects,
  type RoomNews,
  type Welcome,
} from './room-link.ts';

/** A room that this console has entered, before its session is open. */
export interface EnteredRoom {
  readonly address: RoomAddress;
  readonly link: RoomLink;
  readonly welcome: Welcome;
  readonly snapshot: RoomSnapshot;
  /** Returns what the server has said since the newest welcome, and why it has refused this console in the meantime. */
  meanwhile(): {
    readonly welcome: Welcome;
    readonly messages: readonly RoomNews[];
    readonly refusal: string | undefined;
  };
}

export interface EnterEffects extends RoomLinkEffects {
  readonly build: string;
  fetch(path: string, init: RequestInit): Promise<Response>;
}

const DAMAGED = 'what the server keeps of it is damaged';

/** A mission of a room's longest life without a keyframe, and as much again before it was shared. */
const LONGEST_REPLAY_MS = 2 * ROOM_LIMITS.longestMs;

/** Reads a snapshot as strictly as what another window sends. */
export function readSnapshot(text: string, build: string): Result<RoomSnapshot> {
  const read = readRoomSnapshot(text);
  if (!read.ok) return failed(DAMAGED);
  const snapshot = read.value;
  const live = v.safeParse(realDataSchema, snapshot.live);
  if (!live.success) return failed(DAMAGED);
  // Another build may have another state.
  const keyframe = snapshot.build === build ? snapshot.record.keyframe : undefined;
  const record = { ...snapshot.record, keyframe };
  const rest = {
    header: { ...record.header, startTime: keyframe?.time ?? record.header.startTime },
    entries: record.entries.slice(keyframe?.entryCount ?? 0),
    marks: [],
    time: record.time,
  };
  if (replayCostMs(rest) > LONGEST_REPLAY_MS)
    return failed(
      'another version of this page has shared it, and it is too long to simulate again from its start',
    );
  return succeeded({ ...snapshot, record, live: live.output });
}

/**
 * Enters a room. Tries until the server answers.
 * @throws Error named `ROOM_REFUSED` if the room does not admit this console, or cannot be opened
 */
export function enterRoom(
  address: RoomAddress,
  self: ConsoleId,
  presence: Presence,
  effects: EnterEffects,
): Promise<EnteredRoom> {
  return new Promise((resolve, reject) => {
    let messages: RoomNews[] = [];
    let newest: Welcome | undefined;
    let refusal: string | undefined;
    let isOver = false;
    const refuse = (reason: string): void => {
      refusal = reason;
      if (isOver) return;
      isOver = true;
      link.close();
      reject(Object.assign(new Error(reason), { name: ROOM_REFUSED }));
    };

    async function open(welcome: Welcome): Promise<void> {
      const read = await fetchSnapshot(address, effects);
      if (isOver || !link.isConnected() || welcome !== newest) return;
      if (read === undefined) link.reconnect();
      else if (!read.ok) refuse(`The shared mission cannot be opened: ${read.message}.`);
      else if (read.value.epoch !== welcome.head.epoch)
        refuse(`The shared mission cannot be opened: ${DAMAGED}.`);
      else {
        isOver = true;
        const meanwhile = () => ({ welcome: newest ?? welcome, messages, refusal });
        resolve({ address, link, welcome, snapshot: read.value, meanwhile });
      }
    }

    const link = createRoomLink(
      address,
      self,
      {
        known: () => undefined,
        presence: () => presence,
        welcomed(welcome) {
          messages = [];
          newest = welcome;
          void open(welcome);
        },
        received: (message) => void messages.push(message),
        lost: () => undefined,
        refused: refuse,
      },
      effects,
    );
  });
}

/** Returns the newest snapshot; `undefined` if the server does not answer now. */
async function fetchSnapshot(
  { id, key }: RoomAddress,
  { fetch, build }: Pick<EnterEffects, 'fetch' | 'build'>,
): Promise<Result<RoomSnapshot> | undefined> {
  const init = { headers: { 'Room-Key': key }, cache: 'no-store' } as const;
  const text = await fetch(snapshotPath(id), init)
    .then((response) => (response.ok ? response.text() : undefined))
    .catch(() => undefined);
  return text === undefined ? undefined : readSnapshot(text, build);
}
