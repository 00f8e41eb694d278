import type { ReactNode } from 'react';
import { formatNumber } from '../../../shared/kit/quantity-text.ts';
import type { LookAngles } from '../../../shared/orbit/observer.ts';
import { formatBearing } from '../format.ts';
import { Figure, Figures } from './Figures.tsx';

interface Props {
  /** Name of the observer's place. */
  readonly from: string;
  readonly look: LookAngles;
  /** More figures for the same place. */
  readonly children?: ReactNode;
}

/** Look angles from a place to a satellite. */
export function LookFigures({ from, look, children }: Props) {
  return (
    <Figures title={`Seen from ${from}`}>
      <Figure name="Azimuth">{formatBearing(look.azimuth, 1)}</Figure>
      <Figure name="Elevation">{formatNumber(look.elevation, 1)}°</Figure>
      <Figure name="Range" unit="km">
        {formatNumber(look.rangeKm, 0)}
      </Figure>
      <Figure name="Range rate" unit="km/s">
        {formatNumber(look.rangeRateKmPerS, 2)}
      </Figure>
      {children}
    </Figures>
  );
}
