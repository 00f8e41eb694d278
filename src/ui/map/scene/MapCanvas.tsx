import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { rendererOf, startApplication } from './application.ts';
import { createMapStage, type MapStage, type StageContent } from './map-stage.ts';
import type { RendererName } from './renderer-choice.ts';
import { useFleetLayer } from './use-fleet-layer.ts';
import { type LayerChoice, useMapDetail } from './use-map-detail.ts';
import { useMapPalette } from './use-map-palette.ts';
import { type ChartContent, useChartScene } from './use-map-scene.ts';

type Given<T> = Omit<T, 'scene' | 'detail' | 'palette' | 'createFleetLayer'>;

interface Props extends Given<ChartContent>, Given<StageContent> {
  readonly className: string;
  readonly renderer: Exclude<RendererName, 'none'>;
  /** Layers besides land, night and satellites; none before the first view is complete. */
  readonly layers: LayerChoice | undefined;
  /** Called with the renderer that Pixi finally uses. */
  readonly onStart: (renderer: RendererName) => void;
  /** Called when the graphics context is lost: this canvas stays empty. @param time monotonic milliseconds */
  readonly onLoss: (time: number) => void;
  /** Called when everything that the layers need has loaded, and when loading begins again. */
  readonly onDetail: (isComplete: boolean) => void;
}

function useStageContent(props: Props): StageContent {
  const { size, camera, satellites, fleet, selected, tracked, fleetPlaces, layers } = props;
  const { isShown, isMotionReduced, after, now, onFrames } = props;
  const palette = useMapPalette();
  const scene = useChartScene({ ...props, palette });
  const detail = useMapDetail(layers, palette.isLit);
  const createFleetLayer = useFleetLayer(fleet, after);
  return {
    size,
    camera,
    palette,
    scene,
    detail,
    satellites,
    fleet,
    selected,
    tracked,
    fleetPlaces,
    createFleetLayer,
    isShown,
    isMotionReduced,
    after,
    now,
    onFrames,
  };
}

/** One canvas with one Pixi application, for the lifetime of its graphics context. */
export function MapCanvas(props: Props) {
  const { className, onStart, onLoss, onDetail } = props;
  const content = useStageContent(props);
  const host = useRef<HTMLDivElement>(null);
  const [stage, setStage] = useState<MapStage>();
  // Passes failures of Pixi's start and frames, which occur outside React, to React.
  const [failure, setFailure] = useState<Error>();

  const startPixi = useEffectEvent((element: HTMLElement) => {
    const handleFailure = (reason: unknown): void =>
      setFailure(reason instanceof Error ? reason : new Error(String(reason)));
    let made: MapStage | undefined;
    return startApplication(
      element,
      { renderer: props.renderer, size: props.size, background: content.palette.ocean },
      {
        onStart(app) {
          made = createMapStage(app, handleFailure);
          setStage(made);
          onStart(rendererOf(app));
        },
        onFailure: handleFailure,
        onLoss,
        onEnd() {
          made?.destroy();
          setStage(undefined);
        },
      },
    );
  });
  useEffect(() => (host.current ? startPixi(host.current) : undefined), []);

  useLayoutEffect(() => stage?.show(content));

  const { isComplete } = content.detail;
  useEffect(() => onDetail(isComplete), [onDetail, isComplete]);

  if (failure) throw failure;
  return <div ref={host} className={className} />;
}
