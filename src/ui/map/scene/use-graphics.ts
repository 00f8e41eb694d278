import { useCallback, useState } from 'react';
import { chooseRenderer, isUnstable, type RendererName } from './renderer-choice.ts';

interface Graphics {
  readonly renderer: RendererName;
  /** Changes when everything must be initialized again. */
  readonly generation: number;
}

interface GraphicsControl extends Graphics {
  /** Handles the loss of the graphics context. @param time monotonic milliseconds */
  readonly handleLoss: (time: number) => void;
}

const createCanvas = (): HTMLCanvasElement => document.createElement('canvas');

/** Returns monotonic milliseconds, even within a task. */
const now = (): number => new Event('now').timeStamp;

/** Cached until a context is lost, because detection costs a graphics context. */
let chosen: RendererName | undefined;

/** Returns the renderer of the map, chosen again after each loss. */
export function useGraphics(): GraphicsControl {
  const [lossTimes] = useState<number[]>(() => []);
  const [graphics, setGraphics] = useState<Graphics>(() => {
    chosen ??= chooseRenderer(createCanvas, now);
    return { renderer: chosen, generation: 0 };
  });

  const handleLoss = useCallback(
    (time: number) => {
      lossTimes.push(time);
      const renderer = chooseRenderer(createCanvas, now, !isUnstable(lossTimes));
      chosen = renderer;
      setGraphics(({ generation }) => ({ renderer, generation: generation + 1 }));
    },
    [lossTimes],
  );
  return { ...graphics, handleLoss };
}
