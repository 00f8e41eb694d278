import type { MissionId } from '../../shared/contract/consoles.ts';
import type { RoomDraft, RoomEntry, RoomHead } from '../../shared/contract/room.ts';

/** An entry that has no number yet. */
export type UnnumberedEntry = RoomDraft & Pick<RoomEntry, 'by' | 'at'>;

export type Appended =
  | { readonly kind: 'appended'; readonly n: number }
  /** The log already has an entry of this id. */
  | { readonly kind: 'duplicate'; readonly n: number }
  /** The room has as many entries, or bytes, as it may have. */
  | { readonly kind: 'full' }
  /** There is no such room. */
  | { readonly kind: 'gone' };

/** The newest snapshot of a room, which its home does not read. */
export interface StoredSnapshot {
  /** Number of entries that it includes. */
  readonly n: number;
  readonly bytes: Uint8Array;
}

/**
 * Keeps the logs of rooms. An entry that is appended is kept whatever happens to the process. Every operation may reject with an
 * Error: the home cannot be reached, or does not store; then nothing is known of an entry, which may be appended again.
 */
export interface RoomHome {
  /** Begins a room. Returns false if there is one of that id. */
  create(head: RoomHead, snapshot: Uint8Array): Promise<boolean>;
  /** Returns the head; `undefined` if there is no such room. */
  head(id: MissionId): Promise<RoomHead | undefined>;
  /** Replaces the digests of the keys. Returns false if there is no such room. */
  renew(id: MissionId, digests: Pick<RoomHead, 'operatorDigest' | 'viewerDigest'>): Promise<boolean>;
  /** Appends an entry once. */
  append(id: MissionId, entry: UnnumberedEntry): Promise<Appended>;
  /** Returns the entries with numbers above `n`, in order. */
  since(id: MissionId, n: number): Promise<readonly RoomEntry[]>;
  /** Returns the newest snapshot. */
  snapshot(id: MissionId): Promise<StoredSnapshot | undefined>;
  /** Replaces the snapshot, unless it includes more entries. One with as many may be later: time passes without entries, too. */
  keepSnapshot(id: MissionId, snapshot: StoredSnapshot): Promise<void>;
  /**
   * Reports each entry of a room from now on, by whichever process it is appended, in order and without gaps. What another
   * process appends at the same time may be part of what a following `since` returns instead. Returns how to stop.
   * @param onLost called if the home itself finds that entries which it has reported are lost
   */
  subscribe(id: MissionId, listener: (entry: RoomEntry) => void, onLost?: () => void): () => void;
  /** Removes a room. */
  drop(id: MissionId): Promise<void>;
  /** Returns the ids of all rooms. */
  rooms(): Promise<readonly MissionId[]>;
  close(): Promise<void>;
}
