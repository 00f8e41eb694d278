import { channelOf, type Enquiry, type MissionId } from '../../../shared/contract/consoles.ts';

/** Maximum wait for an answer. */
const ANSWER_MS = 500;

export interface ShownEffects {
  /** A channel between the windows of this browser; `undefined` if unsupported. */
  openChannel(name: string): Pick<BroadcastChannel, 'postMessage' | 'onmessage' | 'close'> | undefined;
  /** Calls back once after some milliseconds. */
  after(delayMs: number, callback: () => void): void;
}

/**
 * Asks the windows of this browser which of some missions they show. Web Locks are no alternative: Firefox
 * keeps no page that holds one in its back/forward cache.
 */
export function findShownMissions(
  ids: readonly MissionId[],
  { openChannel, after }: ShownEffects,
): Promise<ReadonlySet<MissionId>> {
  const shown = new Set<MissionId>();
  const channels = ids.map((id) => {
    const channel = openChannel(channelOf(id));
    if (channel) {
      channel.onmessage = ({ data }: MessageEvent<{ readonly type?: unknown } | null | undefined>) => {
        if (data?.type === 'beat') shown.add(id);
      };
    }
    channel?.postMessage({ type: 'who' } satisfies Enquiry);
    return channel;
  });
  return new Promise((resolve) => {
    after(ids.length === 0 ? 0 : ANSWER_MS, () => {
      for (const channel of channels) channel?.close();
      resolve(shown);
    });
  });
}
