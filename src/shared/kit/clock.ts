import type { EpochMs } from './units.ts';

/** Source of the time: the system clock in a program, a variable in a test. */
export interface Clock {
  now(): EpochMs;
}
