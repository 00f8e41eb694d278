import { atom, useAtom, useAtomValue, useSetAtom } from 'jotai';
import {
  type ComponentType,
  type ReactNode,
  Suspense,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { type ContactPlan, networkOf } from '../../shared/contract/contact-plan.ts';
import type { Ephemerides } from '../../shared/entities/satellites.ts';
import {
  SATELLITES,
  type SatelliteId,
  SPACECRAFT,
  satellitesFrom,
} from '../../shared/entities/satellites.ts';
import { formatList } from '../../shared/kit/quantity-text.ts';
import type { GroundPoint } from '../../shared/orbit/frames.ts';
import { EmptyState } from '../kit/card/EmptyState.tsx';
import { FailureActions } from '../kit/card/FailureActions.tsx';
import { FailureBoundary } from '../kit/on-demand/FailureBoundary.tsx';
import { onDemand } from '../kit/on-demand/on-demand.tsx';
import { rootTypePx } from '../kit/page/root-type.ts';
import { isSettledAtom } from '../kit/page/settled.ts';
import { timersAtom } from '../kit/page/timers.ts';
import { useMediaQuery } from '../kit/page/use-media-query.ts';
import { useShown } from '../kit/page/use-shown.ts';
import { ownPassesAtoms } from '../mission/contacts/stations-shown.ts';
import {
  detailedSatelliteAtom,
  fleetAtom,
  fleetFailureAtom,
  selectedSatelliteAtom,
  wantedFollowAtom,
} from '../mission/fleet/atoms.ts';
import { FleetFailure } from '../mission/fleet/FleetFailure.tsx';
import type { FleetPlaces } from '../mission/fleet/fleet.ts';
import { isLinkLostAtom, sliceAtoms } from '../mission/link/atoms.ts';
import { useMissionTime } from '../mission/link/mission-time.ts';
import { useShownMap } from '../mission/navigation/shown-map.ts';
import { hiddenStationsAtom, isPickingAtom } from '../mission/places/atoms.ts';
import { type Camera, createCamera } from './camera/camera.ts';
import { MapOf, UNKNOWN_SIZE } from './camera/map-context.ts';
import type { Box } from './geometry/label-placement.ts';
import { DESK_TYPE, type MapType, mapSize } from './geometry/map-size.ts';
import type { LinkEnd } from './layers/link-layer.ts';
import type { KnownSatellite } from './layers/satellite-layer.ts';
import { MapBoundary } from './MapBoundary.tsx';
import styles from './OrbitalMap.module.css';
import { MapObjects } from './objects/MapObjects.tsx';
import type { RendererName } from './scene/renderer-choice.ts';
import { useGraphics } from './scene/use-graphics.ts';
import { useDeviceSize } from './use-device-size.ts';
import { useLayers } from './use-layers.ts';

/** Loaded on demand, because Pixi is most of the product's script. */
const mapCanvas = (rendererChunk: string) =>
  onDemand(['MapCanvas', rendererChunk], async () => (await import('./scene/MapCanvas.tsx')).MapCanvas)
    .Component;

/** Pixi imports its renderer itself and reports no failure, so its files are loaded together with the map's. */
const MAP_CANVASES = { webgl: mapCanvas('WebGLRenderer'), canvas: mapCanvas('CanvasRenderer') };

/** Buttons and gestures, loaded after the first view. */
const MapControls = onDemand(
  ['MapControls'],
  async () => (await import('./controls/MapControls.tsx')).MapControls,
).Component;

/** Objects of the added satellites, loaded once there are any. */
const FleetObjects = onDemand(
  ['FleetObjects'],
  async () => (await import('./objects/FleetObjects.tsx')).FleetObjects,
).Component;

/** Loaded while a place is picked. */
const PlacePicker = onDemand(
  ['PlacePicker'],
  async () => (await import('./objects/PlacePicker.tsx')).PlacePicker,
).Component;

const SamplePulse = onDemand(
  ['SamplePulse'],
  async () => (await import('./objects/SamplePulse.tsx')).SamplePulse,
).Component;

/** Returns what replaces a part of the map that has failed, as when its script cannot be loaded. */
const failed = (part: string) =>
  function Failed(error: Error, retry: () => void) {
    return (
      <p className={styles.partFailure} role="status">
        {part} failed: {error.message} <FailureActions error={error} onRetry={retry} />
      </p>
    );
  };
const failedControls = failed('Map controls');
const failedFleetObjects = failed('Details of added satellites');

/** Carrier of the spacecraft's radio link. A station may be in view while a relay carries it. */
const linkEndAtom = atom((get): LinkEnd | undefined => {
  const radio = get(sliceAtoms.spacecraft)?.radio;
  if (get(isLinkLostAtom) || !radio || radio.link === 'none') return undefined;
  if (radio.link === 'relay') return 'relay';
  return networkOf(get(sliceAtoms.contacts)).find(({ id }) => id === radio.station);
});

const PHRASES = satellitesFrom(SPACECRAFT).map((id) => SATELLITES[id].phrase);
const NAMES = formatList(PHRASES);
/** Accessible name of the map. */
const LABEL = `World map with ${NAMES}, their tracks and footprints, the ground stations and the night side of the Earth`;

interface Props {
  /** `undefined` until they arrive; the map is then drawn without satellites. */
  readonly ephemerides: Ephemerides | undefined;
  /** Passes and illumination. `undefined` until they arrive; then no station has a satellite in view. */
  readonly contacts: ContactPlan | undefined;
  /** Satellite that is drawn on top and listed first, and whose station visibility is shown. */
  readonly front?: SatelliteId;
  /** Length of the tracks behind and ahead of their satellites, in milliseconds; limited by the windows. */
  readonly trailMs: number;
  readonly leadMs: number;
  /** Id of the element with the satellites' positions as text. */
  readonly describedBy?: string | undefined;
  readonly type?: MapType;
  /** True if the map's objects are interactive. */
  readonly hasObjects?: boolean;
  /** Container of the buttons; by default, and on a phone, the map itself. */
  readonly controlsHost?: HTMLElement | null | undefined;
  /** Replaces the default error boundary where no user can press a button. */
  readonly Boundary?: ComponentType<{ readonly children: ReactNode }>;
  readonly className?: string | undefined;
  /** Camera; by default its own, on the whole plane. */
  readonly camera?: Camera;
  /** Covered parts of the map, as shares of its width and height; no name is placed there. */
  readonly covers?: readonly Box[];
  /** Places of marks that are not buttons; names avoid them. The same list until they change. */
  readonly marks?: readonly GroundPoint[];
  /** Marks on the map. */
  readonly children?: ReactNode;
}

const NOTHING: readonly Box[] = [];
const NO_MARKS: readonly GroundPoint[] = [];

function knownSatellites(
  ephemerides: Ephemerides | undefined,
  front: SatelliteId,
): readonly KnownSatellite[] {
  return satellitesFrom(front).flatMap((id) => {
    const ephemeris = ephemerides?.[id];
    return ephemeris?.status === 'available' ? [{ id, window: ephemeris.window }] : [];
  });
}

/** Follows the satellite requested elsewhere on the page. */
function useWantedFollow(camera: Camera): void {
  const [wanted, setWanted] = useAtom(wantedFollowAtom);
  const select = useSetAtom(selectedSatelliteAtom);
  useEffect(() => {
    if (wanted === undefined) return;
    camera.follow(wanted);
    if (typeof wanted === 'number') select(wanted);
    setWanted(undefined);
  }, [camera, wanted, setWanted, select]);
}

/**
 * World map with day, night, ground stations and satellites, updated every frame, and details of the hovered or focused
 * object. Takes the width of its container.
 */
export function OrbitalMap({
  ephemerides,
  contacts,
  front = SPACECRAFT,
  trailMs,
  leadMs,
  describedBy,
  type = DESK_TYPE,
  hasObjects = true,
  controlsHost,
  Boundary = MapBoundary,
  className = '',
  camera: given,
  covers = NOTHING,
  marks = NO_MARKS,
  children,
}: Props) {
  const [own] = useState(createCamera);
  const camera = given ?? own;
  const mapRef = useRef<HTMLDivElement>(null);
  const pixels = useDeviceSize(mapRef);
  const size = useMemo(() => pixels && mapSize(pixels, rootTypePx(), type), [pixels, type]);
  const isShown = useShown(mapRef);
  // The head of a card has no space for the buttons: they go over the southern sea, where there is no station.
  const isNarrow = useMediaQuery('(max-width: 30rem)');
  const isMotionReduced = useMediaQuery('(prefers-reduced-motion: reduce)');
  const { after } = useAtomValue(timersAtom);
  const now = useMissionTime();
  const satellites = useMemo(() => knownSatellites(ephemerides, front), [ephemerides, front]);

  const spacecraft = satellites.find(({ id }) => id === SPACECRAFT);

  const isSettled = useAtomValue(isSettledAtom);
  const linkEnd = useAtomValue(linkEndAtom);
  const ownStations = useAtomValue(ownPassesAtoms[front]);
  const hiddenStations = useAtomValue(hiddenStationsAtom);
  const layers = useLayers(size, camera);
  const context = useMemo(() => ({ camera, size: size ?? UNKNOWN_SIZE }), [camera, size]);

  const fleet = useAtomValue(fleetAtom);
  const hasFleetFailed = useAtomValue(fleetFailureAtom) !== undefined;
  const selected = useAtomValue(selectedSatelliteAtom);
  const detailed = useAtomValue(detailedSatelliteAtom);
  const [fleetPlaces] = useState<FleetPlaces>(() => ({ current: undefined }));
  useWantedFollow(camera);
  useShownMap();
  const isPicking = useAtomValue(isPickingAtom);

  const [onMap, setOnMap] = useState(NOTHING);
  const allCovers = useMemo(() => [...covers, ...onMap], [covers, onMap]);

  const { renderer, generation, handleLoss } = useGraphics();
  const [started, setStarted] = useState<RendererName>();
  const showFrames = useCallback((frames: number) => {
    mapRef.current?.setAttribute('data-frames', String(frames));
  }, []);

  const showDetail = useCallback((isComplete: boolean) => {
    mapRef.current?.setAttribute('data-detail', isComplete ? 'complete' : 'awaited');
  }, []);

  if (renderer === 'none') {
    return (
      <div className={`${styles.map} ${styles.undrawn} ${className}`} data-renderer="none">
        <EmptyState
          headline="Map unavailable"
          detail="This browser offers neither WebGL nor a 2D canvas. Positions are listed as text."
          level="caution"
        />
      </div>
    );
  }
  const MapCanvas = MAP_CANVASES[renderer];
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset groups a form's fields.
    <div
      ref={mapRef}
      className={`${styles.map} ${className}`}
      role="group"
      aria-label={LABEL}
      aria-describedby={describedBy}
      data-renderer={started}
    >
      <Boundary>
        <div role="img" aria-label="World map">
          {size && (
            <Suspense>
              <MapCanvas
                key={generation}
                className={styles.canvas ?? ''}
                renderer={renderer}
                onStart={setStarted}
                onLoss={handleLoss}
                satellites={satellites}
                front={front}
                contacts={contacts}
                ownStations={ownStations}
                hiddenStations={hiddenStations}
                marks={marks}
                linkEnd={linkEnd}
                covers={allCovers}
                trailMs={trailMs}
                leadMs={leadMs}
                size={size}
                camera={camera}
                layers={layers}
                fleet={fleet}
                selected={selected}
                tracked={typeof detailed === 'number' ? detailed : selected}
                fleetPlaces={fleetPlaces}
                isShown={isShown}
                isMotionReduced={isMotionReduced}
                after={after}
                now={now}
                onFrames={showFrames}
                onDetail={showDetail}
              />
            </Suspense>
          )}
        </div>
        <MapOf value={context}>
          {hasObjects && <MapObjects satellites={satellites} front={front} contacts={contacts} />}
          {children}
          {hasObjects && fleet && !hasFleetFailed && (
            <FailureBoundary fallback={failedFleetObjects}>
              <Suspense>
                <FleetObjects mapRef={mapRef} fleet={fleet} places={fleetPlaces} now={now} />
              </Suspense>
            </FailureBoundary>
          )}
          {hasObjects && hasFleetFailed && (
            <div className={styles.partFailure} role="status">
              <FleetFailure />
            </div>
          )}
          {spacecraft && isSettled && !isMotionReduced && (
            <FailureBoundary fallback={() => null}>
              <Suspense>
                <SamplePulse window={spacecraft.window} />
              </Suspense>
            </FailureBoundary>
          )}
          {hasObjects && isPicking && size && (
            <FailureBoundary fallback={failedControls}>
              <Suspense>
                <PlacePicker />
              </Suspense>
            </FailureBoundary>
          )}
          {hasObjects && isSettled && started && size && (
            <FailureBoundary fallback={failedControls}>
              <Suspense>
                <MapControls
                  mapRef={mapRef}
                  host={isNarrow ? undefined : controlsHost}
                  isMotionReduced={isMotionReduced}
                  satellites={satellites}
                  now={now}
                  onCover={setOnMap}
                />
              </Suspense>
            </FailureBoundary>
          )}
        </MapOf>
      </Boundary>
    </div>
  );
}
