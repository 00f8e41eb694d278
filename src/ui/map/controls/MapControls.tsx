import { Globe, Map as MapIcon, Maximize, Minus, Plus } from 'lucide-react';
import { type RefObject, useCallback, useContext, useEffect, useRef } from 'react';
import type { SatelliteId } from '../../../shared/satellites.ts';
import { ToolButton } from '../../kit/controls/ToolButton.tsx';
import { attachGestures } from '../camera/gestures.ts';
import { MapOf, useProjector } from '../camera/map-context.ts';
import { panBy, TURN_MS, turned, withinLimits } from '../camera/moves.ts';
import type { Box } from '../geometry/label-placement.ts';
import { type MapView, MOST_ZOOM, WHOLE_PLANE } from '../geometry/view.ts';
import { useCoveredPart } from './covered.ts';
import { LayersMenu, PlacesButton, SatellitesButton } from './LayersMenu.tsx';
import styles from './map-controls.module.css';

interface Props {
  readonly mapRef: RefObject<HTMLElement | null>;
  readonly isMotionReduced: boolean;
  /** Satellites that can be followed. */
  readonly satellites: readonly SatelliteId[];
  /** Gets the part of the map that the buttons cover, as shares of its width and height. Stays the same function. */
  readonly onCover: (part: Box | undefined) => void;
}

const ZOOM_STEP = 1.6;
/** Share of the map's width that an arrow key pans. */
const PAN_SHARE = 0.08;
const STEP_MS = 180;

/** Buttons, keys and gestures that move the map. */
export function MapControls({ mapRef, isMotionReduced, satellites, onCover }: Props) {
  const { camera, size } = useContext(MapOf);
  const { view } = useProjector();
  const buttonsRef = useRef<HTMLDivElement>(null);
  useCoveredPart(mapRef, buttonsRef, onCover);
  const target = camera.target();
  const isGlobe = target.globe === 1;

  const moveTo = (next: MapView, durationMs: number): void =>
    camera.moveTo(withinLimits(next, size), isMotionReduced ? 0 : durationMs);
  const zoomBy = (factor: number): void =>
    moveTo({ ...camera.target(), zoom: camera.target().zoom * factor }, STEP_MS);
  const reset = useCallback((): void => {
    camera.follow(undefined);
    camera.moveTo({ ...WHOLE_PLANE, globe: camera.target().globe }, isMotionReduced ? 0 : TURN_MS);
  }, [camera, isMotionReduced]);
  const turn = (): void =>
    camera.moveTo(turned(camera.target(), size, camera.target().globe !== 1), isMotionReduced ? 0 : TURN_MS);
  const pan = (dx: number, dy: number): void => {
    camera.follow(undefined);
    const step = PAN_SHARE * size.width;
    camera.moveTo(panBy(camera.target(), size, dx * step, dy * step), isMotionReduced ? 0 : STEP_MS);
  };

  const keys: Readonly<Record<string, () => void>> = {
    '+': () => zoomBy(ZOOM_STEP),
    '=': () => zoomBy(ZOOM_STEP),
    '-': () => zoomBy(1 / ZOOM_STEP),
    '0': reset,
    ArrowLeft: () => pan(1, 0),
    ArrowRight: () => pan(-1, 0),
    ArrowUp: () => pan(0, 1),
    ArrowDown: () => pan(0, -1),
  };

  // The latest of each rendering: the listeners stay.
  useEffect(() => {
    const map = mapRef.current;
    if (!map) return undefined;
    const handleKey = (event: KeyboardEvent): void => {
      const act = keys[event.key];
      if (!act || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      event.stopPropagation();
      act();
    };
    map.addEventListener('keydown', handleKey);
    return () => map.removeEventListener('keydown', handleKey);
  });
  useEffect(() => {
    const map = mapRef.current;
    if (!map) return undefined;
    return attachGestures(map, camera, size, reset);
  }, [mapRef, camera, size, reset]);

  const isWhole =
    target.zoom === 1 &&
    target.longitude === 0 &&
    target.latitude === 0 &&
    !camera.followed() &&
    view === target;
  return (
    <div ref={buttonsRef} className={styles.controls} data-covers-map>
      <ToolButton isIcon aria-label="Reset view" title="Reset view" disabled={isWhole} onClick={reset}>
        <Maximize aria-hidden="true" />
      </ToolButton>
      <ToolButton
        isIcon
        aria-label="Zoom out"
        title="Zoom out"
        disabled={target.zoom <= 1}
        onClick={keys['-']}
      >
        <Minus aria-hidden="true" />
      </ToolButton>
      <ToolButton
        isIcon
        aria-label="Zoom in"
        title="Zoom in"
        disabled={target.zoom >= MOST_ZOOM}
        onClick={keys['+']}
      >
        <Plus aria-hidden="true" />
      </ToolButton>
      <ToolButton
        isIcon
        aria-label={isGlobe ? 'Plane' : 'Globe'}
        title={isGlobe ? 'Plane' : 'Globe'}
        onClick={turn}
      >
        {isGlobe ? <MapIcon aria-hidden="true" /> : <Globe aria-hidden="true" />}
      </ToolButton>
      <SatellitesButton />
      <PlacesButton />
      <LayersMenu satellites={satellites} />
    </div>
  );
}
