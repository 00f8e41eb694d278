import { useSetAtom } from 'jotai';
import { useLayoutEffect, useMemo } from 'react';
import type { HistoryChannel } from '../../../shared/contract/history.ts';
import { useLookAhead } from '../../mission/look-ahead/use-look-ahead.ts';
import { lookAheadAtom } from './atoms.ts';

interface LookAheadLoaderProps {
  readonly channels: readonly HistoryChannel[];
  readonly aheadMs: number;
}

/** Keeps the charts' prediction up to date while they look ahead. */
export function LookAheadLoader({ channels, aheadMs }: LookAheadLoaderProps) {
  const question = useMemo(() => ({ channels, aheadMs }), [channels, aheadMs]);
  const told = useLookAhead(question);
  const setTold = useSetAtom(lookAheadAtom);
  useLayoutEffect(() => {
    setTold(told);
    return () => setTold(undefined);
  }, [told, setTold]);
  return null;
}
