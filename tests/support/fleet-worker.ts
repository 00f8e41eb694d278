import { act } from '@testing-library/react';
import { vi } from 'vitest';
import type { ConnectFleet, Host } from '../../src/ui/mission/fleet/fleet-calls.ts';
import { serveFleet } from '../../src/worker/fleet/serve-fleet.ts';

interface Options {
  readonly fetchElements?: Host['fetchElements'];
  readonly isSilent?: boolean;
}

/** Creates the worker of added satellites, in this thread. */
export function createFleetWorker({
  fetchElements = async () => ({ ok: false, message: 'Cannot reach the gateway.' }),
  isSilent = false,
}: Options = {}) {
  const calls: string[] = [];
  const closed = vi.fn();
  let tellFailure: (message?: string) => void = () => {};
  let isAnswering = !isSilent;
  const connect: ConnectFleet = (onFailure) => {
    tellFailure = onFailure;
    const host = serveFleet({
      now: () => 0,
      later: queueMicrotask,
      fetchElements,
    });
    const recorded = Object.entries(host).map(([name, method]) => [
      name,
      (...input: readonly never[]) => {
        calls.push(name);
        return isAnswering
          ? (method as (...all: readonly never[]) => unknown)(...input)
          : new Promise(() => {});
      },
    ]);
    return { host: Object.fromEntries(recorded) as Host, close: closed };
  };
  return {
    connect,
    calls,
    closed,
    fail: (message?: string) => act(async () => tellFailure(message)),
    answer(is: boolean) {
      isAnswering = is;
    },
  };
}
