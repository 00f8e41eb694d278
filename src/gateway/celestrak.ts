import * as v from 'valibot';
import { ISS_NORAD_ID } from '../shared/contract/backend.ts';
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
import { afterSuccess, doubling, type Policy, type UpstreamState } from './cached-answer.ts';
import type { GatewayEffects, TextStore } from './effects.ts';
import { readAs } from './open-notify.ts';
import { type CallOutcome, unusable } from './outcome.ts';
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
  waitMs: ({ kind }, failures, chance) =>
    kind === 'unreachable' || kind === 'timeout'
      ? doubling(10 * MS_PER_S, 5 * MS_PER_MIN, failures, chance)
      : LIFE_MS,
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

/** Elements as stored across restarts, with the address they came from. */
const keptSchema = v.object({ url: v.string(), fetchedAt: v.number(), elements: v.unknown() });

async function restore(
  url: string,
  store: TextStore,
  clock: Clock,
): Promise<UpstreamState<Orbit> | undefined> {
  const kept = v.safeParse(keptSchema, JSON.parse((await store.read()) ?? 'null'));
  const now = clock.now();
  if (!kept.success || kept.output.url !== url) return undefined;
  const ageMs = now - kept.output.fetchedAt;
  if (ageMs < 0 || ageMs > FARTHEST_EPOCH_MS + OLDEST_EPOCH_MS) return undefined;
  const orbit = readOrbit(kept.output.elements, now);
  return orbit.ok ? afterSuccess(orbit.value, epochMs(kept.output.fetchedAt), POLICY) : undefined;
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
  const save = async ({ elements }: Orbit, fetchedAt: EpochMs): Promise<void> => {
    await store?.write(JSON.stringify({ url, fetchedAt, elements })).catch(() => undefined);
  };
  const load = async (): Promise<CallOutcome<Orbit>> => {
    const fetchedAt = clock.now();
    const outcome = await callUpstream(endpoint, effects);
    if (outcome.ok) await save(outcome.value, fetchedAt);
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
    onAdopted: ({ cached }) => cached && void save(cached.value, cached.fetchedAt),
  });
  return createSource(POLICY, load, effects, store && (() => restore(url, store, clock)), sharing);
}
