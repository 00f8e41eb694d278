import type { PictureSize } from './view.ts';

/** Pixels that a browser without a GPU can fill per frame, including scaled pictures: those of a 1920 × 1080 screen. */
export const MOST_PIXELS = 1920 * 1080;

/** Returns canvas pixels per device pixel while the map moves without a GPU: below 1 only on a large screen. */
export const movingResolution = ({ width, height }: PictureSize): number =>
  Math.min(1, Math.sqrt(MOST_PIXELS / (width * height)));
