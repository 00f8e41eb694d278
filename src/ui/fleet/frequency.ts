import { failed, type Result, succeeded } from '../../shared/result.ts';

const DECIMAL = /^\d+(?:\.\d+)?$/;
const HIGHEST_MHZ = 100_000;

/** A typed radio frequency in MHz; `undefined` for an empty text. */
export function readFrequency(text: string): Result<number | undefined> {
  const typed = text.trim();
  if (typed === '') return succeeded(undefined);
  const frequencyMhz = DECIMAL.test(typed) ? Number(typed) : Number.NaN;
  return frequencyMhz > 0 && frequencyMhz <= HIGHEST_MHZ
    ? succeeded(frequencyMhz)
    : failed('Enter up to 100,000 MHz, such as 437.5');
}
