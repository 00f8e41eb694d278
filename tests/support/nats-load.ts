import { expect, onTestFinished, vi } from 'vitest';
import type { RoomHome } from '../../src/gateway/rooms/home.ts';
import { openNatsHome } from '../../src/server/rooms/nats-home.ts';
import type { RoomEntry } from '../../src/shared/contract/room.ts';
import { ROOM, roomEntry } from './room-homes.ts';

export const every = (ms: number, action: () => void) => {
  const timer = setInterval(action, ms);
  return () => clearInterval(timer);
};

/** Opens a home as soon as the servers answer. */
export async function openNats(url: string, replicas = 1): Promise<RoomHome> {
  const home = await answered(async () => {
    const opened = await openNatsHome(url, { replicas, every });
    if (!opened.ok) throw new Error(opened.message);
    return opened.value;
  });
  onTestFinished(home.close);
  return home;
}

/** Repeats an operation until it does not reject. To elect another leader takes servers seconds, and slow machines many. */
export const answered = <T>(operation: () => Promise<T>): Promise<T> =>
  vi.waitFor(operation, { timeout: 120_000, interval: 20 });

export interface Load {
  /** Numbers of the acknowledged entries by their ids. */
  readonly acknowledged: ReadonlyMap<string, number>;
  /** Waits until as many more entries are acknowledged. */
  more(count: number): Promise<void>;
  /** Waits for the entries that are on their way. */
  end(): Promise<void>;
}

/** Appends from all homes at once without end, each entry until it is acknowledged. */
export function startLoad(homes: readonly RoomHome[]): Load {
  const acknowledged = new Map<string, number>();
  let next = 0;
  let isEnding = false;
  const write = async (home: RoomHome): Promise<void> => {
    while (!isEnding) {
      const id = `id-${next++}`;
      const answer = await answered(() => home.append(ROOM, roomEntry(id)));
      if (answer.kind !== 'appended' && answer.kind !== 'duplicate') throw new Error(answer.kind);
      acknowledged.set(id, answer.n);
    }
  };
  const writing = Promise.all([...homes, ...homes, ...homes].map(write));
  return {
    acknowledged,
    more(count) {
      const enough = acknowledged.size + count;
      return answered(async () => expect(acknowledged.size).toBeGreaterThanOrEqual(enough));
    },
    async end() {
      isEnding = true;
      await writing;
    },
  };
}

export function expectLog(entries: readonly RoomEntry[], acknowledged: ReadonlyMap<string, number>): void {
  expect(entries.map(({ n }) => n)).toEqual(entries.map((_, index) => index + 1));
  expect(new Map(entries.map(({ id, n }) => [id, n]))).toEqual(acknowledged);
  expect(entries).toHaveLength(acknowledged.size);
}
