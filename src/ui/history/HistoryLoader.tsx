import { atom, useAtomValue, useSetAtom } from 'jotai';
import { useEffect, useMemo } from 'react';
import type { HistoryQuery } from '../../shared/history.ts';
import type { RemoteTimeControl } from '../../shared/time-control.ts';
import { usePageVisible } from '../kit/page/use-page-visible.ts';
import { linkStateAtom, sliceAtoms } from '../mission/atoms.ts';
import { useTimeControl } from '../mission/time-control.ts';
import {
  historyFailureAtom,
  type LoadedHistory,
  loadedAtom,
  queriedChannelsAtom,
  spanAtom,
} from './atoms.ts';
import { newestOnly } from './newest-only.ts';

/** Answers of another worker or branch are not shown. */
const sourceAtom = atom((get) => `${get(linkStateAtom).status} ${get(sliceAtoms.transport)?.branch}`);

/** Asks the session for what the charts show, at each new sample and after each change; one question at a time. */
export function HistoryLoader({ columns }: { readonly columns: number }) {
  const control = useTimeControl();
  const source = useAtomValue(sourceAtom);
  const channels = useAtomValue(queriedChannelsAtom);
  const span = useAtomValue(spanAtom);
  const isVisible = usePageVisible();
  const setLoaded = useSetAtom(loadedAtom);
  const setFailure = useSetAtom(historyFailureAtom);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another source has another loader
  const loader = useMemo(() => {
    let isOver = false;
    const ask = newestOnly(async (query: HistoryQuery) => {
      const answer = await load(control, query);
      if (isOver) return;
      if (typeof answer !== 'string') setLoaded(answer);
      setFailure(typeof answer === 'string' ? answer : undefined);
    });
    return { ask, end: () => (isOver = true), begin: () => (isOver = false) };
  }, [control, source, setLoaded, setFailure]);

  useEffect(() => {
    loader.begin();
    return () => {
      loader.end();
      setLoaded(undefined);
      setFailure(undefined);
    };
  }, [loader, setLoaded, setFailure]);

  useEffect(() => {
    if (isVisible && span) loader.ask({ channels, ...span, columns });
  }, [loader, isVisible, channels, span, columns]);
  return null;
}

/** @returns the reason of a failure as text */
async function load(control: RemoteTimeControl, query: HistoryQuery): Promise<LoadedHistory | string> {
  try {
    const [history, marks] = await Promise.all([
      control.history(query),
      control.marks({ from: query.from, to: query.to }),
    ]);
    if (!history.ok) return history.message;
    return marks.ok ? { history: history.value, marks: marks.value } : marks.message;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
