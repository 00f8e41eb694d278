import { useAtomValue } from 'jotai';
import { useEffect, useMemo, useState } from 'react';
import { LIVE_SATELLITE, ORBITAL_ELEMENTS } from '../../../shared/entities/satellites.ts';
import type { OrbitalElements } from '../../../shared/orbit/elements.ts';
import { missionMinuteAtom, subjectAtom } from '../link/atoms.ts';
import { useSessionControl } from '../link/session-control.ts';
import type { Satellite } from './fleet.ts';
import { missionFrequenciesAtom, missionSatellites } from './mission-satellites.ts';

const isSame = (one: OrbitalElements, other: OrbitalElements): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** Returns the ISS elements that the shown mission follows; the built-in ones until it first answers. */
function useIssElements(): OrbitalElements {
  const control = useSessionControl();
  const subject = useAtomValue(subjectAtom);
  const minute = useAtomValue(missionMinuteAtom);
  const [elements, setElements] = useState(ORBITAL_ELEMENTS[LIVE_SATELLITE]);
  const key = minute === undefined ? undefined : `${subject} ${minute}`;
  useEffect(() => {
    if (key === undefined) return undefined;
    let isWanted = true;
    void control.issElements().then(
      (answer) => {
        if (isWanted && answer.ok) setElements((held) => (isSame(held, answer.value) ? held : answer.value));
      },
      () => undefined,
    );
    return () => {
      isWanted = false;
    };
  }, [control, key]);
  return elements;
}

/** Returns the satellites of the mission, with the orbits that it follows now. */
export function useMissionSatellites(): readonly Satellite[] {
  const frequencies = useAtomValue(missionFrequenciesAtom);
  const iss = useIssElements();
  return useMemo(() => missionSatellites(iss, frequencies), [iss, frequencies]);
}
