import { once } from 'node:events';
import { WebSocket } from 'ws';
import type { RoomHome } from '../../src/gateway/rooms/home.ts';
import { createListeners } from '../../src/gateway/rooms/listeners.ts';
import type { MissionId } from '../../src/shared/contract/consoles.ts';
import { type HomeCall, restoreBytes, sendTogether } from './durable-home-object.ts';

/** Calls the home in one object, as if it were here. */
type Caller = <T>(method: HomeCall['method'], ...input: readonly unknown[]) => Promise<T>;

interface Pending {
  resolve(value: never): void;
  reject(error: Error): void;
}

/** Returns a home whose rooms are each in an object of their own, in workerd. */
export function openDurableHomes(url: string): RoomHome {
  const listeners = createListeners();
  const callers = new Map<MissionId, Promise<Caller>>();
  const sockets: WebSocket[] = [];

  async function connect(id: MissionId): Promise<Caller> {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/${id}`);
    sockets.push(socket);
    const pending = new Map<number, Pending>();
    let calls = 0;
    socket.on('message', (data) => {
      for (const { entry, call, value, error } of JSON.parse(String(data), restoreBytes)) {
        if (entry) listeners.tell(id, entry);
        else if (error) pending.get(call)?.reject(new Error(error));
        else pending.get(call)?.resolve(value as never);
      }
    });
    const send = sendTogether<HomeCall>((text) => socket.send(text));
    const call: Caller = (method, ...input) =>
      new Promise((resolve, reject) => {
        calls += 1;
        pending.set(calls, { resolve, reject });
        send({ call: calls, method, input });
      });
    await once(socket, 'open');
    await call('subscribe', id);
    return call;
  }

  function callerOf(id: MissionId): Promise<Caller> {
    const known = callers.get(id) ?? connect(id);
    callers.set(id, known);
    return known;
  }
  const call = async <T>(id: MissionId, method: HomeCall['method'], ...input: readonly unknown[]) =>
    (await callerOf(id))<T>(method, ...input);

  return {
    create: (head, bytes) => call(head.id, 'create', head, bytes),
    head: (id) => call(id, 'head', id),
    renew: (id, digests) => call(id, 'renew', id, digests),
    append: (id, entry) => call(id, 'append', id, entry),
    since: (id, n) => call(id, 'since', id, n),
    snapshot: (id) => call(id, 'snapshot', id),
    keepSnapshot: (id, snapshot) => call(id, 'keepSnapshot', id, snapshot),
    subscribe: listeners.add,
    drop: (id) => call(id, 'drop', id),
    rooms: async () =>
      (await Promise.all([...callers.keys()].map((id) => call<readonly MissionId[]>(id, 'rooms')))).flat(),
    async close() {
      for (const socket of sockets) socket.terminate();
    },
  };
}
