/**
 * Duration between plane and globe: one fades out, then the other in. Both at once would show each marker and name
 * twice.
 */
const FADE_MS = 500;
const EASING = 'ease-in-out';

/**
 * Fades from a canvas's current to its next content. The browser does it, without a frame of the map. Call it in the
 * task in which the canvas was rendered, because WebGL discards the picture afterwards.
 */
export function fade(canvas: HTMLCanvasElement): void {
  const copy = document.createElement('canvas');
  copy.width = canvas.width;
  copy.height = canvas.height;
  copy.getContext('2d')?.drawImage(canvas, 0, 0);
  canvas.after(copy);
  const end = (): void => {
    copy.remove();
    // Frees the pixels now rather than at garbage collection.
    copy.width = 0;
  };
  copy.animate({ opacity: [1, 0, 0] }, { duration: FADE_MS, easing: EASING }).finished.then(end, end);
  canvas.animate({ opacity: [0, 0, 1] }, { duration: FADE_MS, easing: EASING });
}
