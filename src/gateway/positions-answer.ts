import { POSITION_SECONDS } from '../shared/contract/backend.ts';
import { SATELLITES } from '../shared/entities/satellites.ts';
import type { Clock } from '../shared/kit/clock.ts';
import { type EpochMs, epochMs } from '../shared/kit/units.ts';
import { type Site, siteOf } from '../shared/orbit/observer.ts';
import { failureAnswer } from './answers.ts';
import { withValue } from './at-once.ts';
import { usable } from './cached-answer.ts';
import type { Caller } from './effects.ts';
import { secondOf } from './n2yo.ts';
import { type PositionService, type ServiceStates, trackOf } from './positions.ts';
import type { PositionsQuery } from './query.ts';
import { failureReply, positionsReply, type Reply } from './wire.ts';

/** Cap on answers to uncommon queries kept for their second; each has about 60 kB. */
const MOST_OTHERS = 32;

/** Answers of one second, with the state that they were rendered from. */
interface Rendered {
  readonly known: ServiceStates;
  readonly second: EpochMs;
  /** Answer to the dashboards' query. */
  usual?: Reply;
  /** Answers to other queries, by query. */
  readonly others: Map<string, Reply>;
}

/** Refuses a caller that has exceeded its limit of rendered answers; `undefined` lets it pass. */
export type RefuseRendering = () => Reply | undefined;

function isDashboards({ latitude, longitude, altitudeKm }: PositionsQuery): boolean {
  const iss = SATELLITES.iss.observer;
  return latitude === iss.latitude && longitude === iss.longitude && altitudeKm === iss.altitudeKm;
}

/** The dashboards' observer has a cached site, which identifies its samples. */
const siteFor = (query: PositionsQuery): Site =>
  siteOf(isDashboards(query) ? SATELLITES.iss.observer : query);

/** Returns the reply without positions: the failures in the order of the services. */
function failure(known: ServiceStates, begunAt: EpochMs, now: EpochMs): Reply {
  const outages = known.flatMap(({ outage }) => (outage ? [outage] : []));
  const [first] = outages;
  if (!first) return failureReply(502, 'No orbit to compute positions from', 1);
  const message = outages.map((outage) => outage.failure.message).join('; ');
  const failedAt = epochMs(Math.max(...outages.map((outage) => outage.failedAt)));
  const nextTry = epochMs(Math.min(...outages.map((outage) => outage.nextTry)));
  return failureAnswer({ failure: { kind: first.failure.kind, message }, failedAt, nextTry }, begunAt, now);
}

const areSame = (known: ServiceStates, before: ServiceStates): boolean =>
  known.every((state, index) => state === before[index]);

/**
 * Answers `n2yo?endpoint=positions` from the first service that has samples.
 * @param services in order of preference; one is called only while none before it has a usable answer
 */
export function createPositionsAnswer(
  services: readonly PositionService[],
  clock: Clock,
): (query: PositionsQuery, caller: Caller, refuse: RefuseRendering) => Reply | Promise<Reply> {
  let rendered: Rendered | undefined;

  const renderedOf = (known: ServiceStates, second: EpochMs): Rendered => {
    const isCurrent = rendered?.second === second && areSame(known, rendered.known);
    if (!rendered || !isCurrent) rendered = { known, second, others: new Map() };
    return rendered;
  };

  const renderNew = (known: ServiceStates, query: PositionsQuery, now: EpochMs): Reply | undefined => {
    const track = trackOf(services, known, siteFor(query), query.seconds, now);
    return track && positionsReply(track.samples, track.origin);
  };

  const render = (
    known: ServiceStates,
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

  const latestStates = (
    caller: Caller,
    known: ServiceStates = [],
    hasUsable = false,
  ): ServiceStates | Promise<ServiceStates> => {
    const source = services[known.length]?.source;
    if (!source) return known;
    return withValue(hasUsable ? source.state() : source.latest(caller), (state) =>
      latestStates(caller, [...known, state], hasUsable || usable(state, clock.now()) !== undefined),
    );
  };

  return (query, caller, refuse) => {
    const begunAt = clock.now();
    return withValue(latestStates(caller), (known) => {
      const now = clock.now();
      return render(known, query, now, refuse) ?? failure(known, begunAt, now);
    });
  };
}
