import { atom, useAtom, useAtomValue, useSetAtom } from 'jotai';
import { useEffect, useRef, useState } from 'react';
import type { PeriodSummary } from '../../../shared/contract/history.ts';
import { formatDuration } from '../../../shared/kit/quantity-text.ts';
import { Button } from '../../kit/controls/Button.tsx';
import { pageContent, useKeptFocus } from '../../kit/controls/use-kept-focus.ts';
import { askUntilKnown } from '../../mission/link/ask-until-known.ts';
import {
  edgeSecondAtom,
  missionDateAtom,
  sliceAtoms,
  subjectAtom,
  wallSecondAtom,
} from '../../mission/link/atoms.ts';
import { useSessionControl } from '../../mission/link/session-control.ts';
import { useGoTo } from '../../mission/navigation/use-go-to.ts';
import { periodDetail, periodName, periodText, spanText } from '../../mission/time/period-text.ts';
import { logFilterAtom, NO_FILTER } from '../log/log-filter.ts';
import {
  lastAbsenceAtom,
  missedBetween,
  type Presence,
  type ReportedPeriod,
  reportedPeriodAtom,
  stillHere,
} from './absence.ts';
import styles from './away.module.css';

/** Events that show that a user is present. */
const SIGNS = ['pointerdown', 'pointermove', 'wheel', 'keydown', 'touchstart'] as const;

/** Current presence; `undefined` without a mission and while a past instant is shown. */
const presenceAtom = atom((get): Presence | undefined => {
  const [wall, mission, transport] = [get(wallSecondAtom), get(edgeSecondAtom), get(sliceAtoms.transport)];
  if (wall === undefined || mission === undefined || transport?.mode !== 'live') return undefined;
  return { wall, mission, subject: get(subjectAtom) };
});

const noteAtom = atom(undefined, (get, set, left: Presence | undefined, wasHidden: boolean) => {
  const back = get(presenceAtom);
  const missed = left && back && missedBetween(left, back, wasHidden);
  if (missed) {
    // An unread absence is extended, unless the mission has gone back before it.
    const unread = get(reportedPeriodAtom);
    const from = unread?.isAbsence && unread.from < missed.from ? unread.from : missed.from;
    const absence = { from, to: missed.to, isAbsence: true };
    set(lastAbsenceAtom, absence);
    set(reportedPeriodAtom, absence);
  }
  return back ?? stillHere(left, get(wallSecondAtom));
});

/** Records when the user leaves the page and returns. */
function useAbsence(): void {
  const note = useSetAtom(noteAtom);
  const hasMission = useAtomValue(sliceAtoms.transport) !== undefined;
  const seen = useRef<Presence>(undefined);
  useEffect(() => {
    if (!hasMission) return undefined;
    const see = (wasHidden: boolean): void => {
      seen.current = note(seen.current, wasHidden);
    };
    const handleSign = (): void => see(false);
    const handleVisibility = (): void => see(!document.hidden);
    see(false);
    for (const sign of SIGNS) document.addEventListener(sign, handleSign, { capture: true, passive: true });
    document.addEventListener('visibilitychange', handleVisibility);
    return () => {
      for (const sign of SIGNS) document.removeEventListener(sign, handleSign, { capture: true });
      document.removeEventListener('visibilitychange', handleVisibility);
    };
  }, [note, hasMission]);
}

/** One line over the foot of the page until dismissed: a summary of an absence, or of the last hour. */
export function AwayNotice() {
  useAbsence();
  const [reported, setReported] = useAtom(reportedPeriodAtom);
  const summary = useSummary(reported);
  const today = useAtomValue(missionDateAtom);
  const setFilter = useSetAtom(logFilterAtom);
  const goTo = useGoTo();
  const kept = useKeptFocus<HTMLDivElement>(pageContent);
  if (!reported || !summary) return <div {...kept} role="status" hidden />;
  const { from, to } = summary;
  const detail = periodDetail(summary, today);
  const showLog = (): void => {
    setFilter({ ...NO_FILTER, span: { from, to } });
    goTo('anomalies');
    setReported(undefined);
  };
  return (
    <div {...kept} role="status" className={styles.line}>
      <p>
        {nameOf(reported, summary)}, {spanText(summary, today)}: {periodText(summary)}
        {detail && `; ${detail}`}.
      </p>
      <Button onClick={showLog}>Show events</Button>
      <Button look="quiet" onClick={() => setReported(undefined)}>
        Dismiss
      </Button>
    </div>
  );
}

/** Names the period, of which the mission may have kept only the end. */
function nameOf({ isAbsence, from }: ReportedPeriod, summary: PeriodSummary): string {
  if (!isAbsence) return periodName(summary);
  const isCut = summary.from > from;
  return isCut
    ? `The last ${formatDuration(summary.to - summary.from)} of your absence`
    : 'While you were away';
}

/** Summary of the period, once the session has answered. */
function useSummary(reported: ReportedPeriod | undefined): PeriodSummary | undefined {
  const control = useSessionControl();
  const [answer, setAnswer] = useState<{
    readonly reported: ReportedPeriod;
    readonly summary: PeriodSummary;
  }>();
  useEffect(() => {
    if (!reported) return undefined;
    let isOver = false;
    askUntilKnown(() => control.summary({ from: reported.from, to: reported.to })).then(
      (answered) => !isOver && answered.ok && setAnswer({ reported, summary: answered.value }),
      () => undefined,
    );
    return () => {
      isOver = true;
    };
  }, [control, reported]);
  return answer && answer.reported === reported ? answer.summary : undefined;
}
