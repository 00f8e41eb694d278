import * as v from 'valibot';
import { ISS_NORAD_ID } from '../shared/contract/backend.ts';
import { plainText } from '../shared/contract/live-answers.ts';
import { SERVICE_LIMIT_MS } from '../shared/contract/time-limits.ts';
import type { Clock } from '../shared/kit/clock.ts';
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
import { readOmm } from '../shared/orbit/elements.ts';
import { createPropagator, type Propagator } from '../shared/orbit/propagator.ts';
import { afterSuccess, doubling, type Outage, type Policy, type UpstreamState } from './cached-answer.ts';
import type { GatewayEffects, TextStore } from './effects.ts';
import { readAs } from './open-notify.ts';
import { type CallOutcome, type Failure, unusable } from './outcome.ts';
import { sharingOf } from './shared-source.ts';
import { createSource, type Source, type SourceEffects } from './source.ts';
import { type CallEffects, callUpstream } from './upstream-call.ts';

export const SERVICE = 'CelesTrak';

/** The data change every two hours at most; more frequent requests are not allowed. */
const LIFE_MS = 2 * MS_PER_H;
/**
 * The error of SGP4 along the track grows by about a kilometre a day: after two weeks it no longer gives the ISS's
 * position.
 */
const OLDEST_EPOCH_MS = 14 * MS_PER_DAY;
/** Elements may have a future epoch, for example of a planned reboost. */
const FARTHEST_EPOCH_MS = 7 * MS_PER_DAY;
const AGED_FETCH_MS = 6 * MS_PER_H;
const AGED_EPOCH_MS = 3 * MS_PER_DAY;

/** True if a failed call need not be counted, because CelesTrak has not answered it. */
export const isWithoutAnswer = ({ kind }: Failure): boolean => kind === 'unreachable' || kind === 'timeout';

/** Well within the range of dates: a damaged file may contain any number. */
const LATEST_MS = 8e15;
const LONGEST_FAILURE = 300;
/** An instant in a stored file. */
export const keptInstant = v.pipe(v.number(), v.minValue(0), v.maxValue(LATEST_MS));
/** Text of a failure in a stored file. */
export const keptFailure = v.optional(
  v.pipe(
    v.string(),
    v.transform((text) => plainText(text, LONGEST_FAILURE)),
  ),
);

/**
 * Returns the outage after the last call of an earlier process, which has failed.
 * @param message absent if the process ended during the call
 */
export const keptOutage = (calledAt: EpochMs, message: string | undefined, waitMs: number): Outage => ({
  failure: { kind: 'refused', message: message ?? 'The server stopped during its last call' },
  failures: 1,
  failedAt: calledAt,
  nextTry: addMs(calledAt, waitMs),
});

/** An orbit with the elements that it was computed from. */
export interface Orbit extends Propagator {
  readonly elements: OrbitalElements;
}

const POLICY: Policy<Orbit> = {
  staleAt: (_orbit, fetchedAt) => addMs(fetchedAt, LIFE_MS),
  validFrom: ({ epoch }) => addMs(epoch, -FARTHEST_EPOCH_MS),
  expiresAt: ({ epoch }) => addMs(epoch, OLDEST_EPOCH_MS),
  // An error answer requires a stop and a long wait. Without any answer, there are fewer than 40 tries in two hours;
  // 50 are allowed.
  waitMs: (failure, failures, chance) =>
    isWithoutAnswer(failure) ? doubling(10 * MS_PER_S, 5 * MS_PER_MIN, failures, chance) : LIFE_MS,
};

/** True if these elements give positions of reduced accuracy, or their age is unknown. */
export const isAged = ({ epoch }: Propagator, fetchedAt: EpochMs, now: EpochMs): boolean =>
  now < fetchedAt || now - fetchedAt > AGED_FETCH_MS || now - epoch > AGED_EPOCH_MS;

function readOrbit(json: unknown, now: EpochMs): CallOutcome<Orbit> {
  const elements = readAs(SERVICE, readOmm(json));
  if (!elements.ok) return elements;
  if (elements.value.NORAD_CAT_ID !== ISS_NORAD_ID) {
    return unusable(`${SERVICE} sent elements of another satellite`);
  }
  const propagator = readAs(SERVICE, createPropagator(elements.value));
  if (!propagator.ok) return propagator;
  const { epoch } = propagator.value;
  if (now - epoch >= OLDEST_EPOCH_MS || epoch - now > FARTHEST_EPOCH_MS) {
    return unusable(`${SERVICE} sent elements of ${new Date(epoch).toISOString().slice(0, 10)}`);
  }
  return { ok: true, value: { ...propagator.value, elements: elements.value } };
}

