import { type RefObject, useEffect } from 'react';
import type { Box } from '../geometry/label-placement.ts';

type ClientRectangle = Pick<DOMRect, 'left' | 'top' | 'width' | 'height'>;

/** Returns the part of a map that an element covers, as shares of its width and height; `undefined` without a size. */
export function coveredPart(map: ClientRectangle, cover: ClientRectangle): Box | undefined {
  if (!(map.width > 0 && map.height > 0 && cover.width > 0)) return undefined;
  return {
    x: (cover.left - map.left) / map.width,
    y: (cover.top - map.top) / map.height,
    width: cover.width / map.width,
    height: cover.height / map.height,
  };
}

/**
 * Reports the parts of the map that elements with `data-covers-map` on the map's card cover: now, whenever one of them
 * or the map is resized, and when the buttons get another host; none on unmount.
 */
export function useCoveredParts(
  mapRef: RefObject<HTMLElement | null>,
  onCover: (parts: readonly Box[]) => void,
  host: HTMLElement | null | undefined,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: in a host the buttons cover nothing.
  useEffect(() => {
    const map = mapRef.current;
    if (!map) return undefined;
    const covers = [...(map.closest('section')?.querySelectorAll('[data-covers-map]') ?? [])];
    const observer = new ResizeObserver(() => {
      const place = map.getBoundingClientRect();
      onCover(covers.flatMap((cover) => coveredPart(place, cover.getBoundingClientRect()) ?? []));
    });
    for (const element of [map, ...covers]) observer.observe(element);
    return () => {
      observer.disconnect();
      onCover([]);
    };
  }, [mapRef, onCover, host]);
}
