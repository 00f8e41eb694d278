import { Container } from 'pixi.js';
import { SATELLITE_IDS, type SatelliteId } from '../../../shared/entities/satellites.ts';
import { addMs, type EpochMs } from '../../../shared/kit/units.ts';
import type { EphemerisWindow } from '../../../shared/orbit/ephemeris.ts';
import type { MapPalette } from '../draw/palette.ts';
import type { Frame } from '../geometry/frame.ts';
import { type Box, type LabelledMarker, markerBox } from '../geometry/label-placement.ts';
import type { MapSize } from '../geometry/map-size.ts';
import type { Projector } from '../geometry/projector.ts';
import { createSatelliteView, type SatelliteView } from './satellite-view.ts';

export interface KnownSatellite {
  readonly id: SatelliteId;
  readonly window: EphemerisWindow;
}

/** Markers and labels: everything that moves on every frame. */
export interface SatelliteLayer {
  readonly container: Container;
  /**
   * Updates for one frame. The topmost satellite comes first, and its label has priority.
   * @param covers covered parts of the map; no label is placed there
   * @param obstacles static boxes that labels avoid
   * @returns true if anything has changed
   */
  update(
    now: EpochMs | undefined,
    satellites: readonly KnownSatellite[],
    projector: Projector,
    covers: readonly Box[],
    obstacles: readonly Box[],
    frame: Frame,
  ): boolean;
  /** Returns the boxes of markers and labels, which other labels avoid. */
  occupied(): readonly Box[];
  destroy(): void;
}

/** Labels are on whole pixels and are placed again when a marker has moved about this many. */
const LABEL_STEP = 0.5;

export function createSatelliteLayer(size: MapSize, palette: MapPalette): SatelliteLayer {
  const container = new Container();
  const views = SATELLITE_IDS.map((id) => createSatelliteView(id, size, palette));
  const viewOf = new Map<SatelliteId, SatelliteView>(views.map((view) => [view.id, view]));

  let satellites: readonly KnownSatellite[] = [];
  let shown: readonly { readonly view: SatelliteView; readonly window: EphemerisWindow }[] = [];
  let markers: readonly (LabelledMarker | undefined)[] = [];
  let labelledAt: readonly (LabelledMarker | undefined)[] = [];
  let labels: readonly Box[] = [];
  let projectedBy: Projector | undefined;
  let coveredBy: readonly Box[] = [];
  let avoided: readonly Box[] = [];
  /** True if a label may be on a side that it would otherwise leave. */
  let isLabelKept = false;
  // Interval without visible movement of any marker, which contains most frames.
  let rest: { readonly from: EpochMs; readonly until: EpochMs } | undefined;

  const show = (next: readonly KnownSatellite[]): void => {
    satellites = next;
    markers = [];
    labelledAt = [];
    labels = [];
    rest = undefined;
    for (const view of views) view.hide();
    shown = next.flatMap(({ id, window }) => {
      const view = viewOf.get(id);
      return view ? [{ view, window }] : [];
    });
    for (const { view } of shown.toReversed()) container.addChild(...view.sprites);
  };

  const placeLabels = (frame: Frame): void => {
    labelledAt = markers;
    isLabelKept = shown.some(({ view }) => view.isLabelKept(frame));
    const placed: Box[] = [];
    shown.forEach(({ view }, index) => {
      const marker = markers[index];
      if (!marker) return;
      const others = markers.flatMap((other) => (other && other !== marker ? markerBox(other) : []));
      const place = view.placeLabel(marker, [...avoided, ...others, ...placed], coveredBy, frame);
      if (!place.isCovered) placed.push(place);
    });
    labels = placed;
  };

  return {
    container,
    update(now, next, projector, covers, obstacles, frame) {
      const isNew = next !== satellites;
      if (isNew) show(next);
      const hasOtherRoom = covers !== coveredBy || obstacles !== avoided;
      const isFreed = isLabelKept && !shown.some(({ view }) => view.isLabelKept(frame));
      if (projector !== projectedBy || hasOtherRoom || isFreed) rest = undefined;
      projectedBy = projector;
      coveredBy = covers;
      avoided = obstacles;
      if (now === undefined) return isNew;
      if (rest && now >= rest.from && now < rest.until) return isNew;
      // Moves all satellites together, because separately they would take twice as many frames.
      const isOff = shown.map(({ view, window }) => view.aim(window, now, projector)).includes(true);
      if (!isOff && !hasOtherRoom && !isFreed) return isNew;
      markers = shown.map(({ view }) => view.move());
      const isOutOfPlace = markers.some((marker, index) => hasMoved(labelledAt[index], marker));
      if (isOutOfPlace || hasOtherRoom || isFreed) placeLabels(frame);
      const restMs = Math.min(...shown.map(({ view, window }) => view.rest(window, now, projector)));
      rest = { from: now, until: addMs(now, restMs) };
      return true;
    },
    occupied: () => [...markers.flatMap((marker) => (marker ? markerBox(marker) : [])), ...labels],
    destroy() {
      for (const view of views) view.destroy();
      container.destroy();
    },
  };
}

function hasMoved(from: LabelledMarker | undefined, to: LabelledMarker | undefined): boolean {
  if (!from || !to) return from !== to;
  return (
    Math.abs(to.x - from.x) >= LABEL_STEP ||
    Math.abs(to.y - from.y) >= LABEL_STEP ||
    from.label.width !== to.label.width
  );
}
