import type { EclipseTransition } from '../../shared/contract/contact-plan.ts';
import type { FleetTrack, FleetTrackSearch } from '../../shared/contract/fleet.ts';
import { type EpochMs, epochMs } from '../../shared/kit/units.ts';
import { ecefToGeodetic, greenwichSiderealTime, temeToEcef } from '../../shared/orbit/frames.ts';
import { crossing, type TimedValue } from '../../shared/orbit/root.ts';
import { ECLIPSED_SHARE, eclipseFraction, sunPositionAu } from '../../shared/orbit/sun.ts';
import type { Vector } from '../../shared/orbit/vector.ts';

export type TrackRange = Omit<FleetTrackSearch, 'satellite'>;

/** A track without samples. */
export const emptyTrack = ({ from, stepMs }: TrackRange): FleetTrack => ({
  startTime: from,
  stepMs,
  latitudes: new Float32Array(),
  longitudes: new Float32Array(),
  light: [],
});

/**
 * Traces a satellite's ground track at whole multiples of the step around a range, where it has positions; an eclipse
 * shorter than a step may be missed. Yields after each sample.
 * @param propagate returns positions in TEME, km
 */
export function* traceGround(
  propagate: (time: EpochMs) => Vector | undefined,
  { from, to, stepMs }: TrackRange,
): Generator<void, FleetTrack> {
  const first = Math.floor(from / stepMs);
  const last = Math.ceil(to / stepMs);
  const latitudes = new Float32Array(last - first + 1);
  const longitudes = new Float32Array(last - first + 1);
  const light: EclipseTransition[] = [];
  const shade = (time: EpochMs, position: Vector | undefined): TimedValue => ({
    time,
    value: position ? eclipseFraction(sunPositionAu(time), position) - ECLIPSED_SHARE : Number.NaN,
  });
  const isEclipsed = ({ value }: TimedValue): boolean => value >= 0;
  let count = 0;
  let startTime = from;
  let before: TimedValue | undefined;
  for (let index = first; index <= last; index++) {
    const time = epochMs(index * stepMs);
    const position = propagate(time);
    yield;
    if (!position) {
      if (count > 0) break;
      continue;
    }
    const { latitude, longitude } = ecefToGeodetic(temeToEcef(position, greenwichSiderealTime(time)));
    if (count === 0) startTime = time;
    latitudes[count] = latitude;
    longitudes[count] = longitude;
    count += 1;
    const sample = shade(time, position);
    if (!before) light.push({ time, isEclipsed: isEclipsed(sample) });
    else if (isEclipsed(before) !== isEclipsed(sample)) {
      const at = crossing((instant) => shade(instant, propagate(instant)).value, before, sample);
      light.push({ time: at, isEclipsed: isEclipsed(sample) });
    }
    before = sample;
  }
  return {
    startTime,
    stepMs,
    latitudes: latitudes.slice(0, count),
    longitudes: longitudes.slice(0, count),
    light,
  };
}
