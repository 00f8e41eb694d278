import { Container } from 'pixi.js';
import { SATELLITE_IDS, type SatelliteId } from '../../shared/elements.ts';
import type { EphemerisWindow } from '../../shared/ephemeris.ts';
import type { EpochMs } from '../../shared/units.ts';
import { type Box, type LabelledMarker, markerBox } from './label-placement.ts';
import type { MapSize } from './map-size.ts';
import type { MapPalette } from './palette.ts';
import { createSatelliteView, type SatelliteView } from './satellite-view.ts';

export interface KnownSatellite {
  readonly id: SatelliteId;
  readonly window: EphemerisWindow;
}

/** Markers and labels: all that moves on every frame. */
export interface SatelliteLayer {
  readonly container: Container;
  /** One frame. The first satellite lies on top and has the first choice of a place for its label. */
  update(now: EpochMs | undefined, satellites: readonly KnownSatellite[]): void;
  destroy(): void;
}

/** Labels stand on whole pixels: they are placed anew when a marker has moved about this many. */
const LABEL_STEP = 0.5;

export function createSatelliteLayer(size: MapSize, palette: MapPalette): SatelliteLayer {
  const container = new Container();
  const views = SATELLITE_IDS.map((id) => createSatelliteView(id, size, palette));
  const viewOf = new Map<SatelliteId, SatelliteView>(views.map((view) => [view.id, view]));

  let satellites: readonly KnownSatellite[] = [];
  let shown: readonly { readonly view: SatelliteView; readonly window: EphemerisWindow }[] = [];
  let labelledAt: readonly (LabelledMarker | undefined)[] = [];

  const show = (next: readonly KnownSatellite[]): void => {
    satellites = next;
    labelledAt = [];
    for (const view of views) view.hide();
    shown = next.flatMap(({ id, window }) => {
      const view = viewOf.get(id);
      return view ? [{ view, window }] : [];
    });
    for (const { view } of shown.toReversed()) container.addChild(...view.sprites);
  };

  const placeLabels = (markers: readonly (LabelledMarker | undefined)[]): void => {
    labelledAt = markers;
    const labels: Box[] = [];
    shown.forEach(({ view }, index) => {
      const marker = markers[index];
      if (!marker) return;
      const others = markers.flatMap((other) => (other && other !== marker ? markerBox(other) : []));
      labels.push(view.placeLabel(marker, [...others, ...labels]));
    });
  };

  return {
    container,
    update(now, next) {
      if (next !== satellites) show(next);
      if (now === undefined) return;
      const markers = shown.map(({ view, window }) => view.move(window, now));
      if (markers.some((marker, index) => hasMoved(labelledAt[index], marker))) placeLabels(markers);
    },
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
