import { type Atom, atom } from 'jotai';
import { PERFORMANCE_PERIOD_MS, TELEMETRY_PERIOD_MS } from '../../../shared/entities/constants.ts';
import { staleAfterMs } from '../../../shared/entities/telemetry-rate.ts';
import type { EpochMs } from '../../../shared/kit/units.ts';
import { formatUtcTime } from '../../kit/format.ts';
import { isLinkLostAtom, missionSecondAtom, sliceAtoms } from './atoms.ts';

/** Sample period in milliseconds: it depends on the antenna that carries the link. */
const telemetryPeriodAtom = atom(
  (get) => get(sliceAtoms.spacecraft)?.radio.telemetryPeriodMs ?? TELEMETRY_PERIOD_MS,
);

/** True if a value with this timestamp is out of date: too old, or the worker is lost. */
const isStaleAtomOf = (timeAtom: Atom<EpochMs | undefined>, periodAtom: Atom<number>) =>
  atom((get) => {
    if (get(isLinkLostAtom)) return true;
    const time = get(timeAtom);
    const now = get(missionSecondAtom);
    return time !== undefined && now !== undefined && now - time > staleAfterMs(get(periodAtom));
  });

/** True if the newest sample is stale. */
export const isTelemetryStaleAtom = isStaleAtomOf(
  atom((get) => get(sliceAtoms.telemetry)?.at(-1)?.timestamp),
  telemetryPeriodAtom,
);

/**
 * Reason why the state of the spacecraft is unknown: `No link: last sample 12:40:05 UTC`; `undefined` while
 * telemetry is fresh.
 */
export const unknownReasonAtom = atom((get): string | undefined => {
  if (!get(isTelemetryStaleAtom)) return undefined;
  if (get(isLinkLostAtom)) return 'Unknown: the link to the simulation is lost';
  const newest = get(sliceAtoms.telemetry)?.at(-1);
  const reason = get(sliceAtoms.spacecraft)?.radio.antenna === 'none' ? 'No link' : 'Telemetry is stale';
  return newest && `${reason}: last sample ${formatUtcTime(newest.timestamp)} UTC`;
});

/** True if the spacecraft view, which arrives with each sample, is stale. */
export const isSpacecraftStaleAtom = isStaleAtomOf(
  atom((get) => get(sliceAtoms.spacecraft)?.time),
  telemetryPeriodAtom,
);

/** True if the mission's figures are stale. */
export const isPerformanceStaleAtom = isStaleAtomOf(
  atom((get) => get(sliceAtoms.performance)?.time),
  atom(PERFORMANCE_PERIOD_MS),
);
