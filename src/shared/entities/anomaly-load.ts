import { MS_PER_H, MS_PER_MIN } from '../kit/units.ts';

/** How often anomalies ask for action. A fault that is reported again asks once. */
export interface AnomalyLoad {
  /** Number that began to ask within `LOAD_HOUR_MS`. */
  readonly inLastHour: number;
  /** Largest number that began to ask within `LOAD_PEAK_MS` in the last day. */
  readonly mostInTenMinutes: number;
  /** Median time of the last day from asking to the answer: acknowledged, resolved, shelved, or a command sent; absent without one. */
  readonly answeredInMs?: number | undefined;
}

export const LOAD_HOUR_MS = MS_PER_H;
export const LOAD_PEAK_MS = 10 * MS_PER_MIN;

/** Rates that one operator can handle (ISA-18.2, EEMUA 191). */
export const LOAD_GUIDELINE = { inLastHour: 6, mostInTenMinutes: 10 } as const;
