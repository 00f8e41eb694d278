import { useAtomValue } from 'jotai';
import { useMemo } from 'react';
import { SPACECRAFT } from '../../../shared/entities/satellites.ts';
import { epochMs, type TimeRange } from '../../../shared/kit/units.ts';
import { ownPassesAtoms } from '../../mission/contacts/stations-shown.ts';
import { sliceAtoms, subjectAtom } from '../../mission/link/atoms.ts';
import { useSessionControl } from '../../mission/link/session-control.ts';
import { useAnswer } from '../../mission/link/use-answer.ts';
import { type LanePasses, passesWithin } from './pass-lane.ts';

/**
 * Returns ORBITA-1's passes inside a span: as planned, and before the plan, which begins a few hours ago, as the session has
 * flown them.
 */
export function useStripPasses(span: TimeRange): LanePasses {
  const control = useSessionControl();
  const subject = useAtomValue(subjectAtom);
  const start = useAtomValue(sliceAtoms.transport)?.startTime;
  const plan = useAtomValue(sliceAtoms.contacts);
  const own = useAtomValue(ownPassesAtoms[SPACECRAFT]);
  const from = epochMs(Math.max(span.from, start ?? span.to));
  const isAsked = plan !== undefined && from < plan.from;
  const answer = useAnswer(
    isAsked ? `${subject} ${span.to - span.from}` : undefined,
    () => control.marks({ from, to: span.to }),
    `${from} ${plan?.from}`,
    true,
  );
  const marks = answer?.ok ? answer.value : undefined;
  return useMemo(() => {
    const flown = marks && { ...marks, from: epochMs(Math.max(from, marks.skippedTo ?? from)) };
    return passesWithin(plan, span, own, flown);
  }, [plan, span, own, marks, from]);
}
