import { describe, expect, it } from 'vitest';
import type { TelemetrySample } from '../../../src/shared/entities.ts';
import { MS_PER_MIN } from '../../../src/shared/units.ts';
import { beginFault, type FaultRecord, situationNow, symptomsOf } from '../../../src/worker/fault-records.ts';
import { later, T0 } from '../../support/mission.ts';

const NOMINAL: TelemetrySample = {
  timestamp: T0,
  batteryVoltage: 27,
  solarOutput: 600,
  signalStrength: 60,
  temperature: 15,
  attitudeStability: 0.5,
};

/** A minute of samples in which the bus warms by half a degree, and the signal is as told. */
const warming = (signalStrength = 60): readonly TelemetrySample[] =>
  Array.from({ length: 13 }, (_, index) => ({
    ...NOMINAL,
    signalStrength,
    timestamp: later(5000 * (index - 12)),
    temperature: 15 + (0.5 * index) / 12,
  }));

const begin = (telemetry: readonly TelemetrySample[]) =>
  beginFault('anomaly-1', { name: 'antenna-off', plan: { course: 'lasting' } }, T0, telemetry);

describe('the record of a fault', () => {
  it('holds the last sample before the onset and how fast the bus warmed, and nothing of what came later', () => {
    const before = warming();
    const { record } = begin([...before, { ...NOMINAL, timestamp: later(5000), temperature: 30 }]);
    expect(record.before).toEqual(before.at(-1));
    expect(record.slopeBefore).toBeCloseTo(0.5, 6);
    expect(record.told).toEqual({ phase: 'unseen', levels: ['nominal'], status: 'Active' });
  });

  it('has neither where nothing was received, and takes what is out of limits as it was', () => {
    expect(Object.keys(begin([]).record).sort()).toEqual(['name', 'plan', 'since', 'told']);
    expect(begin([]).record.told.levels).toEqual(['nominal']);
    expect(begin(warming(45)).record.told.levels).toEqual(['warning']);
  });
});

describe('what is known of a fault now', () => {
  const { record } = begin(warming());
  const forecast = {
    channel: 'signalStrength',
    level: 'critical',
    value: 40,
    inMs: 10 * MS_PER_MIN,
  } as const;
  const symptoms = (change: Partial<FaultRecord>, status: 'Active' | 'Acknowledged' = 'Active') =>
    symptomsOf({ ...record, ...change }, status, [], undefined, later(MS_PER_MIN));

  it('counts its forecast down from when it was made', () => {
    expect(symptoms({ forecast, forecastTime: T0 }).forecast?.inMs).toBe(9 * MS_PER_MIN);
    expect(symptoms({ forecast }).forecast?.inMs).toBe(10 * MS_PER_MIN);
    expect(symptoms({}).forecast).toBeUndefined();
  });

  it('can be resolved while its anomaly is Active', () => {
    expect(symptoms({}).isResolvable).toBe(true);
    expect(symptoms({}, 'Acknowledged').isResolvable).toBe(false);
  });

  it('is the situation that was told until a status, a forecast or a level differs', () => {
    const now = (held: FaultRecord, status: 'Active' | 'Acknowledged', signal = 60) =>
      situationNow(held, symptomsOf(held, status, warming(signal), undefined, T0), status);
    expect(now(record, 'Active')).toBe(record.told);
    expect(now(record, 'Acknowledged')).toEqual({ ...record.told, status: 'Acknowledged' });
    expect(now({ ...record, forecastTime: T0 }, 'Active')).toEqual({ ...record.told, forecastTime: T0 });
    expect(now(record, 'Active', 45)).toEqual({ ...record.told, levels: ['warning'] });
  });

  it('stands still once it has recovered, but for the status of its anomaly', () => {
    const told = { ...record.told, phase: 'recovered' } as const;
    const recovered: FaultRecord = { ...record, told, endedAt: T0 };
    const now = (status: 'Active' | 'Resolved') =>
      situationNow(recovered, symptomsOf(recovered, status, warming(20), undefined, T0), status);
    expect(now('Active')).toBe(told);
    expect(now('Resolved')).toMatchObject({ phase: 'recovered', status: 'Resolved' });
  });
});
