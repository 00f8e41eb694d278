import { exp } from '../../shared/kit/math.ts';

/**
 * Remaining share of a first-order value's distance to its target after a step, e^(−dt/τ), for a fixed time
 * constant. The last result is cached, because nearly all steps are equally long.
 */
export function decayOver(timeConstantS: number): (dtS: number) => number {
  let latestS = 0;
  let latest = 1;
  return (dtS) => {
    if (dtS !== latestS) {
      latestS = dtS;
      latest = exp(-dtS / timeConstantS);
    }
    return latest;
  };
}

/** Share of the distance to its target that a first-order value covers in a step: 1 less `decayOver`. */
export function approachOver(timeConstantS: number): (dtS: number) => number {
  const decay = decayOver(timeConstantS);
  return (dtS) => 1 - decay(dtS);
}
