import { type RefObject, useEffect } from 'react';
import type { Box } from '../geometry/label-placement.ts';

type Rect = Pick<DOMRect, 'left' | 'top' | 'width' | 'height'>;

/** What part of a map something covers, as shares of its width and height; `undefined` without a size. */
export function coveredPart(map: Rect, cover: Rect): Box | undefined {
  if (!(map.width > 0 && map.height > 0 && cover.width > 0)) return undefined;
  return {
    x: (cover.left - map.left) / map.width,
    y: (cover.top - map.top) / map.height,
    width: cover.width / map.width,
    height: cover.height / map.height,
  };
}

/** Tells what part of the map an element covers, now and whenever one of the two has another size; none in the end. */
export function useCoveredPart(
  mapRef: RefObject<HTMLElement | null>,
  coverRef: RefObject<HTMLElement | null>,
  onCover: (part: Box | undefined) => void,
): void {
  useEffect(() => {
    const [map, cover] = [mapRef.current, coverRef.current];
    if (!map || !cover) return undefined;
    const observer = new ResizeObserver(() => {
      onCover(coveredPart(map.getBoundingClientRect(), cover.getBoundingClientRect()));
    });
    observer.observe(map);
    observer.observe(cover);
    return () => {
      observer.disconnect();
      onCover(undefined);
    };
  }, [mapRef, coverRef, onCover]);
}
