import { ISS_NORAD_ID } from '../shared/contract/backend.ts';
import type { ElementGroup, ElementsQuery } from '../shared/contract/celestrak.ts';
import { type EpochMs, MS_PER_MIN, MS_PER_S } from '../shared/kit/units.ts';
import { failureAnswer, memoPerPeriod, originOf, secondsSince } from './answers.ts';
import { type CachedAnswer, isDue, type UpstreamState, usable } from './cached-answer.ts';
import { SERVICE } from './celestrak.ts';
import {
  type ElementsEffects,
  type ElementsSet,
  elementsSource,
  OLDEST_MS,
  searchKey,
  urlOf,
} from './celestrak-elements.ts';
import { createLedger, LOOKUPS_PER_H } from './celestrak-ledger.ts';
import { createSearchSlots } from './celestrak-searches.ts';
import type { Caller, GatewayEffects } from './effects.ts';
import { isOutdated } from './positions.ts';
import type { Source } from './source.ts';
import { elementsReply, failureReply, type Reply } from './wire.ts';

/**
 * Cap on searches kept in memory and in files; the least recently used one is dropped first. Exceeds the searches of
 * two hours, so that none is repeated within them.
 */
const MOST_LOOKUPS = 2 * LOOKUPS_PER_H + 2;

/** Answers of `celestrak`, and the states of the groups requested so far. */
export interface ElementsAnswers {
  answer(query: ElementsQuery, caller: Caller): Promise<Reply>;
  states(): Readonly<Record<string, UpstreamState<unknown> | undefined>>;
}

interface Answering {
  readonly source: Source<ElementsSet>;
  /** Renders a state with usable elements; memoized for a minute, because the body is long and hours old. */
  readonly good: (state: UpstreamState<ElementsSet>) => Reply;
}

type CelestrakEffects = GatewayEffects & {
  /** Effects of a source; `name` is its name in the metrics. */
  readonly calling: (name: string) => Omit<ElementsEffects, 'ledger' | 'keep'>;
};

const clockText = (time: EpochMs): string => `${new Date(time).toISOString().slice(11, 16)} UTC`;

function replyOf(
  { value, fetchedAt }: CachedAnswer<ElementsSet>,
  isStale: boolean,
  error: string | undefined,
  now: EpochMs,
): Reply {
  return elementsReply(value, originOf(SERVICE, secondsSince(fetchedAt, now), isStale, error));
}

/** Returns the refusal of a search beyond those of an hour. */
function tooManySearches(waitMs: number): Reply {
  const waitS = Math.max(1, Math.ceil(waitMs / MS_PER_S));
  const words = `${LOOKUPS_PER_H} searches an hour are passed on to ${SERVICE}, and all are used up`;
  return failureReply(429, `${words}: choose a group, or try again in ${Math.ceil(waitS / 60)} min`, waitS);
}

/**
 * Returns the failure reply, with the cause and the time of the next call.
 * @param begunAt time of the request
 */
function failureOf(state: UpstreamState<ElementsSet>, begunAt: EpochMs, now: EpochMs): Reply {
  const { outage } = state;
  if (!outage) return failureReply(502, 'The cached response has expired; a new one is due', 1);
  if (outage.failure.kind === 'quota') return tooManySearches(outage.nextTry - now);
  const message = `${outage.failure.message}. ${SERVICE} is asked again from ${clockText(outage.nextTry)} on`;
  return failureAnswer({ ...outage, failure: { ...outage.failure, message } }, begunAt, now);
}

/** Name of a group's source in health and metrics. */
const sourceName = (group: ElementGroup): string => `${SERVICE} ${group}`;

