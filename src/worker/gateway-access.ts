import { DEFAULT_ANON_KEY } from '../shared/contract/backend.ts';
import type { GatewayAccess } from './session/live-data/gateway-call.ts';

/** Access to the gateway for the workers of this build. Part of their composition roots. */

const { VITE_BACKEND_URL, VITE_BACKEND_ANON_KEY } = import.meta.env;
const backendUrl = new URL(VITE_BACKEND_URL || '/', location.origin);

export const GATEWAY_ACCESS: GatewayAccess = {
  baseUrl: backendUrl.href.replace(/\/$/, ''),
  key: VITE_BACKEND_ANON_KEY || DEFAULT_ANON_KEY,
  fetch: (url, init) => fetch(url, init),
};

/** The browser's network state does not apply to a gateway on this computer. */
const isGatewayHere = ['localhost', '127.0.0.1', '[::1]'].includes(backendUrl.hostname);

/** True if, as far as the browser knows, the gateway can be reached. */
export const isOnline = (): boolean => isGatewayHere || navigator.onLine;
