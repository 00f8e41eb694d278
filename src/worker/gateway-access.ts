import { DEFAULT_ANON_KEY } from '../shared/contract/backend.ts';
import type { GatewayAccess } from './session/live-data/gateway-call.ts';

/** How the workers of this build reach the gateway. Part of their composition roots. */

const { VITE_BACKEND_URL, VITE_BACKEND_ANON_KEY } = import.meta.env;
const backendUrl = new URL(VITE_BACKEND_URL || '/', location.origin);

export const GATEWAY_ACCESS: GatewayAccess = {
  baseUrl: backendUrl.href.replace(/\/$/, ''),
  key: VITE_BACKEND_ANON_KEY || DEFAULT_ANON_KEY,
  fetch: (url, init) => fetch(url, init),
};

/** The browser's network state does not apply to a gateway on this computer. */
const isGatewayHere = ['localhost', '127.0.0.1', '[::1]'].includes(backendUrl.hostname);

/** Whether the gateway can be reached, as far as the browser knows. */
export const isOnline = (): boolean => isGatewayHere || navigator.onLine;
