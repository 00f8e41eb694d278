import { activePasses, type SatelliteContacts } from '../../shared/contract/contact-plan.ts';
import type { TimelineEvent } from '../../shared/entities/entities.ts';
import { addMs, type EpochMs, epochMs, MS_PER_H } from '../../shared/kit/units.ts';

/** Time span of the plan. */
export const PLAN_MS = 6 * MS_PER_H;
const TICK_MS = 2 * MS_PER_H;
/** Space for the texts at the ends, in percent. */
const FIRST_TICK = 33;

/** Part of the axis, in percent. */
export interface AxisBar {
  readonly from: number;
  readonly width: number;
}

export interface EventBar extends AxisBar {
  readonly event: TimelineEvent;
}

export interface PlanAxis {
  readonly eclipses: readonly AxisBar[];
  readonly contacts: readonly AxisBar[];
  readonly events: readonly EventBar[];
  /** The current time, even hours, and the end. */
  readonly ticks: readonly { readonly at: number; readonly time: EpochMs }[];
}

/** Returns the next hours on an axis: eclipses, contacts of the active stations, and events. */
export function planAxis(
  contacts: SatelliteContacts | undefined,
  now: EpochMs,
  events: readonly TimelineEvent[] = [],
): PlanAxis {
  const percent = (time: number): number => (100 * (time - now)) / PLAN_MS;
  const bar = (from: number, to: number): readonly AxisBar[] => {
    const [start, end] = [Math.max(0, percent(from)), Math.min(100, percent(to))];
    return end > start ? [{ from: start, width: end - start }] : [];
  };
  const transitions = contacts?.eclipseTransitions ?? [];
  const eclipses = transitions.flatMap(({ time, isEclipsed }, index) => {
    if (isEclipsed) return bar(time, transitions[index + 1]?.time ?? addMs(now, PLAN_MS));
    return index === 0 ? bar(now, time) : [];
  });
  const nextTick = Math.ceil(now / TICK_MS) * TICK_MS;
  const ticks = [0, 1, 2]
    .map((count) => epochMs(nextTick + count * TICK_MS))
    .map((time) => ({ at: percent(time), time }))
    .filter(({ at }) => at >= FIRST_TICK && at <= 100 - FIRST_TICK);
  return {
    eclipses,
    contacts: contacts ? activePasses(contacts).flatMap(({ pass }) => bar(pass.aos, pass.los)) : [],
    events: events.flatMap((event) =>
      bar(event.startTime, event.endTime).map((place): EventBar => ({ ...place, event })),
    ),
    ticks: [{ at: 0, time: now }, ...ticks, { at: 100, time: addMs(now, PLAN_MS) }],
  };
}
