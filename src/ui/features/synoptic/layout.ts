import type { NodeId } from './nodes.ts';

/**
 * Box positions in units of the drawing: one unit is one pixel at its natural size. The drawing scales as a
 * whole; a phone has a separate one, so that no text gets too small.
 */

export interface UnitBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** True if name and value share a line. */
  readonly isFlat?: boolean;
  /** Position of a fault's name; in a flat box it replaces the second line. */
  readonly label?: { readonly x: number; readonly y: number; readonly letters: number };
}

export interface DiagramPoint {
  readonly x: number;
  readonly y: number;
}

/** Visible part of the plane. */
export interface DiagramFrame {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface Layout {
  readonly width: number;
  readonly height: number;
  readonly boxes: Readonly<Record<NodeId, UnitBox>>;
}

/** Approximate width of a letter of the small text. */
const LETTER_WIDTH = 6.3;

const box = (x: number, y: number, width: number, height: number): UnitBox => ({
  x,
  y,
  width,
  height,
  label: { x, y: y + height + 14, letters: Math.floor((width - 6) / LETTER_WIDTH) },
});

const FLAT_HEIGHT = 44;
const FLAT_STEP = 52;
const flat = (x: number, index: number, top: number, width: number): UnitBox => ({
  x,
  y: top + index * FLAT_STEP,
  width,
  height: FLAT_HEIGHT,
  isFlat: true,
  label: { x: 0, y: 0, letters: Math.floor((width - 28) / LETTER_WIDTH) },
});

export const WIDE: Layout = {
  width: 640,
  height: 412,
  boxes: {
    sun: box(0, 0, 108, 84),
    mode: box(0, 132, 108, 50),
    array: box(148, 0, 156, 84),
    battery: box(148, 132, 156, 92),
    bus: { ...box(346, 0, 84, 252), label: { x: 346, y: 266, letters: 18 } },
    platform: flat(472, 0, 0, 168),
    payload: flat(472, 1, 0, 168),
    transmitter: flat(472, 2, 0, 168),
    heater: flat(472, 3, 0, 168),
    commands: flat(472, 4, 0, 168),
    sensors: box(0, 288, 104, 92),
    wheels: box(116, 288, 108, 92),
    recorder: box(240, 288, 112, 92),
    antenna: box(380, 288, 124, 92),
    station: box(532, 288, 108, 92),
  },
};

export const NARROW: Layout = {
  width: 340,
  height: 676,
  boxes: {
    sun: box(0, 0, 104, 60),
    mode: box(0, 72, 104, 48),
    array: { ...box(132, 0, 208, 84), label: { x: 178, y: 104, letters: 23 } },
    battery: box(0, 136, 104, 92),
    bus: { ...box(128, 136, 60, 252), label: { x: 60, y: 404, letters: 34 } },
    platform: flat(210, 0, 136, 130),
    payload: flat(210, 1, 136, 130),
    transmitter: flat(210, 2, 136, 130),
    heater: flat(210, 3, 136, 130),
    commands: flat(210, 4, 136, 130),
    sensors: box(0, 424, 160, 92),
    wheels: box(180, 424, 160, 92),
    recorder: box(0, 552, 94, 92),
    antenna: box(114, 552, 114, 92),
    station: box(248, 552, 92, 92),
  },
};

/** Returns the line from the edge of one box to the facing edge of another, straight across or down. */
export function route(from: UnitBox, to: UnitBox): readonly [DiagramPoint, DiagramPoint] {
  const top = Math.max(from.y, to.y);
  const bottom = Math.min(from.y + from.height, to.y + to.height);
  if (bottom > top) {
    const y = (top + bottom) / 2;
    const isRightwards = to.x > from.x;
    return isRightwards
      ? [
          { x: from.x + from.width, y },
          { x: to.x, y },
        ]
      : [
          { x: from.x, y },
          { x: to.x + to.width, y },
        ];
  }
  const x = (Math.max(from.x, to.x) + Math.min(from.x + from.width, to.x + to.width)) / 2;
  return to.y > from.y
    ? [
        { x, y: from.y + from.height },
        { x, y: to.y },
      ]
    : [
        { x, y: from.y },
        { x, y: to.y + to.height },
      ];
}

/** Wraps text to at most `maxLines` lines of this many letters; an ellipsis marks the cut. */
export function wrapLabel(text: string, letters: number, maxLines = 2): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= letters)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  const kept = lines.slice(0, maxLines);
  const isCut = lines.length > maxLines;
  return kept.map((line, index) => {
    const isLast = isCut && index === kept.length - 1;
    if (line.length <= letters && !isLast) return line;
    return `${line.slice(0, letters - 1).trimEnd()}…`;
  });
}
