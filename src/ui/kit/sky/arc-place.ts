import { degrees, type EpochMs } from '../../../shared/kit/units.ts';
import type { GroundPoint } from '../../../shared/orbit/frames.ts';
import type { SkyArc } from '../../../shared/orbit/passes.ts';

/** Returns the sub-satellite point at the sample nearest to an instant; `undefined` before AOS and after LOS. */
export function arcPlaceAt(arc: SkyArc, time: EpochMs): GroundPoint | undefined {
  const index = Math.round((time - arc.startTime) / arc.stepMs);
  const [latitude, longitude] = [arc.latitudes[index], arc.longitudes[index]];
  if (latitude === undefined || longitude === undefined) return undefined;
  return { latitude: degrees(latitude), longitude: degrees(longitude) };
}
