import { atom } from 'jotai';
import type { LookAhead } from '../../../shared/contract/look-ahead.ts';
import { MS_PER_DAY } from '../../../shared/kit/units.ts';
import { sliceAtoms } from '../../mission/link/atoms.ts';
import { type AheadQuestion, useLookAheadIn } from '../../mission/look-ahead/use-look-ahead.ts';
import { PLAN_CHANNELS } from './plan-rules.ts';

const QUESTION: AheadQuestion = { channels: PLAN_CHANNELS, aheadMs: MS_PER_DAY };

/** The day to come, as the plan needs it; `undefined` if it is not predicted. */
export const planOutlookAtom = atom<LookAhead | undefined>(undefined);

/** Capacity of the recorder, MB; `undefined` before the first telemetry. */
export const capacityAtom = atom((get) => get(sliceAtoms.spacecraft)?.data.capacityMb);

/** Keeps the outlook of the plan up to date while the timeline is shown. */
export function usePlanOutlook(): void {
  useLookAheadIn(planOutlookAtom, QUESTION);
}
