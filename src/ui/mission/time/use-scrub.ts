import { useRef, useState } from 'react';
import type { EpochMs } from '../../../shared/kit/units.ts';
import type { TransportControls } from './use-transport.ts';

/** An instant, or the live edge. */
export type ScrubTarget = EpochMs | 'live';

/** Seeks while the operator drags: one seek at a time, then the newest. `target` is set until it is shown. */
export function useScrub(transport: TransportControls): {
  readonly target: ScrubTarget | undefined;
  scrub(to: ScrubTarget): void;
} {
  const [target, setTarget] = useState<ScrubTarget>();
  const next = useRef<ScrubTarget>(undefined);
  const isBusy = useRef(false);

  async function seekAll(): Promise<void> {
    isBusy.current = true;
    while (next.current !== undefined) {
      const to = next.current;
      next.current = undefined;
      await transport.seek(to === 'live' ? undefined : to);
    }
    isBusy.current = false;
    setTarget(undefined);
  }

  return {
    target,
    scrub(to) {
      setTarget(to);
      next.current = to;
      if (!isBusy.current) void seekAll();
    },
  };
}
