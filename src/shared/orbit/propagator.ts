import { json2satrec, type OMMJsonObject, sgp4 } from 'satellite.js';
import { failed, type Result, succeeded } from '../result.ts';
import { type EpochMs, epochMs, MS_PER_MIN } from '../units.ts';
import type { Vector } from './vector.ts';

/** Mean orbital elements as an Orbit Mean-Elements Message in JSON, the way CelesTrak publishes them. */
export type OrbitalElements = OMMJsonObject;

/** Position in km and velocity in km/s in TEME, the frame that SGP4 answers in. */
export interface StateTeme {
  readonly positionTeme: Vector;
  readonly velocityTeme: Vector;
}

export interface Propagator {
  /** The instant that the elements refer to. */
  readonly epoch: EpochMs;
  /** The state at an instant, or `undefined` where SGP4 has none (the orbit has decayed by then). */
  stateAt(time: EpochMs): StateTeme | undefined;
}

/** An OMM epoch, UTC with or without a suffix, with its microseconds kept (they are worth 7 m). */
function parseEpoch(text: string): EpochMs {
  const [, seconds = '', fraction = ''] = /^(.+?)(\.\d+)?Z?$/.exec(text) ?? [];
  return epochMs(Date.parse(`${seconds}Z`) + Number(`0${fraction || '.0'}`) * 1000);
}

/**
 * An SGP4 propagator (WGS-72, improved mode) for a set of elements.
 * Fails when the elements give no position at their own epoch.
 */
export function createPropagator(elements: OrbitalElements): Result<Propagator> {
  const epoch = parseEpoch(elements.EPOCH);
  const satrec = json2satrec(elements);

  const stateAt = (time: EpochMs): StateTeme | undefined => {
    const state = sgp4(satrec, (time - epoch) / MS_PER_MIN);
    if (!state || !Number.isFinite(state.position.x)) return undefined;
    return { positionTeme: state.position, velocityTeme: state.velocity };
  };

  if (!Number.isFinite(epoch) || !stateAt(epoch)) {
    return failed(
      `The orbital elements of ${elements.OBJECT_NAME} give no orbit (SGP4 error ${satrec.error}).`,
    );
  }
  return succeeded({ epoch, stateAt });
}
