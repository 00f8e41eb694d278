import type { MissionProfile } from './mission-profile.ts';

/** How often unanswered anomalies begin to ask for action. A fault that is reported again asks once. */
export interface AnomalyLoad {
  /** How often faults are drawn. */
  readonly profile: MissionProfile;
  /** Number that began to ask in the last hour. */
  readonly inLastHour: number;
  /** Largest number of them that began to ask within ten minutes. */
  readonly mostInTenMinutes: number;
  /**
   * Their median time in ms from asking to the first answer: acknowledged, resolved, shelved, or a command sent; absent
   * without one.
   */
  readonly answeredInMs?: number | undefined;
}

/** Highest counts that one operator can handle (ISA-18.2, EEMUA 191). */
export const LOAD_GUIDELINE = { inLastHour: 6, mostInTenMinutes: 10 } as const;
