import { atom, type PrimitiveAtom, useAtomValue, useSetAtom, useStore } from 'jotai';
import { useEffect, useLayoutEffect, useMemo, useState } from 'react';
import {
  LONGEST_LOOK_AHEAD_MS,
  type LookAhead,
  type LookAheadQuery,
} from '../../../shared/contract/look-ahead.ts';
import { type EpochMs, epochMs, MS_PER_S } from '../../../shared/kit/units.ts';
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
  /** Length of what is asked for, at most `LONGEST_LOOK_AHEAD_MS` after now. */
  readonly aheadMs: number;
  /** From when on; now by default, or if it has passed. */
  readonly after?: EpochMs | undefined;
}

/** Returns the end of what a question is about. */
const endOf = (now: EpochMs, { aheadMs, after = now }: Pick<AheadQuestion, 'aheadMs' | 'after'>): EpochMs =>
  epochMs(Math.min(Math.max(after, now) + aheadMs, now + LONGEST_LOOK_AHEAD_MS));

/** At a rate above 1× a minute is short: then questions are this far apart. */
const ASK_AT_RATE_MS = 2 * MS_PER_S;

/** Mode of the spacecraft, as in its newest telemetry. */
export const modeAtom = atom((get) => get(sliceAtoms.spacecraft)?.mode);

/** Changes once a minute of mission time, at a rate above 1× at most every two seconds. */
const timeTurnAtom = atom((get) => {
  if ((get(shownRateAtom) ?? 1) <= 1) return get(missionMinuteAtom);
  return Math.floor((get(wallSecondAtom) ?? 0) / ASK_AT_RATE_MS);
});

/** Id of the newest entry about a limit or a prediction: a channel that leaves its prediction is logged. */
const lastPartingAtom = atom((get) => get(sliceAtoms.log)?.findLast(({ kind }) => kind === 'Limit')?.id);

/** Changes with everything that changes a prediction by more than its band, with what is logged, and with time. */
const turnAtom = atom((get) => ({
  time: get(timeTurnAtom),
  commands: get(sliceAtoms.commands),
  verifications: get(sliceAtoms.verifications),
  anomalies: get(sliceAtoms.anomalies),
  parted: get(lastPartingAtom),
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
 * @param isHeld true to keep the answer to the question before until the next one is there
 */
export function useLookAheads(
  questions: readonly AheadQuestion[] | undefined,
  isHeld = false,
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
        const rate = store.get(shownRateAtom) ?? 1;
        // The answer is shown until the next one.
        const spareMs = rate > 1 ? 2 * ASK_AT_RATE_MS * rate : 0;
        const outcomes = await Promise.all(
          asked.map(({ aheadMs, after, ...query }) =>
            control
              .lookAhead({ ...query, to: endOf(now, { aheadMs: aheadMs + spareMs, after }) })
              .catch(() => undefined),
          ),
        );
        // Of a subject that is no longer shown, an answer may be late.
        if (store.get(subjectAtom) !== subject) return;
        const told = outcomes.flatMap((outcome) => (outcome?.ok ? [outcome.value] : []));
        setAnswer({ questions: asked, subject, told: told.length === asked.length ? told : undefined });
      }),
    [control, store, subject],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: one question for each turn
  useEffect(() => {
    if (isVisible && questions) ask(questions);
  }, [ask, questions, isVisible, turn]);
  const isAnswered = answer?.questions === questions || (isHeld && questions !== undefined);
  return isAnswered && answer?.subject === subject ? answer.told : undefined;
}

/** As `useLookAheads`, for one question; a new object asks again. */
export function useLookAhead(question: AheadQuestion | undefined, isHeld = false): LookAhead | undefined {
  const questions = useMemo(() => question && [question], [question]);
  return useLookAheads(questions, isHeld)?.[0];
}

/** Keeps the answer to a question in an atom while the component is shown; a new object asks again. */
export function useLookAheadIn(
  toldAtom: PrimitiveAtom<LookAhead | undefined>,
  question: AheadQuestion | undefined,
  isHeld = false,
): void {
  const told = useLookAhead(question, isHeld);
  const setTold = useSetAtom(toldAtom);
  useLayoutEffect(() => {
    setTold(told);
    return () => setTold(undefined);
  }, [told, setTold]);
}
