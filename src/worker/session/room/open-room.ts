import type { RoomAddress } from '../../../shared/contract/consoles.ts';
import type { BranchRecord } from '../../../shared/contract/mission-control.ts';
import { snapshotPath } from '../../../shared/contract/room.ts';
import { readServerMessage } from '../../../shared/contract/room-schema.ts';
import { isRevealedIn } from '../branches/branch.ts';
import { DEFAULT_NAMES } from '../consoles/console-names.ts';
import type { OwnConsole } from '../consoles/roster.ts';
import type { EnteredMission } from '../session.ts';
import { type EnterEffects, enterRoom } from './enter-room.ts';
import { createRoomSharing, type RoomSharing } from './room-sharing.ts';

/** Platform effects of a console in a room. */
export interface OpenRoomEffects extends Omit<EnterEffects, 'read'> {
  /** Returns the branches that an earlier worker of this window had made of the mission, if it was of the same build. */
  branches(): Promise<readonly BranchRecord[]>;
  randomBytes(count: number): Uint8Array;
  giveUp(reason: string): void;
}

/** A room that is entered: the mission to open a session with, and what its operator does with the room itself. */
export interface OpenedRoom extends EnteredMission, Pick<RoomSharing, 'renewKeys' | 'sendDoneAlone'> {
  close(): void;
}

/**
 * Enters a room, and tries until its server answers.
 * @throws Error named `ROOM_REFUSED` if the room does not admit this console
 */
export async function openRoom(
  address: RoomAddress,
  self: OwnConsole,
  effects: OpenRoomEffects,
): Promise<OpenedRoom> {
  const { id, kind, name = DEFAULT_NAMES[kind] } = self;
  const entered = await enterRoom(
    address,
    id,
    { name, kind },
    {
      ...effects,
      read(text) {
        const read = readServerMessage(text);
        return read.ok ? read.value : undefined;
      },
    },
  );
  const { link, snapshot } = entered;
  const { live, anchor } = snapshot;
  const record = { ...snapshot.record, branches: await effects.branches() };
  let sharing: RoomSharing | undefined;
  function opened(): RoomSharing {
    if (!sharing) throw new Error('The session is not open');
    return sharing;
  }
  return {
    mission: { record, live, run: anchor.pace.run, slowsOnCritical: anchor.pace.slowsOnCritical },
    share(session, sessionEffects) {
      sharing = createRoomSharing(session, self, entered, sessionEffects, {
        build: effects.build,
        isRevealed: () => isRevealedIn(session.main),
        keepSnapshot(kept, key) {
          const init = { method: 'PUT', headers: { 'Room-Key': key }, body: JSON.stringify(kept) };
          // The next one is due soon.
          effects.fetch(snapshotPath(address.id), init).catch(() => undefined);
        },
        after: effects.after,
        randomBytes: effects.randomBytes,
        giveUp: effects.giveUp,
      });
      return sharing;
    },
    renewKeys: async () => opened().renewKeys(),
    sendDoneAlone: async (branch) => opened().sendDoneAlone(branch),
    close: link.close,
  };
}
