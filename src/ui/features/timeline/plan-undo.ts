import { atom } from 'jotai';
import type { TimelineEvent } from '../../../shared/entities/entities.ts';
import { hasHappened, type Moment, sliceAtoms } from '../../mission/link/atoms.ts';
import { type Draft, hasFields } from './event-draft.ts';

/** A change of the plan that the mission has accepted from this page. */
export interface PlanStep {
  readonly id: TimelineEvent['id'];
  /** The fields of the event after it. */
  readonly after: Draft;
  /** The fields of the event before it; `undefined` if it was added. */
  readonly before: Draft | undefined;
  /** When it was asked for: another mission or branch may be shown when the mission answers. */
  readonly moment: Moment;
}

/** As many changes can be undone. */
const MOST_STEPS = 50;

const stepsAtom = atom<readonly PlanStep[]>([]);

export const rememberStepAtom = atom(null, (get, set, step: PlanStep) => {
  set(stepsAtom, [...get(stepsAtom), step].slice(-MOST_STEPS));
});

/**
 * The last change that can be undone in the mission or branch shown: of an event that is still Scheduled. Other fields
 * mean another event, which has got the id since the mission went back, or a later change by somebody else.
 */
export const lastStepAtom = atom((get): PlanStep | undefined => {
  const timeline = get(sliceAtoms.timeline) ?? [];
  const isHeld = ({ id, after }: PlanStep): boolean =>
    timeline.some((event) => event.id === id && event.status === 'Scheduled' && hasFields(event, after));
  return get(stepsAtom).findLast((step) => hasHappened(get, step.moment) && isHeld(step));
});

export const forgetStepAtom = atom(null, (get, set, step: PlanStep) => {
  set(
    stepsAtom,
    get(stepsAtom).filter((held) => held !== step),
  );
});
