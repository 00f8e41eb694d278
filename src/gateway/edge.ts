import { FUNCTION_PATHS } from '../shared/contract/backend.ts';
import { epochMs } from '../shared/kit/units.ts';
import { buildOf } from './build.ts';
import type { Caller, GatewayEffects } from './effects.ts';
import { createGateway, type GatewayApp } from './gateway.ts';
import { type EnvironmentVariables, readGatewaySettings } from './settings.ts';
import { failureReply } from './wire.ts';

/**
 * Composition root of the gateway for platforms that call `fetch` of a module: Workers and Deno-based edge
 * runtimes. Built as one file, dist/edge/gateway.js.
 */

/** Workers pass the settings, Deno the client's address. */
type Platform = Readonly<Record<string, unknown>> | undefined;

interface ExecutionContext {
  waitUntil?(work: Promise<unknown>): void;
}

interface DenoGlobal {
  readonly env: { get(name: string): string | undefined };
}

const deno = (globalThis as { readonly Deno?: DenoGlobal }).Deno;

/** Variables for settings.ts, from the platform. */
const environmentOf = (platform: Platform): EnvironmentVariables =>
  new Proxy<Record<string, string | undefined>>(
    {},
    {
      get(_target, name) {
        const bound = typeof name === 'string' ? platform?.[name] : undefined;
        if (typeof bound === 'string') return bound;
        return typeof name === 'string' ? deno?.env.get(name) : undefined;
      },
    },
  );

function compose(platform: Platform): GatewayApp | string {
  const settings = readGatewaySettings(environmentOf(platform));
  if (!settings.ok) {
    console.error(settings.message);
    return settings.message;
  }
  const build = buildOf(import.meta.env.VITE_BUILD_VERSION, import.meta.env.VITE_BUILD_DIGEST);
  const effects: GatewayEffects = {
    fetch: (url, init) => fetch(url, init),
    clock: { now: () => epochMs(Date.now()) },
    elapsed: () => performance.now(),
    random: () => Math.random(),
    timeoutSignal: (ms) => AbortSignal.timeout(ms),
    log: (line) => console.log(JSON.stringify(line)),
  };
  return createGateway(settings.value, effects, build);
}

function callerOf(platform: Platform, context: ExecutionContext | undefined): Caller {
  const remote = platform?.remoteAddr;
  const address =
    typeof remote === 'object' && remote !== null && 'hostname' in remote ? remote.hostname : undefined;
  return {
    ...(typeof address === 'string' && { address }),
    ...(context?.waitUntil && { keepAlive: (work: Promise<unknown>) => context.waitUntil?.(work) }),
  };
}

/** Some platforms mount a function below its name and strip the path before it. */
function fullRequest(request: Request): Request {
  const url = new URL(request.url);
  const path = Object.values(FUNCTION_PATHS).find(
    (full) => full.endsWith(url.pathname) && url.pathname !== '/',
  );
  if (path === undefined || path === url.pathname) return request;
  url.pathname = path;
  return new Request(url, request);
}

// A runtime with settings at startup reports errors in them at startup.
let gateway: GatewayApp | string | undefined = deno && compose(undefined);

export default {
  async fetch(request: Request, platform?: Platform, context?: ExecutionContext): Promise<Response> {
    gateway ??= compose(platform);
    if (typeof gateway === 'string') {
      const { status, body } = failureReply(500, gateway);
      return new Response(body, { status, headers: { 'content-type': 'application/json' } });
    }
    return gateway.fetch(fullRequest(request), callerOf(platform, context));
  },
};