export function createElementsAnswers(
  baseUrl: string,
  { calling, clock, store, shared }: CelestrakEffects,
): ElementsAnswers {
  const ledger = createLedger(store?.('celestrak-calls.json'), clock, shared?.text(`${baseUrl} calls`));
  const groups = new Map<ElementGroup, Answering>();
  const lookups = new Map<string, Answering>();
  const slots = createSearchSlots(store, clock, MOST_LOOKUPS, OLDEST_MS);

  const answering = (query: ElementsQuery): Answering => {
    const isGroup = query.kind === 'group';
    const source = elementsSource(baseUrl, query, {
      ...calling(isGroup ? sourceName(query.group) : `${SERVICE} searches`),
      ledger,
      keep: isGroup
        ? store?.(`celestrak-${query.group}.json`)
        : slots.slotFor(searchKey(urlOf(baseUrl, query))),
    });
    const good = memoPerPeriod<UpstreamState<ElementsSet>>(clock, MS_PER_MIN, (state, now) => {
      const cached = usable(state, now);
      if (!cached) return failureReply(502, 'No data cached');
      return replyOf(cached, isOutdated(cached, state, now), state.outage?.failure.message, now);
    });
    return { source, good };
  };

  const ofGroup = (group: ElementGroup): Answering => {
    const known = groups.get(group) ?? answering({ kind: 'group', group });
    groups.set(group, known);
    return known;
  };

  /** Returns the state of a source after its call, if one is due, and the reply without elements. */
  const ask = async (source: Source<ElementsSet>, caller: Caller) => {
    const begunAt = clock.now();
    const state = await source.latest(caller);
    return { state, failure: () => failureOf(state, begunAt, clock.now()) };
  };

  const latestOf = async ({ source, good }: Answering, caller: Caller): Promise<Reply> => {
    const { state, failure } = await ask(source, caller);
    return usable(state, clock.now()) ? good(state) : failure();
  };

  /** Returns one satellite of a state, if present. */
  const pick = (state: UpstreamState<ElementsSet>, noradId: number): Reply | undefined => {
    const now = clock.now();
    const cached = usable(state, now);
    const elements = cached?.value.elements.filter((one) => Number(one.NORAD_CAT_ID) === noradId) ?? [];
    if (!cached || elements.length === 0) return undefined;
    const isStale = isOutdated(cached, state, now);
    return replyOf(
      { ...cached, value: { elements, leftOut: 0 } },
      isStale,
      state.outage?.failure.message,
      now,
    );
  };

  /** Finds a satellite in a current group, which costs no call. */
  const fromGroups = (noradId: number): Reply | undefined => {
    for (const { source } of groups.values()) {
      const state = source.state();
      const reply = state.outage || isDue(state, clock.now()) ? undefined : pick(state, noradId);
      if (reply) return reply;
    }
    return undefined;
  };

  /**
   * Takes the ISS from its group: its own elements are requested for the positions, and a second call would be
   * refused.
   */
  const iss = async (caller: Caller): Promise<Reply> => {
    const { state, failure } = await ask(ofGroup('stations').source, caller);
    return pick(state, ISS_NORAD_ID) ?? failure();
  };

  const search = async (query: ElementsQuery, caller: Caller): Promise<Reply> => {
    await slots.ready;
    const key = searchKey(urlOf(baseUrl, query));
    const known = lookups.get(key);
    if (!known && !slots.has(key)) {
      const waitMs = ledger.lookupWaitMs();
      if (waitMs > 0) return tooManySearches(waitMs);
    }
    if (!known) {
      const [oldest] = lookups.size >= MOST_LOOKUPS ? lookups.keys() : [];
      if (oldest !== undefined) lookups.delete(oldest);
    }
    // Memory and files both evict the least recently used search.
    if (known) slots.slotFor(key);
    const found = known ?? answering(query);
    lookups.delete(key);
    lookups.set(key, found);
    return latestOf(found, caller);
  };

  return {
    async answer(query, caller) {
      await ledger.ready;
      if (query.kind === 'group') return latestOf(ofGroup(query.group), caller);
      if (query.kind === 'name') return search(query, caller);
      if (query.noradId === ISS_NORAD_ID) return iss(caller);
      return fromGroups(query.noradId) ?? search(query, caller);
    },
    states: () =>
      Object.fromEntries([...groups].map(([group, { source }]) => [sourceName(group), source.state()])),
  };
}
