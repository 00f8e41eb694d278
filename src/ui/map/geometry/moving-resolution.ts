import type { PictureSize } from './view.ts';

/** Pixels that a browser without a GPU fills within a frame, scaled pictures among them: those of a screen of 1920 × 1080. */
export const MOST_PIXELS = 1920 * 1080;

/** Pixels of the canvas per device pixel while the map moves without a GPU: fewer than one on a large screen only. */
export const movingResolution = ({ width, height }: PictureSize): number =>
  Math.min(1, Math.sqrt(MOST_PIXELS / (width * height)));
