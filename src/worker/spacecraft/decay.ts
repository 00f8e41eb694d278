import { exp } from '../../shared/kit/math.ts';

/**
 * Returns a function of the step length: the share of a first-order value's distance to its target that remains after
 * a step, e^(−dt/τ). The last result is cached, because nearly all steps are equally long.
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

/** Returns the complement, 1 less `decayOver`: the share of the distance that is covered in a step. */
export function approachOver(timeConstantS: number): (dtS: number) => number {
  const decay = decayOver(timeConstantS);
  return (dtS) => 1 - decay(dtS);
}
