// Not fancy-canvas: 1.9 kB (brotli) against 0.7, and it measures its own canvas; here PixiJS owns the canvas.
import { type RefObject, useLayoutEffect, useState } from 'react';
import type { Size } from '../kit/page/size.ts';
import type { DevicePixels } from './geometry/map-size.ts';

/** Larger canvases exceed the limits of browsers and memory. */
const MAX_WIDTH = 8192;

/**
 * Minimum width in CSS pixels. A box may be narrower for a moment during layout. Markers at their minimum size would
 * cover the whole picture, which the next layout would then show enlarged.
 */
const LEAST_WIDTH = 64;

/**
 * Returns the canvas size for a box of the page; `undefined` if the box is too narrow to draw in.
 * @param exact device pixels from the browser, which knows how the box's edges were rounded
 */
function toDevicePixels(css: Size, pixelRatio: number, exact: Size | undefined): DevicePixels | undefined {
  const scaled = { width: css.width * pixelRatio, height: css.height * pixelRatio };
  // The browser's value ignores an emulated pixel ratio.
  const isPlausible =
    exact && Math.abs(exact.width - scaled.width) <= 1 && Math.abs(exact.height - scaled.height) <= 1;
  const { width, height } = isPlausible ? exact : scaled;
  if (!(css.width >= LEAST_WIDTH && height >= 1)) return undefined;
  const shrink = Math.min(1, MAX_WIDTH / width);
  return {
    width: Math.round(width * shrink),
    height: Math.round(height * shrink),
    pixelRatio: pixelRatio * shrink,
  };
}

function readEntry({
  contentRect,
  devicePixelContentBoxSize,
}: ResizeObserverEntry): DevicePixels | undefined {
  const [box] = devicePixelContentBoxSize ?? [];
  const exact = box && { width: box.inlineSize, height: box.blockSize };
  return toDevicePixels(contentRect, window.devicePixelRatio, exact);
}

const isSame = (a: DevicePixels | undefined, b: DevicePixels): boolean =>
  a?.width === b.width && a.height === b.height && a.pixelRatio === b.pixelRatio;

/** Calls back after each change of the page's pixel ratio: zoom, or a window moved to another screen. */
function watchPixelRatio(onChange: () => void): () => void {
  let pixelRatio = window.devicePixelRatio;
  let query: MediaQueryList | undefined;
  const check = (): void => {
    if (window.devicePixelRatio === pixelRatio) return;
    pixelRatio = window.devicePixelRatio;
    watch();
    onChange();
  };
  const watch = (): void => {
    query?.removeEventListener('change', check);
    query = window.matchMedia(`(resolution: ${pixelRatio}dppx)`);
    query.addEventListener('change', check);
  };
  watch();
  window.addEventListener('resize', check);
  return () => {
    query?.removeEventListener('change', check);
    window.removeEventListener('resize', check);
  };
}

/**
 * Returns the size of an element in whole device pixels; `undefined` until it has one. Zooming or moving to another
 * screen changes it like a resize. While the element is hidden or too narrow to draw in, the last size stays.
 */
export function useDeviceSize(elementRef: RefObject<HTMLElement | null>): DevicePixels | undefined {
  const [size, setSize] = useState<DevicePixels>();
  useLayoutEffect(() => {
    const element = elementRef.current;
    if (!element) return undefined;
    const observer = new ResizeObserver((entries) => {
      const entry = entries.at(-1);
      const next = entry && readEntry(entry);
      if (next) setSize((current) => (isSame(current, next) ? current : next));
    });
    const observe = (): void => {
      observer.disconnect();
      try {
        observer.observe(element, { box: 'device-pixel-content-box' });
      } catch {
        // Safari supports only the content box.
        observer.observe(element);
      }
    };
    observe();
    // A new observation always reports once.
    const unwatch = watchPixelRatio(observe);
    return () => {
      unwatch();
      observer.disconnect();
    };
  }, [elementRef]);
  return size;
}
