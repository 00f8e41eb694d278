/**
 * Image composed from columns that a canvas has drawn once; a canvas takes several times as long to fill
 * hundreds of shapes and spans. Pixels are RGBA words in the memory order of `ImageData`, with alpha in the
 * highest byte.
 */
export interface WordImage {
  readonly words: Uint32Array;
  readonly width: number;
  readonly height: number;
}

const ALPHA_SHIFT = 24;
const OPAQUE = 255;

export const wordImage = ({ data, width, height }: ImageData): WordImage => ({
  words: new Uint32Array(data.buffer),
  width,
  height,
});

/** Blends one pixel over another. */
function over(above: number, below: number): number {
  const alpha = above >>> ALPHA_SHIFT;
  const alphaBelow = below >>> ALPHA_SHIFT;
  if (alpha === OPAQUE || alphaBelow === 0) return above;
  const rest = (alphaBelow * (OPAQUE - alpha)) / OPAQUE;
  const total = alpha + rest;
  const mixed = (shift: number): number =>
    Math.round((((above >>> shift) & 255) * alpha + ((below >>> shift) & 255) * rest) / total) << shift;
  return (Math.round(total) << ALPHA_SHIFT) | mixed(16) | mixed(8) | mixed(0);
}

/**
 * Puts columns of an image, starting at `column`, over those of another of the same height; a single one is
 * stretched.
 */
export function putColumns(
  image: WordImage,
  left: number,
  width: number,
  from: WordImage,
  column: number,
  columns: number,
): void {
  const begin = Math.max(0, -left);
  const end = Math.min(width, image.width - left);
  const step = columns === 1 ? 0 : 1;
  for (let y = 0; y < image.height; y += 1) {
    const source = y * from.width + column;
    const target = y * image.width + left;
    for (let x = begin; x < end; x += 1) {
      const word = from.words[source + step * x] as number;
      if (word >>> ALPHA_SHIFT === 0) continue;
      image.words[target + x] = over(word, image.words[target + x] as number);
    }
  }
}
