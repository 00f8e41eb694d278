import { activePasses } from '../../../shared/contract/contact-plan.ts';
import type { TimelineEventDraft } from '../../../shared/contract/operations.ts';
import type { TimelineEventType } from '../../../shared/entities/entities.ts';
import { SPACECRAFT } from '../../../shared/entities/satellites.ts';
import { type EpochMs, epochMs, MS_PER_H, MS_PER_MIN } from '../../../shared/kit/units.ts';
import { utcFieldText } from '../../../shared/kit/utc-text.ts';
import { openEventsOf } from '../operations/timeline.ts';
import type { MissionState } from '../state/mission-state.ts';
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

/** Plans a span of time around the open events. */
export function planSpan(
  { contacts, operator }: Pick<MissionState, 'contacts' | 'operator'>,
  from: EpochMs,
  to: EpochMs,
): readonly TimelineEventDraft[] {
  const drafts: TimelineEventDraft[] = [];
  const busy: { readonly startTime: number; readonly endTime: number }[] = [
    ...openEventsOf(operator.timeline.events),
  ];
  /** Adds an event unless another one is planned then. */
  const add = (title: string, type: TimelineEventType, startTime: number, endTime: number): boolean => {
    const isFree = busy.every(
      (other) => endTime + GAP_MS <= other.startTime || startTime >= other.endTime + GAP_MS,
    );
    if (isFree) {
      busy.push({ startTime, endTime });
      drafts.push({
        title,
        type,
        startTime: utcFieldText(epochMs(startTime)),
        endTime: utcFieldText(epochMs(endTime)),
      });
    }
    return isFree;
  };
  const found = contacts.plan.satellites[SPACECRAFT];
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
  return drafts;
}
