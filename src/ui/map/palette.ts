import type { SatelliteId } from '../../shared/elements.ts';

/** The map's colours and type, as `tokens.css` has them. */
export interface MapPalette {
  readonly ocean: string;
  readonly land: string;
  readonly coast: string;
  readonly graticule: string;
  readonly graticuleLabel: string;
  readonly night: string;
  /** How much of its darkness the night has, from 0 to 1. */
  readonly nightStrength: number;
  /** Sets names and signs off from what lies under them. */
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
    satellites: { iss: token('--map-iss'), orbita: token('--map-orbita') },
    font: token('--font-text'),
  };
}
