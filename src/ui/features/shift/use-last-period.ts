import { atom, useAtom, useAtomValue, useStore } from 'jotai';
import { useEffect } from 'react';
import type { PeriodSummary } from '../../../shared/contract/history.ts';
import { addMs } from '../../../shared/kit/units.ts';
import { usePageVisible } from '../../kit/page/use-page-visible.ts';
import { askUntilKnown } from '../../mission/link/ask-until-known.ts';
import { missionSecondAtom, subjectAtom } from '../../mission/link/atoms.ts';
import { useSessionControl } from '../../mission/link/session-control.ts';
import { askAtom } from '../telemetry/past-orbit.ts';

interface Loaded {
  readonly subject: string;
  readonly summary: PeriodSummary | undefined;
}

const loadedAtom = atom<Loaded | undefined>(undefined);

/**
 * Returns the figures of a period that ends with the time shown, requested repeatedly; `undefined` without an answer.
 * @param isPatient true to wait while the session simulates its past again after a restart, a part for each request;
 *   false to have that done at once
 */
export function useLastPeriod(periodMs: number, isPatient: boolean): PeriodSummary | undefined {
  const control = useSessionControl();
  const subject = `${useAtomValue(subjectAtom)} ${periodMs}`;
  const turn = useAtomValue(askAtom);
  const store = useStore();
  const isVisible = usePageVisible();
  const [loaded, setLoaded] = useAtom(loadedAtom);

  useEffect(() => {
    const now = store.get(missionSecondAtom);
    if (!isVisible || turn === undefined || now === undefined) return undefined;
    let isOver = false;
    const ask = () => control.summary({ from: addMs(now, -periodMs), to: now });
    (isPatient ? ask() : askUntilKnown(ask)).then(
      (answer) => {
        if (!isOver && answer.ok) setLoaded({ subject, summary: answer.value });
      },
      () => undefined,
    );
    return () => {
      isOver = true;
    };
  }, [control, subject, turn, isVisible, setLoaded, store, periodMs, isPatient]);
  return loaded?.subject === subject ? loaded.summary : undefined;
}
