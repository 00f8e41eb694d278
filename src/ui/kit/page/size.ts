/** Extent of a rectangle, in one unit. */
export interface Size {
  readonly width: number;
  readonly height: number;
}
