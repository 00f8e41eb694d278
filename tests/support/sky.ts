import { json2satrec } from 'satellite.js';
import { satellitePosition } from '../../src/shared/entities/satellite-position.ts';
import { ORBITAL_ELEMENTS, SATELLITES } from '../../src/shared/entities/satellites.ts';
import { epochMs, MS_PER_DAY, MS_PER_H, MS_PER_MIN } from '../../src/shared/kit/units.ts';
import type { OrbitalElements } from '../../src/shared/orbit/elements.ts';
import { siteOf } from '../../src/shared/orbit/observer.ts';
import { createPropagator, type Propagator } from '../../src/shared/orbit/propagator.ts';

const turn = (angle: number): number => ((angle % 360) + 360) % 360;
const inDegrees = (radians: number): number => (radians * 180) / Math.PI;

/**
 * Returns catalogue elements of the ISS at `now`: the built-in ones, propagated to an epoch six hours earlier and
 * advanced by some degrees along the orbit, so that live data differ from the simulation.
 */
function currentElements(now: number, aheadDegrees: number): OrbitalElements {
  const { iss } = ORBITAL_ELEMENTS;
  const satrec = json2satrec(iss);
  const from = Date.parse(`${iss.EPOCH.slice(0, 23)}Z`);
  const epoch = Math.floor(now / MS_PER_H) * MS_PER_H - 6 * MS_PER_H;
  const minutes = (epoch - from) / MS_PER_MIN;
  const days = (epoch - from) / MS_PER_DAY;
  const drag = Number(iss.MEAN_MOTION_DOT);
  return {
    ...iss,
    EPOCH: new Date(epoch).toISOString().replace('Z', '000'),
    MEAN_MOTION: Number(iss.MEAN_MOTION) + 2 * drag * days,
    RA_OF_ASC_NODE: turn(Number(iss.RA_OF_ASC_NODE) + inDegrees(satrec.nodedot * minutes)),
    ARG_OF_PERICENTER: turn(Number(iss.ARG_OF_PERICENTER) + inDegrees(satrec.argpdot * minutes)),
    MEAN_ANOMALY: turn(
      Number(iss.MEAN_ANOMALY) + inDegrees(satrec.mdot * minutes) + 360 * drag * days ** 2 + aheadDegrees,
    ),
  };
}

/** Sky of the loopback services, which all use the same orbit. */
export interface Sky {
  readonly elements: OrbitalElements;
  readonly orbit: Propagator;
  /** Returns N2YO's sample for New York City. */
  sample(time: number): Record<string, unknown>;
}

export function createSky(now: number, aheadDegrees: number): Sky {
  const elements = currentElements(now, aheadDegrees);
  const orbit = createPropagator(elements);
  if (!orbit.ok) throw new Error(orbit.message);
  return {
    elements,
    orbit: orbit.value,
    sample(time) {
      const position = satellitePosition(orbit.value, siteOf(SATELLITES.iss.observer), epochMs(time));
      if (!position) throw new Error('The station has no position.');
      return { ...position, timestamp: Math.floor(time / 1000) };
    },
  };
}

/** Returns the next antimeridian crossing of the ISS within an orbit. */
export function antimeridianCrossing({ sample }: Sky, from: number): number {
  let before = Number(sample(from).satlongitude);
  for (let time = from; time < from + 2 * MS_PER_H; time += 1000) {
    const longitude = Number(sample(time).satlongitude);
    if (Math.abs(longitude - before) > 180) return time;
    before = longitude;
  }
  throw new Error('The station has not crossed 180° in two hours.');
}
