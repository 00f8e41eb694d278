import { mapSatellites, type SatelliteId } from '../../../shared/entities/satellites.ts';
import { GROUP_COLOURS } from '../../mission/fleet/fleet.ts';

/** Colours and fonts of the map, from `tokens.css`. */
export interface MapPalette {
  /** True if the lit surface suits these colours. */
  readonly isLit: boolean;
  readonly ocean: string;
  /** Colour beside the globe. */
  readonly space: string;
  readonly land: string;
  readonly coast: string;
  readonly graticule: string;
  readonly graticuleLabel: string;
  readonly night: string;
  /** Opacity of the night, from 0 to 1. */
  readonly nightStrength: number;
  /** Separates names and marks from what is below them. */
  readonly halo: string;
  readonly station: string;
  readonly circle: string;
  readonly sun: string;
  readonly moon: string;
  /** Colour of the South Atlantic Anomaly. */
  readonly anomaly: string;
  /** Colours of added satellites: without a group, then for each group colour. */
  readonly fleet: readonly string[];
  readonly cursor: string;
  readonly satellites: Readonly<Record<SatelliteId, string>>;
  readonly font: string;
}

export function readPalette(style: CSSStyleDeclaration): MapPalette {
  const token = (name: string): string => style.getPropertyValue(name).trim();
  return {
    isLit: token('--map-lit') === '1',
    ocean: token('--map-ocean'),
    space: token('--map-space'),
    land: token('--map-land'),
    coast: token('--map-coast'),
    graticule: token('--map-graticule'),
    graticuleLabel: token('--map-graticule-label'),
    night: token('--map-night'),
    nightStrength: Number(token('--map-night-strength')) || 1,
    halo: token('--map-halo'),
    station: token('--map-station'),
    circle: token('--map-circle'),
    sun: token('--map-sun'),
    moon: token('--map-moon'),
    anomaly: token('--map-anomaly'),
    fleet: [
      token('--map-fleet'),
      ...Array.from({ length: GROUP_COLOURS }, (_, index) => token(`--group-${index + 1}`)),
    ],
    cursor: token('--map-cursor'),
    satellites: mapSatellites((id) => token(`--map-${id}`)),
    font: token('--font-text'),
  };
}
