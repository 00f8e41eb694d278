import { atom, useAtomValue, useStore } from 'jotai';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'wouter';
import type { EpochMs } from '../../shared/kit/units.ts';
import { hasJoinedAtom, sliceAtoms, wallSecondAtom } from '../mission/link/atoms.ts';
import { maySteerAtom } from '../mission/link/read-only.ts';
import { useSessionControl } from '../mission/link/session-control.ts';
import { readRate, withoutRate } from '../mission/navigation/address.ts';

const NEVER = atom<EpochMs | undefined>(undefined);

/**
 * Starts a wall at the rate in its address, and again on each new mission; it retries until the session agrees,
 * because a newly started worker refuses. L returns to UTC, also after a reload; while the session refuses, nothing
 * changes. A mission that the wall has joined keeps its rate, and a wall that only watches it does not return to UTC.
 */
export function useWallRate(): void {
  const control = useSessionControl();
  const store = useStore();
  const [query, setQuery] = useSearchParams();
  const rate = readRate(query);
  /** Identifies the mission. */
  const startTime = useAtomValue(sliceAtoms.clock)?.startTime;

  const [setFor, setSetFor] = useState<EpochMs>();
  const hasJoined = useAtomValue(hasJoinedAtom);
  const isDue = hasJoined === false && rate !== 1 && startTime !== undefined && startTime !== setFor;
  const attempt = useAtomValue(isDue ? wallSecondAtom : NEVER);

  useEffect(() => {
    if (attempt === undefined || !isDue) return;
    control.setRate(rate).then(
      (outcome) => outcome.ok && setSetFor(startTime),
      () => undefined,
    );
  }, [control, attempt, isDue, startTime, rate]);

  useEffect(() => {
    const handleKey = ({ key, repeat, ctrlKey, metaKey, altKey }: KeyboardEvent): void => {
      if (repeat || ctrlKey || metaKey || altKey || key.toLowerCase() !== 'l') return;
      if (!store.get(maySteerAtom)) return;
      control.returnToUtc().then(
        (outcome) => outcome.ok && setQuery(withoutRate, { replace: true }),
        () => undefined,
      );
    };
    document.addEventListener('keydown', handleKey);
    return () => document.removeEventListener('keydown', handleKey);
  }, [store, control, setQuery]);
}
