declare const unit: unique symbol;

/** A number with its unit in its type: usable as a number, assignable only from the same unit. */
export type Unit<Name extends string> = number & { readonly [unit]: Name };

/** An angle in degrees. */
export type Degrees = Unit<'deg'>;

/** An angle in radians. */
export type Radians = Unit<'rad'>;

/** An instant: milliseconds since 1970-01-01T00:00:00 UTC, without leap seconds. May have a fraction. */
export type EpochMs = Unit<'epoch ms UTC'>;

/** A range of time, ends included; `from` is not after `to`. */
export interface TimeRange {
  readonly from: EpochMs;
  readonly to: EpochMs;
}

/** Marks a plain number as degrees. */
export const degrees = (value: number): Degrees => value as Degrees;

/** Marks a plain number as milliseconds since 1970 UTC. */
export const epochMs = (value: number): EpochMs => value as EpochMs;

/** Adds a duration in milliseconds to an instant. */
export const addMs = (time: EpochMs, durationMs: number): EpochMs => (time + durationMs) as EpochMs;

export const toRadians = (angle: Degrees): Radians => ((angle * Math.PI) / 180) as Radians;
export const toDegrees = (angle: Radians): Degrees => ((angle * 180) / Math.PI) as Degrees;

/** Wraps a longitude to [-180, 180). */
export const wrapLongitude = (longitude: Degrees): Degrees =>
  (((((longitude + 180) % 360) + 360) % 360) - 180) as Degrees;

export const MS_PER_S = 1000;
export const MS_PER_MIN = 60_000;
export const MS_PER_H = 3_600_000;
export const MS_PER_DAY = 86_400_000;
