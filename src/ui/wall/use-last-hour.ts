import { atom, useAtom, useAtomValue } from 'jotai';
import { useEffect } from 'react';
import type { PeriodSummary } from '../../shared/contract/history.ts';
import { addMs, MS_PER_H } from '../../shared/kit/units.ts';
import { askAtom } from '../features/telemetry/past-orbit.ts';
import { askUntilKnown } from '../mission/link/ask-until-known.ts';
import { missionSecondAtom, subjectAtom } from '../mission/link/atoms.ts';
import { useSessionControl } from '../mission/link/session-control.ts';

const loadedAtom = atom<{ readonly subject: string; readonly summary: PeriodSummary } | undefined>(undefined);

/** Returns the figures of the last hour of the time shown, requested repeatedly; `undefined` without an answer. */
export function useLastHour(): PeriodSummary | undefined {
  const control = useSessionControl();
  const subject = useAtomValue(subjectAtom);
  const turn = useAtomValue(askAtom);
  const now = useAtomValue(missionSecondAtom);
  const [loaded, setLoaded] = useAtom(loadedAtom);

  // biome-ignore lint/correctness/useExhaustiveDependencies: one question for each turn, not for each second
  useEffect(() => {
    if (turn === undefined || now === undefined) return undefined;
    let isOver = false;
    askUntilKnown(() => control.summary({ from: addMs(now, -MS_PER_H), to: now })).then(
      (answer) => {
        if (!isOver && answer.ok) setLoaded({ subject, summary: answer.value });
      },
      () => undefined,
    );
    return () => {
      isOver = true;
    };
  }, [control, subject, turn, setLoaded]);
  return loaded?.subject === subject ? loaded.summary : undefined;
}
