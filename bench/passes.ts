import { STATION_SITES } from '../src/shared/observers.ts';
import { findPassesOverSites } from '../src/shared/orbit/passes.ts';
import { SATELLITE_IDS } from '../src/shared/satellites.ts';
import { STATION_MASK } from '../src/shared/stations.ts';
import { addMs, epochMs, MS_PER_DAY } from '../src/shared/units.ts';
import { completeContacts, followContacts } from '../src/worker/orbit/contacts.ts';
import { createPropagators, type Propagators } from '../src/worker/orbit/propagators.ts';
import { type Comparison, median } from './measure.ts';
import { recordPropagators, timed } from './recording.ts';

const T0 = epochMs(Date.UTC(2026, 10, 20, 12));
const RUNS = 15;

function findDay(propagators: Propagators): void {
  for (const id of SATELLITE_IDS) {
    const propagator = propagators[id];
    if (!propagator.ok) throw new Error(propagator.message);
    const search = { from: T0, to: addMs(T0, MS_PER_DAY), minElevation: STATION_MASK };
    findPassesOverSites(propagator.value, STATION_SITES, search);
  }
}

/** A day of passes of both satellites over the four stations, against the SGP4 calls that they need. */
export function measurePasses(): Comparison {
  const recorded = recordPropagators();
  findDay(recorded.propagators);
  const propagators = createPropagators();
  const measured: number[] = [];
  const floor: number[] = [];
  const ticks: number[] = [];
  const held = completeContacts(propagators, T0);
  for (let run = 0; run < RUNS; run++) {
    measured.push(timed(() => findDay(propagators)));
    floor.push(timed(recorded.replay));
    // Longest tick of the plan: one more chunk, for both satellites, stations and observers, with
    // illumination and arcs.
    const fresh = createPropagators(); // of which no chunk is remembered
    ticks.push(timed(() => followContacts(held, fresh, addMs(T0, MS_PER_DAY / 8))));
  }
  return {
    id: 'passes',
    name: '24 h of passes, two satellites over four stations',
    unit: 'ms',
    measured,
    floor,
    against: `the ${recorded.callCount()} bare SGP4 calls needed`,
    notes: { 'longest tick of the contact plan': `${median(ticks).toFixed(2)} ms` },
  };
}
