import { describe, expect, it } from 'vitest';
import type { TelemetrySample } from '../../../../../src/shared/entities/entities.ts';
import { MS_PER_H, MS_PER_MIN } from '../../../../../src/shared/kit/units.ts';
import {
  type BegunFault,
  beginFault,
  type FaultRecord,
  shiftRecord,
  symptomsOf,
} from '../../../../../src/worker/ground/anomalies/fault-records.ts';
import { causesOf } from '../../../../../src/worker/ground/diagnosis/fitting-causes.ts';
import { later, T0 } from '../../../../support/mission.ts';
import { NOMINAL } from '../../../../support/telemetry.ts';

/** A minute of samples in which the bus warms by half a degree. */
const WARMING: readonly TelemetrySample[] = Array.from({ length: 13 }, (_, index) => ({
  ...NOMINAL,
  timestamp: later(5000 * (index - 12)),
  temperature: 15 + (0.5 * index) / 12,
}));

const begin = (telemetry: readonly TelemetrySample[], change: Partial<BegunFault> = {}) =>
  beginFault('anomaly-1', { name: 'antenna-off', plan: { course: 'lasting' }, ...change }, T0, telemetry);

describe('the record of a fault', () => {
  it('holds the last sample before the onset and how fast the bus warmed, and nothing of what came later', () => {
    const { record } = begin([...WARMING, { ...NOMINAL, timestamp: later(5000), temperature: 30 }]);
    expect(record.before).toEqual(WARMING.at(-1));
    expect(record.slopeBefore).toBeCloseTo(0.5, 6);
  });

  it('keeps every cause of its type possible, as does its anomaly', () => {
    const { record, anomaly } = begin(WARMING);
    expect(record.reported).toMatchObject({
      phase: 'unseen',
      causes: causesOf('Signal'),
      status: 'Active',
      time: T0,
    });
    expect(anomaly.aiExplanation).toContain(
      'Likely cause: Antenna off pointing, antenna gimbal slipped or receiver detuned.',
    );
    expect(anomaly).toMatchObject({ suggestedAction: 'Rotate Antenna', severity: 'Medium' });
  });

  it('has no sample and no slope without telemetry', () => {
    expect(Object.keys(begin([]).record).sort()).toEqual(['name', 'plan', 'reported', 'since']);
  });

  it('keeps earlier knowledge when the fault is reported again', () => {
    const { record } = begin(WARMING);
    const earlier: FaultRecord = {
      ...record,
      isResolved: true,
      isContained: true,
      reported: { ...record.reported, phase: 'seen', causes: ['antenna-off'], pressing: 'retry' },
    };
    const again = beginFault(
      'anomaly-2',
      { name: 'antenna-off', plan: record.plan, recurrence: 'unresolved', earlier },
      later(250_000),
      [{ ...NOMINAL, signalStrength: 50, timestamp: later(250_000) }],
    );
    expect(again.record).toMatchObject({
      before: record.before,
      slopeBefore: record.slopeBefore,
      onset: T0,
      isContained: true,
      reported: { phase: 'seen', causes: ['antenna-off'], pressing: 'retry' },
    });
    expect(again.record).not.toHaveProperty('isResolved');
    expect(again.anomaly.message).toMatch(/^The fault persists; its earlier entry left the list\. /);
  });
});

describe('the symptoms of a fault', () => {
  it('are its record, its report, and the status of its anomaly', () => {
    const { record } = begin(WARMING);
    const told = { ...record.reported, phase: 'seen', causes: ['antenna-off'] } as const;
    expect(symptomsOf({ ...record, reported: told }, 'Acknowledged', WARMING, undefined)).toMatchObject({
      name: 'antenna-off',
      since: T0,
      causes: ['antenna-off'],
      seenIn: 'signalStrength',
      status: 'Acknowledged',
      telemetry: WARMING,
    });
    expect(symptomsOf(record, 'Active', WARMING, undefined).seenIn).toBeUndefined();
  });
});

describe('a record under a clock that moved back', () => {
  it('keeps all intervals', () => {
    const { record } = begin(WARMING, { plan: { course: 'transient', clearedAt: later(MS_PER_MIN) } });
    const full: FaultRecord = {
      ...record,
      onset: later(-1000),
      reported: { ...record.reported, tried: { 'Rotate Antenna': later(4000) } },
      endedAt: later(2000),
    };
    const shifted = shiftRecord(full, -MS_PER_H);
    expect(shifted).toMatchObject({
      since: later(-MS_PER_H),
      onset: later(-1000 - MS_PER_H),
      reported: { tried: { 'Rotate Antenna': later(4000 - MS_PER_H) } },
      endedAt: later(2000 - MS_PER_H),
      plan: { clearedAt: later(MS_PER_MIN - MS_PER_H) },
    });
    expect(shiftRecord(shifted, MS_PER_H)).toEqual(full);
    expect(Object.keys(shiftRecord(begin([]).record, -1)).sort()).toEqual([
      'name',
      'plan',
      'reported',
      'since',
    ]);
  });
});
