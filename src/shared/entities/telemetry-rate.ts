import { MS_PER_S } from '../kit/units.ts';
import { TELEMETRY_PERIOD_MS } from './constants.ts';
import type { Antenna } from './spacecraft.ts';

/** Sample period over each antenna, in milliseconds (`docs/model.md`). Without a link there are no samples. */
export const TELEMETRY_PERIODS_MS: Readonly<Record<Exclude<Antenna, 'none'>, number>> = {
  high: TELEMETRY_PERIOD_MS,
  low: 30 * MS_PER_S,
};

/** A periodic value is stale after two missed periods. */
const STALE_PERIODS = 2.5;

/**
 * Returns the age from which a value of the given period is stale, in milliseconds: the single rule for the mission's
 * figures and the page.
 */
export const staleAfterMs = (periodMs: number): number => STALE_PERIODS * periodMs;
