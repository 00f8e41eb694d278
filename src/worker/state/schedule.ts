import {
  ANOMALY_PERIOD_MS,
  ORBITA_PERIOD_MS,
  PERFORMANCE_PERIOD_MS,
  TELEMETRY_PERIOD_MS,
} from '../../shared/constants.ts';
import { addMs, type EpochMs, epochMs, MS_PER_S } from '../../shared/units.ts';

/** All cadences of the mission. Those due at the same instant run in this order. */
export const CADENCE_PERIODS_MS = {
  clock: MS_PER_S,
  telemetry: TELEMETRY_PERIOD_MS,
  positions: ORBITA_PERIOD_MS,
  contacts: MS_PER_S,
  anomalies: ANOMALY_PERIOD_MS,
  performance: PERFORMANCE_PERIOD_MS,
} as const;

export type Cadence = keyof typeof CADENCE_PERIODS_MS;
export const CADENCES = Object.keys(CADENCE_PERIODS_MS) as readonly Cadence[];

/** Next run of each cadence. */
export type Schedule = Readonly<Record<Cadence, EpochMs>>;

/** The cadence that runs next, and when. */
export interface DueStep {
  readonly cadence: Cadence;
  readonly time: EpochMs;
}

const mapCadences = (pick: (cadence: Cadence) => EpochMs): Schedule => ({
  clock: pick('clock'),
  telemetry: pick('telemetry'),
  positions: pick('positions'),
  contacts: pick('contacts'),
  anomalies: pick('anomalies'),
  performance: pick('performance'),
});

/** Every cadence on a grid that includes `anchor`, next due at its first instant after `after`. */
export const anchorSchedule = (anchor: EpochMs, after: EpochMs): Schedule =>
  mapCadences((cadence) => firstAfter(anchor, CADENCE_PERIODS_MS[cadence], after));

/** The same grids, next due at their first instant after `after`; a later due time is kept. */
export const skipTo = (schedule: Schedule, after: EpochMs): Schedule =>
  mapCadences((cadence) =>
    schedule[cadence] > after
      ? schedule[cadence]
      : firstAfter(schedule[cadence], CADENCE_PERIODS_MS[cadence], after),
  );

function firstAfter(anchor: EpochMs, periodMs: number, after: EpochMs): EpochMs {
  return epochMs(anchor + (Math.floor((after - anchor) / periodMs) + 1) * periodMs);
}

export function nextStep(schedule: Schedule): DueStep {
  let next: DueStep = { cadence: 'clock', time: schedule.clock };
  for (const cadence of CADENCES) {
    if (schedule[cadence] < next.time) next = { cadence, time: schedule[cadence] };
  }
  return next;
}

/** The schedule after a run of the cadence. */
export function completeStep(schedule: Schedule, cadence: Cadence): Schedule {
  const next = { ...schedule }; // A computed key in the literal is many times slower.
  next[cadence] = addMs(schedule[cadence], CADENCE_PERIODS_MS[cadence]);
  return next;
}

/** Last instant of a cadence, whether it ran or not. */
export const lastStep = (schedule: Schedule, cadence: Cadence): EpochMs =>
  addMs(schedule[cadence], -CADENCE_PERIODS_MS[cadence]);
