import type { EpochMs } from '../kit/units.ts';
import { parseUtc } from '../kit/utc-text.ts';

/** Returns the instant of the start of an exercise, as `YYYY-MM-DDTHH:MM:SSZ`; `undefined` for another text. */
export const startOf = (text: string): EpochMs | undefined =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(text) ? parseUtc(text.slice(0, -1)) : undefined;
