import type { RoomExchange } from '../../gateway/rooms/exchange.ts';
import type { RoomHome } from '../../gateway/rooms/home.ts';
import { failed, type Result, succeeded } from '../../shared/kit/result.ts';

/** Where rooms are kept, and how their processes talk if there are several. */
export interface OpenedHome {
  readonly home: RoomHome;
  readonly exchange?: RoomExchange | undefined;
}

/**
 * Opens the home of the rooms: NATS if there is an address, otherwise a folder. A refusal is a sentence for the person who
 * starts the server.
 * @param every does something at an interval in ms, and returns how to stop
 */
export async function openHome(
  natsUrl: string | undefined,
  folder: string,
  every: (ms: number, action: () => void) => () => void,
): Promise<Result<OpenedHome>> {
  try {
    if (natsUrl === undefined) {
      // Its package has code for processors, perhaps not for this one.
      const { openLevelHome } = await import('./level-home.ts');
      const home = await openLevelHome(folder);
      return home.ok ? succeeded({ home: home.value }) : home;
    }
    const [{ openNatsRooms }, { replicasOf }] = await Promise.all([
      import('./nats-home.ts'),
      import('../nats/nats-connection.ts'),
    ]);
    return await openNatsRooms(natsUrl, { replicas: replicasOf(natsUrl), every });
  } catch (error) {
    const [reason] = (error as Error).message.split('\n');
    return failed(`The store of rooms does not work on this computer: ${reason}`);
  }
}
