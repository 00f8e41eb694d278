import type { FleetTrack } from '../../../shared/contract/fleet.ts';
import { addMs } from '../../../shared/kit/units.ts';
import type { PhaseInterval } from './illumination.ts';
import type { Position } from './projector.ts';
import type { GroundTrack } from './track.ts';

/**
 * Converts the track of an added satellite to a drawable one with illumination. Penumbra counts as the closer phase.
 */
export function fleetTrack({ startTime, stepMs, latitudes, longitudes, light }: FleetTrack): {
  readonly track: GroundTrack;
  readonly phases: readonly PhaseInterval[];
} {
  const points = Array.from(
    latitudes,
    (latitude, index): Position => [longitudes[index] ?? Number.NaN, latitude],
  );
  const endTime = addMs(startTime, Math.max(0, points.length - 1) * stepMs);
  const phases = light.map(
    ({ time, isEclipsed }, index): PhaseInterval => ({
      from: time,
      to: light[index + 1]?.time ?? endTime,
      phase: isEclipsed ? 'umbra' : 'sunlit',
    }),
  );
  return { track: { startTime, stepMs, endTime, points }, phases };
}
