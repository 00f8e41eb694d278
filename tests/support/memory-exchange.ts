import type { RoomExchange } from '../../src/gateway/rooms/exchange.ts';
import type { MissionId } from '../../src/shared/contract/consoles.ts';

interface Listener {
  readonly id: MissionId;
  readonly hear: (text: string) => void;
}

/** Connects the room processes of a test, as NATS does. */
export function createMemoryExchange() {
  const listeners = new Set<Listener>();

  /** Connects a process. */
  function open() {
    let sent = 0;
    let isCut = false;
    const exchange: RoomExchange = {
      send(id, text) {
        sent += 1;
        if (isCut) return;
        for (const listener of [...listeners]) if (listener.id === id) listener.hear(text);
      },
      listen(id, listener) {
        const own: Listener = { id, hear: (text) => isCut || listener(text) };
        listeners.add(own);
        return () => void listeners.delete(own);
      },
    };
    return {
      exchange,
      /** Messages that the process has sent. */
      sent: () => sent,
      /** Cuts the process off, or connects it again. */
      setCut(is: boolean) {
        isCut = is;
      },
    };
  }

  return { open };
}
