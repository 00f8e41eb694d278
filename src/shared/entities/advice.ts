import type { EpochMs } from '../kit/units.ts';
import type { AnomalyType, CommandName } from './entities.ts';

/** What is suggested for the spacecraft itself, beside the answers to its anomalies. */
export interface Advice {
  /** Present in safe mode. */
  readonly safeMode?: SafeModeAdvice;
  /** Present in a pass that a Data Downlink can use, and shortly before it. */
  readonly downlink?: DownlinkOffer;
}

export const NO_ADVICE: Advice = {};

/** What ends safe mode. Its price: payload and data stop, and attitude is out of its limit. */
export interface SafeModeAdvice {
  readonly command: CommandName;
  /** Why the command is not suggested yet; absent once it is. */
  readonly waitsFor?: SafeModeWait;
  /** End of the command waited for, if it is one that is on board. */
  readonly until?: EpochMs;
  /** Type of the anomaly waited for. */
  readonly fault?: AnomalyType;
}

/**
 * `recovery`: Enter Safe Mode is in progress and has not completed its recovery; `exit`: the command that ends safe mode
 * is on its way or in progress; `fault`: one may act that the command could worsen; `charge`, `voltage`: too low for the
 * loads of NOMINAL; `link`: there is none.
 */
export type SafeModeWait = 'recovery' | 'exit' | 'fault' | 'charge' | 'voltage' | 'link';

/** State of charge above which leaving safe mode is suggested, with margin over the one at which it is possible. */
export const LEAVE_SAFE_MODE_SOC = 0.55;

/** A Data Downlink that is worth it now. */
export interface DownlinkOffer {
  readonly command: CommandName;
  /** Name of the station. */
  readonly station: string;
  /** AOS: two minutes ahead at most. */
  readonly from: EpochMs;
  /** LOS. */
  readonly until: EpochMs;
  /** Data that it brings until then, beside what comes without it, MB: a forecast, in steps of ten. */
  readonly expectedMb: number;
  /** Limit that signal strength may fall below by it, %, because the station is used while the relay is stronger. */
  readonly signalLimit?: number;
}
