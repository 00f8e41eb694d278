import { ROOM_LIMITS } from '../../shared/contract/room.ts';

/** Limits of the rooms of one process, besides those that consoles know, too. */
export const SERVER_ROOM_LIMITS = {
  ...ROOM_LIMITS,
  /** A log of as many entries or bytes takes no more telecommands of ground systems: the rest is for operators. */
  telecommandEntries: 15_000,
  telecommandBytes: 3_000_000,
  /** Rooms in the home; further ones are refused. */
  rooms: 1000,
  roomsOfClient: 20,
  /** Messages of a socket a second, and at once; one that sends more is closed. */
  messagesPerS: 50,
  messagesAtOnce: 200,
  /** Messages that may wait for the welcome. */
  waitingMessages: 50,
  /** Replaced snapshots of a room a minute. */
  snapshotsPerMin: 6,
  /** Newest entries of a room that are kept in memory, by the length of their text. */
  tailLength: 256_000,
  /** Who catches up gets more once it has read all but this. */
  catchUpBytes: 128_000,
  /** How long acts wait for a console to send back the entries that the home has lost. */
  refillMs: 5000,
  /** A room without members stays open this long. */
  idleMs: 60_000,
  /** Interval in which the keys of open rooms are read again, because another process may have replaced them. */
  checkMs: 60_000,
  /** Interval in which rooms that have ended are removed. */
  sweepMs: 3_600_000,
} as const;

export type RoomServerLimits = { readonly [Name in keyof typeof SERVER_ROOM_LIMITS]: number };
