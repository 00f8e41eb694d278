import { useAtom, useAtomValue, useSetAtom } from 'jotai';
import { type RefObject, useContext, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { formatNumber } from '../../../shared/kit/quantity-text.ts';
import type { EpochMs } from '../../../shared/kit/units.ts';
import { ecefToGeodetic, inertialSpeedKmPerS } from '../../../shared/orbit/frames.ts';
import { formatLatitude, formatLongitude } from '../../kit/format.ts';
import {
  detailedSatelliteAtom,
  isSatellitesOpenAtom,
  selectedSatelliteAtom,
} from '../../mission/fleet/atoms.ts';
import type { CatalogueNumber, Fleet, FleetPlaces } from '../../mission/fleet/fleet.ts';
import { missionSecondAtom } from '../../mission/link/atoms.ts';
import { MapOf, useMapPercent, useProjector } from '../camera/map-context.ts';
import { nearestPlace, PLACE, PLACE_LENGTH } from '../geometry/fleet-places.ts';
import type { Details } from './details.ts';
import { Panel } from './MapDetails.tsx';
import styles from './map-objects.module.css';

interface Props {
  readonly mapRef: RefObject<HTMLElement | null>;
  readonly fleet: Fleet;
  readonly places: FleetPlaces;
  readonly now: () => EpochMs | undefined;
}

/** Hit radius of the pointer and of a finger, in CSS pixels. */
const POINTER_REACH = 9;
const TOUCH_REACH = 22;
/** A press that moves farther is a drag. */
const DRAG_PX = 4;

function detailsOf(
  fleet: Fleet,
  index: number,
  time: EpochMs | undefined,
  isSelected: boolean,
): Details | undefined {
  const satellite = fleet.satellites[index];
  const state = time === undefined ? undefined : fleet.stateAt(time, index);
  if (!satellite || !state) return undefined;
  const { latitude, longitude, altitudeKm } = ecefToGeodetic(state.positionEcef);
  return {
    title: satellite.name,
    rows: [
      ['Catalogue number', String(satellite.id)],
      ...(fleet.groups[index] ? ([['Groups', fleet.groups[index]]] as const) : []),
      ['Latitude', formatLatitude(latitude)],
      ['Longitude', formatLongitude(longitude)],
      ['Altitude', `${formatNumber(altitudeKm, 1)} km`],
      ['Speed', `${formatNumber(inertialSpeedKmPerS(state), 2)} km/s`],
    ],
    hint: isSelected ? 'Press again for details and passes' : undefined,
  };
}

/** Returns the index of the next or previous visible satellite in the list. */
function neighbour(places: Float32Array | undefined, index: number, step: 1 | -1): number | undefined {
  const count = (places?.length ?? 0) / PLACE_LENGTH;
  for (let tried = 1; tried <= count; tried++) {
    const at = (((index + step * tried) % count) + count) % count;
    if (places?.[at * PLACE_LENGTH + 2] === PLACE.near) return at;
  }
  return undefined;
}

/**
 * Names the added satellite under the pointer, under a finger, and by keys: one button over the canvas, at the hovered
 * or selected satellite. Page Up and Page Down step through those on the map; another press on the selected one, or
 * Enter, opens its details.
 */
export function FleetObjects({ mapRef, fleet, places, now }: Props) {
  const { size } = useContext(MapOf);
  const [pointedAt, setPointedAt] = useState<number>();
  const [selected, select] = useAtom(selectedSatelliteAtom);
  const [isOpen, setOpen] = useState(false);
  const anchorRef = useRef<HTMLButtonElement>(null);
  const panelRef = useRef<HTMLDivElement>(null);
  const panelId = useId();
  // Renders once a second, and with every view.
  useAtomValue(missionSecondAtom);
  useProjector();
  const toPercent = useMapPercent();
  const setDetailed = useSetAtom(detailedSatelliteAtom);
  const setDialogOpen = useSetAtom(isSatellitesOpenAtom);
  const openDialog = (): void => {
    setDetailed(selected);
    setDialogOpen(true);
  };
  const press = useEffectEvent((id: CatalogueNumber | undefined): void => {
    if (id !== undefined && id === selected) openDialog();
    else select(id);
    setOpen(id !== undefined);
  });

  useEffect(() => {
    const map = mapRef.current;
    if (!map) return undefined;
    const listening = new AbortController();
    const { signal } = listening;
    const find = ({ clientX, clientY }: MouseEvent, reach: number): number | undefined => {
      const box = map.getBoundingClientRect();
      const scale = size.width / box.width;
      const [x, y] = [(clientX - box.left) * scale, (clientY - box.top) * scale];
      return places.current && nearestPlace(places.current, x, y, reach * scale);
    };
    const isOnControl = ({ target }: Event): boolean =>
      target instanceof Element && target.closest('button, [role="dialog"], [role="tooltip"]') !== null;
    const handleMove = (event: PointerEvent): void => {
      if (event.pointerType === 'touch' || event.buttons !== 0) return;
      setPointedAt(isOnControl(event) ? undefined : find(event, POINTER_REACH));
    };
    let pressed: { readonly x: number; readonly y: number } | undefined;
    const handleDown = ({ clientX: x, clientY: y }: PointerEvent): void => {
      pressed = { x, y };
    };
    const handleUp = (event: PointerEvent): void => {
      const way = pressed && Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y);
      pressed = undefined;
      if (way === undefined || way > DRAG_PX || isOnControl(event)) return;
      const index = find(event, event.pointerType === 'mouse' ? POINTER_REACH : TOUCH_REACH);
      press(index === undefined ? undefined : fleet.satellites[index]?.id);
    };
    const handleKey = ({ key }: KeyboardEvent): void => {
      if (key !== 'Escape') return;
      setPointedAt(undefined);
      setOpen(false);
    };
    map.addEventListener('pointermove', handleMove, { signal });
    map.addEventListener('pointerdown', handleDown, { signal });
    map.addEventListener('pointerup', handleUp, { signal });
    map.addEventListener('pointerleave', () => setPointedAt(undefined), { signal });
    document.addEventListener('keydown', handleKey, { signal });
    return () => listening.abort();
  }, [mapRef, fleet, places, size]);

  const chosen = fleet.satellites.findIndex(({ id }) => id === selected);
  const shown = pointedAt ?? (chosen >= 0 ? chosen : undefined);
  const at = PLACE_LENGTH * (shown ?? 0);
  const isVisible = shown !== undefined && places.current?.[at + 2] === PLACE.near;
  const [x = 0, y = 0] = [places.current?.[at], places.current?.[at + 1]];
  const details = isVisible ? detailsOf(fleet, shown, now(), shown === chosen) : undefined;
  const hasPanel = details !== undefined && (pointedAt !== undefined || isOpen);

  const go = (step: 1 | -1): void => {
    const next = neighbour(places.current, chosen, step);
    select(next === undefined ? undefined : fleet.satellites[next]?.id);
    setPointedAt(undefined);
    setOpen(true);
  };
  const place = isVisible ? { x, y } : { x: size.width / 2, y: size.height / 2 };
  return (
    <div className={styles.objects}>
      <button
        ref={anchorRef}
        type="button"
        className={styles.object}
        data-kind="fleet"
        data-idle={!isVisible || undefined}
        aria-label={isVisible ? fleet.satellites[shown]?.name : 'Added satellites'}
        aria-describedby={hasPanel ? panelId : undefined}
        aria-keyshortcuts="PageUp PageDown"
        style={toPercent({ ...place, isNear: true, isVisible: true })}
        onFocus={() => (chosen < 0 ? go(1) : setOpen(true))}
        onBlur={() => setOpen(false)}
        onClick={openDialog}
        onKeyDown={(event) => {
          if (event.key !== 'PageUp' && event.key !== 'PageDown') return;
          event.preventDefault();
          go(event.key === 'PageDown' ? 1 : -1);
        }}
      />
      {hasPanel && <Panel id={panelId} panelRef={panelRef} anchorRef={anchorRef} details={details} />}
    </div>
  );
}
