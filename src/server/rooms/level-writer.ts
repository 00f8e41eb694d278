/** A change of one key: with a value it is put, without one it is deleted. */
export interface Change {
  readonly key: string;
  readonly value?: string | Uint8Array;
}

/** Writes changes in the order in which they are given. */
export interface Writer {
  /** Resolves when all of the changes are kept, or rejects when none of them may be. */
  write(changes: readonly Change[]): Promise<void>;
}

interface Waiting {
  readonly changes: readonly Change[];
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Writes together what arrives while a write is under way: to wait for the disk takes most of the time. `store` keeps changes
 * all or none. After it has failed, whatever is waiting fails too, because it may build on what was not kept; then `recover`
 * is called before the next write.
 */
export function createWriter(
  store: (changes: readonly Change[]) => Promise<void>,
  recover: () => Promise<void>,
): Writer {
  let waiting: Waiting[] = [];
  let isWriting = false;

  async function writeAll(): Promise<void> {
    isWriting = true;
    while (waiting.length > 0) {
      const together = waiting;
      waiting = [];
      try {
        await store(together.flatMap(({ changes }) => changes));
        for (const { resolve } of together) resolve();
      } catch (error) {
        const failing = [...together, ...waiting];
        waiting = [];
        for (const { reject } of failing) reject(error);
        await recover();
      }
    }
    isWriting = false;
  }

  return {
    write(changes) {
      return new Promise((resolve, reject) => {
        waiting.push({ changes, resolve, reject });
        if (!isWriting) void writeAll();
      });
    },
  };
}
