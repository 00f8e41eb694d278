import { TELEMETRY_PERIOD_MS } from './limits.ts';
import type { Antenna } from './spacecraft.ts';
import { MS_PER_S } from './units.ts';

/** How often a sample is sent over each antenna, in milliseconds (`docs/model.md`). Without a link none is sent. */
export const TELEMETRY_PERIODS_MS: Readonly<Record<Exclude<Antenna, 'none'>, number>> = {
  high: TELEMETRY_PERIOD_MS,
  low: 30 * MS_PER_S,
};

/** What comes at every period and missed two in a row is stale. */
const STALE_PERIODS = 2.5;

/**
 * The age from which on a value is stale that comes at a period, both in milliseconds: the one rule for the mission's
 * figures and for everything that the page shows.
 */
export const staleAfterMs = (periodMs: number): number => STALE_PERIODS * periodMs;
