import { TELEMETRY_PERIOD_MS } from '../../shared/constants.ts';
import type {
  ContactPlan,
  EclipseTransition,
  IlluminationChange,
  SatelliteContacts,
} from '../../shared/contact-plan.ts';
import { OBSERVER_SITES, STATION_SITES } from '../../shared/observers.ts';
import { type Eclipse, findShadow } from '../../shared/orbit/eclipses.ts';
import type { Interval } from '../../shared/orbit/intervals.ts';
import { findPassesOverSites, type Pass } from '../../shared/orbit/passes.ts';
import type { Propagator, StateTeme } from '../../shared/orbit/propagator.ts';
import { type Result, succeeded } from '../../shared/result.ts';
import { mapSatellites, type SatelliteId } from '../../shared/satellites.ts';
import { STATION_IDS, STATION_MASK, type StationId } from '../../shared/stations.ts';
import { addMs, degrees, type EpochMs, epochMs, MS_PER_H } from '../../shared/units.ts';
import type { Propagators } from './propagators.ts';
import { withArc } from './sky-arc.ts';

/**
 * The plan consists of chunks on a fixed grid, so that it follows from the time alone. One chunk is searched
 * at a time, about 1 ms a satellite, so that no tick is delayed.
 */
export const CHUNK_MS = 3 * MS_PER_H;
/** Least coverage of the plan behind and ahead of mission time. */
const KEPT_MS = 2 * MS_PER_H;
const AHEAD_MS = 26 * MS_PER_H;
const HORIZON = degrees(0);

