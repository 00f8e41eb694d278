import { type RefObject, useLayoutEffect, useState } from 'react';

/** Until an element has a width, and without layout. */
const FALLBACK_WIDTH = 800;
const DESK_REM_PX = 16;

/**
 * Width of an element in desk pixels, 16 per rem on every screen: drawings in them scale with the text around
 * them.
 */
export function useDeskWidth(elementRef: RefObject<Element | null>): number {
  const [width, setWidth] = useState(FALLBACK_WIDTH);
  useLayoutEffect(() => {
    const element = elementRef.current;
    if (!element) return undefined;
    const measure = () => {
      const remPx = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || DESK_REM_PX;
      if (element.clientWidth > 0) setWidth(Math.round((element.clientWidth * DESK_REM_PX) / remPx));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [elementRef]);
  return width;
}
