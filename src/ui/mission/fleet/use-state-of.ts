import { useAtomValue } from 'jotai';
import type { EpochMs } from '../../../shared/kit/units.ts';
import { type Ephemeris, stateAt } from '../../../shared/orbit/ephemeris.ts';
import type { StateEcef } from '../../../shared/orbit/frames.ts';
import { sliceAtoms } from '../link/atoms.ts';
import { fleetAtom } from './atoms.ts';
import type { Satellite } from './fleet.ts';

/** Returns the state of a satellite of the mission at a time; `undefined` without a position. */
export const missionStateAt = (ephemeris: Ephemeris, time: EpochMs): StateEcef | undefined =>
  ephemeris.status === 'available' ? stateAt(ephemeris.window, time) : undefined;

/** Returns the state of a satellite at a time; `undefined` until it arrives, or without a position. */
export function useStateOf({ id, mission }: Satellite, time: EpochMs | undefined): StateEcef | undefined {
  const fleet = useAtomValue(fleetAtom);
  const ephemerides = useAtomValue(sliceAtoms.ephemerides);
  if (time === undefined) return undefined;
  if (mission) return ephemerides && missionStateAt(ephemerides[mission], time);
  return fleet?.stateAt(
    time,
    fleet.satellites.findIndex((one) => one.id === id),
  );
}