interface FoundContacts {
  readonly stations: Readonly<Record<StationId, readonly Pass[]>>;
  readonly observer: readonly Pass[];
  readonly eclipseTransitions: readonly EclipseTransition[];
  readonly illuminationChanges: readonly IlluminationChange[];
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

/** Eclipse transitions inside an interval, without those that only mark its ends. */
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

/** The propagator with memoized states: the searches of a chunk use the same instants. */
function remembering({ epoch, stateAt }: Propagator): Propagator {
  const states = new Map<EpochMs, StateTeme | undefined>();
  return {
    epoch,
    stateAt(time) {
      const known = states.get(time);
      if (known || states.has(time)) return known;
      const state = stateAt(time);
      states.set(time, state);
      return state;
    },
  };
}

/** As many chunks as two plans that share none. */
const MOST_REMEMBERED = 24;

/** Chunks by their start, the last ones of each orbit: a mission that is restored or replayed searches the same again. */
const remembered = mapSatellites(() => new WeakMap<Propagator, Map<EpochMs, FoundContacts>>());

function searchSatellite(id: SatelliteId, propagators: Propagators, from: EpochMs): Result<FoundContacts> {
  const found = propagators[id];
  if (!found.ok) return found;
  const chunks = remembered[id].get(found.value) ?? new Map<EpochMs, FoundContacts>();
  remembered[id].set(found.value, chunks);
  const contacts = chunks.get(from) ?? searchOrbit(id, remembering(found.value), from);
  chunks.delete(from); // so that the oldest is first
  chunks.set(from, contacts);
  for (const [oldest] of chunks) {
    if (chunks.size <= MOST_REMEMBERED) break;
    chunks.delete(oldest);
  }
  return succeeded(contacts);
}

function searchOrbit(id: SatelliteId, propagator: Propagator, from: EpochMs): FoundContacts {
  const to = addMs(from, CHUNK_MS);
  const overStations = findPassesOverSites(propagator, STATION_SITES, {
    from,
    to,
    minElevation: STATION_MASK,
  });
  const [observer = []] = findPassesOverSites(propagator, [OBSERVER_SITES[id]], {
    from,
    to,
    minElevation: HORIZON,
  });
  const { eclipses, eclipsed } = findShadow(propagator, from, to);
  return {
    stations: byStation((station) => overStations[STATION_IDS.indexOf(station)] ?? []),
    observer,
    eclipseTransitions: eclipseTransitionsOf(eclipsed),
    illuminationChanges: illuminationChangesOf(eclipses, from, to),
  };
}

const searchChunk = (propagators: Propagators, from: EpochMs): ContactChunk => ({
  from,
  found: mapSatellites((id) => searchSatellite(id, propagators, from)),
});

const byStation = <T>(pick: (id: StationId) => T): Readonly<Record<StationId, T>> => ({
  houston: pick('houston'),
  madrid: pick('madrid'),
  canberra: pick('canberra'),
  baikonur: pick('baikonur'),
});

/** Joins the passes of adjacent chunks: a pass cut by a border becomes one pass. */
export function joinPasses(lists: readonly (readonly Pass[])[]): readonly Pass[] {
  const joined: Pass[] = [];
  for (const pass of lists.flat()) {
    const last = joined.at(-1);
    if (!last?.endsAfter || !pass.startsBefore) {
      joined.push(pass);
      continue;
    }
    const highest = pass.maxElevation > last.maxElevation ? pass : last;
    joined[joined.length - 1] = {
      ...highest,
      aos: last.aos,
      aosAzimuth: last.aosAzimuth,
      startsBefore: last.startsBefore,
      los: pass.los,
      losAzimuth: pass.losAzimuth,
      endsAfter: pass.endsAfter,
    };
  }
  return joined;
}

function joinSatellite(
  id: SatelliteId,
  propagators: Propagators,
  chunks: readonly ContactChunk[],
): Result<SatelliteContacts> {
  const propagator = propagators[id];
  if (!propagator.ok) return propagator;
  const found = chunks.map((chunk) => chunk.found[id]).flatMap((result) => (result.ok ? [result.value] : []));
  return succeeded({
    stations: byStation((station) => joinPasses(found.map(({ stations }) => stations[station]))),
    observer: joinPasses(found.map(({ observer }) => observer)).map((pass) =>
      withArc(pass, propagator.value, OBSERVER_SITES[id]),
    ),
    eclipseTransitions: found.flatMap(({ eclipseTransitions }) => eclipseTransitions),
    illuminationChanges: found.flatMap(({ illuminationChanges }) => illuminationChanges),
  });
}

/** Contact plan from the chunks that begin at an instant. */
function joinPlan(chunks: readonly ContactChunk[], propagators: Propagators, from: EpochMs): ContactPlan {
  return {
    from,
    to: addMs(from, chunks.length * CHUNK_MS),
    satellites: mapSatellites((id) => joinSatellite(id, propagators, chunks)),
  };
}

/** Start of the first chunk that the plan needs at an instant. */
const firstChunk = (time: EpochMs): EpochMs => epochMs(Math.floor((time - KEPT_MS) / CHUNK_MS) * CHUNK_MS);

/** One step towards the plan for an instant: drops past chunks and searches one missing chunk. */
export function followContacts(
  held: ContactsState | undefined,
  propagators: Propagators,
  time: EpochMs,
): ContactsState {
  const first = firstChunk(time);
  const kept = held?.chunks.filter(({ from }) => from >= first) ?? [];
  // After a long jump or a step back of the clock, none of the chunks may apply.
  const chunks = kept[0]?.from === first ? kept : [];
  const next = addMs(first, chunks.length * CHUNK_MS);
  const isComplete = next >= time + AHEAD_MS;
  if (held && isComplete && chunks.length === held.chunks.length) return held;
  const grown = isComplete ? chunks : [...chunks, searchChunk(propagators, next)];
  return { chunks: grown, plan: joinPlan(grown, propagators, first) };
}

/**
 * Complete plan for an instant: the same result as repeated `followContacts` at the samples until then, which lie
 * on a grid.
 */
export function completeContacts(propagators: Propagators, at: EpochMs): ContactsState {
  const time = epochMs(Math.floor(at / TELEMETRY_PERIOD_MS) * TELEMETRY_PERIOD_MS);
  const first = firstChunk(time);
  const chunks: ContactChunk[] = [];
  for (let from = first; from < time + AHEAD_MS; from = addMs(from, CHUNK_MS)) {
    chunks.push(searchChunk(propagators, from));
  }
  return { chunks, plan: joinPlan(chunks, propagators, first) };
}
