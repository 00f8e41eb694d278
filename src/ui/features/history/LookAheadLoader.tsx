import { useMemo } from 'react';
import type { HistoryChannel } from '../../../shared/contract/history.ts';
import { useLookAheadIn } from '../../mission/look-ahead/use-look-ahead.ts';
import { lookAheadAtom } from './atoms.ts';

interface LookAheadLoaderProps {
  readonly channels: readonly HistoryChannel[];
  readonly aheadMs: number;
}

/** Keeps the charts' prediction up to date, and what readings have left. */
export function LookAheadLoader({ channels, aheadMs }: LookAheadLoaderProps) {
  const question = useMemo(() => ({ channels, aheadMs }), [channels, aheadMs]);
  useLookAheadIn(lookAheadAtom, question);
  return null;
}
