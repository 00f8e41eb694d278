import { activePasses } from '../../../shared/contract/contact-plan.ts';
import type { RunTarget } from '../../../shared/contract/transport.ts';
import { SPACECRAFT } from '../../../shared/entities/satellites.ts';
import { type EpochMs, epochMs } from '../../../shared/kit/units.ts';
import type { MissionSnapshot } from '../../mission/state/slices.ts';

/** Targets whose instant is known beforehand. */
type TimedTarget = Exclude<RunTarget, 'alarm'>;

/** Returns the instants of all targets of a kind, in any order. */
function instantsOf(
  target: TimedTarget,
  { contacts, commands, timeline }: MissionSnapshot,
): readonly EpochMs[] {
  switch (target) {
    case 'command':
      return commands.value
        .filter(({ status }) => status === 'Pending')
        .map((command) => command.scheduledTime);
    case 'event':
      return timeline.value.filter(({ status }) => status === 'Scheduled').map((event) => event.startTime);
    case 'aos':
    case 'los': {
      const plan = contacts.value.satellites[SPACECRAFT];
      if (!plan.ok) return [];
      return activePasses(plan.value).map(({ pass }) => pass[target]);
    }
    case 'sunrise':
    case 'eclipse': {
      const plan = contacts.value.satellites[SPACECRAFT];
      if (!plan.ok) return [];
      const isSought = target === 'eclipse';
      return plan.value.eclipseTransitions
        .filter(({ isEclipsed }) => isEclipsed === isSought)
        .map(({ time }) => time);
    }
  }
}

/** Returns the next instant of a target, rounded up to a second; `undefined` if none is known. */
export function nextTarget(target: TimedTarget, slices: MissionSnapshot, now: EpochMs): EpochMs | undefined {
  const next = Math.min(...instantsOf(target, slices).filter((time) => time > now));
  return Number.isFinite(next) ? epochMs(Math.ceil(next / 1000) * 1000) : undefined;
}

/** Reasons why there is nothing to run until. */
export const NO_TARGET: Readonly<Record<TimedTarget, string>> = {
  aos: 'No AOS is in the contact plan.',
  los: 'No LOS is in the contact plan.',
  sunrise: 'No sunrise is in the contact plan.',
  eclipse: 'No eclipse is in the contact plan.',
  command: 'No command is due: queue one with a later time first.',
  event: 'No event is due: add one with a later time first.',
};

/** Reason for the pause at each target. */
export const REACHED: Readonly<Record<RunTarget, string>> = {
  aos: 'AOS',
  los: 'LOS',
  sunrise: 'Sunrise',
  eclipse: 'Eclipse',
  command: 'Command due',
  event: 'Event due',
  alarm: 'New anomaly',
};
