import type { Page } from 'playwright-core';

/** A 55-inch wall as seen from five metres. */

const DISTANCE_MM = 5000;
const SCREEN_WIDTH_MM = 55 * 25.4 * (16 / Math.hypot(16, 9));

export interface SeenText {
  readonly text: string;
  /** Height of its capitals, in minutes of arc. */
  readonly arcMin: number;
  /** True if its colour carries meaning: a status, or the owner of a track. */
  readonly isColored: boolean;
}

export interface Seen {
  readonly texts: readonly SeenText[];
  /** Texts that overlap each other or the window's edge. */
  readonly troubles: readonly string[];
  /** The map's share of the window. */
  readonly mapShare: number;
}

/**
 * Runs in the page before its scripts: records the font of every text drawn on a canvas with a halo, as the map's are.
 */
export function recordDrawnTexts(): void {
  const drawn = new Map<string, string>();
  Object.assign(window, { drawn });
  for (const { prototype } of [CanvasRenderingContext2D, OffscreenCanvasRenderingContext2D]) {
    const original = prototype.strokeText;
    prototype.strokeText = function (this: CanvasRenderingContext2D, text: string, ...rest: number[]) {
      drawn.set(text, this.font);
      return Reflect.apply(original, this, [text, ...rest]);
    };
  }
}

/** Measures every readable text on the page. A capital's height is determined from its pixels, once per page. */
export async function readWall(page: Page): Promise<Seen> {
  await page.evaluate(() => document.fonts.ready);
  const { texts, ...seen } = await page.evaluate(() => {
    const capitalShare = (weight: string): number => {
      const side = 600;
      const canvas = new OffscreenCanvas(side, side);
      const brush = canvas.getContext('2d');
      if (!brush) throw new Error('no canvas to measure on');
      brush.font = `${weight} ${side}px B612`;
      brush.fillText('H', 0, side);
      const { data } = brush.getImageData(0, 0, side, side);
      const rows = Array.from({ length: side }, (_, y) => y).filter((y) =>
        data.subarray(4 * side * y, 4 * side * (y + 1)).some((value) => value > 127),
      );
      return rows.length / side;
    };
    const known = window as { capitalShares?: { readonly regular: number; readonly bold: number } };
    const share = known.capitalShares ?? { regular: capitalShare('400'), bold: capitalShare('700') };
    known.capitalShares = share;
    const shareOf = (weight: number) => (weight >= 600 ? share.bold : share.regular);

    /**
     * True for screen-reader texts and texts hidden for lack of room: clipped to nothing, or outside of the box that
     * cuts them.
     */
    const isUnseen = (element: Element): boolean => {
      const { left, right, top, bottom } = element.getBoundingClientRect();
      for (let outer: Element | null = element; outer; outer = outer.parentElement) {
        const { clipPath, overflow } = getComputedStyle(outer);
        if (clipPath === 'inset(50%)') return true;
        if (!/hidden|clip/.test(overflow)) continue;
        const box = outer.getBoundingClientRect();
        if (right <= box.left || left >= box.right || bottom <= box.top || top >= box.bottom) return true;
      }
      return false;
    };

    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const boxes: {
      text: string;
      element: Element;
      left: number;
      right: number;
      top: number;
      bottom: number;
    }[] = [];
    const texts: { text: string; capPx: number; isColored: boolean }[] = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node.textContent?.trim() ?? '';
      const element = node.parentElement;
      if (!text || !element || element.closest('[class*="visually"], noscript, script')) continue;
      if (isUnseen(element)) continue;
      const style = getComputedStyle(element);
      const capPx = Number.parseFloat(style.fontSize) * shareOf(Number(style.fontWeight));
      texts.push({
        text,
        capPx,
        isColored: element.closest('[data-status]') !== null && !element.closest('[data-quiet="true"]'),
      });
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const line of range.getClientRects()) {
        // A line is higher than its letters.
        const inset = line.height / 6;
        const { left, right } = line;
        boxes.push({ text, element, left, right, top: line.top + inset, bottom: line.bottom - inset });
      }
    }
    const { drawn } = window as unknown as { drawn: Map<string, string> };
    for (const [text, font] of drawn) {
      const [, weight = 400, size = 0] =
        /(\d+) (\d+(?:\.\d+)?)px/.exec(`${/^\d+ /.test(font) ? '' : '400 '}${font.replace('bold', '700')}`) ??
        [];
      const isColored = ['ORBITA-1', 'ISS'].includes(text);
      texts.push({ text: `${text} on the map`, capPx: Number(size) * shareOf(Number(weight)), isColored });
    }

    const troubles: string[] = [];
    for (const box of boxes) {
      if (box.left < 0 || box.top < 0 || box.right > innerWidth || box.bottom > innerHeight) {
        troubles.push(`"${box.text}" is over the edge`);
      }
      // Nearest container: a tile, a panel or the header.
      const holder = box.element.closest('li, dl > div, section, header')?.getBoundingClientRect();
      if (holder && (box.right > holder.right + 1 || box.bottom > holder.bottom + 1)) {
        troubles.push(`"${box.text}" is over its place`);
      }
    }
    boxes.forEach((a, index) => {
      for (const b of boxes.slice(index + 1)) {
        if (a.element === b.element) continue; // a text that ends in an ellipsis has two boxes
        if (a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom) {
          troubles.push(`"${a.text}" is on "${b.text}"`);
        }
      }
    });
    const map = document.querySelector('canvas')?.getBoundingClientRect();
    const mapShare = map ? (map.width * map.height) / (innerWidth * innerHeight) : 0;
    return { texts, troubles, mapShare };
  });
  // A broad or upright screen has a part of that size.
  const boxPx = await page.evaluate(() => {
    const [long, short] = [Math.max(innerWidth, innerHeight), Math.min(innerWidth, innerHeight)];
    return Math.min(long, (short * 16) / 9);
  });
  const mmPerPx = SCREEN_WIDTH_MM / boxPx;
  const toArcMin = (capPx: number): number =>
    2 * Math.atan((capPx * mmPerPx) / 2 / DISTANCE_MM) * (180 / Math.PI) * 60;
  return {
    ...seen,
    texts: texts.map(({ text, capPx, isColored }) => ({ text, arcMin: toArcMin(capPx), isColored })),
  };
}
