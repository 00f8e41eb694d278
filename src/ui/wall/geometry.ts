/** Size of the wall's type, from viewing distance and screen size. */

export interface WallSetting {
  /** From eye to screen. */
  readonly distanceM: number;
  /** Of the screen, 16 : 9. */
  readonly diagonalInches: number;
}

const DISTANCE = { parameter: 'distance', usual: 5, low: 0.5, high: 30 };
const DIAGONAL = { parameter: 'diagonal', usual: 55, low: 10, high: 300 };

function readNumber(query: URLSearchParams, { parameter, usual, low, high }: typeof DISTANCE): number {
  const text = query.get(parameter)?.trim();
  const value = text ? Number(text) : Number.NaN;
  return Number.isFinite(value) ? Math.min(Math.max(value, low), high) : usual;
}

/** `?distance=8&diagonal=75`, in metres and inches; 5 m and 55 inches by default. */
export const readWallSetting = (query: URLSearchParams): WallSetting => ({
  distanceM: readNumber(query, DISTANCE),
  diagonalInches: readNumber(query, DIAGONAL),
});

export interface Lengths {
  readonly width: number;
  readonly height: number;
}

export interface WallScale {
  /** Largest 16 : 9 box of the window, in CSS pixels, which contains everything. */
  readonly stage: Lengths;
  /** Root font size in CSS pixels: the smallest type of the wall. */
  readonly rootPx: number;
}

/** Height of the smallest type, in minutes of arc, and of type whose colour carries meaning. */
export const TYPE_ARC_MIN = 15;
export const COLORED_TYPE_ARC_MIN = 20;

/** Capital height of B612, in em: `sCapHeight` of its OS/2 table, 1500 of 2000 units. */
const CAP_HEIGHT_EM = 0.75;

const MM_PER_INCH = 25.4;
const ASPECT: Lengths = { width: 16, height: 9 };

/** Width of the stage in rem: the content fits from the first value on, and fills it to the second. */
const FEWEST_REM = 41.5;
const MOST_REM = 48;

/** Height of an object of this many minutes of arc at a distance. */
const heightMm = (arcMin: number, distanceM: number): number =>
  2000 * distanceM * Math.tan((arcMin / 60 / 2) * (Math.PI / 180));

/**
 * Stage and type of a window, which is assumed to fill the wall. Type that would not fit is reduced until it
 * does.
 */
export function wallScale({ distanceM, diagonalInches }: WallSetting, window: Lengths): WallScale {
  const unit = Math.min(window.width / ASPECT.width, window.height / ASPECT.height);
  const stage = { width: Math.floor(unit * ASPECT.width), height: Math.floor(unit * ASPECT.height) };
  const widthMm = (diagonalInches * MM_PER_INCH * ASPECT.width) / Math.hypot(ASPECT.width, ASPECT.height);
  const capPx = heightMm(TYPE_ARC_MIN, distanceM) * (stage.width / widthMm);
  // Whole pixels, rounded up.
  const rootPx = Math.ceil(capPx / CAP_HEIGHT_EM);
  return { stage, rootPx: Math.min(Math.max(rootPx, stage.width / MOST_REM), stage.width / FEWEST_REM) };
}
