import { createServer } from 'node:http';
import { createAdmission } from '../../src/gateway/admission.ts';
import type { App } from '../../src/gateway/app.ts';
import type { GatewayEffects, LogLine } from '../../src/gateway/effects.ts';
import { createGateway } from '../../src/gateway/gateway.ts';
import { listenerOf, type UpgradeListener } from '../../src/gateway/node-server.ts';
import { type EnvironmentVariables, readGatewaySettings } from '../../src/gateway/settings.ts';
import { DEFAULT_ANON_KEY, FUNCTION_PATHS } from '../../src/shared/contract/backend.ts';
import { epochMs } from '../../src/shared/kit/units.ts';
import { listen, stop } from './loopback.ts';

export const POSITION = FUNCTION_PATHS.openNotify;
export const ASTROS = `${FUNCTION_PATHS.openNotify}?endpoint=astros`;
export const POSITIONS_QUERY =
  'endpoint=positions&noradId=25544&observerLat=40.7128&observerLng=-74.006&observerAlt=0&seconds=300';
export const groupPath = (group: string): string =>
  `${FUNCTION_PATHS.celestrak}?endpoint=group&group=${group}`;
export const searchPath = (name: string): string =>
  `${FUNCTION_PATHS.celestrak}?${new URLSearchParams({ endpoint: 'search', name })}`;
export const satellitePath = (noradId: number | string): string =>
  `${FUNCTION_PATHS.celestrak}?endpoint=satellite&noradId=${noradId}`;
export const POSITIONS = `${FUNCTION_PATHS.n2yo}?${POSITIONS_QUERY}`;
export const N2YO_KEY = 'Z9QX7K-52WVMA-8RTBN3-4JLD';
export const KEY = { apikey: DEFAULT_ANON_KEY };

/** A clock that a test advances. */
export interface HandClock {
  time: number;
  advance(ms: number): void;
}

export function handClock(time = Date.UTC(2026, 10, 20, 12, 0, 0, 400)): HandClock {
  return {
    time,
    advance(ms) {
      this.time += ms;
    },
  };
}

export interface GatewaySetup {
  readonly upstreamUrl: string;
  readonly clock: HandClock;
  readonly env?: EnvironmentVariables;
  readonly effects?: Partial<GatewayEffects>;
}

/**
 * Composes a gateway on the loopback services, with a clock and a log controlled by the test, and a constant random
 * source of 0.5.
 */
export function composeGateway({ upstreamUrl, clock, env = {}, effects = {} }: GatewaySetup) {
  const settings = readGatewaySettings({
    OPEN_NOTIFY_URL: upstreamUrl,
    N2YO_URL: upstreamUrl,
    CELESTRAK_URL: upstreamUrl,
    ...env,
  });
  if (!settings.ok) throw new Error(settings.message);
  const lines: LogLine[] = [];
  const platform: GatewayEffects = {
    fetch: (url, init) => fetch(url, init),
    clock: { now: () => epochMs(clock.time) },
    elapsed: () => clock.time,
    random: () => 0.5,
    timeoutSignal: (ms) => AbortSignal.timeout(ms),
    log: (line) => void lines.push(line),
    ...effects,
  };
  const admission = createAdmission(settings.value, platform);
  const gateway = createGateway(settings.value, platform, undefined, undefined, admission);
  return { gateway, admission, platform, lines };
}

export interface Served {
  readonly url: string;
  close(): Promise<void>;
}

/** Serves an app on a real socket, without the limits of src/server. */
export async function serve(app: App, upgrade?: UpgradeListener): Promise<Served> {
  const server = createServer(listenerOf(app));
  if (upgrade) server.on('upgrade', upgrade);
  return { url: await listen(server), close: () => stop(server) };
}

/** Body of a good answer, limited to what tests check. */
export interface Told {
  readonly error?: string;
  readonly iss_position?: { readonly latitude: string; readonly longitude: string };
  readonly timestamp?: number;
  readonly people?: readonly { readonly name: string; readonly craft: string }[];
  readonly number?: number;
  readonly elements?: readonly Readonly<Record<string, unknown>>[];
  readonly leftOut?: number;
  readonly positions?: readonly Record<string, number | boolean>[];
  readonly gateway?: {
    readonly source: string;
    readonly ageS: number;
    readonly isStale: boolean;
    readonly error?: string;
  };
}

export interface Reading {
  readonly status: number;
  readonly headers: Headers;
  readonly told: Told;
}

export async function read(answer: Response): Promise<Reading> {
  return { status: answer.status, headers: answer.headers, told: (await answer.json()) as Told };
}
