import { atom, type PrimitiveAtom, useAtomValue, useSetAtom, useStore } from 'jotai';
import { useEffect, useLayoutEffect, useMemo, useState } from 'react';
import type { LookAhead, LookAheadQuery } from '../../../shared/contract/look-ahead.ts';
import { addMs, MS_PER_S } from '../../../shared/kit/units.ts';
import { usePageVisible } from '../../kit/page/use-page-visible.ts';
import {
  linkStateAtom,
  missionMinuteAtom,
  missionSecondAtom,
  shownRateAtom,
  sliceAtoms,
  subjectAtom,
  wallSecondAtom,
} from '../link/atoms.ts';
import { newestOnly } from '../link/newest-only.ts';
import { useSessionControl } from '../link/session-control.ts';

/** What is asked of the session, relative to the time shown. */
export interface AheadQuestion extends Omit<LookAheadQuery, 'to'> {
  readonly aheadMs: number;
}

/** At a rate above 1× a minute is short: then questions are this far apart. */
const ASK_AT_RATE_MS = 2 * MS_PER_S;

/** Mode of the spacecraft, as in its newest telemetry. */
export const modeAtom = atom((get) => get(sliceAtoms.spacecraft)?.mode);

/** Changes once a minute of mission time, at a rate above 1× at most every two seconds. */
const timeTurnAtom = atom((get) => {
  if ((get(shownRateAtom) ?? 1) <= 1) return get(missionMinuteAtom);
  return Math.floor((get(wallSecondAtom) ?? 0) / ASK_AT_RATE_MS);
});

/** Changes with everything that changes a prediction by more than its band, and with time. */
const turnAtom = atom((get) => ({
  time: get(timeTurnAtom),
  commands: get(sliceAtoms.commands),
  verifications: get(sliceAtoms.verifications),
  anomalies: get(sliceAtoms.anomalies),
  mode: get(modeAtom),
  contacts: get(sliceAtoms.contacts),
  link: get(linkStateAtom).status,
}));

interface Answer {
  readonly questions: readonly AheadQuestion[];
  readonly subject: string;
  /** In the order of the questions; `undefined` if one was refused. */
  readonly told: readonly LookAhead[] | undefined;
}

/**
 * Asks the session what is to come, again after each change and once a minute; several questions about one instant.
 * `undefined` until it is known, without a question, and where an exercise has no look ahead.
 * @param questions a new list asks again
 */
export function useLookAheads(
  questions: readonly AheadQuestion[] | undefined,
): readonly LookAhead[] | undefined {
  const control = useSessionControl();
  const store = useStore();
  const subject = useAtomValue(subjectAtom);
  const turn = useAtomValue(turnAtom);
  const isVisible = usePageVisible();
  const [answer, setAnswer] = useState<Answer>();
  const ask = useMemo(
    () =>
      newestOnly(async (asked: readonly AheadQuestion[]) => {
        const now = store.get(missionSecondAtom);
        if (now === undefined) return;
        const outcomes = await Promise.all(
          asked.map(({ aheadMs, ...question }) =>
            control.lookAhead({ ...question, to: addMs(now, aheadMs) }).catch(() => undefined),
          ),
        );
        const told = outcomes.flatMap((outcome) => (outcome?.ok ? [outcome.value] : []));
        setAnswer({ questions: asked, subject, told: told.length === asked.length ? told : undefined });
      }),
    [control, store, subject],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: one question for each turn
  useEffect(() => {
    if (isVisible && questions) ask(questions);
  }, [ask, questions, isVisible, turn]);
  return answer?.questions === questions && answer?.subject === subject ? answer?.told : undefined;
}

/** As `useLookAheads`, for one question; a new object asks again. */
export function useLookAhead(question: AheadQuestion | undefined): LookAhead | undefined {
  const questions = useMemo(() => question && [question], [question]);
  return useLookAheads(questions)?.[0];
}

/** Keeps the answer to a question in an atom while the component is shown; a new object asks again. */
export function useLookAheadIn(
  toldAtom: PrimitiveAtom<LookAhead | undefined>,
  question: AheadQuestion | undefined,
): void {
  const told = useLookAhead(question);
  const setTold = useSetAtom(toldAtom);
  useLayoutEffect(() => {
    setTold(told);
    return () => setTold(undefined);
  }, [told, setTold]);
}
