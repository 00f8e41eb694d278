import type { MissionId } from '../../shared/contract/consoles.ts';
import type { BegunRoom, RoomBeginning, RoomHead, RoomSnapshot } from '../../shared/contract/room.ts';
import { anchorOf } from '../../shared/contract/room-time.ts';
import type { Clock } from '../../shared/kit/clock.ts';
import { toHex } from '../../shared/kit/octets.ts';
import { formatDuration } from '../../shared/kit/quantity-text.ts';
import { failed, type Result, succeeded } from '../../shared/kit/result.ts';
import { MS_PER_S } from '../../shared/kit/units.ts';
import type { RoomHome } from './home.ts';
import type { HomeWatch } from './home-watch.ts';
import { keysOf, newKey } from './keys.ts';
import type { RoomServerLimits } from './limits.ts';
import type { OpenRooms } from './open-rooms.ts';

export interface Beginnings {
  /**
   * Begins a room. A refusal is a sentence for the operator. Rejects if the home does not store.
   * @param client address of the client, if known; the number of rooms of a client is limited
   */
  begin(beginning: RoomBeginning, client: string | undefined): Promise<Result<BegunRoom>>;
  /** A room is over. */
  ended(id: MissionId): void;
  /** Only these rooms are left, of whichever process; those that are just beginning here may not be among them. */
  left(ids: ReadonlySet<MissionId>): void;
}

export interface BeginningsParts {
  readonly home: RoomHome;
  readonly clock: Clock;
  readonly randomBytes: (count: number) => Uint8Array;
  readonly newId: () => MissionId;
  readonly limits: RoomServerLimits;
  readonly watch: HomeWatch;
  readonly rooms: Pick<OpenRooms, 'begun' | 'count'>;
}

const ID_BYTES = 16;
const EPOCH_BYTES = 8;
/** A mission in step with UTC would stand still until the server is there. */
const MOST_AHEAD_MS = 10 * MS_PER_S;

/** Returns a random id of a room. */
export const randomId = (randomBytes: (count: number) => Uint8Array): MissionId =>
  toHex(randomBytes(ID_BYTES));

const encoder = new TextEncoder();

/** Returns the octets in which a home keeps a snapshot. */
export const encodeSnapshot = (snapshot: RoomSnapshot): Uint8Array =>
  encoder.encode(JSON.stringify(snapshot));

export function createBeginnings({
  home,
  clock,
  randomBytes,
  newId,
  limits,
  watch,
  rooms,
}: BeginningsParts): Beginnings {
  const roomsOf = new Map<string, Set<MissionId>>();
  /** Rooms that are not stored yet. */
  const pending = new Set<MissionId>();

  const hasPlace = (client: string | undefined): boolean =>
    rooms.count() + pending.size < limits.rooms &&
    (client === undefined || (roomsOf.get(client)?.size ?? 0) < limits.roomsOfClient);

  function ended(id: MissionId): void {
    for (const [client, ids] of roomsOf) if (ids.delete(id) && ids.size === 0) roomsOf.delete(client);
  }

  async function create(head: RoomHead, snapshot: Uint8Array, client: string | undefined): Promise<void> {
    pending.add(head.id);
    if (client !== undefined) roomsOf.set(client, (roomsOf.get(client) ?? new Set()).add(head.id));
    try {
      if (!(await home.create(head, snapshot))) throw new Error('There is a room of this random id.');
      rooms.begun(head.id);
    } catch (error) {
      ended(head.id);
      watch.failed(error);
      throw error;
    } finally {
      pending.delete(head.id);
    }
  }

  return {
    async begin({ pace, ...rest }, client) {
      const aheadMs = rest.record.time - clock.now();
      if (pace.run.isInStep && aheadMs > MOST_AHEAD_MS) {
        return failed(
          `The clock of this computer is ${formatDuration(aheadMs)} ahead of the server's. Set it, and share again.`,
        );
      }
      const { operatorKey, digests } = await keysOf(newKey(randomBytes));
      const id = newId();
      const epoch = toHex(randomBytes(EPOCH_BYTES));
      const { time } = rest.record;
      const head: RoomHead = { id, startedAt: clock.now(), epoch, ...digests, time, pace };
      const snapshot = encodeSnapshot({ ...rest, n: 0, epoch, anchor: anchorOf(head), edge: time });
      if (snapshot.length > limits.snapshotBytes) return failed('This mission is too large to be shared.');
      if (!hasPlace(client)) return failed('No more missions can be shared over this server at the moment.');
      await create(head, snapshot, client);
      watch.say({ what: 'a room has begun', rooms: rooms.count() });
      return succeeded({ id, operatorKey });
    },
    ended,
    left(ids) {
      for (const held of roomsOf.values()) {
        for (const id of held) if (!ids.has(id) && !pending.has(id)) ended(id);
      }
    },
  };
}
