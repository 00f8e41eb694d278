import { expect, it } from 'vitest';
import { mapSatellites, SATELLITE_IDS } from '../../../../src/shared/satellites.ts';
import { MS_PER_S } from '../../../../src/shared/units.ts';
import { generatePositions } from '../../../../src/worker/orbit/positions.ts';
import { createPropagators, type Propagators } from '../../../../src/worker/orbit/propagators.ts';
import { later } from '../../../support/mission.ts';

/** A flight whose orbits count how often they are asked for a state. */
function countedFlight(): { readonly propagators: Propagators; readonly count: () => number } {
  const propagators = createPropagators();
  let asked = 0;
  const counted = (result: Propagators['iss']): Propagators['iss'] =>
    result.ok
      ? {
          ok: true,
          value: {
            epoch: result.value.epoch,
            stateAt: (time) => {
              asked += 1;
              return result.value.stateAt(time);
            },
          },
        }
      : result;
  return {
    propagators: mapSatellites((id) => counted(propagators[id])),
    count: () => asked,
  };
}

it('samples only new instants in each step, with the same result as sampling all', () => {
  const { propagators, count } = countedFlight();
  const steps = [0, 10, 20, 30, 40, 50, 60, 45, 3600, 3610];
  for (const seconds of steps) {
    const time = later(seconds * MS_PER_S);
    expect(generatePositions(propagators, time)).toEqual(generatePositions(createPropagators(), time));
  }
  const before = count();
  for (let seconds = 3620; seconds < 4220; seconds += 10)
    generatePositions(propagators, later(seconds * MS_PER_S));
  const perStep = (count() - before) / 60;
  expect(perStep).toBeLessThan(0.2 * 50 * SATELLITE_IDS.length);
});
