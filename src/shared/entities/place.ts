import type { Degrees } from '../kit/units.ts';
import type { Geodetic } from '../orbit/frames.ts';

/** Id of a place; it stays when the place is edited. */
export type PlaceId = string;

/** A place on the ground that sees satellites: an observer or a ground station. */
export interface Place extends Geodetic {
  readonly id: PlaceId;
  readonly name: string;
  /** Minimum elevation for its passes, 0 to 89. */
  readonly mask: Degrees;
}
