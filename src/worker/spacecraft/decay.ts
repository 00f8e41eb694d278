/**
 * What is left of a first-order value's distance to its target after a step, e^(−dt/τ), for a fixed time constant. The
 * latest answer is kept, since nearly all steps are equally long; it follows from the step's length alone.
 */
export function decayOver(timeConstantS: number): (dtS: number) => number {
  let latestS = 0;
  let latest = 1;
  return (dtS) => {
    if (dtS !== latestS) {
      latestS = dtS;
      latest = Math.exp(-dtS / timeConstantS);
    }
    return latest;
  };
}

/** The share of the way to its target that a first-order value goes in a step: what `decayOver` does not leave. */
export function approachOver(timeConstantS: number): (dtS: number) => number {
  const decay = decayOver(timeConstantS);
  return (dtS) => 1 - decay(dtS);
}
