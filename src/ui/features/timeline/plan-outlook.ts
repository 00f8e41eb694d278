import { atom, useSetAtom } from 'jotai';
import { useLayoutEffect } from 'react';
import type { LookAhead } from '../../../shared/contract/look-ahead.ts';
import { MS_PER_DAY } from '../../../shared/kit/units.ts';
import { sliceAtoms } from '../../mission/link/atoms.ts';
import { type AheadQuestion, useLookAhead } from '../../mission/look-ahead/use-look-ahead.ts';
import { PLAN_CHANNELS } from './plan-rules.ts';

const QUESTION: AheadQuestion = { channels: PLAN_CHANNELS, aheadMs: MS_PER_DAY };

/** The day to come, as the plan needs it; `undefined` if it is not predicted. */
export const planOutlookAtom = atom<LookAhead | undefined>(undefined);

/** Used before the first view of the spacecraft, MB. */
const FALLBACK_CAPACITY_MB = 8000;

/** Capacity of the recorder, MB. */
export const capacityAtom = atom(
  (get) => get(sliceAtoms.spacecraft)?.data.capacityMb ?? FALLBACK_CAPACITY_MB,
);

/** Keeps it up to date while the timeline is shown. */
export function usePlanOutlook(): void {
  const told = useLookAhead(QUESTION);
  const setTold = useSetAtom(planOutlookAtom);
  useLayoutEffect(() => {
    setTold(told);
    return () => setTold(undefined);
  }, [told, setTold]);
}
