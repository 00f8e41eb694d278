import { channelOf, type Enquiry, type MissionId } from '../../../shared/contract/consoles.ts';

/** How long an answer may take. */
const ANSWER_MS = 500;

export interface ShownEffects {
  /** A channel between the windows of this browser; `undefined` where it has none. */
  openChannel(name: string): Pick<BroadcastChannel, 'postMessage' | 'onmessage' | 'close'> | undefined;
  /** Calls back once after some milliseconds. */
  after(delayMs: number, callback: () => void): void;
}

/**
 * Asks the windows of this browser which of some missions they show. They are not told by Web Locks: Firefox keeps no page
 * that holds one in its back/forward cache.
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
