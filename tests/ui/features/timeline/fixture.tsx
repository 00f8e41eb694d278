import { createStore } from 'jotai';
import { refused } from '../../../../src/shared/contract/outcome.ts';
import type { RemoteSessionControl } from '../../../../src/shared/contract/session-control.ts';
import type { TimelineEvent } from '../../../../src/shared/entities/entities.ts';
import { type EpochMs, epochMs, MS_PER_MIN } from '../../../../src/shared/kit/units.ts';
import { isEventFormOpenAtom } from '../../../../src/ui/features/timeline/event-draft.ts';
import { MissionTimelineCard } from '../../../../src/ui/features/timeline/MissionTimelineCard.tsx';
import {
  edgeSecondAtom,
  missionSecondAtom,
  type Store,
  sliceAtoms,
} from '../../../../src/ui/mission/link/atoms.ts';
import { OperationsContext } from '../../../../src/ui/mission/link/operations.ts';
import { SessionControlContext } from '../../../../src/ui/mission/link/session-control.ts';
import { renderWithStore } from '../../../support/render.tsx';
import { fakeSessionControl } from '../../../support/time-control.tsx';
import { type TimelineOperations, timelineOperations } from '../../../support/timeline-operations.ts';

/** 2026-11-20 12:00 UTC. */
export const NOON = epochMs(Date.UTC(2026, 10, 20, 12));

export const minutes = (count: number): EpochMs => epochMs(NOON + count * MS_PER_MIN);

const WITHOUT_LOOK_AHEAD = fakeSessionControl({ lookAhead: async () => refused('There is no look ahead.') });

/** Returns a Scheduled event of half an hour at noon, with overrides. */
export const eventOf = (id: string, fields: Partial<TimelineEvent> = {}): TimelineEvent => ({
  id,
  title: `Event ${id}`,
  startTime: NOON,
  endTime: minutes(30),
  description: '',
  type: 'Experiment',
  status: 'Scheduled',
  priority: 'Medium',
  ...fields,
});

/** Shows the live edge at an instant. */
export function showSecond(store: Store, now: EpochMs): void {
  store.set(missionSecondAtom, now);
  store.set(edgeSecondAtom, now);
}

interface Shown extends TimelineOperations {
  readonly store: Store;
  readonly container: HTMLElement;
}

/** Shows the card at noon with its form open, these events and operations that follow the rules. */
export function showTimeline(
  events: readonly TimelineEvent[] | undefined,
  now: EpochMs = NOON,
  store: Store = createStore(),
  control?: RemoteSessionControl,
): Shown {
  store.set(sliceAtoms.timeline, events);
  showSecond(store, now);
  store.set(isEventFormOpenAtom, true);
  const fake = timelineOperations(store);
  const { container } = renderWithStore(
    <SessionControlContext value={control ?? WITHOUT_LOOK_AHEAD}>
      <OperationsContext value={fake.operations}>
        <MissionTimelineCard />
      </OperationsContext>
    </SessionControlContext>,
    store,
  );
  return { ...fake, store, container };
}
