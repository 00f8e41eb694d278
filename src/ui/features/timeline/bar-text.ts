/** Positions of a bar's icon and title, in desk pixels from the bar's left end. */
export interface BarText {
  readonly iconX: number;
  readonly titleX: number;
  /** 0 if there is no space for it. */
  readonly titleWidth: number;
  /** True if the title is cut. */
  readonly isTitleCut: boolean;
}

interface Room {
  /** Width of the bar, 0 for a marker. */
  readonly width: number;
  /** End of the free space on its row. */
  readonly free: number;
  /** Padding at the ends, for an arrow or a marker. */
  readonly startPad: number;
  readonly endPad: number;
}

export const ICON_WIDTH = 12;
const GAP = 4;
/** A shorter title is useless. */
const MIN_TITLE = 28;
const LETTER = 6.8;
const WIDE_LETTER = 12.5;

/** Estimates the width of a line of text at the strip's size, rather too large. */
export function estimateWidth(text: string): number {
  let width = 0;
  for (const letter of text) width += letter > '\u2e7f' ? WIDE_LETTER : LETTER;
  return Math.ceil(width);
}

/** True if a text is right-to-left, by its first letter. */
export const isRightToLeft = (text: string): boolean =>
  /^\P{L}*[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u.test(text);

/**
 * Places text inside the bar if it fits; otherwise beside it if more of it fits there. A title never crosses
 * the bar's end.
 */
export function placeBarText(needed: number, { width, free, startPad, endPad }: Room): BarText {
  const shown = (room: number): number => (room < Math.min(MIN_TITLE, needed) ? 0 : Math.min(room, needed));
  const hasIconInside = width >= startPad + ICON_WIDTH + endPad;
  const outside = Math.max(width, 0) + (width === 0 ? endPad : GAP);
  if (!hasIconInside) {
    const titleX = outside + ICON_WIDTH + GAP;
    const room = free - titleX - GAP;
    return { iconX: outside, titleX, titleWidth: shown(room), isTitleCut: room < needed };
  }
  const insideX = startPad + ICON_WIDTH + GAP;
  const inside = width - insideX - endPad;
  const beside = free - outside - GAP;
  const isBeside = inside < needed && beside > inside;
  const room = isBeside ? beside : inside;
  return {
    iconX: startPad,
    titleX: isBeside ? outside : insideX,
    titleWidth: shown(room),
    isTitleCut: room < needed,
  };
}
