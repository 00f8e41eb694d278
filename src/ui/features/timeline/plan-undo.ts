import { atom } from 'jotai';
import type { TimelineEvent } from '../../../shared/entities/entities.ts';
import { sliceAtoms, subjectAtom } from '../../mission/link/atoms.ts';
import type { Draft } from './event-draft.ts';

/** A change of the plan that the mission has accepted from this page. */
export interface PlanStep {
  readonly id: TimelineEvent['id'];
  readonly title: string;
  /** The fields of the event before it; `undefined` if it was added. */
  readonly before: Draft | undefined;
  /** Mission or branch in which it was made: another one may be shown when the mission answers. */
  readonly subject: string;
}

/** As many changes can be undone. */
const MOST_STEPS = 50;

const stepsAtom = atom<readonly PlanStep[]>([]);

export const rememberStepAtom = atom(null, (get, set, step: PlanStep) => {
  set(stepsAtom, [...get(stepsAtom), step].slice(-MOST_STEPS));
});

/** The last change that can be undone in the mission or branch shown: of an event that is still Scheduled. */
export const lastStepAtom = atom((get): PlanStep | undefined => {
  const subject = get(subjectAtom);
  const timeline = get(sliceAtoms.timeline) ?? [];
  const isScheduled = (id: string): boolean =>
    timeline.some((event) => event.id === id && event.status === 'Scheduled');
  return get(stepsAtom).findLast((step) => step.subject === subject && isScheduled(step.id));
});

export const forgetStepAtom = atom(null, (get, set, step: PlanStep) => {
  set(
    stepsAtom,
    get(stepsAtom).filter((held) => held !== step),
  );
});
