import * as v from 'valibot';
import { readAstronauts, readIssPosition } from '../shared/contract/live-answers.ts';
import { SERVICE_LIMIT_MS } from '../shared/contract/time-limits.ts';
import { LIVE_DATA_LIFE_MS, OLDEST_POSITION_MS } from '../shared/entities/constants.ts';
import type { Astronaut, IssPosition } from '../shared/entities/entities.ts';
import type { Result } from '../shared/kit/result.ts';
import { addMs, type EpochMs, MS_PER_DAY, MS_PER_MIN, MS_PER_S } from '../shared/kit/units.ts';
import { CLOCK_TOLERANCE_MS, doubling, type Policy } from './cached-answer.ts';
import type { GatewayEffects } from './effects.ts';
import { type CallOutcome, unusable } from './outcome.ts';
import { plainForm, sharingOf } from './shared-source.ts';
import { createSource, type Source, type SourceEffects } from './source.ts';
import { type CallEffects, callUpstream } from './upstream-call.ts';

const SERVICE = 'Open Notify';

/** Period of the dashboards, so that any number of them causes one call per 10 s. */
const POSITION_LIFE_MS = 10 * MS_PER_S;
/** A viewer this close to the end of the cache lifetime gets a new answer, not one that is 10 s old. */
const EARLY_MS = 250;
const ASTRONAUTS_LIFE_MS = 10 * MS_PER_MIN;
const OLDEST_ASTRONAUTS_MS = 7 * MS_PER_DAY;

/**
 * At most one call in 5 s is allowed; the longest wait is the dashboards' period, so that the next round sees
 * the recovery.
 */
const waitMs = (_failure: unknown, failures: number, chance: number): number =>
  doubling(7 * MS_PER_S, 10 * MS_PER_S, failures, chance);

const POSITION_POLICY: Policy<IssPosition> = {
  staleAt: (_position, fetchedAt) => addMs(fetchedAt, POSITION_LIFE_MS - EARLY_MS),
  validFrom: ({ timestamp }) => addMs(timestamp, -CLOCK_TOLERANCE_MS),
  expiresAt: ({ timestamp }) => addMs(timestamp, OLDEST_POSITION_MS),
  waitMs,
};

const ASTRONAUTS_POLICY: Policy<readonly Astronaut[]> = {
  staleAt: (_people, fetchedAt) => addMs(fetchedAt, ASTRONAUTS_LIFE_MS),
  validFrom: (_people, fetchedAt) => addMs(fetchedAt, -OLDEST_ASTRONAUTS_MS),
  expiresAt: (_people, fetchedAt) => addMs(fetchedAt, OLDEST_ASTRONAUTS_MS),
  waitMs,
};

/** True if the service itself lags, although it answers. */
export const isAgedPosition = ({ timestamp }: IssPosition, now: EpochMs): boolean =>
  now - timestamp > LIVE_DATA_LIFE_MS;

/** Prefixes the refusal of a reader with the service's name. */
export function readAs<T>(service: string, read: Result<T>): CallOutcome<T> {
  return read.ok ? read : unusable(`${service}: ${read.message}`);
}

function readCurrentPosition(
  json: unknown,
  { clock }: Pick<GatewayEffects, 'clock'>,
): CallOutcome<IssPosition> {
  const position = readAs(SERVICE, readIssPosition(json));
  if (!position.ok) return position;
  const ageMs = clock.now() - position.value.timestamp;
  if (ageMs > OLDEST_POSITION_MS) {
    return unusable(`${SERVICE} sent a position ${Math.floor(ageMs / MS_PER_MIN)} min old`);
  }
  if (ageMs < -CLOCK_TOLERANCE_MS) {
    return unusable(`${SERVICE} sent a position ${Math.ceil(-ageMs / MS_PER_S)} s in the future`);
  }
  return position;
}

type OpenNotifyEffects = CallEffects & SourceEffects & Pick<GatewayEffects, 'shared'>;

const POSITION_FORM = plainForm<IssPosition>(
  v.object({ latitude: v.number(), longitude: v.number(), timestamp: v.number() }),
);
const ASTRONAUTS_FORM = plainForm<readonly Astronaut[]>(
  v.array(v.object({ name: v.string(), craft: v.string() })),
);

/** Returns the source of the ISS's position, requested every 10 s at most. */
export function issPositionSource(baseUrl: string, effects: OpenNotifyEffects): Source<IssPosition> {
  const endpoint = {
    service: SERVICE,
    what: 'position',
    url: `${baseUrl}/iss-now.json`,
    read: (json: unknown) => readCurrentPosition(json, effects),
  };
  return createSource(
    POSITION_POLICY,
    async ({ cached }) => {
      const outcome = await callUpstream(endpoint, effects);
      // The service runs on several machines: one that lags must not move the ISS back.
      const isBehind = outcome.ok && cached && outcome.value.timestamp < cached.value.timestamp;
      const isSane = cached && cached.value.timestamp - effects.clock.now() <= CLOCK_TOLERANCE_MS;
      return isBehind && isSane ? { ok: true, value: cached.value } : outcome;
    },
    effects,
    undefined,
    sharingOf(effects, endpoint.url, { form: POSITION_FORM, limitMs: SERVICE_LIMIT_MS }),
  );
}

/** Returns the source of the people in space, requested every 10 min at most. */
export function astronautsSource(baseUrl: string, effects: OpenNotifyEffects): Source<readonly Astronaut[]> {
  const endpoint = {
    service: SERVICE,
    what: 'astronauts',
    url: `${baseUrl}/astros.json`,
    read: (json: unknown) => readAs(SERVICE, readAstronauts(json)),
  };
  return createSource(
    ASTRONAUTS_POLICY,
    () => callUpstream(endpoint, effects),
    effects,
    undefined,
    sharingOf(effects, endpoint.url, { form: ASTRONAUTS_FORM, limitMs: SERVICE_LIMIT_MS }),
  );
}
