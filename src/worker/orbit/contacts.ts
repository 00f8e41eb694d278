import type {
  ContactPlan,
  EclipseTransition,
  IlluminationChange,
  SatelliteContacts,
} from '../../shared/contract/contact-plan.ts';
import type { NetworkStation } from '../../shared/contract/network.ts';
import { TELEMETRY_PERIOD_MS } from '../../shared/entities/constants.ts';
import { mapSatellites, type SatelliteId } from '../../shared/entities/satellites.ts';
import { type Result, succeeded } from '../../shared/kit/result.ts';
import { addMs, type EpochMs, epochMs, MS_PER_H } from '../../shared/kit/units.ts';
import type { Interval } from '../../shared/orbit/intervals.ts';
import type { Pass } from '../../shared/orbit/passes.ts';
import type { Propagator } from '../../shared/orbit/propagator.ts';
import { CHUNK_MS, type FoundByChunk, joinPasses, orbitInChunk, rememberChunk } from './chunks.ts';
import { type Eclipse, findShadow } from './eclipses.ts';
import { passesInChunk } from './place-passes.ts';
import type { Propagators } from './propagators.ts';

/** Minimum coverage of the plan before and after mission time. */
const KEPT_MS = 2 * MS_PER_H;
const AHEAD_MS = 26 * MS_PER_H;

interface FoundIllumination {
  readonly eclipseTransitions: readonly EclipseTransition[];
  readonly illuminationChanges: readonly IlluminationChange[];
}

interface FoundContacts extends FoundIllumination {
  /** Passes over each station of the network. */
  readonly stations: readonly (readonly Pass[])[];
}

/** Contacts of one chunk of time. Passes cut by its ends are joined in the plan. */
interface ContactChunk {
  readonly from: EpochMs;
  readonly found: Readonly<Record<SatelliteId, Result<FoundContacts>>>;
}

export interface ContactsState {
  /** In order of time, without gaps. */
  readonly chunks: readonly ContactChunk[];
  readonly plan: ContactPlan;
}

const eclipseTransitionsOf = (eclipsed: readonly Interval[]): readonly EclipseTransition[] =>
  eclipsed.flatMap(({ start, end, startsBefore, endsAfter }): EclipseTransition[] => [
    ...(startsBefore ? [] : [{ time: start, isEclipsed: true }]),
    ...(endsAfter ? [] : [{ time: end, isEclipsed: false }]),
  ]);

/** Returns the illumination changes inside an interval, without those that only mark its ends. */
const illuminationChangesOf = (
  eclipses: readonly Eclipse[],
  from: EpochMs,
  to: EpochMs,
): readonly IlluminationChange[] =>
  eclipses
    .flatMap(({ penumbraEnter, umbraEnter, umbraExit, penumbraExit }): IlluminationChange[] => [
      { time: penumbraEnter, phase: 'penumbra' },
      ...(umbraEnter === undefined ? [] : [{ time: umbraEnter, phase: 'umbra' } as const]),
      ...(umbraExit === undefined ? [] : [{ time: umbraExit, phase: 'penumbra' } as const]),
      { time: penumbraExit, phase: 'sunlit' },
    ])
    .filter(({ time }) => time > from && time < to);

/** Latest chunks of each orbit: a restored or replayed mission searches the same ones again. */
const remembered = new WeakMap<Propagator, FoundByChunk<FoundIllumination>>();

function searchSatellite(
  id: SatelliteId,
  propagators: Propagators,
  network: readonly NetworkStation[],
  from: EpochMs,
): Result<FoundContacts> {
  const found = propagators[id];
  if (!found.ok) return found;
  const chunks = remembered.get(found.value) ?? new Map<EpochMs, FoundIllumination>();
  remembered.set(found.value, chunks);
  const illumination = chunks.get(from) ?? searchIllumination(orbitInChunk(found.value, from), from);
  rememberChunk(chunks, from, illumination);
  return succeeded({ ...illumination, stations: passesInChunk(found.value, network, from) });
}

function searchIllumination(propagator: Propagator, from: EpochMs): FoundIllumination {
  const to = addMs(from, CHUNK_MS);
  const { eclipses, eclipsed } = findShadow(propagator, from, to);
  return {
    eclipseTransitions: eclipseTransitionsOf(eclipsed),
    illuminationChanges: illuminationChangesOf(eclipses, from, to),
  };
}

const searchChunk = (
  propagators: Propagators,
  network: readonly NetworkStation[],
  from: EpochMs,
): ContactChunk => ({
  from,
  found: mapSatellites((id) => searchSatellite(id, propagators, network, from)),
});

/** Joins the chunks that begin at an instant into a contact plan. */
function joinPlan(
  chunks: readonly ContactChunk[],
  propagators: Propagators,
  network: readonly NetworkStation[],
  from: EpochMs,
): ContactPlan {
  return {
    from,
    to: addMs(from, chunks.length * CHUNK_MS),
    network,
    satellites: mapSatellites((id): Result<SatelliteContacts> => {
      const propagator = propagators[id];
      if (!propagator.ok) return propagator;
      const found = chunks.flatMap(({ found: { [id]: result } }) => (result.ok ? [result.value] : []));
      return succeeded({
        stations: network.map((station, index) => ({
          station,
          passes: joinPasses(found.map(({ stations }) => stations[index] ?? [])),
        })),
        eclipseTransitions: found.flatMap(({ eclipseTransitions }) => eclipseTransitions),
        illuminationChanges: found.flatMap(({ illuminationChanges }) => illuminationChanges),
      });
    }),
  };
}

/** Returns the start of the first chunk that the plan needs at an instant. */
const firstChunk = (time: EpochMs): EpochMs => epochMs(Math.floor((time - KEPT_MS) / CHUNK_MS) * CHUNK_MS);

/** Advances one step towards the plan for an instant: drops past chunks and searches one missing chunk. */
export function followContacts(held: ContactsState, propagators: Propagators, time: EpochMs): ContactsState {
  const { network } = held.plan;
  const first = firstChunk(time);
  const kept = held.chunks.filter(({ from }) => from >= first);
  // After a long jump or a step back of the clock, none of the chunks may apply.
  const chunks = kept[0]?.from === first ? kept : [];
  const next = addMs(first, chunks.length * CHUNK_MS);
  const isComplete = next >= time + AHEAD_MS;
  if (isComplete && chunks.length === held.chunks.length) return held;
  const grown = isComplete ? chunks : [...chunks, searchChunk(propagators, network, next)];
  return { chunks: grown, plan: joinPlan(grown, propagators, network, first) };
}

/**
 * Returns the complete plan for an instant: the same result as repeated `followContacts` at the samples until then,
 * which lie on a grid.
 */
export function completeContacts(
  propagators: Propagators,
  network: readonly NetworkStation[],
  at: EpochMs,
): ContactsState {
  const time = epochMs(Math.floor(at / TELEMETRY_PERIOD_MS) * TELEMETRY_PERIOD_MS);
  const first = firstChunk(time);
  const chunks: ContactChunk[] = [];
  for (let from = first; from < time + AHEAD_MS; from = addMs(from, CHUNK_MS)) {
    chunks.push(searchChunk(propagators, network, from));
  }
  return { chunks, plan: joinPlan(chunks, propagators, network, first) };
}
