import type { SpacecraftPart } from '../entities/spacecraft.ts';
import { float, uint } from './fields.ts';

/** All events that the spacecraft reports, and the fields of their reports. */

export const EVENT_SERVICE = 5;

/** Severity of an event; its number is the subtype of its report. */
export const EVENT_SEVERITIES = ['informative', 'low', 'medium', 'high'] as const;
type EventSeverity = (typeof EVENT_SEVERITIES)[number];

export interface EventDefinition {
  /** Event definition identification. */
  readonly id: number;
  /** In capitals, as in the descriptions. */
  readonly name: string;
  readonly severity: EventSeverity;
  readonly text: string;
}

/** Parts of the spacecraft that FDIR acts on, in the order of their events. */
const PARTS: readonly (readonly [part: SpacecraftPart, text: string])[] = [
  ['battery', 'battery'],
  ['array', 'solar array'],
  ['bus', 'bus'],
  ['heater', 'heater'],
  ['wheels', 'reaction wheels'],
  ['sensors', 'attitude sensors'],
  ['antenna', 'antenna'],
];

/** What FDIR did about a part. */
const FDIR_ACTIONS = {
  retried: { first: 11, name: 'FDIR_RETRY', severity: 'low', text: 'FDIR: a retry cleared a fault of the' },
  switched: { first: 21, name: 'FDIR_SWITCH', severity: 'medium', text: 'FDIR: switch to the redundant' },
  safed: {
    first: 31,
    name: 'FDIR_SAFE',
    severity: 'high',
    text: 'FDIR: safe configuration for a fault of the',
  },
  restored: {
    first: 41,
    name: 'FDIR_RESTORED',
    severity: 'informative',
    text: 'FDIR: reconfiguration cleared a fault of the',
  },
} as const;
export type FdirAction = keyof typeof FDIR_ACTIONS;

const event = (id: number, name: string, severity: EventSeverity, text: string): EventDefinition => ({
  id,
  name,
  severity,
  text,
});

export const MODE_EVENTS = {
  NOMINAL: event(1, 'MODE_NOMINAL', 'informative', 'The spacecraft is in NOMINAL'),
  SAFE: event(2, 'MODE_SAFE', 'medium', 'The spacecraft is in SAFE'),
  SURVIVAL: event(3, 'MODE_SURVIVAL', 'high', 'The spacecraft is in SURVIVAL'),
} as const;
export const UNDERVOLTAGE = event(
  4,
  'UNDERVOLTAGE',
  'medium',
  'The bus is below the protection voltage; SAFE follows if it lasts',
);
export const TELEMETRY_ON = event(
  5,
  'TELEMETRY_ON',
  'informative',
  'Packet telemetry has begun, or begun again',
);
export const TIME_JUMP = event(6, 'TIME_JUMP', 'low', 'Mission time has jumped; telemetry has a gap');

export const RELEASE_MISSED = event(
  7,
  'RELEASE_MISSED',
  'low',
  'A scheduled telecommand was dropped: the schedule was off, or its release time had passed',
);

export const STORE_FULL = event(
  8,
  'STORE_FULL',
  'medium',
  'The packet store is full; further packets are lost',
);

/** Returns the event of an action of FDIR. */
export function fdirEvent(action: FdirAction, part: SpacecraftPart): EventDefinition {
  const { first, name, severity, text } = FDIR_ACTIONS[action];
  const index = PARTS.findIndex(([one]) => one === part);
  return event(first + index, `${name}_${part.toUpperCase()}`, severity, `${text} ${PARTS[index]?.[1]}`);
}

export const EVENTS: readonly EventDefinition[] = [
  ...Object.values(MODE_EVENTS),
  UNDERVOLTAGE,
  TELEMETRY_ON,
  TIME_JUMP,
  RELEASE_MISSED,
  STORE_FULL,
  ...(Object.keys(FDIR_ACTIONS) as FdirAction[]).flatMap((action) =>
    PARTS.map(([part]) => fdirEvent(action, part)),
  ),
];

export const eventId = uint('eventId', 16, 'Event', {
  labels: EVENTS.map(({ id, name }) => [id, name] as const),
});

/** The same for every event: some ground systems read no variable part. */
export const EVENT_FIELDS = [
  eventId,
  float('eventBusVoltage', 'Bus voltage at the event', 'V'),
  float('eventBusTemperature', 'Bus temperature at the event', '°C'),
  float('eventAttitudeDeviation', 'Attitude deviation at the event', '°'),
] as const;
