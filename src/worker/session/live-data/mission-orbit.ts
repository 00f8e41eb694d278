import type { JournalEntry } from '../../../shared/contract/journal.ts';
import type { Provenance } from '../../../shared/contract/real-data.ts';
import { ELEMENTS_EPOCHS } from '../../../shared/entities/satellites.ts';
import { type EpochMs, epochMs } from '../../../shared/kit/units.ts';
import type { OrbitalElements } from '../../../shared/orbit/elements.ts';
import type { Mission } from '../../mission/mission.ts';
import { elementsOf, type LiveIss } from './live-iss.ts';

/** An orbit of the ISS that a mission has entered. */
interface EnteredOrbit {
  readonly elements: OrbitalElements;
  readonly time: EpochMs;
}

/** Returns the orbit of the ISS that a mission follows; `undefined` for the built-in one, as after a jump back. */
export function enteredOrbit(journal: readonly JournalEntry[]): EnteredOrbit | undefined {
  const entry = journal.findLast(
    ({ input, time }) => input.kind === 'iss-orbit' || (input.kind === 'jump' && input.to < time),
  );
  if (entry?.input.kind !== 'iss-orbit' || !entry.input.elements) return undefined;
  return { elements: entry.input.elements, time: entry.time };
}

const isSame = (one: OrbitalElements, other: OrbitalElements | undefined): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other);

/** True if a mission follows this orbit of the ISS. */
export const followsOrbit = (mission: Pick<Mission, 'journal'>, elements: OrbitalElements): boolean =>
  isSame(elements, enteredOrbit(mission.journal())?.elements);

/**
 * Returns the source of the ISS's motion in a mission at another time than UTC: nothing is live there. Live data that have
 * agreed with its orbit count up to its time.
 */
export function provenanceIn(mission: Pick<Mission, 'journal' | 'time'>, live: LiveIss): Provenance {
  const orbit = enteredOrbit(mission.journal());
  if (!orbit) return { kind: 'simulated', epoch: ELEMENTS_EPOCHS.iss };
  const { iss } = live.provenance;
  if (iss.kind === 'simulated' || !isSame(orbit.elements, elementsOf(live)))
    return { kind: 'predicted', time: orbit.time };
  const time = epochMs(Math.min(iss.time, mission.time()));
  return { kind: 'predicted', time, ...(iss.source && { source: iss.source }) };
}
