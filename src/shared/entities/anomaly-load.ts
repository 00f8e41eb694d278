import { MS_PER_H, MS_PER_MIN } from '../kit/units.ts';

/** How often anomalies ask for action. A fault that is reported again asks once. */
export interface AnomalyLoad {
  /** Number that began to ask in the last hour. */
  readonly inLastHour: number;
  /** Largest number of them that began to ask within ten minutes. */
  readonly mostInTenMinutes: number;
  /** Their median time from asking to the answer: acknowledged, resolved, shelved, or a command sent; absent without one. */
  readonly answeredInMs?: number | undefined;
}

export const LOAD_HOUR_MS = MS_PER_H;
export const LOAD_PEAK_MS = 10 * MS_PER_MIN;

/** Rates that one operator can handle (ISA-18.2, EEMUA 191). */
export const LOAD_GUIDELINE = { inLastHour: 6, mostInTenMinutes: 10 } as const;
