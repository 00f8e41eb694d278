import type { Clock } from '../shared/kit/clock.ts';

/** A log line: plain values, no secrets. */
export type LogLine = Readonly<Record<string, string | number | boolean | Readonly<Record<string, number>>>>;
export type Log = (line: LogLine) => void;

/** Storage of one text that outlasts the process. Both operations may fail; the gateway works without it. */
export interface TextStore {
  read(): Promise<string | undefined>;
  write(text: string): Promise<void>;
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
}

/** Client information from the platform. */
export interface Caller {
  /** Remote address of the connection, if the platform gives it. */
  readonly address?: string | undefined;
  /** Keeps the platform from ending shared work when this client disconnects. */
  readonly keepAlive?: ((work: Promise<unknown>) => void) | undefined;
}
