import type { RoomHome } from '../../gateway/rooms/home.ts';
import type { RoomSettings } from '../../gateway/settings.ts';
import { failed, type Result } from '../../shared/kit/result.ts';

/** With this many servers, NATS keeps each entry on as many. */
const CLUSTER = 3;

/**
 * Opens the home of the rooms that the settings name. A refusal is a sentence for whoever starts the server.
 * @param folder the folder of the rooms by default
 * @param every does something at an interval in ms, and returns how to stop
 */
export async function openHome(
  { folder: chosen, natsUrl }: RoomSettings,
  folder: string,
  every: (ms: number, action: () => void) => () => void,
): Promise<Result<RoomHome>> {
  try {
    if (natsUrl === undefined) {
      // Its package has code for processors, perhaps not for this one.
      const { openLevelHome } = await import('./level-home.ts');
      return await openLevelHome(chosen ?? folder);
    }
    const { openNatsHome } = await import('./nats-home.ts');
    return await openNatsHome(natsUrl, {
      replicas: natsUrl.split(',').length >= CLUSTER ? CLUSTER : 1,
      every,
    });
  } catch (error) {
    const [reason] = (error as Error).message.split('\n');
    return failed(`The store of rooms does not work on this computer: ${reason}`);
  }
}
