import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { MessageChannel, Worker } from 'node:worker_threads';
import { type Remote, wrap } from 'comlink';
import nodeEndpoint from 'comlink/dist/esm/node-adapter.mjs';
import type { MissionHost } from '../../src/shared/contract/mission-host.ts';
import type { WorkerConnection } from '../../src/ui/mission/link/link.ts';
import { PROJECT_ROOT } from './node-process.ts';

/** Runs in the thread: emulates a browser's dedicated worker, with time controlled by the test and no network. */
const BROWSER_LIKE = `
const { parentPort, workerData } = require('node:worker_threads');
const { control, script } = workerData;
let now = workerData.now;
let timers = [];
let lastTimer = 0;
Date.now = () => now;
globalThis.self = globalThis;
console.error = () => undefined; // that there is no network
globalThis.location = new URL('http://localhost/');
globalThis.fetch = () => Promise.reject(new TypeError('There is no network.'));
globalThis.setTimeout = (callback, delay = 0, ...input) => {
  timers.push({ id: ++lastTimer, at: now + delay, run: () => callback(...input) });
  return lastTimer;
};
globalThis.clearTimeout = (id) => { timers = timers.filter((timer) => timer.id !== id); };
const listeners = new Map();
globalThis.addEventListener = (type, listener) => {
  if (type !== 'message') return;
  const listen = (data) => listener({ data, origin: '' });
  listeners.set(listener, listen);
  parentPort.on('message', listen);
};
globalThis.removeEventListener = (type, listener) => parentPort.off('message', listeners.get(listener));
globalThis.postMessage = (data, transfer) => parentPort.postMessage(data, transfer);
const channels = new Set();
globalThis.BroadcastChannel = class extends BroadcastChannel {
  constructor(name) {
    super(name);
    channels.add(this);
  }
};
control.on('message', ({ by, set, isLast }) => {
  if (isLast) {
    for (const channel of channels) channel.close();
    parentPort.close();
    control.close();
    return;
  }
  if (set) {
    now += by;
    timers = timers.map((timer) => ({ ...timer, at: timer.at + by }));
  } else {
    const end = now + by;
    for (;;) {
      const due = timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
      if (!due) break;
      timers = timers.filter((timer) => timer !== due);
      now = Math.max(now, due.at);
      due.run();
    }
    now = end;
  }
  control.postMessage(now);
});
import(script);
`;

/** Worker of the built page, running in its own thread. */
export interface BuiltWorker extends WorkerConnection<Remote<MissionHost>> {
  /** Advances clock and timers, or sets only the clock. Resolves once everything due has run. */
  advance(byMs: number, isSet?: boolean): Promise<void>;
}

export function startBuiltWorker(now: number, onFailure: (message?: string) => void): BuiltWorker {
  const assets = join(PROJECT_ROOT, 'dist/client/assets');
  const name = readdirSync(assets).find((file) => /^worker-.*\.js$/.test(file));
  if (name === undefined) throw new Error('There is no build.');
  const { port1, port2 } = new MessageChannel();
  const thread = new Worker(BROWSER_LIKE, {
    eval: true,
    workerData: { control: port2, now, script: join(assets, name) },
    transferList: [port2],
  });
  thread.on('error', ({ message }) => onFailure(message));
  let isClosed = false;
  return {
    host: wrap<MissionHost>(nodeEndpoint(thread)),
    advance: (by, set = false) =>
      new Promise((resolve) => {
        if (isClosed) {
          resolve();
          return;
        }
        const end = () => {
          port1.off('message', end);
          port1.off('close', end);
          resolve();
        };
        port1.on('message', end);
        port1.on('close', end);
        port1.postMessage({ by, set });
      }),
    // The thread ends by itself when nothing is pending: Node 20 may abort if terminated while compiling.
    close() {
      isClosed = true;
      thread.removeAllListeners('message');
      port1.postMessage({ isLast: true });
    },
  };
}
