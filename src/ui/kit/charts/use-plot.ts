import { type RefObject, useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { usePageLook } from '../page/use-page-look.ts';
import { usePageVisible } from '../page/use-page-visible.ts';
import { type ChartTheme, readChartTheme } from './theme.ts';

const FACE = '1em B612';

function subscribe(onChange: () => void): () => void {
  document.fonts?.addEventListener('loadingdone', onChange);
  return () => document.fonts?.removeEventListener('loadingdone', onChange);
}

/** Cached because a loaded font stays loaded and the browser's check is slow. */
let isTypeLoaded = false;

function readTypeLoaded(): boolean {
  isTypeLoaded ||= document.fonts?.check(FACE) ?? true;
  return isTypeLoaded;
}

/** True once the product's font has loaded: a canvas neither waits for it nor redraws by itself. */
const useTypeLoaded = (): boolean => useSyncExternalStore(subscribe, readTypeLoaded);

export interface PlotSize {
  /** CSS pixels. */
  readonly width: number;
  readonly height: number;
}

interface PlotRefs {
  /** Ref of the element that the plot fills. */
  readonly frameRef: RefObject<HTMLDivElement | null>;
  readonly plotRef: RefObject<uPlot | undefined>;
}

/** uPlot does not check for a context; browsers without memory for canvases return none. */
const canDraw = (): boolean => document.createElement('canvas').getContext('2d') !== null;

/**
 * A uPlot plot that fills an element: created once, updated by `setData`, created again when the theme
 * changes or the font has loaded, idle while the page is hidden, destroyed on unmount.
 * @param makeOptions must keep its identity for the life of the plot
 */
export function usePlot(
  makeOptions: (theme: ChartTheme, size: PlotSize) => uPlot.Options,
  columns: uPlot.AlignedData,
): PlotRefs {
  const frameRef = useRef<HTMLDivElement>(null);
  const plotRef = useRef<uPlot | undefined>(undefined);
  const columnsRef = useRef(columns);
  const isVisible = usePageVisible();
  const look = usePageLook();
  const isTypeLoaded = useTypeLoaded();
  // A new plot uses the columns of the render that creates it.
  useLayoutEffect(() => {
    columnsRef.current = columns;
  }, [columns]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: colours and type are read from the page.
  useLayoutEffect(() => {
    const frame = frameRef.current;
    if (!frame) return;
    let plot: uPlot | undefined;
    let fontPx = 0;
    // Text scales with the screen: a new text size needs a new plot, a new card size does not.
    const layOut = () => {
      const size = { width: frame.clientWidth, height: frame.clientHeight };
      if (size.width === 0 || size.height === 0) return;
      const theme = readChartTheme(frame);
      if (plot && theme.fontPx === fontPx) {
        plot.setSize(size);
        return;
      }
      if (!canDraw()) return;
      fontPx = theme.fontPx;
      plot?.destroy();
      plot = new uPlot(makeOptions(theme, size), columnsRef.current, frame);
      plotRef.current = plot;
    };
    const observer = new ResizeObserver(layOut);
    observer.observe(frame);
    layOut();
    return () => {
      observer.disconnect();
      plot?.destroy();
      plotRef.current = undefined;
    };
  }, [makeOptions, look, isTypeLoaded]);

  useEffect(() => {
    if (isVisible) plotRef.current?.setData(columns);
  }, [columns, isVisible]);

  return { frameRef, plotRef };
}
