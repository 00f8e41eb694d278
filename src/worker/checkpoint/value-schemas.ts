import * as v from 'valibot';
import { TELEMETRY_CHANNELS } from '../../shared/telemetry-channels.ts';
import { degrees, epochMs } from '../../shared/units.ts';

/** Plain values of a checkpoint, each within its valid range. */

export const finite = v.pipe(v.number(), v.finite());
export const share = v.pipe(finite, v.minValue(0), v.maxValue(1));
export const percent = v.pipe(finite, v.minValue(0), v.maxValue(100));
/** Range of `Date`. */
export const instant = v.pipe(finite, v.minValue(-8.64e15), v.maxValue(8.64e15), v.transform(epochMs));
export const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
export const word = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(0xffff_ffff));
export const angle = v.pipe(finite, v.minValue(-360), v.maxValue(360), v.transform(degrees));
export const positive = v.pipe(finite, v.minValue(0));
export const channel = v.picklist(TELEMETRY_CHANNELS);
