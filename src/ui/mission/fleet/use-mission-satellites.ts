import { useAtomValue } from 'jotai';
import { useContext, useMemo } from 'react';
import { LIVE_SATELLITE, ORBITAL_ELEMENTS } from '../../../shared/entities/satellites.ts';
import type { EpochMs } from '../../../shared/kit/units.ts';
import type { OrbitalElements } from '../../../shared/orbit/elements.ts';
import { missionMinuteAtom } from '../link/atoms.ts';
import { type Recorder, RecorderContext } from '../recordings/recorder.ts';
import type { Satellite } from './fleet.ts';
import { missionFrequenciesAtom, missionSatellites } from './mission-satellites.ts';

/**
 * Returns the ISS elements that the mission follows at an instant, from its journal: the last live ones, or the
 * built-in.
 */
function issElements(recorder: Recorder | undefined, time: EpochMs): OrbitalElements {
  const last = recorder
    ?.recording()
    ?.entries.findLast(({ input, time: from }) => input.kind === 'iss-orbit' && from <= time)?.input;
  return (last?.kind === 'iss-orbit' && last.elements) || ORBITAL_ELEMENTS[LIVE_SATELLITE];
}

/** Returns the satellites of the mission, with the orbits that it follows now. */
export function useMissionSatellites(): readonly Satellite[] {
  const recorder = useContext(RecorderContext);
  const minute = useAtomValue(missionMinuteAtom);
  const frequencies = useAtomValue(missionFrequenciesAtom);
  const iss = minute === undefined ? ORBITAL_ELEMENTS[LIVE_SATELLITE] : issElements(recorder, minute);
  return useMemo(() => missionSatellites(iss, frequencies), [iss, frequencies]);
}
