import { Globe, type LucideIcon, Map as MapIcon, Maximize, Minus, Plus } from 'lucide-react';
import { type RefObject, useContext, useEffect, useEffectEvent, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { EpochMs } from '../../../shared/kit/units.ts';
import { fixAt } from '../../../shared/orbit/ephemeris.ts';
import { subsolarPoint } from '../../../shared/orbit/sun.ts';
import { ToolButton } from '../../kit/controls/ToolButton.tsx';
import { attachGestures } from '../camera/gestures.ts';
import { MapOf, useProjector } from '../camera/map-context.ts';
import { globeOver, panBy, RESET_MS, turned, withinLimits } from '../camera/moves.ts';
import type { Box } from '../geometry/label-placement.ts';
import { type MapView, MOST_ZOOM, WHOLE_PLANE } from '../geometry/view.ts';
import type { KnownSatellite } from '../layers/satellite-layer.ts';
import { useCoveredParts } from './covered.ts';
import { LayersMenu } from './LayersMenu.tsx';
import styles from './map-controls.module.css';

interface Props {
  readonly mapRef: RefObject<HTMLElement | null>;
  /** Container of the buttons; the map itself if absent. */
  readonly host?: HTMLElement | null | undefined;
  readonly isMotionReduced: boolean;
  /** Satellites that can be followed; the whole globe shows the first one. */
  readonly satellites: readonly KnownSatellite[];
  readonly now: () => EpochMs | undefined;
  /**
   * Receives the parts of the map that the buttons and a table cover, as shares of its width and height. A stable
   * function.
   */
  readonly onCover: (parts: readonly Box[]) => void;
}

const ZOOM_STEP = 1.6;
/** Share of the map's width that an arrow key pans. */
const PAN_SHARE = 0.08;
const STEP_MS = 180;

interface ViewToolProps {
  readonly name: string;
  /** Key, as in `aria-keyshortcuts`. */
  readonly keys: string;
  readonly Icon: LucideIcon;
  /** True if there is nothing to do. */
  readonly isIdle: boolean;
  readonly onClick: (() => void) | undefined;
}

/** A button that is hidden while idle, but not while it has the focus, which the keys of the map need. */
function ViewTool({ name, keys, Icon, isIdle, onClick }: ViewToolProps) {
  const [isFocused, setFocused] = useState(false);
  return (
    <ToolButton
      isIcon
      aria-label={name}
      aria-keyshortcuts={keys}
      aria-disabled={isIdle || undefined}
      disabled={isIdle && !isFocused}
      onClick={isIdle ? undefined : onClick}
      onFocus={() => setFocused(true)}
      // While the window does not have the focus, the button remains the active element.
      onBlur={({ target }) => setFocused(target === document.activeElement)}
    >
      <Icon aria-hidden="true" />
    </ToolButton>
  );
}

/** Buttons, keys and gestures to move the map. */
export function MapControls({ mapRef, host, isMotionReduced, satellites, now, onCover }: Props) {
  const { camera, size } = useContext(MapOf);
  const { view } = useProjector();
  const barRef = useRef<HTMLDivElement>(null);
  useCoveredParts(mapRef, onCover, host);
  const target = camera.target();
  const isGlobe = target.globe === 1;
  const isWholePlane =
    !isGlobe && target.zoom === 1 && target.longitude === 0 && target.latitude === 0 && !camera.followed();

  const moveTo = (next: MapView, durationMs: number): void =>
    camera.moveTo(withinLimits(next, size), isMotionReduced ? 0 : durationMs);
  const zoomBy = (factor: number): void =>
    moveTo({ ...camera.target(), zoom: camera.target().zoom * factor }, STEP_MS);
  /** Returns the whole plane, or the globe over the front satellite, which other views may hide, from its lit side. */
  const wholeView = (isAsGlobe: boolean): MapView => {
    if (!isAsGlobe) return WHOLE_PLANE;
    const [subject] = satellites;
    const time = now();
    const fix = subject && time !== undefined ? fixAt(subject.window, time) : undefined;
    return time === undefined
      ? turned(WHOLE_PLANE, size, true)
      : globeOver(fix ?? WHOLE_PLANE, subsolarPoint(time));
  };
  const reset = (): void => {
    camera.follow(undefined);
    camera.moveTo(wholeView(camera.target().globe === 1), isMotionReduced ? 0 : RESET_MS);
  };
  const turn = (): void => {
    const isWhole = isGlobe ? target.zoom === 1 : isWholePlane;
    camera.moveTo(isWhole ? wholeView(!isGlobe) : turned(target, size, !isGlobe), 0);
  };
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

  // Reads the latest values of each rendering; the listeners stay.
  useEffect(() => {
    const places = [mapRef.current, host ? barRef.current : null].filter((place) => place !== null);
    const handleKey = (event: KeyboardEvent): void => {
      const act = keys[event.key];
      if (!act || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      event.stopPropagation();
      act();
    };
    for (const place of places) place.addEventListener('keydown', handleKey);
    return () => {
      for (const place of places) place.removeEventListener('keydown', handleKey);
    };
  });
  const handleDoubleClick = useEffectEvent(reset);
  useEffect(() => {
    const map = mapRef.current;
    if (!map) return undefined;
    return attachGestures(map, camera, size, () => handleDoubleClick());
  }, [mapRef, camera, size]);

  const bar = (
    <div
      ref={barRef}
      className={host ? styles.bar : styles.controls}
      data-covers-map={host ? undefined : true}
    >
      <ViewTool
        name="Reset view"
        keys="0"
        Icon={Maximize}
        isIdle={isWholePlane && view === target}
        onClick={reset}
      />
      <ViewTool name="Zoom out" keys="-" Icon={Minus} isIdle={target.zoom <= 1} onClick={keys['-']} />
      <ViewTool
        name="Zoom in"
        keys="Plus"
        Icon={Plus}
        isIdle={target.zoom >= MOST_ZOOM}
        onClick={keys['+']}
      />
      <ToolButton
        data-tip={isGlobe ? 'Show the Earth as a plane' : 'Show the Earth as a globe'}
        onClick={turn}
      >
        {isGlobe ? <MapIcon aria-hidden="true" /> : <Globe aria-hidden="true" />}
        <span className={styles.word}>{isGlobe ? 'Plane' : 'Globe'}</span>
      </ToolButton>
      <LayersMenu satellites={satellites.map(({ id }) => id)} />
    </div>
  );
  return host ? createPortal(bar, host) : bar;
}
