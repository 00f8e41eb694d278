import { mapSatellites, type SatelliteId } from '../../../shared/satellites.ts';

/** Colours and fonts of the map, from `tokens.css`. */
export interface MapPalette {
  readonly ocean: string;
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
  readonly satellites: Readonly<Record<SatelliteId, string>>;
  readonly font: string;
}

export function readPalette(style: CSSStyleDeclaration): MapPalette {
  const token = (name: string): string => style.getPropertyValue(name).trim();
  return {
    ocean: token('--map-ocean'),
    land: token('--map-land'),
    coast: token('--map-coast'),
    graticule: token('--map-graticule'),
    graticuleLabel: token('--map-graticule-label'),
    night: token('--map-night'),
    nightStrength: Number(token('--map-night-strength')) || 1,
    halo: token('--map-halo'),
    station: token('--map-station'),
    circle: token('--map-circle'),
    satellites: mapSatellites((id) => token(`--map-${id}`)),
    font: token('--font-text'),
  };
}
