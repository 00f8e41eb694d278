import {
  ChevronDown,
  ChevronUp,
  Equal,
  FlaskConical,
  type LucideIcon,
  RadioTower,
  Rocket,
  Siren,
  Wrench,
} from 'lucide-react';
import type { Priority, TimelineEventStatus, TimelineEventType } from '../../../shared/entities/entities.ts';
import type { StatusLevel } from '../../kit/status/levels.ts';

/** Icons used in the list and on the strip, where words do not fit. */
export const TYPE_ICONS: Readonly<Record<TimelineEventType, LucideIcon>> = {
  Experiment: FlaskConical,
  Maneuver: Rocket,
  Communication: RadioTower,
  Maintenance: Wrench,
  Emergency: Siren,
};

export const PRIORITY_ICONS: Readonly<Record<Priority, LucideIcon>> = {
  Low: ChevronDown,
  Medium: Equal,
  High: ChevronUp,
};

/** Status level of an event (design.md §5). */
export const EVENT_LEVELS: Readonly<Record<TimelineEventStatus, StatusLevel>> = {
  Scheduled: 'standby',
  'In Progress': 'normal',
  Completed: 'off',
  Cancelled: 'off',
};
