import * as v from 'valibot';
import { type ElementsQuery, isOfCatalogue, LARGEST_CATALOGUE_BYTES } from '../shared/contract/celestrak.ts';
import { CATALOGUE_SERVICE_LIMIT_MS, ELEMENTS_SERVICE_LIMIT_MS } from '../shared/contract/time-limits.ts';
import {
  addMs,
  type EpochMs,
  epochMs,
  MS_PER_DAY,
  MS_PER_H,
  MS_PER_MIN,
  MS_PER_S,
} from '../shared/kit/units.ts';
import type { OrbitalElements } from '../shared/orbit/elements.ts';
import { readMessages } from '../shared/orbit/elements-text.ts';
import { afterSuccess, doubling, type Policy, type UpstreamState } from './cached-answer.ts';
import { isWithoutAnswer, keptFailure, keptInstant, keptOutage, SERVICE } from './celestrak.ts';
import { type Ledger, LOOKUPS_PER_H } from './celestrak-ledger.ts';
import type { GatewayEffects, TextStore } from './effects.ts';
import { type CallOutcome, unusable } from './outcome.ts';
import { sharingOf, type ValueForm } from './shared-source.ts';
import { createSource, type Source, type SourceEffects } from './source.ts';
import { type CallEffects, callUpstream, type Endpoint } from './upstream-call.ts';

/** Elements of several satellites, as received. */
export interface ElementsSet {
  /** In CelesTrak's order, each satellite once. */
  readonly elements: readonly OrbitalElements[];
  /** Number of entries left out: damaged, repeated, or beyond the first 20,000. */
  readonly leftOut: number;
}

/**
 * CelesTrak renews its data every two hours and refuses an earlier second call. `LIFE_MS` adds a margin for clock
 * differences.
 */
const CALL_GAP_MS = 2 * MS_PER_H;
const LIFE_MS = CALL_GAP_MS + 10 * MS_PER_S;
/** Elements up to two weeks old are better than none. */
export const OLDEST_MS = 14 * MS_PER_DAY;
/** CelesTrak's answer to a query that no satellite matches. */
const NOTHING_FOUND = /^\s*No GP data found/i;
/** CelesTrak's answer to a query that was made a moment ago: it refuses the query, not the address. */
const NOT_UPDATED = /has not updated since/i;

const EMPTY: ElementsSet = { elements: [], leftOut: 0 };

function parameterOf(query: ElementsQuery): readonly [name: string, value: string] {
  switch (query.kind) {
    case 'group':
      return ['GROUP', query.group];
    case 'number':
      return ['CATNR', String(query.noradId)];
    case 'name':
      return ['NAME', query.name];
  }
}

export const urlOf = (baseUrl: string, query: ElementsQuery): string =>
  `${baseUrl}/NORAD/elements/gp.php?${new URLSearchParams([[...parameterOf(query)], ['FORMAT', 'JSON']])}`;

/** Returns the key of a search: CelesTrak ignores the case of a name. */
export const searchKey = (url: string): string => url.toLowerCase();

/** Returns the subject of the call for log and metrics; for user input, only its kind. */
const subjectOf = (query: ElementsQuery): string =>
  query.kind === 'group' ? `group ${query.group}` : `search by ${query.kind}`;

function readSet(json: unknown, query: ElementsQuery): CallOutcome<ElementsSet> {
  if (!Array.isArray(json)) return unusable(`${SERVICE} sent no list of elements`);
  const { elements, problems } = readMessages(json);
  if (elements.length === 0 && (json.length > 0 || query.kind === 'group')) {
    return unusable(`${SERVICE} sent no usable elements${problems[0] ? `: ${problems[0]}` : ''}`);
  }
  if (query.kind === 'number' && elements.some(({ NORAD_CAT_ID: id }) => Number(id) !== query.noradId)) {
    return unusable(`${SERVICE} sent elements of another satellite`);
  }
  return { ok: true, value: { elements, leftOut: json.length - elements.length } };
}

function readText(text: string, status: number, query: ElementsQuery): CallOutcome<ElementsSet> | undefined {
  if (NOTHING_FOUND.test(text) && query.kind !== 'group') return { ok: true, value: EMPTY };
  if (status !== 403 || NOT_UPDATED.test(text)) return undefined;
  return unusable(`${SERVICE} refuses requests from this server`, 'blocked');
}

/** Returns the policy of one query. After a group call, successful or not, none follows for two hours. */
const policyFor = (query: ElementsQuery, ledger: Ledger): Policy<ElementsSet> => ({
  staleAt: (_set, fetchedAt) => addMs(fetchedAt, LIFE_MS),
  validFrom: (_set, fetchedAt) => addMs(fetchedAt, -OLDEST_MS),
  expiresAt: (_set, fetchedAt) => addMs(fetchedAt, OLDEST_MS),
  waitMs(failure, failures, chance) {
    if (failure.kind === 'quota') return ledger.lookupWaitMs();
    if (failure.kind === 'blocked') return ledger.blockedMs();
    // Unanswered searches are limited by the ledger.
    if (query.kind !== 'group' && isWithoutAnswer(failure))
      return doubling(MS_PER_MIN, 15 * MS_PER_MIN, failures, chance);
    return LIFE_MS;
  },
});

/** Stored data of a query: its last call, and the last good answer with the call that brought it. */
const keptSchema = v.object({
  url: v.string(),
  calledAt: keptInstant,
  failure: keptFailure,
  fetchedAt: v.optional(keptInstant),
  elements: v.optional(v.array(v.unknown())),
  leftOut: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(0)), 0),
});

