import { useMemo, useState } from 'react';
import type { ContactPlan } from '../../../shared/contract/contact-plan.ts';
import type { SatelliteId } from '../../../shared/entities/satellites.ts';
import type { GroundPoint } from '../../../shared/orbit/frames.ts';
import { contactsOf } from '../../mission/contacts/contacts-at.ts';
import { networkPasses, type StationPasses } from '../../mission/contacts/stations-shown.ts';
import type { MapPalette } from '../draw/palette.ts';
import { illuminations } from '../geometry/illumination.ts';
import type { Box } from '../geometry/label-placement.ts';
import type { MapSize } from '../geometry/map-size.ts';
import { createGroundTracks } from '../geometry/track.ts';
import type { BaseMapScene } from '../layers/base-map.ts';
import type { LinkEnd } from '../layers/link-layer.ts';
import type { KnownSatellite } from '../layers/satellite-layer.ts';

/** Opacity of the tracks of other than the front satellite. */
const BACK_OPACITY = 0.7;

/** Inputs of the base map. */
export interface ChartContent {
  /** Topmost first. */
  readonly satellites: readonly KnownSatellite[];
  /** Front satellite, whether or not its position is known. */
  readonly front: SatelliteId;
  readonly contacts: ContactPlan | undefined;
  /** Passes of the front satellite over the user's own stations. */
  readonly ownStations: readonly StationPasses[];
  /** Stations of the network that the user has hidden; the same list until they change. */
  readonly hiddenStations: readonly string[];
  /** Places with marks above the map, which names avoid; the same list until they change. */
  readonly marks: readonly GroundPoint[];
  readonly linkEnd: LinkEnd | undefined;
  readonly trailMs: number;
  readonly leadMs: number;
  /** Covered parts of the map, as shares of its width and height; no name is placed there. */
  readonly covers: readonly Box[];
  readonly size: MapSize;
  readonly palette: MapPalette;
}

/** Returns the content of the base map; the same object until it changes. */
export function useChartScene({
  satellites,
  front,
  contacts,
  ownStations,
  hiddenStations,
  marks,
  linkEnd,
  covers,
  size,
  palette,
  trailMs,
  leadMs,
}: ChartContent): BaseMapScene {
  const [trackOf] = useState(createGroundTracks<SatelliteId>);
  const tracks = useMemo(
    () => new Map(satellites.map(({ id, window }) => [id, trackOf(id, window)])),
    [satellites, trackOf],
  );
  const boxes = useMemo(
    () =>
      covers.map(({ x, y, width, height }) => ({
        x: x * size.width,
        y: y * size.height,
        width: width * size.width,
        height: height * size.height,
      })),
    [covers, size],
  );
  return useMemo(
    () => ({
      satellites: satellites.flatMap(({ id, window }) => {
        const track = tracks.get(id);
        if (!track) return [];
        const phases = illuminations(window, contactsOf(contacts, id));
        const opacity = id === front ? 1 : BACK_OPACITY;
        return [{ id, window, track: { track, phases, color: palette.satellites[id], opacity } }];
      }),
      front,
      stations: [
        ...networkPasses(contacts, front).filter(({ station: { id } }) => !hiddenStations.includes(id)),
        ...ownStations,
      ],
      marks,
      linkEnd,
      covers: boxes,
      reach: { trailMs, leadMs },
    }),
    [
      satellites,
      tracks,
      front,
      contacts,
      ownStations,
      hiddenStations,
      marks,
      linkEnd,
      boxes,
      palette,
      trailMs,
      leadMs,
    ],
  );
}
