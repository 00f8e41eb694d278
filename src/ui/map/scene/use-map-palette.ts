import { useEffect, useState } from 'react';
import { usePageLook } from '../../kit/page/use-page-look.ts';
import { type MapPalette, readPalette } from '../draw/palette.ts';

const readPage = (): MapPalette => readPalette(getComputedStyle(document.documentElement));

const facesOf = ({ font }: MapPalette): readonly string[] => [`400 1em ${font}`, `700 1em ${font}`];

/**
 * Returns colours and fonts of the map, from the page's tokens. A new object when the page changes its theme, and when
 * the fonts have loaded: a canvas neither waits for them nor redraws itself.
 */
export function useMapPalette(): MapPalette {
  const look = usePageLook();
  const [palette, setPalette] = useState(readPage);
  const [drawnIn, setDrawnIn] = useState(look);
  if (drawnIn !== look) {
    setDrawnIn(look);
    setPalette(readPage());
  }
  // Read before drawing: an effect would be too late to detect what was drawn without the fonts.
  const [isTypeLate] = useState(() => !facesOf(palette).every((face) => document.fonts.check(face)));
  useEffect(() => {
    if (!isTypeLate) return undefined;
    let isCurrent = true;
    const redraw = (): void => {
      if (isCurrent) setPalette(readPage());
    };
    // Without them the map keeps the browser's fallback font.
    Promise.all(facesOf(readPage()).map((face) => document.fonts.load(face))).then(redraw, () => undefined);
    return () => {
      isCurrent = false;
    };
  }, [isTypeLate]);
  return palette;
}