interface Called {
  readonly calledAt: EpochMs;
  readonly state: UpstreamState<ElementsSet>;
}

async function restore(
  url: string,
  query: ElementsQuery,
  store: TextStore,
  policy: Policy<ElementsSet>,
): Promise<Called | undefined> {
  const kept = v.safeParse(keptSchema, JSON.parse((await store.read()) ?? 'null'));
  if (!kept.success || searchKey(kept.output.url) !== searchKey(url)) return undefined;
  const { fetchedAt, leftOut, failure } = kept.output;
  const calledAt = epochMs(kept.output.calledAt);
  const { elements } = readMessages(kept.output.elements ?? []);
  const hasFoundNothing = query.kind !== 'group' && kept.output.elements?.length === 0;
  const isGood = fetchedAt !== undefined && (elements.length > 0 || hasFoundNothing);
  const state = isGood ? afterSuccess({ elements, leftOut }, epochMs(fetchedAt), policy) : {};
  if (fetchedAt === calledAt && isGood) return { calledAt, state };
  return { calledAt, state: { ...state, outage: keptOutage(calledAt, failure, LIFE_MS) } };
}

const setSchema = v.object({ elements: v.array(v.unknown()), leftOut: v.number() });

const FORM: ValueForm<ElementsSet> = {
  toJson: (set) => set,
  fromJson(json) {
    const read = v.safeParse(setSchema, json);
    if (!read.success) return undefined;
    const { elements } = readMessages(read.output.elements);
    return { elements, leftOut: read.output.leftOut };
  },
};

export interface ElementsEffects extends CallEffects, SourceEffects, Pick<GatewayEffects, 'shared'> {
  readonly ledger: Ledger;
  /** Storage of the elements that outlasts the process. */
  readonly keep?: TextStore | undefined;
}

/**
 * Returns the source of one query's elements, called every two hours at most, whether the last call succeeded or not;
 * an unanswered search sooner. With storage, that holds across restarts, and if the store is shared, for all processes
 * together. To be used once the ledger is ready.
 */
export function elementsSource(
  baseUrl: string,
  query: ElementsQuery,
  effects: ElementsEffects,
): Source<ElementsSet> {
  const { clock, ledger, keep } = effects;
  const policy = policyFor(query, ledger);
  const url = urlOf(baseUrl, query);
  const endpoint: Endpoint<ElementsSet> = {
    service: SERVICE,
    what: subjectOf(query),
    isTyped: query.kind !== 'group',
    url,
    limitMs: isOfCatalogue(query) ? CATALOGUE_SERVICE_LIMIT_MS : ELEMENTS_SERVICE_LIMIT_MS,
    ...(isOfCatalogue(query) && { largestBytes: LARGEST_CATALOGUE_BYTES }),
    ...(query.kind === 'name' && { tooLong: 'finds too many satellites: search for more of the name' }),
    read: (json) => readSet(json, query),
    readText: (text, status) => readText(text, status, query),
  };
  let calledAt: EpochMs | undefined;

  const save = async ({ cached }: UpstreamState<ElementsSet>, failure?: string): Promise<void> => {
    const { elements, leftOut } = cached?.value ?? EMPTY;
    const good = cached && { fetchedAt: cached.fetchedAt, elements, leftOut };
    await keep?.write(JSON.stringify({ url, calledAt, failure, ...good })).catch(() => undefined);
  };

  const call = async (before: UpstreamState<ElementsSet>): Promise<CallOutcome<ElementsSet>> => {
    await ledger.refresh();
    const at = clock.now();
    if (ledger.blockedMs() > 0) {
      return unusable(`${SERVICE} has refused requests from this server`, 'blocked');
    }
    if (calledAt !== undefined && Math.abs(at - calledAt) < CALL_GAP_MS && query.kind === 'group') {
      return unusable(`The server's clock has moved; ${SERVICE} is not called for two hours`);
    }
    if (query.kind !== 'group') {
      const isAllowed = await ledger.addLookup();
      if (!isAllowed) return unusable(`More than ${LOOKUPS_PER_H} searches in an hour`, 'quota');
    }
    calledAt = at;
    // Stored before the call, in case the process ends during it.
    await save(before);
    const outcome = await callUpstream(endpoint, effects);
    if (outcome.ok) {
      await save(afterSuccess(outcome.value, at, policy));
      return outcome;
    }
    if (outcome.failure.kind === 'blocked') await ledger.block();
    if (query.kind !== 'group' && isWithoutAnswer(outcome.failure)) {
      // Treated as not made: another process may retry at once.
      calledAt = before.cached?.fetchedAt;
      await save(before);
      return outcome;
    }
    await save(before, outcome.failure.message);
    return outcome;
  };

  const restored =
    keep &&
    (async () => {
      const kept = await restore(url, query, keep, policy);
      calledAt = kept?.calledAt;
      return kept?.state;
    });
  const sharing = sharingOf(effects, searchKey(url), {
    form: FORM,
    limitMs: endpoint.limitMs ?? ELEMENTS_SERVICE_LIMIT_MS,
    onAdopted(state) {
      if (state.outage && query.kind !== 'group') return;
      calledAt = state.outage?.failedAt ?? state.cached?.fetchedAt;
      void save(state, state.outage?.failure.message);
    },
  });
  return createSource(policy, call, effects, restored, sharing);
}
