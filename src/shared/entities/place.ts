import type { Degrees } from '../kit/units.ts';
import type { Geodetic } from '../orbit/frames.ts';

/** Identity of a place; it stays when the place is edited. */
export type PlaceId = string;

/** A place on the ground that sees satellites: an observer, or a ground station. */
export interface Place extends Geodetic {
  readonly id: PlaceId;
  readonly name: string;
  /** Elevation from which its passes count, 0 to 89. */
  readonly mask: Degrees;
}
