import type { EpochMs } from '../shared/units.ts';

export interface Clock {
  now(): EpochMs;
}

/** One line of the log: plain values, no secrets. */
export type LogLine = Readonly<Record<string, string | number | boolean | Readonly<Record<string, number>>>>;
export type Log = (line: LogLine) => void;

/** Keeps one text beyond the life of the process. Both may fail; the gateway then does without. */
export interface Store {
  read(): Promise<string | undefined>;
  write(text: string): Promise<void>;
}

/** What the gateway needs from the platform. A composition root names the real ones. */
export interface GatewayEffects {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  readonly clock: Clock;
  /** Milliseconds since some moment, never set back: for durations. */
  readonly elapsed: () => number;
  /** Chance in [0, 1). */
  readonly random: () => number;
  /** A signal that aborts after so many milliseconds. */
  readonly timeoutSignal: (ms: number) => AbortSignal;
  readonly log: Log;
  /** Makes a text smaller, where the platform does not do so by itself. */
  readonly gzip?: (bytes: Uint8Array) => Promise<Uint8Array<ArrayBuffer>>;
  /** Where the elements are kept, so that a restart does not ask for them again before their time. */
  readonly store?: Store;
}

/** What the platform knows of whoever sends a request. */
export interface Caller {
  /** The address that the connection comes from, where the platform tells it. */
  readonly address?: string | undefined;
  /** Keeps the platform from ending work that others wait for when this caller leaves. */
  readonly keepAlive?: ((work: Promise<unknown>) => void) | undefined;
}