/**
 * Stored across restarts: the last call, its failure, and the last good elements with the call that brought them. Files of
 * earlier builds have no `calledAt`.
 */
const keptSchema = v.object({
  url: v.string(),
  calledAt: v.optional(keptInstant),
  failure: keptFailure,
  fetchedAt: v.optional(keptInstant),
  elements: v.optional(v.unknown()),
});

/** Returns the state with stored elements, if they are still of use. */
function withElements(elements: unknown, fetchedAt: number | undefined, now: EpochMs): UpstreamState<Orbit> {
  if (fetchedAt === undefined) return {};
  if (now - fetchedAt > FARTHEST_EPOCH_MS + OLDEST_EPOCH_MS) return {};
  const orbit = readOrbit(elements, now);
  return orbit.ok ? afterSuccess(orbit.value, epochMs(fetchedAt), POLICY) : {};
}

type Kept = v.InferOutput<typeof keptSchema>;

async function readKept(url: string, store: TextStore): Promise<Kept | undefined> {
  const kept = v.safeParse(keptSchema, JSON.parse((await store.read()) ?? 'null'));
  return kept.success && kept.output.url === url ? kept.output : undefined;
}

function restored(
  { fetchedAt, calledAt = fetchedAt, failure, elements }: Kept,
  clock: Clock,
): UpstreamState<Orbit> {
  const state = withElements(elements, fetchedAt, clock.now());
  if (calledAt === undefined || calledAt === fetchedAt) return state;
  return { ...state, outage: keptOutage(epochMs(calledAt), failure, LIFE_MS) };
}

/** Returns the source of the ISS's orbit, requested every two hours at most, restarts and other processes included. */
export function celestrakSource(
  baseUrl: string,
  effects: CallEffects & SourceEffects & Pick<GatewayEffects, 'store' | 'shared'>,
): Source<Orbit> {
  const { clock } = effects;
  const store = effects.store?.('elements.json');
  const url = `${baseUrl}/NORAD/elements/gp.php?CATNR=${ISS_NORAD_ID}&FORMAT=JSON`;
  const endpoint = {
    service: SERVICE,
    what: 'elements',
    url,
    read: (json: unknown) => readOrbit(json, clock.now()),
  };
  /** Good elements that the clock of now is too early for: a machine may learn the time after its start. */
  let early: Pick<Kept, 'fetchedAt' | 'elements'> = {};
  const restore = async (from: TextStore): Promise<UpstreamState<Orbit> | undefined> => {
    const kept = await readKept(url, from);
    if (!kept) return undefined;
    const { fetchedAt = 0, elements } = kept;
    if (fetchedAt > clock.now()) early = { fetchedAt, elements };
    return restored(kept, clock);
  };
  const save = async (
    { cached }: UpstreamState<Orbit>,
    calledAt: EpochMs | undefined,
    failure?: string,
  ): Promise<void> => {
    const good = cached ? { fetchedAt: cached.fetchedAt, elements: cached.value.elements } : early;
    await store?.write(JSON.stringify({ url, calledAt, failure, ...good })).catch(() => undefined);
  };
  const load = async (before: UpstreamState<Orbit>): Promise<CallOutcome<Orbit>> => {
    const calledAt = clock.now();
    // Stored before the call, in case the process ends during it.
    await save(before, calledAt);
    const outcome = await callUpstream(endpoint, effects);
    if (outcome.ok) await save(afterSuccess(outcome.value, calledAt, POLICY), calledAt);
    else if (isWithoutAnswer(outcome.failure)) await save(before, before.cached?.fetchedAt);
    else await save(before, calledAt, outcome.failure.message);
    return outcome;
  };
  const sharing = sharingOf<Orbit>(effects, url, {
    form: {
      toJson: ({ elements }) => elements,
      fromJson(json) {
        const orbit = readOrbit(json, clock.now());
        return orbit.ok ? orbit.value : undefined;
      },
    },
    limitMs: SERVICE_LIMIT_MS,
    onAdopted(state) {
      const { cached, outage } = state;
      if (outage && !isWithoutAnswer(outage.failure)) {
        void save(state, outage.failedAt, outage.failure.message);
      } else void save(state, cached?.fetchedAt);
    },
  });
  return createSource(POLICY, load, effects, store && (() => restore(store)), sharing);
}
