import { atom, useAtomValue } from 'jotai';
import type { HistoryChannel } from '../../../shared/contract/history.ts';
import type { LookAhead, PlannedEvent } from '../../../shared/contract/look-ahead.ts';
import { EVENT_TYPES, type TimelineEvent } from '../../../shared/entities/entities.ts';
import { MS_PER_DAY } from '../../../shared/kit/units.ts';
import { parseUtc } from '../../../shared/kit/utc-text.ts';
import { type Lack, lacksOf, PLAN_CHANNELS, type PlanFacts } from '../../../shared/plan/plan-rules.ts';
import { orbitaContactsAtom } from '../../mission/clocks/clocks.ts';
import { missionMinuteAtom, sliceAtoms } from '../../mission/link/atoms.ts';
import { type AheadQuestion, modeAtom, useLookAheadIn } from '../../mission/look-ahead/use-look-ahead.ts';
import { changedEventAtom, eventDraftAtom, isDraggingAtom, isEventFormOpenAtom } from './event-draft.ts';

/** Capacity of the recorder, MB; `undefined` before the first telemetry. */
export const capacityAtom = atom((get) => get(sliceAtoms.spacecraft)?.data.capacityMb);

const isOpen = ({ status }: TimelineEvent): boolean => status === 'Scheduled' || status === 'In Progress';

/** Events that are to take place, without the one that the form changes. */
const othersAtom = atom((get): readonly TimelineEvent[] => {
  const changed = get(changedEventAtom)?.id;
  return (get(sliceAtoms.timeline) ?? []).filter((event) => event.id !== changed && isOpen(event));
});

/** Its fields one by one: what else is typed asks nothing again. */
const isPlanningAtom = atom((get) => get(isEventFormOpenAtom) || get(isDraggingAtom));
const startAtom = atom((get) => parseUtc(get(eventDraftAtom).startTime));
const endAtom = atom((get) => parseUtc(get(eventDraftAtom).endTime));
const typeAtom = atom((get) => EVENT_TYPES.find((type) => type === get(eventDraftAtom).type));
const idAtom = atom((get) => get(changedEventAtom)?.id ?? '');

/** The event in the form, or the one that is dragged, once its times are complete. A new one has no id. */
export const plannedAtom = atom((get): PlannedEvent | undefined => {
  const [startTime, endTime, type] = [get(startAtom), get(endAtom), get(typeAtom)];
  if (!get(isPlanningAtom) || !type || startTime === undefined || endTime === undefined) return undefined;
  return { id: get(idAtom), type, startTime, endTime };
});

/** Channels of the rules and of the lanes. */
const LANE_CHANNELS: readonly HistoryChannel[] = [...PLAN_CHANNELS, 'temperature'];

const questionOf = (events: readonly PlannedEvent[]): AheadQuestion => ({
  channels: LANE_CHANNELS,
  aheadMs: MS_PER_DAY,
  events: events.map(({ id, type, startTime, endTime }) => ({ id, type, startTime, endTime })),
});

const scheduledAtom = atom((get) => get(othersAtom).filter(({ status }) => status === 'Scheduled'));
const questionAtom = atom((get) => questionOf(get(scheduledAtom)));
const draftQuestionAtom = atom((get) => {
  const planned = get(plannedAtom);
  return planned && questionOf([...get(scheduledAtom), planned]);
});

/** The day to come without the event in the form, and with it; `undefined` if it is not predicted. */
const toldAtoms = {
  without: atom<LookAhead | undefined>(undefined),
  withIt: atom<LookAhead | undefined>(undefined),
} as const;

/** The day to come as it is planned, with the event in the form. */
export const planOutlookAtom = atom((get) => get(toldAtoms.withIt) ?? get(toldAtoms.without));

/** Keeps the outlook of the plan up to date while the timeline is shown. */
export function usePlanOutlook(): void {
  useLookAheadIn(toldAtoms.without, useAtomValue(questionAtom), true);
  useLookAheadIn(toldAtoms.withIt, useAtomValue(draftQuestionAtom), true);
}

export const planFactsAtom = atom((get): PlanFacts | undefined => {
  const now = get(missionMinuteAtom);
  if (now === undefined) return undefined;
  return {
    now,
    others: get(othersAtom),
    contacts: get(orbitaContactsAtom),
    plannedUntil: get(sliceAtoms.contacts)?.to,
    told: get(toldAtoms.without),
    mode: get(modeAtom),
    capacityMb: get(capacityAtom),
  };
});

/** What the event in the form lacks. */
export const lacksAtom = atom((get): readonly Lack[] => {
  const [planned, facts] = [get(plannedAtom), get(planFactsAtom)];
  return planned && facts ? lacksOf(planned, facts) : [];
});
