import { expose, type TransferHandler, transferHandlers } from 'comlink';
import { SIGNAL } from '../shared/contract/fleet.ts';
import { createFetchElements } from './fleet/fetch-elements.ts';
import { arrivingSignals, serveFleet } from './fleet/serve-fleet.ts';
import { GATEWAY_ACCESS, isOnline } from './gateway-access.ts';
import { createGatewayCall } from './session/live-data/gateway-call.ts';

/**
 * Composition root of the worker that propagates added satellites. It is separate from the mission's: a thousand
 * satellites delay no tick of the mission, and their failure does not affect it.
 */

const { port1: wake, port2: alarm } = new MessageChannel();
const due: (() => void)[] = [];
alarm.onmessage = () => due.shift()?.();

transferHandlers.set(SIGNAL, arrivingSignals as TransferHandler<AbortSignal, MessagePort>);
expose(
  serveFleet({
    now: () => performance.now(),
    // Not a timer, which browsers delay by milliseconds. Other calls can run in between.
    later(callback) {
      due.push(callback);
      wake.postMessage(undefined);
    },
    fetchElements: createFetchElements({
      call: createGatewayCall(GATEWAY_ACCESS),
      timeoutSignal: (ms) => AbortSignal.timeout(ms),
      isOnline,
    }),
  }),
);
