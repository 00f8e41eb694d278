import type { Clock } from '../shared/kit/clock.ts';
import { type EpochMs, MS_PER_MIN } from '../shared/kit/units.ts';
import { secondsSince } from './answers.ts';
import type { Build } from './build.ts';
import { isDue, type UpstreamState } from './cached-answer.ts';

/** Status of one service, for monitoring. */
export interface UpstreamHealth {
  /** `idle` before the first call, `backing off` during the wait after a failure. */
  readonly state: 'idle' | 'ok' | 'failing' | 'backing off' | 'not configured';
  readonly lastSuccess?: string;
  /** Seconds since the last good answer; absent while that is in the future because the clock moved back. */
  readonly ageS?: number;
  readonly nextTry?: string;
  readonly lastError?: string;
}

/** State of the rooms of a process for monitoring. */
export interface RoomsHealth {
  /** `failing` if the last access to their home has failed. */
  readonly state: 'ok' | 'failing';
  /** Rooms with consoles that are connected to this process. */
  readonly openRooms: number;
  readonly operators: number;
  readonly viewers: number;
}

/** Whether this process shares the answers of the services with others. */
export interface SharedHealth {
  /** `failing` if the last access to the store has failed: this process calls the services for itself. */
  readonly state: 'ok' | 'failing';
}

export interface Health {
  /** `degraded` while a service, the store of the rooms or that of several servers fails; the gateway itself answers, or this would not be read. */
  readonly status: 'ok' | 'degraded';
  readonly time: string;
  readonly build: Build;
  readonly upstreams: Readonly<Record<string, UpstreamHealth>>;
  /** Absent if the server has no rooms. */
  readonly rooms?: RoomsHealth;
  /** Absent if the server shares nothing with others. */
  readonly shared?: SharedHealth;
}

type AnyState = UpstreamState<unknown>;
type States = Readonly<Record<string, AnyState | undefined>>;

/** Dashboards ask every ten seconds: if the next try has been due for this long, nobody asks any more. */
const UNASKED_MS = MS_PER_MIN;

/** Returns the states by name, without the failures that nobody has asked about since their next try was due. */
export function askedStates(states: States, now: EpochMs): States {
  const asked = (state: AnyState | undefined): AnyState | undefined => {
    if (!state?.outage || now < state.outage.nextTry + UNASKED_MS) return state;
    const { outage, ...rest } = state;
    return rest;
  };
  return Object.fromEntries(Object.entries(states).map(([name, state]) => [name, asked(state)]));
}

function healthOf(state: AnyState | undefined, clock: Clock): UpstreamHealth {
  if (!state) return { state: 'not configured' };
  const now = clock.now();
  const { outage, lastSuccess } = state;
  const success = lastSuccess !== undefined && {
    lastSuccess: new Date(lastSuccess).toISOString(),
    ...(lastSuccess <= now && { ageS: secondsSince(lastSuccess, now) }),
  };
  if (!outage) return { state: success ? 'ok' : 'idle', ...success };
  return {
    state: isDue(state, now) ? 'failing' : 'backing off',
    ...success,
    nextTry: new Date(outage.nextTry).toISOString(),
    lastError: outage.failure.message,
  };
}

/** `states` by name of the upstream; `undefined` for one that is not configured. */
export function readHealth(
  states: States,
  clock: Clock,
  build: Build,
  rooms?: RoomsHealth,
  shared?: SharedHealth,
): Health {
  const upstreams: Record<string, UpstreamHealth> = {};
  for (const [name, state] of Object.entries(states)) upstreams[name] = healthOf(state, clock);
  const isDegraded =
    rooms?.state === 'failing' ||
    shared?.state === 'failing' ||
    Object.values(states).some((state) => state?.outage !== undefined);
  const time = new Date(clock.now()).toISOString();
  return {
    status: isDegraded ? 'degraded' : 'ok',
    time,
    build,
    upstreams,
    ...(rooms && { rooms }),
    ...(shared && { shared }),
  };
}
