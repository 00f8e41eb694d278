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

interface Rendered extends Known {
  readonly second: EpochMs;
  readonly reply: Reply;
}

/** The dashboards' observer has its site at hand, and by it its answers are known. */
function siteOf({ latitude, longitude, altitudeKm }: PositionsQuery): Site {
  const { iss } = OBSERVERS;
  const isUsual = latitude === iss.latitude && longitude === iss.longitude && altitudeKm === iss.altitudeKm;
  return isUsual
    ? OBSERVER_SITES.iss
    : createObserver({ name: 'An observer', latitude, longitude, altitudeKm });
}

/** Why there are no positions: what N2YO did comes first, when it was asked. */
function failure(known: Known, before: Known, now: EpochMs): Reply {
  const troubles = [known.n2yo?.trouble, known.celestrak.trouble].filter((trouble) => trouble !== undefined);
  const [first] = troubles;
  if (!first) return failureReply(502, 'There is no orbit to compute positions from', 1);
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

/** Answers `n2yo?endpoint=positions`: from N2YO where there is a key, computed otherwise and when N2YO gives none. */
export function createPositionsAnswer(
  n2yo: Source<PositionWindow> | undefined,
  celestrak: Source<Propagator>,
  clock: Clock,
): (query: PositionsQuery, caller: Caller) => Reply | Promise<Reply> {
  const tracks = createTracks();
  let rendered: Rendered | undefined;

  const render = (known: Known, query: PositionsQuery, now: EpochMs): Reply | undefined => {
    const site = siteOf(query);
    const second = secondOf(now);
    const isUsual = site === OBSERVER_SITES.iss && query.seconds === POSITION_SECONDS;
    const isRendered =
      rendered?.second === second && rendered.n2yo === known.n2yo && rendered.celestrak === known.celestrak;
    if (isUsual && isRendered) return rendered?.reply;
    const track = tracks(known, site, query.seconds, now);
    const reply = track && positionsReply(track.samples, track.origin);
    if (isUsual && reply) rendered = { ...known, second, reply };
    return reply;
  };

  return (query, caller) => {
    const before: Known = { n2yo: n2yo?.state(), celestrak: celestrak.state() };
    return withValue(n2yo?.latest(caller), (window) => {
      const isHeld = window !== undefined && usable(window, clock.now()) !== undefined;
      return withValue(isHeld ? celestrak.state() : celestrak.latest(caller), (orbit) => {
        const known: Known = { n2yo: window, celestrak: orbit };
        const now = clock.now();
        return render(known, query, now) ?? failure(known, before, now);
      });
    });
  };
}
