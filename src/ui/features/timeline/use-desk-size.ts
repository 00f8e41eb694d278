import { type RefObject, useLayoutEffect, useState } from 'react';

const DESK_REM_PX = 16;

/** In desk pixels, 16 per rem on every screen: drawings scale with the surrounding text. */
interface DeskSize {
  readonly width: number;
  readonly height: number;
}

/** Returns the size of an element in desk pixels; `initial` until it has a size, and without layout. */
export function useDeskSize(elementRef: RefObject<Element | null>, initial: DeskSize): DeskSize {
  const [size, setSize] = useState(initial);
  useLayoutEffect(() => {
    const element = elementRef.current;
    if (!element) return undefined;
    const measure = () => {
      const remPx = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || DESK_REM_PX;
      const desk = (px: number): number => Math.round((px * DESK_REM_PX) / remPx);
      const width = desk(element.clientWidth);
      const height = desk(element.clientHeight);
      if (width === 0 || height === 0) return;
      setSize((held) => (held.width === width && held.height === height ? held : { width, height }));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [elementRef]);
  return size;
}
