import { failed, type Result, succeeded } from '../../../shared/kit/result.ts';

const DECIMAL = /^\d+(?:\.\d+)?$/;
/** 1 kHz. */
const LOWEST_MHZ = 0.001;
const HIGHEST_MHZ = 100_000;

/** Returns true if a value is a radio frequency in MHz. */
export const isFrequency = (value: unknown): value is number =>
  typeof value === 'number' && value >= LOWEST_MHZ && value <= HIGHEST_MHZ;

/** Parses a radio frequency in MHz; `undefined` for an empty text. */
export function readFrequency(text: string): Result<number | undefined> {
  const typed = text.trim();
  if (typed === '') return succeeded(undefined);
  const frequencyMhz = DECIMAL.test(typed) ? Number(typed) : Number.NaN;
  return isFrequency(frequencyMhz)
    ? succeeded(frequencyMhz)
    : failed('Enter 0.001 to 100,000 MHz, such as 437.5');
}
