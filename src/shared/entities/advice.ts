import type { EpochMs } from '../kit/units.ts';
import type { AnomalyType, CommandName } from './entities.ts';

/** Suggestions for the spacecraft itself, besides the responses to its anomalies. */
export interface Advice {
  /** Present in safe mode. */
  readonly safeMode?: SafeModeAdvice;
  /** Present shortly before and during a pass that a Data Downlink can use. */
  readonly downlink?: DownlinkOffer;
}

export const NO_ADVICE: Advice = {};

/** Command that ends safe mode, at a price: payload and data stop, and attitude is out of its limit. */
export interface SafeModeAdvice {
  readonly command: CommandName;
  /** Reason why the command is not suggested yet; absent once it is. */
  readonly waitsFor?: SafeModeWait;
  /** End of the command waited for, if one is on board. */
  readonly until?: EpochMs;
  /** Type of the anomaly waited for. */
  readonly fault?: AnomalyType;
}

/**
 * `recovery`: Enter Safe Mode has not completed its recovery; `exit`: the command that ends safe mode is on its way or
 * in progress; `fault`: the command could worsen a possible fault; `charge`, `voltage`: too low for the loads of
 * NOMINAL; `link`: there is none.
 */
export type SafeModeWait = 'recovery' | 'exit' | 'fault' | 'charge' | 'voltage' | 'link';

/** State of charge above which leaving safe mode is suggested, with margin over the minimum for it. */
export const LEAVE_SAFE_MODE_SOC = 0.55;

/** A Data Downlink that is worthwhile now. */
export interface DownlinkOffer {
  readonly command: CommandName;
  /** Name of the station. */
  readonly station: string;
  /** AOS, at most two minutes ahead. */
  readonly from: EpochMs;
  /** LOS. */
  readonly until: EpochMs;
  /** Forecast of additional data until then, MB, in steps of ten. */
  readonly expectedMb: number;
  /** Limit that signal strength may fall below, %, because the station replaces a stronger relay. */
  readonly signalLimit?: number;
}
