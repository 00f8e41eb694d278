import { SPECIFIED_NETWORK } from '../src/shared/contract/network.ts';
import { ORBITAL_ELEMENTS, SATELLITE_IDS } from '../src/shared/entities/satellites.ts';
import { STATION_MASK } from '../src/shared/entities/stations.ts';
import { addMs, epochMs, MS_PER_DAY, MS_PER_MIN } from '../src/shared/kit/units.ts';
import { siteOf } from '../src/shared/orbit/observer.ts';
import { findPassesOverSites } from '../src/shared/orbit/passes.ts';
import { createPropagator, type Propagator } from '../src/shared/orbit/propagator.ts';
import { completeContacts, followContacts } from '../src/worker/orbit/contacts.ts';
import { createPropagators, type Propagators } from '../src/worker/orbit/propagators.ts';
import { type Comparison, median } from './measure.ts';
import { recordPropagators, timed } from './recording.ts';

const T0 = epochMs(Date.UTC(2026, 10, 20, 12));
const RUNS = 15;
const STATION_SITES = SPECIFIED_NETWORK.map((station) => siteOf(station));

function findDay(propagators: Propagators): void {
  for (const id of SATELLITE_IDS) {
    const propagator = propagators[id];
    if (!propagator.ok) throw new Error(propagator.message);
    const search = { from: T0, to: addMs(T0, MS_PER_DAY), minElevation: STATION_MASK };
    findPassesOverSites(propagator.value, STATION_SITES, search);
  }
}

/** Compares a day of passes of both satellites over the four stations with the SGP4 calls that they need. */
export function measurePasses(): Comparison {
  const recorded = recordPropagators();
  findDay(recorded.propagators);
  const propagators = createPropagators();
  const measured: number[] = [];
  const floor: number[] = [];
  const ticks: number[] = [];
  const held = completeContacts(propagators, SPECIFIED_NETWORK, T0);
  for (let run = 0; run < RUNS; run++) {
    measured.push(timed(() => findDay(propagators)));
    floor.push(timed(recorded.replay));
    // Longest tick of the plan: one more chunk, for both satellites, stations and observers, with illumination and
    // arcs.
    const fresh = createPropagators(); // without cached chunks
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

/** Low, medium, half-day eccentric and geostationary orbits: mean motion, eccentricity, inclination. */
const ORBITS = [
  [15.2, 0.001, 51.6],
  [14.6, 0.0002, 98.2],
  [2.0056, 0.001, 55],
  [2.006, 0.7, 63.4],
  [1.0027, 0.0002, 0.1],
] as const;
const FLEET_SIZE = 100;
const FLEET_RUNS = 7;

function createFleet(): readonly (readonly [number, Propagator])[] {
  return Array.from({ length: FLEET_SIZE }, (_, index) => {
    const [meanMotion, eccentricity, inclination] = ORBITS[index % ORBITS.length] ?? ORBITS[0];
    const propagator = createPropagator({
      ...ORBITAL_ELEMENTS.iss,
      // Elements of last month, the most expensive ones for orbits in resonance with the Earth's field.
      EPOCH: '2026-10-20T12:00:00',
      MEAN_MOTION: meanMotion,
      ECCENTRICITY: eccentricity,
      INCLINATION: inclination,
      RA_OF_ASC_NODE: 3.6 * index,
    });
    if (!propagator.ok) throw new Error(propagator.message);
    return [index, propagator.value];
  });
}

/** Compares a day of passes of 100 satellites over one station with a bare SGP4 call for every 2 minutes of each. */
export function measureFleetPasses(): Comparison {
  const fleet = createFleet();
  const [site] = STATION_SITES;
  if (!site) throw new Error('There is no station.');
  const search = { from: T0, to: addMs(T0, MS_PER_DAY), minElevation: STATION_MASK };
  const measured: number[] = [];
  const floor: number[] = [];
  let [passes, longest] = [0, 0];
  for (let run = 0; run < FLEET_RUNS; run++) {
    passes = 0;
    measured.push(
      timed(() => {
        for (const [, propagator] of fleet) {
          const slice = timed(() => {
            const [found = []] = findPassesOverSites(propagator, [site], search);
            passes += found.length;
          });
          if (run > 0) longest = Math.max(longest, slice);
        }
      }),
    );
    floor.push(
      timed(() => {
        for (const [, { stateAt }] of fleet) {
          for (let ms = 0; ms <= MS_PER_DAY; ms += 2 * MS_PER_MIN) stateAt(addMs(T0, ms));
        }
      }),
    );
  }
  return {
    id: 'passes-100',
    name: '24 h of passes, 100 satellites of all orbits over one station',
    unit: 'ms',
    measured,
    floor,
    against: 'a bare SGP4 call for every 2 minutes of each',
    notes: {
      'passes found': String(passes),
      'first run': `${measured[0]?.toFixed(0)} ms`,
      'longest slice': `${longest.toFixed(1)} ms`,
    },
  };
}
