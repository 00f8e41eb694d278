import type { CommandName } from '../../../shared/entities/entities.ts';
import type { FaultCourse } from '../../../shared/entities/faults.ts';
import { addMs, type EpochMs } from '../../../shared/kit/units.ts';
import { FAULT_KINDS } from '../../spacecraft/fault-kinds.ts';
import { isContained } from '../../spacecraft/fdir.ts';
import type { ActiveFault } from '../../spacecraft/model.ts';
import type { PropagatedSpacecraft } from '../../spacecraft/propagate.ts';

export const FAULT_EVENT_KINDS = ['contained', 'ended'] as const;

/** On-board event of a fault, reported with the next telemetry. Plain cloneable data. */
export interface FaultEvent {
  readonly anomalyId: string;
  readonly kind: (typeof FAULT_EVENT_KINDS)[number];
  readonly time: EpochMs;
  /** Course that FDIR has taken. */
  readonly course: FaultCourse;
  /** Command that ended it; absent if FDIR did. */
  readonly endedBy?: CommandName;
}

function endOf({ anomalyId, name, mending, plan }: ActiveFault, time: EpochMs): FaultEvent {
  const byCommand = mending !== undefined && mending.until <= time;
  const endedAt = byCommand ? mending.until : (plan.clearedAt ?? time);
  return {
    anomalyId,
    kind: 'ended',
    course: plan.course,
    time: Math.min(endedAt, time) as EpochMs,
    ...(byCommand && { endedBy: FAULT_KINDS[name].recoveryCommand }),
  };
}

export function faultEvents(from: PropagatedSpacecraft, to: PropagatedSpacecraft): readonly FaultEvent[] {
  return from.spacecraft.faults.flatMap((fault): readonly FaultEvent[] => {
    const { anomalyId, plan } = fault;
    if (!to.spacecraft.faults.some((other) => other.anomalyId === anomalyId)) return [endOf(fault, to.time)];
    if (!isContained(plan, to.time) || isContained(plan, from.time)) return [];
    return [{ anomalyId, kind: 'contained', course: plan.course, time: plan.containedAt ?? to.time }];
  });
}

export const shiftFaultEvent = (event: FaultEvent, shiftMs: number): FaultEvent => ({
  ...event,
  time: addMs(event.time, shiftMs),
});
