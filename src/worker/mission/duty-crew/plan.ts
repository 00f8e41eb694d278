import { activePasses } from '../../../shared/contract/contact-plan.ts';
import type { LookAhead, PlannedEvent } from '../../../shared/contract/look-ahead.ts';
import type { TimelineEventDraft } from '../../../shared/contract/operations.ts';
import type { TimelineEvent, TimelineEventType } from '../../../shared/entities/entities.ts';
import { SPACECRAFT } from '../../../shared/entities/satellites.ts';
import { addMs, type EpochMs, epochMs, MS_PER_H, MS_PER_MIN } from '../../../shared/kit/units.ts';
import { utcFieldText } from '../../../shared/kit/utc-text.ts';
import { lacksOf, PLAN_CHANNELS, type PlanFacts } from '../../../shared/plan/plan-rules.ts';
import { RECORDER_MB } from '../../spacecraft/radio.ts';
import { openEventsOf } from '../operations/timeline.ts';
import { lookAhead } from '../simulation/look-ahead.ts';
import type { MissionState, SimulationContext } from '../state/mission-state.ts';
import { FIRST_SHIFT_MS } from './pace.ts';

/**
 * Activities that the duty crew plans, besides a downlink, in each four-hour block of its shifts: one of each type,
 * with titles in turn.
 */
const ACTIVITIES: readonly (readonly [
  type: TimelineEventType,
  minutes: number,
  titles: readonly (string | undefined)[],
])[] = [
  [
    'Experiment',
    90,
    ['Earth observation campaign', 'Night lights survey', 'Vegetation mapping', 'Cloud survey'],
  ],
  ['Maneuver', 30, ['Reaction wheel desaturation', undefined, undefined]],
  ['Maintenance', 30, ['Star tracker alignment', 'Orbit determination', 'Antenna check', 'Recorder check']],
];

const BLOCK_MS = 4 * MS_PER_H;
/** Free time between two events, and the grid of their start times. */
const GAP_MS = 10 * MS_PER_MIN;

/** An event that the crew considers. */
type Considered = PlannedEvent & Pick<TimelineEvent, 'title'>;

/** Plans a span of time around the open events, by the rules that the operator's plan is checked with. */
export function planSpan(
  state: MissionState,
  from: EpochMs,
  to: EpochMs,
  context: SimulationContext,
): readonly TimelineEventDraft[] {
  const { contacts, operator } = state;
  const found = contacts.plan.satellites[SPACECRAFT];
  const open = openEventsOf(operator.timeline.events);
  const scheduled = open.filter(({ status }) => status === 'Scheduled');
  const planned: Considered[] = [];
  const predict = (events: readonly PlannedEvent[]): LookAhead =>
    lookAhead(state, { channels: PLAN_CHANNELS, to, events }, context);
  const factsOf = (told: LookAhead, others: PlanFacts['others']): PlanFacts => ({
    now: state.time,
    others,
    contacts: found.ok ? found.value : undefined,
    plannedUntil: contacts.plan.to,
    told,
    mode: state.telemetry.downlink.reported.spacecraft.mode,
    capacityMb: RECORDER_MB,
  });
  const told = predict(scheduled);
  /** Adds an event where it lacks nothing, with a gap to the others. */
  const add = (title: string, type: TimelineEventType, startTime: number, endTime: number): boolean => {
    const event = {
      id: `${title} ${startTime}`,
      title,
      type,
      startTime: epochMs(startTime),
      endTime: epochMs(endTime),
    };
    const others = [...open, ...planned];
    const wide = {
      ...event,
      startTime: addMs(event.startTime, -GAP_MS),
      endTime: addMs(event.endTime, GAP_MS),
    };
    const isFree = others.every(
      (other) => wide.endTime <= other.startTime || wide.startTime >= other.endTime,
    );
    if (!isFree || lacksOf(event, factsOf(told, [])).length > 0) return false;
    planned.push(event);
    return true;
  };
  const passes = found.ok
    ? [...activePasses(found.value)].sort((a, b) => b.pass.maxElevation - a.pass.maxElevation)
    : [];
  for (let start: number = from; start < to; ) {
    const block = Math.floor((start - FIRST_SHIFT_MS) / BLOCK_MS);
    const end = (block + 1) * BLOCK_MS + FIRST_SHIFT_MS;
    passes.some(
      ({ station, pass: { aos, los } }) =>
        aos >= start && los <= end && add(`Data downlink, ${station.name}`, 'Communication', aos, los),
    );
    for (const [type, minutes, titles] of ACTIVITIES) {
      const title = titles[block % titles.length];
      const durationMs = minutes * MS_PER_MIN;
      let at = Math.ceil(start / GAP_MS) * GAP_MS;
      while (title && at + durationMs <= end && !add(title, type, at, at + durationMs)) at += GAP_MS;
    }
    start = end;
  }
  // The events together may need what none of them needs alone.
  const together: PlanFacts = { ...factsOf(predict([...scheduled, ...planned]), []), includesIt: true };
  return planned
    .filter((event) => lacksOf(event, together).length === 0)
    .map(({ title, type, startTime, endTime }) => ({
      title,
      type,
      startTime: utcFieldText(startTime),
      endTime: utcFieldText(endTime),
    }));
}
