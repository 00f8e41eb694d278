import { POSITION_SECONDS } from '../shared/backend.ts';
import { OBSERVER_SITES, OBSERVERS } from '../shared/observers.ts';
import { createObserver, type Site } from '../shared/orbit/observer.ts';
import type { Propagator } from '../shared/orbit/propagator.ts';
import type { EpochMs } from '../shared/units.ts';
import { failureAnswer } from './answers.ts';
import { withValue } from './at-once.ts';
import type { Caller, Clock } from './effects.ts';
import { type Trouble, usable } from './held-answer.ts';
import { type PositionWindow, secondOf } from './n2yo.ts';
import { createTracks, type Known } from './positions.ts';
import type { PositionsQuery } from './query.ts';
import type { Source } from './source.ts';
import { failureReply, positionsReply, type Reply } from './wire.ts';

/** Cap on answers to uncommon queries kept for their second; each has about 60 kB. */
const MOST_OTHERS = 32;

/** Answers of one second, with the state that they were rendered from. */
interface Rendered extends Known {
  readonly second: EpochMs;
  /** For the dashboards' query. */
  usual?: Reply;
  /** By query. */
  readonly others: Map<string, Reply>;
}

/** Whether a caller has exceeded its limit of rendered answers; `undefined` lets it pass. */
export type RefuseRendering = () => Reply | undefined;

function isDashboards({ latitude, longitude, altitudeKm }: PositionsQuery): boolean {
  const { iss } = OBSERVERS;
  return latitude === iss.latitude && longitude === iss.longitude && altitudeKm === iss.altitudeKm;
}

/** The dashboards' observer has a cached site, which identifies its samples. */
const siteOf = (query: PositionsQuery): Site =>
  isDashboards(query) ? OBSERVER_SITES.iss : createObserver({ name: 'An observer', ...query });

/** Why there are no positions: the failure of N2YO comes first, if it was called. */
function failure(known: Known, before: Known, now: EpochMs): Reply {
  const troubles = [known.n2yo?.trouble, known.celestrak.trouble].filter((trouble) => trouble !== undefined);
  const [first] = troubles;
  if (!first) return failureReply(502, 'No orbit to compute positions from', 1);
  const message = troubles.map((trouble) => trouble.failure.message).join('; ');
  const nextTry = troubles.reduce((next, trouble) =>
    trouble.nextTry < next.nextTry ? trouble : next,
  ).nextTry;
  const wasAsked = known.n2yo !== before.n2yo || known.celestrak !== before.celestrak;
  const told: Pick<Trouble, 'failure' | 'nextTry'> = {
    failure: { kind: first.failure.kind, message },
    nextTry,
  };
  return failureAnswer(told, now, wasAsked);
}

/** Answers `n2yo?endpoint=positions`: from N2YO with a key, computed without one or when N2YO fails. */
export function createPositionsAnswer(
  n2yo: Source<PositionWindow> | undefined,
  celestrak: Source<Propagator>,
  clock: Clock,
): (query: PositionsQuery, caller: Caller, refuse: RefuseRendering) => Reply | Promise<Reply> {
  const tracks = createTracks();
  let rendered: Rendered | undefined;

  /** Renderings of this second. */
  const renderedOf = (known: Known, second: EpochMs): Rendered => {
    const isCurrent =
      rendered?.second === second && rendered.n2yo === known.n2yo && rendered.celestrak === known.celestrak;
    if (!rendered || !isCurrent) rendered = { ...known, second, others: new Map() };
    return rendered;
  };

  const renderNew = (known: Known, query: PositionsQuery, now: EpochMs): Reply | undefined => {
    const track = tracks(known, siteOf(query), query.seconds, now);
    return track && positionsReply(track.samples, track.origin);
  };

  const render = (
    known: Known,
    query: PositionsQuery,
    now: EpochMs,
    refuse: RefuseRendering,
  ): Reply | undefined => {
    const current = renderedOf(known, secondOf(now));
    if (query.seconds === POSITION_SECONDS && isDashboards(query)) {
      const reply = current.usual ?? renderNew(known, query, now);
      if (reply) current.usual = reply;
      return reply;
    }
    const key = JSON.stringify(query);
    const kept = current.others.get(key) ?? refuse();
    if (kept) return kept;
    const reply = renderNew(known, query, now);
    if (reply && current.others.size < MOST_OTHERS) current.others.set(key, reply);
    return reply;
  };

  return (query, caller, refuse) => {
    const before: Known = { n2yo: n2yo?.state(), celestrak: celestrak.state() };
    return withValue(n2yo?.latest(caller), (window) => {
      const isHeld = window !== undefined && usable(window, clock.now()) !== undefined;
      return withValue(isHeld ? celestrak.state() : celestrak.latest(caller), (orbit) => {
        const known: Known = { n2yo: window, celestrak: orbit };
        const now = clock.now();
        return render(known, query, now, refuse) ?? failure(known, before, now);
      });
    });
  };
}
