/** Draws a line, in device pixels; `moveTo` begins a part. */
export interface Pen {
  moveTo(x: number, y: number): void;
  lineTo(x: number, y: number): void;
}

/** Device pixels of a plot, and the values they represent. */
export interface LineFrame {
  /** Left end and width of the plot. */
  readonly left: number;
  readonly width: number;
  /** Time at the left and right end. */
  readonly from: number;
  readonly to: number;
  /** Value at y = 0, and pixels per unit, upwards. */
  readonly valueAtTop: number;
  readonly pixelsPerUnit: number;
  /** Width of the line, and of a column. */
  readonly lineWidth: number;
}

/** Result of drawing a line. */
export interface Traced {
  /** Number of parts between gaps. */
  readonly parts: number;
  /** Start and end point. */
  readonly firstX: number;
  readonly firstY: number;
  readonly lastX: number;
  readonly lastY: number;
  /** Steepness at its ends, from 0 (level) to 1. */
  readonly firstLean: number;
  readonly lastLean: number;
  /** Least and greatest y; `top` exceeds `bottom` if nothing was drawn. */
  readonly top: number;
  readonly bottom: number;
}

export type LineTimes = ArrayLike<number>;
/** null is a gap; undefined means that this line has no value. */
export type LineValues = ArrayLike<number | null | undefined>;

/** Steepness of a line, from 0 (level) to 1. */
const leanOf = (dx: number, dy: number): number => (dy === 0 ? 0 : Math.abs(dy) / Math.hypot(dx, dy));

/**
 * Draws a line through points, oldest first. Where a pixel column, as wide as the line, has more than two
 * points, it draws only the lowest and highest value, nearer end first: the line covers the others. Thus its
 * length depends on the pixels, not on the time span.
 */
export function traceLine(
  times: LineTimes,
  values: LineValues,
  [begin, end]: readonly [begin: number, end: number],
  frame: LineFrame,
  pen: Pen,
): Traced {
  const { left, width, from, to, valueAtTop, pixelsPerUnit, lineWidth } = frame;
  const columns = Math.ceil(width / Math.max(1, lineWidth));
  const columnsPerMs = columns / (to - from);
  const pixelsPerMs = width / (to - from);
  const columnWidth = width / columns;
  /** True while the pen is down. */
  let isDown = false;
  let parts = 0;
  let firstX = 0;
  let firstY = 0;
  let highestY = Number.POSITIVE_INFINITY;
  let lowestY = Number.NEGATIVE_INFINITY;
  let firstLean = 0;
  let penX = 0;
  let penY = 0;
  let beforeX = 0;
  let beforeY = 0;
  let drawn = 0;
  /** Lowest and highest y of the last column; tall if the line covers more height than its width. */
  let lastTop = 0;
  let lastBottom = 0;
  let isLastTall = false;

  const go = (x: number, y: number): void => {
    if (isDown) {
      pen.lineTo(x, y);
      if (drawn === 1) firstLean = leanOf(x - penX, y - penY);
      beforeX = penX;
      beforeY = penY;
    } else {
      pen.moveTo(x, y);
      beforeX = x;
      beforeY = y;
      if (parts === 0) {
        firstX = x;
        firstY = y;
      }
      parts += 1;
      isDown = true;
    }
    penX = x;
    penY = y;
    drawn += 1;
  };

  /** Returns through the last column to the end nearest to the next one. */
  const leaveFor = (top: number, bottom: number): void => {
    if (!isLastTall) return;
    const nearest = Math.min(Math.max(penY, top), bottom);
    const exit = Math.min(Math.max(nearest, lastTop), lastBottom);
    if (Math.abs(exit - penY) > lineWidth) go(penX, exit);
    isLastTall = false;
  };

  for (let index = begin; index <= end; ) {
    const value = values[index];
    if (value === null) {
      isDown = false;
      isLastTall = false;
    }
    if (value === null || value === undefined) {
      index += 1;
      continue;
    }
    const column = Math.floor(((times[index] as number) - from) * columnsPerMs);
    // Time of the first point of the next column.
    const border = from + (column + 1) / columnsPerMs;
    let lowest = value;
    let highest = value;
    let count = 0;
    let next = index;
    for (; next <= end; next += 1) {
      const other = values[next];
      if (other === undefined) continue;
      if (other === null || (count > 0 && (times[next] as number) >= border)) break;
      if (other < lowest) lowest = other;
      else if (other > highest) highest = other;
      count += 1;
    }
    const top = Math.round((valueAtTop - highest) * pixelsPerUnit);
    const bottom = Math.round((valueAtTop - lowest) * pixelsPerUnit);
    if (top < highestY) highestY = top;
    if (bottom > lowestY) lowestY = bottom;
    leaveFor(top, bottom);
    if (count <= 2) {
      for (let place = index; place < next; place += 1) {
        const point = values[place];
        if (point === undefined || point === null) continue;
        go(
          Math.round(left + ((times[place] as number) - from) * pixelsPerMs),
          Math.round((valueAtTop - point) * pixelsPerUnit),
        );
      }
    } else {
      const x = Math.round(left + (column + 0.5) * columnWidth);
      const isFromTop = isDown && Math.abs(penY - top) < Math.abs(penY - bottom);
      const entry = isFromTop ? top : bottom;
      if (isDown && penY > top && penY < bottom && Math.abs(penY - entry) > lineWidth) go(x, penY);
      go(x, entry);
      if (top !== bottom) go(x, isFromTop ? bottom : top);
      isLastTall = bottom - top > lineWidth;
      lastTop = top;
      lastBottom = bottom;
    }
    index = next;
  }
  const lastLean = leanOf(penX - beforeX, penY - beforeY);
  return {
    parts,
    firstX,
    firstY,
    firstLean,
    lastX: penX,
    lastY: penY,
    lastLean,
    top: highestY,
    bottom: lowestY,
  };
}
