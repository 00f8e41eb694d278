import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect, useMemo } from 'react';
import type { HistoryChannel, HistoryQuery } from '../../../shared/contract/history.ts';
import type { Outcome } from '../../../shared/contract/outcome.ts';
import type { RemoteSessionControl } from '../../../shared/contract/session-control.ts';
import type { BranchId } from '../../../shared/contract/transport.ts';
import { usePageVisible } from '../../kit/page/use-page-visible.ts';
import { askUntilKnown } from '../../mission/link/ask-until-known.ts';
import { linkStateAtom } from '../../mission/link/atoms.ts';
import { newestOnly } from '../../mission/link/newest-only.ts';
import { useSessionControl } from '../../mission/link/session-control.ts';
import { comparedIdAtom } from '../../mission/time/comparison.ts';
import {
  historyFailureAtom,
  isPastLoadingAtom,
  type LoadedHistory,
  loadedAtom,
  queriedChannelsAtom,
  shownChannelsAtom,
  spanAtom,
} from './atoms.ts';

interface HistoryQuestion extends HistoryQuery {
  readonly compared: { readonly branch: BranchId; readonly channels: readonly HistoryChannel[] } | undefined;
}

/**
 * Requests the charts' data from the session at each new sample and after each change, one request at a time. Another subject has
 * another loader.
 */
export function HistoryLoader({ columns }: { readonly columns: number }) {
  const control = useSessionControl();
  const { status } = useAtomValue(linkStateAtom);
  const channels = useAtomValue(queriedChannelsAtom);
  const shownChannels = useAtomValue(shownChannelsAtom);
  const span = useAtomValue(spanAtom);
  const branch = useAtomValue(comparedIdAtom);
  const isVisible = usePageVisible();
  const setLoaded = useSetAtom(loadedAtom);
  const setFailure = useSetAtom(historyFailureAtom);
  const setLoading = useSetAtom(isPastLoadingAtom);

  const loader = useMemo(() => {
    let isOver = false;
    const ask = newestOnly(async (question: HistoryQuestion, isNewest) => {
      const isWanted = (): boolean => !isOver && isNewest();
      const answer = await load(control, question, isWanted, () => isWanted() && setLoading(true));
      if (isOver) return;
      const isKnown = typeof answer !== 'string';
      if (isKnown) setLoaded(answer);
      // One without an answer may have given way to a newer question.
      if (!isKnown && !isNewest()) return;
      setLoading(false);
      setFailure(isKnown ? undefined : answer);
    });
    return { ask, end: () => (isOver = true), begin: () => (isOver = false) };
  }, [control, setLoaded, setFailure, setLoading]);

  useEffect(() => {
    loader.begin();
    return () => {
      loader.end();
      setLoaded(undefined);
      setFailure(undefined);
      setLoading(false);
    };
  }, [loader, setLoaded, setFailure, setLoading]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new worker is asked at once
  useEffect(() => {
    const compared = branch === undefined ? undefined : { branch, channels: shownChannels };
    if (isVisible && span) loader.ask({ channels, ...span, columns, compared });
  }, [loader, status, isVisible, channels, shownChannels, span, columns, branch]);
  return null;
}

/**
 * @param isWanted false once there is a newer question
 * @param onUnknown called while the session replays its past first
 * @returns the reason of a failure as text
 */
async function load(
  control: RemoteSessionControl,
  { compared, ...query }: HistoryQuestion,
  isWanted: () => boolean,
  onUnknown: () => void,
): Promise<LoadedHistory | string> {
  const askWhileWanted = <T,>(ask: () => Promise<Outcome<T | undefined>>): Promise<Outcome<T>> =>
    askUntilKnown(ask, isWanted, onUnknown);
  try {
    const [history, marks, other] = await Promise.all([
      askWhileWanted(() => control.history(query)),
      askWhileWanted(() => control.marks({ from: query.from, to: query.to })),
      compared && askWhileWanted(() => control.history({ ...query, ...compared })),
    ]);
    if (!history.ok) return history.message;
    if (!marks.ok) return marks.message;
    if (other && !other.ok) return other.message;
    return {
      history: history.value,
      marks: marks.value,
      compared: compared && other && { branch: compared.branch, history: other.value },
    };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
