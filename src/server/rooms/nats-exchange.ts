import type { NatsConnection } from '@nats-io/transport-node';
import type { RoomExchange } from '../../gateway/rooms/exchange.ts';
import type { MissionId } from '../../shared/contract/consoles.ts';

const subjectOf = (id: MissionId): string => `orbita-here.${id}`;

/** Passes on what gateways tell each other, without keeping it. */
export function createNatsExchange(connection: NatsConnection): RoomExchange {
  let isAway = false;
  async function watch(): Promise<void> {
    for await (const { type } of connection.status()) {
      if (type === 'disconnect') isAway = true;
      if (type === 'reconnect') isAway = false;
    }
  }
  void watch();
  return {
    send(id, text) {
      // The client would keep it until it is connected again.
      if (!isAway && !connection.isClosed()) connection.publish(subjectOf(id), text);
    },
    listen(id, listener) {
      const subscription = connection.subscribe(subjectOf(id), {
        callback(error, message) {
          if (!error) listener(message.string());
        },
      });
      return () => subscription.unsubscribe();
    },
  };
}
