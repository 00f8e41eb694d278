import { useAtomValue } from 'jotai';
import { useContext, useMemo } from 'react';
import { CATALOGUE, ELEMENT_GROUPS } from '../../shared/celestrak.ts';
import type { OrbitalElements } from '../../shared/orbit/propagator.ts';
import { LIVE_SATELLITE, ORBITAL_ELEMENTS, SATELLITE_IDS, SATELLITES } from '../../shared/satellites.ts';
import type { EpochMs } from '../../shared/units.ts';
import { addedSatellitesAtom } from '../fleet/atoms.ts';
import type { AddedSatellite } from '../fleet/fleet.ts';
import { missionMinuteAtom } from '../mission/atoms.ts';
import { type Recorder, RecorderContext } from '../recordings/recorder.ts';
import type { PassSatellite } from './pass-filter.ts';

/** The orbit of the ISS that the mission follows at an instant, from its journal: the last one of live data, else the built-in. */
function issElements(recorder: Recorder | undefined, time: EpochMs): OrbitalElements {
  const last = recorder
    ?.recording()
    ?.entries.findLast(({ input, time: from }) => input.kind === 'iss-orbit' && from <= time)?.input;
  return (last?.kind === 'iss-orbit' && last.elements) || ORBITAL_ELEMENTS[LIVE_SATELLITE];
}

/** Added satellites whose passes are searched for: more would have tens of thousands of passes in a day. */
export const MOST_SEARCHED = 1000;

/** Whether a satellite is in the list for another reason than being active. */
const isChosen = ({ groups, frequencyMhz }: AddedSatellite): boolean =>
  frequencyMhz !== undefined || groups.length !== 1 || groups[0] !== ELEMENT_GROUPS[CATALOGUE];

interface PassSatellites {
  readonly satellites: readonly PassSatellite[];
  /** Shown satellites that are too many. */
  readonly leftOut: number;
}

/** The satellites of the mission with the orbits that it uses now, and the added ones that are shown. */
export function usePassSatellites(): PassSatellites {
  const recorder = useContext(RecorderContext);
  const minute = useAtomValue(missionMinuteAtom);
  const added = useAtomValue(addedSatellitesAtom);
  const iss = minute === undefined ? ORBITAL_ELEMENTS[LIVE_SATELLITE] : issElements(recorder, minute);
  return useMemo(() => {
    const shown = added.filter(({ isShown }) => isShown);
    const searched =
      shown.length <= MOST_SEARCHED
        ? shown
        : [...shown.filter(isChosen), ...shown.filter((one) => !isChosen(one))].slice(0, MOST_SEARCHED);
    return {
      satellites: [
        ...SATELLITE_IDS.map((id) => {
          const elements = id === LIVE_SATELLITE ? iss : ORBITAL_ELEMENTS[id];
          return { id: Number(elements.NORAD_CAT_ID), name: SATELLITES[id].name, group: id, elements };
        }),
        ...searched.map(({ id, name, elements, frequencyMhz }) => ({
          id,
          name,
          group: 'added' as const,
          elements,
          frequencyMhz,
        })),
      ],
      leftOut: shown.length - searched.length,
    };
  }, [iss, added]);
}
