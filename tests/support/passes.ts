import { addMs, type EpochMs, MS_PER_MIN, MS_PER_S } from '../../src/shared/kit/units.ts';
import { greenwichSiderealTime, temeToEcef } from '../../src/shared/orbit/frames.ts';
import { elevationOf, type Site } from '../../src/shared/orbit/observer.ts';
import type { PassSearch } from '../../src/shared/orbit/pass-windows.ts';
import { findPassesOverSites, type Pass } from '../../src/shared/orbit/passes.ts';
import type { Propagator } from '../../src/shared/orbit/propagator.ts';
import type { Vector } from '../../src/shared/orbit/vector.ts';

/** Finds the passes of a satellite over one site. */
export const findPasses = (propagator: Propagator, site: Site, search: PassSearch): readonly Pass[] =>
  findPassesOverSites(propagator, [site], search)[0] ?? [];

/** Returns the position by SGP4 alone, without the search's interpolation. */
export function placeAt(propagator: Propagator, time: EpochMs): Vector {
  const state = propagator.stateAt(time);
  if (!state) throw new Error('no state');
  return temeToEcef(state.positionTeme, greenwichSiderealTime(time));
}

/** Computes the elevation at each minute by brute force. */
export const lookEachMinute = (propagator: Propagator, site: Site, from: EpochMs, to: EpochMs) =>
  Array.from({ length: Math.floor((to - from) / MS_PER_MIN) }, (_, minute) => {
    const time = addMs(from, minute * MS_PER_MIN);
    return { time, elevation: elevationOf(site, placeAt(propagator, time)) };
  });

/** A run of whole seconds with a satellite above a mask. */
export interface Stretch {
  readonly first: EpochMs;
  last: EpochMs;
}

/** Finds the stretches by brute force: each second, for each site and mask. */
export function lookEachSecond(
  propagator: Propagator,
  watches: readonly { readonly site: Site; readonly mask: number }[],
  from: EpochMs,
  to: EpochMs,
): readonly (readonly Stretch[])[] {
  const found = watches.map((): Stretch[] => []);
  const wasUp = watches.map(() => false);
  for (let time = from; time <= to; time = addMs(time, MS_PER_S)) {
    const place = placeAt(propagator, time);
    for (const [index, { site, mask }] of watches.entries()) {
      const isUp = elevationOf(site, place) > mask;
      const current = found[index]?.at(-1);
      if (isUp && wasUp[index] && current) current.last = time;
      else if (isUp) found[index]?.push({ first: time, last: time });
      wasUp[index] = isUp;
    }
  }
  return found;
}

/** True if a pass matches a stretch, to a second at its ends plus a tolerance for the search's interpolation. */
export const covers = ({ aos, los }: Pass, { first, last }: Stretch, toleranceMs: number): boolean =>
  aos <= first + toleranceMs &&
  los >= last - toleranceMs &&
  aos >= first - MS_PER_S - toleranceMs &&
  los <= last + MS_PER_S + toleranceMs;
