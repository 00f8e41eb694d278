import { useAtomValue } from 'jotai';
import { useContext, useEffect } from 'react';
import { useSearchParams } from 'wouter';
import { sliceAtoms } from '../mission/atoms.ts';
import { TimeControlContext } from '../mission/time-control.ts';
import { readRate, withoutRate } from '../navigation/address.ts';

/**
 * A wall begins at the rate in its address, and again with each new mission. L returns it to UTC, also after a reload. A
 * refusal leaves the rate as the header shows it.
 */
export function useWallRate(): void {
  const control = useContext(TimeControlContext);
  const [query, setQuery] = useSearchParams();
  const rate = readRate(query);
  /** Identifies the mission. */
  const startTime = useAtomValue(sliceAtoms.clock)?.startTime;

  useEffect(() => {
    if (!control || startTime === undefined || rate === 1) return;
    control.setRate(rate).catch(() => undefined);
  }, [control, startTime, rate]);

  useEffect(() => {
    if (!control) return undefined;
    const handleKey = ({ key, repeat, ctrlKey, metaKey, altKey }: KeyboardEvent): void => {
      if (repeat || ctrlKey || metaKey || altKey || key.toLowerCase() !== 'l') return;
      control.returnToUtc().catch(() => undefined);
      setQuery(withoutRate, { replace: true });
    };
    document.addEventListener('keydown', handleKey);
    return () => document.removeEventListener('keydown', handleKey);
  }, [control, setQuery]);
}
