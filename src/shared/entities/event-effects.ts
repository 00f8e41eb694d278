import type { TimelineEventType } from './entities.ts';

/** What an event in progress does on board, in NOMINAL mode: see docs/model.md. */
export interface EventEffects {
  /** Power that the payload draws in addition, and that other units draw, W. */
  readonly payloadW?: number;
  readonly loadW?: number;
  /** Data that the payload records in addition, MB/s. */
  readonly recordedMbPerS?: number;
  /** True if it sends at the high rate over a station, as Data Downlink does. */
  readonly isDownlink?: true;
  /** Deviation of the attitude while the thrusters hold it, degrees. */
  readonly attitudeOffset?: number;
}

export const EVENT_EFFECTS: Readonly<Record<TimelineEventType, EventEffects>> = {
  Experiment: { payloadW: 25, recordedMbPerS: 0.03 },
  Maneuver: { loadW: 25, attitudeOffset: 0.25 },
  Communication: { isDownlink: true },
  Maintenance: { loadW: 10 },
  Emergency: {},
};

/** Returns the power that an event draws in all, W. */
export function eventPowerW(type: TimelineEventType): number {
  const { payloadW = 0, loadW = 0 } = EVENT_EFFECTS[type];
  return payloadW + loadW;
}
