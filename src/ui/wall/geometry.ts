/** How large the wall's type must be, from who reads it from where. */

export interface WallSetting {
  /** From the eye to the screen. */
  readonly distanceM: number;
  /** Of the screen, 16 : 9. */
  readonly diagonalInches: number;
}

export interface Lengths {
  readonly width: number;
  readonly height: number;
}

export interface WallScale {
  /** The largest 16 : 9 box of the window, in CSS pixels: all is drawn in it. */
  readonly stage: Lengths;
  /** The page's root font size in CSS pixels: the smallest type of the wall. */
  readonly rootPx: number;
}

/** The smallest type stands this high, in minutes of arc, and type whose colour carries meaning that high. */
export const TYPE_ARC_MIN = 15;
export const COLORED_TYPE_ARC_MIN = 20;

/** A capital's height in B612, in em: `sCapHeight` of its OS/2 table, 1500 of 2000 units. */
const CAP_HEIGHT_EM = 0.75;

const MM_PER_INCH = 25.4;
const ASPECT: Lengths = { width: 16, height: 9 };

/** How many widths of its smallest type the stage has: what it shows fits from the first on, and fills it to the second. */
const FEWEST_REM = 41.5;
const MOST_REM = 48;

/** How high something is that fills so many minutes of arc at a distance. */
const heightMm = (arcMin: number, distanceM: number): number =>
  2000 * distanceM * Math.tan((arcMin / 60 / 2) * (Math.PI / 180));

/**
 * The stage and the type of a window, which is taken to fill the wall. Type that would leave no room for what is to be
 * read is as large as there is room for.
 */
export function wallScale({ distanceM, diagonalInches }: WallSetting, window: Lengths): WallScale {
  const unit = Math.min(window.width / ASPECT.width, window.height / ASPECT.height);
  const stage = { width: Math.floor(unit * ASPECT.width), height: Math.floor(unit * ASPECT.height) };
  const widthMm = (diagonalInches * MM_PER_INCH * ASPECT.width) / Math.hypot(ASPECT.width, ASPECT.height);
  const capPx = heightMm(TYPE_ARC_MIN, distanceM) * (stage.width / widthMm);
  // Whole pixels, rather more than too few.
  const rootPx = Math.ceil(capPx / CAP_HEIGHT_EM);
  return { stage, rootPx: Math.min(Math.max(rootPx, stage.width / MOST_REM), stage.width / FEWEST_REM) };
}
