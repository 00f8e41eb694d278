import type { FleetTrack, FleetTrackSearch } from '../../../shared/contract/fleet.ts';
import {
  addMs,
  type EpochMs,
  MS_PER_DAY,
  MS_PER_H,
  MS_PER_MIN,
  MS_PER_S,
} from '../../../shared/kit/units.ts';
import type { OrbitalElements } from '../../../shared/orbit/elements.ts';
import { orbitSize } from './regime.ts';

/** The ground track of a satellite, and its shown extent. */
export interface SatelliteTrack {
  readonly ground: FleetTrack;
  /** Shown length behind and ahead of the satellite, in milliseconds. */
  readonly trailMs: number;
  readonly leadMs: number;
}

/** The ground track of one satellite at a time. */
export interface Tracks {
  /** See `Fleet`. Requests a missing track. */
  trackAt(time: EpochMs, satellite: number): SatelliteTrack | undefined;
}

/** Maximum lead: by then, a geostationary orbit has closed its figure. */
const MOST_LEAD_MS = MS_PER_DAY;
/** Trail as a share of the lead: a quarter of an hour in low orbit, as for the satellites of the mission. */
const TRAIL_SHARE = 1 / 6;
/** Time beyond the lead for which a track is requested, as a share of the lead. */
const SPARE_SHARE = 1 / 6;
/** The same margin in wall time, for a high rate. */
const SPARE_WALL_MS = 1.5 * MS_PER_S;

/** Per step, a low orbit turns by 1.3°, a highly elliptical one by 7° at perigee; great arcs join the samples. */
const LOW_STEP_MS = 20 * MS_PER_S;
const HIGH_STEP_MS = MS_PER_MIN;
const LOW_PERIOD_MS = 3 * MS_PER_H;

type Reach = Pick<SatelliteTrack, 'trailMs' | 'leadMs'>;

/** Returns one orbit ahead, at most a day, and a short part behind; `undefined` without an orbit. */
function reachOf(elements: OrbitalElements | undefined): Reach | undefined {
  const periodMs = elements ? orbitSize(elements).periodMin * MS_PER_MIN : Number.NaN;
  if (!Number.isFinite(periodMs) || periodMs <= 0) return undefined;
  const leadMs = Math.min(periodMs, MOST_LEAD_MS);
  return { leadMs, trailMs: leadMs * TRAIL_SHARE };
}

interface Asked {
  readonly search: FleetTrackSearch;
  readonly dropping: AbortController;
}

/**
 * @param rate mission time per wall time; 0 while paused
 * @param ask requests a track; rejects when aborted or when the worker fails
 */
export function createTracks(
  elements: readonly OrbitalElements[],
  rate: () => number,
  ask: (search: FleetTrackSearch, signal: AbortSignal) => Promise<FleetTrack>,
): Tracks {
  let asked: Asked | undefined;
  let held: (SatelliteTrack & { readonly satellite: number }) | undefined;
  let reach: { readonly satellite: number; readonly of: Reach | undefined } | undefined;

  const provide = (time: EpochMs, satellite: number, { trailMs, leadMs }: Reach): void => {
    const spareMs = Math.max(leadMs * SPARE_SHARE, SPARE_WALL_MS * rate());
    const from = addMs(time, -trailMs);
    const to = addMs(time, leadMs);
    const search = asked?.search;
    const isAsked =
      search?.satellite === satellite && search.from <= from && search.to >= addMs(to, spareMs / 2);
    if (isAsked) return;
    const stepMs = leadMs < LOW_PERIOD_MS ? LOW_STEP_MS : HIGH_STEP_MS;
    asked?.dropping.abort();
    asked = {
      search: { satellite, from, to: addMs(to, 2 * spareMs), stepMs },
      dropping: new AbortController(),
    };
    ask(asked.search, asked.dropping.signal).then(
      (ground) => {
        held = { trailMs, leadMs, satellite, ground };
      },
      () => undefined,
    );
  };

  return {
    trackAt(time, satellite) {
      if (reach?.satellite !== satellite) reach = { satellite, of: reachOf(elements[satellite]) };
      if (!reach.of) return undefined;
      provide(time, satellite, reach.of);
      return held?.satellite === satellite ? held : undefined;
    },
  };
}
