import type { Size } from '../kit/page/size.ts';
/** Text size of the wall, from viewing distance and screen size. */

export interface WallSetting {
  /** Distance from eye to screen. */
  readonly distanceM: number;
  /** Diagonal of the screen, or of its largest 16 : 9 part. */
  readonly diagonalInches: number;
}

const DISTANCE = { parameter: 'distance', usual: 5, low: 0.5, high: 30 };
const DIAGONAL = { parameter: 'diagonal', usual: 55, low: 10, high: 300 };

function readNumber(query: URLSearchParams, { parameter, usual, low, high }: typeof DISTANCE): number {
  const text = query.get(parameter)?.trim();
  const value = text ? Number(text) : Number.NaN;
  return Number.isFinite(value) ? Math.min(Math.max(value, low), high) : usual;
}

/** Reads `?distance=8&diagonal=75`, in metres and inches; defaults to 5 m and 55 inches. */
export const readWallSetting = (query: URLSearchParams): WallSetting => ({
  distanceM: readNumber(query, DISTANCE),
  diagonalInches: readNumber(query, DIAGONAL),
});

/** Shape of a window: panels are beside the map, or below it if `tall`; `broad` is at least 2 : 1. */
export type WallShape = 'wide' | 'broad' | 'tall';

export interface WallScale {
  readonly shape: WallShape;
  /** Root font size in CSS pixels: the smallest text of the wall. */
  readonly rootPx: number;
}

/** Height in minutes of arc of the smallest text, and of text whose colour carries meaning. */
export const TYPE_ARC_MIN = 15;
export const COLORED_TYPE_ARC_MIN = 20;

/** Capital height of B612, in em: `sCapHeight` of its OS/2 table, 1500 of 2000 units. */
const CAP_HEIGHT_EM = 0.75;

const MM_PER_INCH = 25.4;
const ASPECT: Size = { width: 16, height: 9 };
const BROAD = 2;

/** Long side of a 16 : 9 window in rem: the minimum for the content to fit, and the maximum that it fills. */
const FEWEST_REM = 41.5;
const MOST_REM = 48;

/** Returns the height of an object of this many minutes of arc at a distance. */
const heightMm = (arcMin: number, distanceM: number): number =>
  2000 * distanceM * Math.tan((arcMin / 60 / 2) * (Math.PI / 180));

/**
 * Returns shape and text size of a window, which is assumed to fill the wall. The text size depends on the largest
 * 16 : 9 box in the window, upright or not; text that would not fit is reduced until it does.
 */
export function wallScale({ distanceM, diagonalInches }: WallSetting, { width, height }: Size): WallScale {
  const [long, short] = [Math.max(width, height), Math.min(width, height)];
  const boxLength = Math.floor(Math.min(long / ASPECT.width, short / ASPECT.height) * ASPECT.width);
  const boxMm = (diagonalInches * MM_PER_INCH * ASPECT.width) / Math.hypot(ASPECT.width, ASPECT.height);
  const capPx = heightMm(TYPE_ARC_MIN, distanceM) * (boxLength / boxMm);
  const rootPx = Math.ceil(capPx / CAP_HEIGHT_EM);
  return {
    shape: height > width ? 'tall' : width >= BROAD * height ? 'broad' : 'wide',
    rootPx: Math.min(Math.max(rootPx, boxLength / MOST_REM), boxLength / FEWEST_REM),
  };
}
