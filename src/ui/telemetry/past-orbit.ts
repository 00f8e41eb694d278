import { atom, useAtomValue, useSetAtom } from 'jotai';
import { useContext, useEffect } from 'react';
import type { History } from '../../shared/history.ts';
import { TELEMETRY_CHANNELS } from '../../shared/telemetry-channels.ts';
import { MS_PER_S } from '../../shared/units.ts';
import { usePageVisible } from '../kit/page/use-page-visible.ts';
import { linkStateAtom, sliceAtoms } from '../mission/atoms.ts';
import { TimeControlContext } from '../mission/time-control.ts';
import { utcSecondAtom } from '../time/shown-time.ts';
import { rateAtom } from './atoms.ts';
import { NO_SPAN, type Span, sparkSpan } from './sparkline.ts';

/** Columns of a chart: more than its pixels' noise, fewer than its pixels. */
const COLUMNS = 160;

/** The session is asked again this often; at a rate, more often. */
const ASK_MS = 10 * MS_PER_S;
const ASK_AT_RATE_MS = 2 * MS_PER_S;

const askAtom = atom((get) => {
  const now = get(utcSecondAtom);
  return now === undefined ? undefined : Math.floor(now / (get(rateAtom) === 1 ? ASK_MS : ASK_AT_RATE_MS));
});

/** Answers of another worker or branch are not shown. */
const sourceAtom = atom((get) => `${get(linkStateAtom).status} ${get(sliceAtoms.transport)?.branch}`);

/** Span of all charts: it ends with the newest sample. */
export const chartSpanAtom = atom((get): Span => {
  const newest = get(sliceAtoms.telemetry)?.at(-1)?.timestamp;
  if (newest === undefined) return NO_SPAN;
  return sparkSpan(newest, get(sliceAtoms.transport)?.startTime ?? newest);
});

const loadedAtom = atom<{ readonly source: string; readonly history: History } | undefined>(undefined);

/** What the session knows of the past orbit; the newest samples are ahead of it. */
export const wallHistoryAtom = atom((get): History | undefined => {
  const loaded = get(loadedAtom);
  return loaded?.source === get(sourceAtom) ? loaded.history : undefined;
});

/** Asks the session for the past orbit, again and again. Without an answer the charts show the newest samples. */
export function useWallHistory(): void {
  const control = useContext(TimeControlContext);
  const source = useAtomValue(sourceAtom);
  const turn = useAtomValue(askAtom);
  const isVisible = usePageVisible();
  const span = useAtomValue(chartSpanAtom);
  const setLoaded = useSetAtom(loadedAtom);
  const hasSpan = span !== NO_SPAN;

  // biome-ignore lint/correctness/useExhaustiveDependencies: one question for each turn, not for each sample
  useEffect(() => {
    if (!control || !isVisible || !hasSpan || turn === undefined) return undefined;
    let isOver = false;
    control.history({ channels: TELEMETRY_CHANNELS, ...span, columns: COLUMNS }).then(
      (answer) => {
        if (!isOver && answer.ok) setLoaded({ source, history: answer.value });
      },
      () => undefined,
    );
    return () => {
      isOver = true;
    };
  }, [control, source, turn, isVisible, hasSpan, setLoaded]);
}
