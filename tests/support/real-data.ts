import type { CallState, Provenance, RealData } from '../../src/shared/contract/real-data.ts';
import type { Astronaut } from '../../src/shared/entities/entities.ts';
import { mapSatellites } from '../../src/shared/entities/satellites.ts';
import { degrees, epochMs } from '../../src/shared/kit/units.ts';
import {
  linkStateAtom,
  missionSecondAtom,
  type Store,
  sliceAtoms,
  wallSecondAtom,
} from '../../src/ui/mission/link/atoms.ts';
import { NO_REAL_DATA } from '../../src/worker/session/live-data/real-data.ts';
import { later, T0 } from './mission.ts';

/** Fixed live data around `T0`. */

export const LIVE: Provenance = { kind: 'live', source: 'N2YO', time: later(-3000) };
export const PREDICTED: Provenance = { kind: 'predicted', source: 'N2YO', time: later(-4 * 60_000) };
export const SIMULATED: Provenance = { kind: 'simulated', epoch: epochMs(Date.UTC(2026, 9, 6, 12)) };
const ORBITA: Provenance = { kind: 'simulated', epoch: epochMs(Date.UTC(2026, 10, 1)) };

export const ready = (change: Partial<CallState> = {}): CallState => ({
  status: 'ready',
  lastSuccess: later(-2000),
  source: 'Open Notify',
  dataTime: later(-4000),
  ...change,
});

export const failed = (error: string): CallState => ({
  status: 'failed',
  lastSuccess: later(-5 * 60_000),
  source: 'Open Notify',
  error,
});

export const people = (count: number): readonly Astronaut[] =>
  Array.from({ length: count }, (_, index) => ({
    name: `Person ${index + 1}`,
    craft: index < 4 ? 'ISS' : 'Tiangong',
  }));

/** Returns live data; by default all calls have succeeded. */
export function realData({
  calls = {},
  ...change
}: Partial<Omit<RealData, 'calls'>> & { readonly calls?: Partial<RealData['calls']> } = {}): RealData {
  return {
    status: 'ready',
    issPosition: { latitude: degrees(18.66), longitude: degrees(84.38), timestamp: later(-4000) },
    astronauts: people(7),
    satellitePositions: [],
    calls: {
      issPosition: ready(),
      astronauts: ready(),
      satellitePositions: ready({ source: 'N2YO' }),
      ...calls,
    },
    nextTry: later(8000),
    ...change,
  };
}

const NOTHING = { issPosition: null, astronauts: [], satellitePositions: [] } as const;

/** Live data during the first round. */
export const LOADING_DATA: RealData = NO_REAL_DATA;

export const FAILED_DATA = realData({
  status: 'error',
  error: 'Failed to fetch',
  ...NOTHING,
  calls: {
    issPosition: failed('Failed to fetch'),
    astronauts: failed('Failed to fetch'),
    satellitePositions: failed('Failed to fetch'),
  },
});

/** Returns the same data while the browser is offline. */
export function offline(data: RealData): RealData {
  const { nextTry: _, ...rest } = data;
  return rest;
}

export function showRealData(store: Store, data: RealData, iss: Provenance = LIVE): void {
  const provenance = mapSatellites((id) => (id === 'iss' ? iss : ORBITA));
  store.set(sliceAtoms.realData, data);
  store.set(sliceAtoms.provenance, provenance);
  store.set(missionSecondAtom, T0);
  store.set(wallSecondAtom, T0);
  store.set(linkStateAtom, { status: 'connected' });
}
