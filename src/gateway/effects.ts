import type { Clock } from '../shared/kit/clock.ts';

/** A log line: plain values, no secrets. */
export type LogLine = Readonly<Record<string, string | number | boolean | Readonly<Record<string, number>>>>;
export type Log = (line: LogLine) => void;

/** Storage of one text that outlasts the process. Both operations may fail; the gateway works without it. */
export interface TextStore {
  read(): Promise<string | undefined>;
  write(text: string): Promise<void>;
}

export interface VersionedText {
  /** Empty before the first one. */
  readonly text: string;
  /** 0 before the first text. */
  readonly version: number;
}

/** A text that several processes share. The operations reject while its store is away. */
export interface SharedText {
  /** Returns the newest text; `undefined` if its version is still the known one. */
  read(known?: number): Promise<VersionedText | undefined>;
  /** Replaces a version of the text. Returns the new one, or `undefined` if another process has replaced it before. */
  replace(text: string, version: number): Promise<number | undefined>;
  /** Calls back once, when the store, which is away, can be reached again. */
  onReturn(listener: () => void): void;
}

/** What the processes behind one address share, so that they call each service once for all. */
export interface SharedStore {
  text(name: string): SharedText;
}

/** Platform effects of the gateway. A composition root passes the real ones. */
export interface GatewayEffects {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  readonly clock: Clock;
  /** Monotonic milliseconds from an arbitrary origin, for durations. */
  readonly elapsed: () => number;
  /** Uniform in [0, 1). */
  readonly random: () => number;
  /** A signal that aborts after a number of milliseconds. */
  readonly timeoutSignal: (ms: number) => AbortSignal;
  readonly log: Log;
  /** Compresses a text, if the platform itself does not. */
  readonly gzip?: (bytes: Uint8Array) => Promise<Uint8Array<ArrayBuffer>>;
  /** Storage by file name for data that must outlast a restart, so that it requests no elements early. */
  readonly store?: (name: string) => TextStore;
  /** Absent if there is one process. */
  readonly shared?: SharedStore | undefined;
}

/** Client information from the platform. */
export interface Caller {
  /** Remote address of the connection, if the platform gives it. */
  readonly address?: string | undefined;
  /** Keeps the platform from ending shared work when this client disconnects. */
  readonly keepAlive?: ((work: Promise<unknown>) => void) | undefined;
}
