import type { MissionSlices } from '../../../shared/contract/mission-control.ts';
import { ELEMENTS_EPOCHS, mapSatellites } from '../../../shared/entities/satellites.ts';
import type { EpochMs } from '../../../shared/kit/units.ts';
import type { OrbitalElements } from '../../../shared/orbit/elements.ts';
import { connectionEvents, type LogEvent } from '../../ground/log/log-events.ts';
import type { RoundAnswers } from './answers.ts';
import { BUILT_IN_ORBIT, isSameProvenance, provenanceOf } from './iss-orbit.ts';
import { NO_REAL_DATA, type RealDataState, takeRound, waitForNetwork } from './real-data.ts';

/** Live data of the ISS: they follow wall time and are not part of a mission, which gets the resulting orbit. */
export interface LiveIss {
  readonly data: RealDataState;
  readonly provenance: MissionSlices['provenance'];
}

/** Live data at an instant, and the resulting lines for the log. */
export interface LiveStep {
  readonly live: LiveIss;
  readonly logEvents: readonly LogEvent[];
}

/** Returns the data sources of the satellites' motion at an instant; the given record while unchanged. */
function originsAt(
  { orbit }: RealDataState,
  now: EpochMs,
  held?: MissionSlices['provenance'],
): MissionSlices['provenance'] {
  const iss = provenanceOf(orbit, now);
  if (held && isSameProvenance(held.iss, iss)) return held;
  return mapSatellites((id) => (id === 'iss' ? iss : { kind: 'simulated', epoch: ELEMENTS_EPOCHS[id] }));
}

export function openLive(
  now: EpochMs,
  data: RealDataState = { shown: NO_REAL_DATA, orbit: BUILT_IN_ORBIT },
): LiveIss {
  return { data, provenance: originsAt(data, now) };
}

function show(before: LiveIss, data: RealDataState, now: EpochMs): LiveStep {
  const provenance = originsAt(data, now, before.provenance);
  if (data === before.data && provenance === before.provenance) return { live: before, logEvents: [] };
  const logEvents = connectionEvents(
    { realData: before.data.shown, iss: before.provenance.iss },
    { realData: data.shown, iss: provenance.iss },
    now,
  );
  return { live: { data, provenance }, logEvents };
}

/** Takes live data that another console has received. */
export const takeLiveData = (live: LiveIss, data: RealDataState, now: EpochMs): LiveIss =>
  show(live, data, now).live;

/** Applies a round of calls; the next one is at `nextTry`. */
export const applyRound = (live: LiveIss, answers: RoundAnswers, now: EpochMs, nextTry: EpochMs): LiveStep =>
  show(live, takeRound(live.data, answers, now, nextTry), now);

/** Applies a round that was due while the computer was offline. */
export const applyMissedRound = (live: LiveIss, now: EpochMs): LiveStep =>
  show(live, waitForNetwork(live.data, now), now);

/** Expires live data as time advances. */
export const ageLive = (live: LiveIss, now: EpochMs): LiveStep => show(live, live.data, now);

/** Returns the elements of the determined orbit; `undefined` before the first. */
export const elementsOf = ({ data: { orbit } }: LiveIss): OrbitalElements | undefined =>
  orbit.isFitted ? orbit.elements : undefined;
