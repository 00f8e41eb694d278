import type { Result } from '../../../shared/kit/result.ts';

/** What a ground port tells its owner. */
export interface GroundListener {
  /** Takes the octets of a telecommand. The port holds back the next one until the promise is fulfilled. */
  receive(octets: Uint8Array): Promise<void>;
  /** Called once if the port closes by itself, with the reason: a sentence. */
  closed(reason: string): void;
}

/** The way from this worker to ground systems outside of the browser. */
export interface GroundPort {
  /** Opens the port; a failure has the reason, a sentence. */
  open(listener: GroundListener): Promise<Result<void>>;
  /** Sends telemetry packets, in their order; none is a sign of life. */
  send(packets: readonly Uint8Array[]): void;
  close(): void;
}
