import { describe, expect, it } from 'vitest';
import type { Anomaly } from '../../../../../src/shared/entities/entities.ts';
import { FAULT_NAMES } from '../../../../../src/shared/entities/faults.ts';
import { CHANNELS } from '../../../../../src/shared/entities/telemetry-channels.ts';
import { MS_PER_H, MS_PER_S } from '../../../../../src/shared/kit/units.ts';
import type { AnomaliesState, Faults } from '../../../../../src/worker/ground/anomalies/anomalies.ts';
import type { FaultRecord } from '../../../../../src/worker/ground/anomalies/fault-records.ts';
import { knownFaults, withKnownFaults } from '../../../../../src/worker/ground/anomalies/known-faults.ts';
import { causesOf } from '../../../../../src/worker/ground/diagnosis/fitting-causes.ts';
import type { MissionForesight } from '../../../../../src/worker/ground/diagnosis/outlook.ts';
import type { Session } from '../../../../../src/worker/session/session.ts';
import { FAULT_KINDS } from '../../../../../src/worker/spacecraft/fault-kinds.ts';
import { later, startMission, T0 } from '../../../../support/mission.ts';
import { spacecraftView } from '../../../../support/spacecraft-view.ts';

const LABELS = FAULT_NAMES.map((name) => FAULT_KINDS[name].label);

/** True if several causes fit, which the anomaly lists by their labels. */
function isOpen({ aiExplanation }: Anomaly): boolean {
  const [, cause = ''] = /^Likely cause: (.*)$/m.exec(aiExplanation) ?? [];
  return LABELS.some((label) => new RegExp(`^${label}(,| or) `, 'i').test(cause));
}

/** Advances second by second, with a check at each. */
function watch(mission: Session, seconds: number, look: () => void): void {
  for (let second = 1; second <= seconds; second += 1) {
    mission.advanceTo(later(second * MS_PER_S));
    look();
  }
}

describe('faults shown to the page', () => {
  it.each([1, 3])('names a cause only once its anomaly does, with seed %i', (seed) => {
    const mission = startMission({ seed });
    const opened = new Set<string>();
    const named = new Set<string>();
    let seen = 0;
    watch(mission, 1500, () => {
      const { anomalies, spacecraft, log } = mission.snapshot();
      const isListed = (type: string) => anomalies.value.filter((anomaly) => anomaly.type === type);
      for (const { anomalyId, label, isCauseUnknown, parts } of spacecraft.value?.faults ?? []) {
        const anomaly = anomalies.value.find(({ id }) => id === anomalyId);
        if (!anomaly || anomaly.status === 'Resolved') continue;
        if (isOpen(anomaly)) {
          expect([label, isCauseUnknown]).toEqual([`${anomaly.type.toLowerCase()} fault`, true]);
          opened.add(anomalyId);
        } else {
          expect(LABELS).toContain(label);
          expect(isCauseUnknown).toBeUndefined();
          expect(parts).toHaveLength(1);
          named.add(anomalyId);
        }
      }
      const lines = log.value.filter(({ id, kind }) => id > seen && kind === 'Anomaly');
      seen = log.value.at(-1)?.id ?? seen;
      for (const { text } of lines) {
        const type = /the fault of the (\w+) anomaly/.exec(text)?.[1];
        if (type === undefined || !LABELS.some((label) => text.includes(label))) continue;
        expect(isListed(type).some((anomaly) => !isOpen(anomaly))).toBe(true);
      }
    });
    expect(opened.size).toBeGreaterThan(0);
    expect(named.size).toBeGreaterThan(0);
  });
});

describe('known faults', () => {
  const record = (
    told: Partial<FaultRecord['reported']>,
    change: Partial<FaultRecord> = {},
  ): FaultRecord => ({
    name: 'open-string',
    since: T0,
    plan: { course: 'lasting' },
    reported: {
      phase: 'seen',
      causes: causesOf('Solar'),
      channel: 'solarOutput',
      status: 'Active',
      time: T0,
      ...told,
    },
    ...change,
  });

  it('are described by their remaining causes, with the possibly faulty parts', () => {
    const of = (told: FaultRecord) => knownFaults({ faults: { 'anomaly-7': told } })[0];
    const solar = { anomalyId: 'anomaly-7' };
    expect(of(record({}))).toEqual({
      ...solar,
      parts: ['array'],
      label: 'solar fault',
      isCauseUnknown: true,
    });
    expect(of(record({ causes: ['open-string'] }))).toEqual({
      ...solar,
      parts: ['array'],
      label: 'one array string open',
    });
    expect(
      of(record({ causes: causesOf('Attitude') }, { name: 'gyro-drift', firstReport: 'anomaly-5' })),
    ).toEqual({
      anomalyId: 'anomaly-7',
      firstReport: 'anomaly-5',
      parts: ['wheels', 'sensors'],
      label: 'attitude fault',
      isCauseUnknown: true,
    });
  });

  it('are those of closed anomalies as well, the oldest first, and none that has ended', () => {
    const faults = {
      'anomaly-4': record({}, { since: later(4) }),
      'anomaly-3': record({}, { since: later(3), endedAt: later(5) }),
      'anomaly-1': record({}, { since: later(1) }),
    };
    const closed = { 'anomaly-2': record({}, { since: later(2) }) };
    const ids = knownFaults({ faults, closed }).map(({ anomalyId }) => anomalyId);
    expect(ids).toEqual(['anomaly-1', 'anomaly-2', 'anomaly-4']);
  });

  const foresight: MissionForesight = {
    from: T0,
    until: later(MS_PER_H),
    limits: [
      {
        channel: 'signalStrength',
        value: 50,
        turns: [{ to: 'out', from: later(60_000), until: later(120_000) }],
      },
    ],
  };

  it('have risks once a reading has shown their size', () => {
    const risksIn = (phase: 'unseen' | 'seen') => {
      const faults = { 'anomaly-7': record({ phase, causes: ['antenna-off'] }, { name: 'antenna-off' }) };
      return knownFaults({ faults, foresight })[0]?.risks;
    };
    expect(risksIn('unseen')).toBeUndefined();
    expect(risksIn('seen')).toEqual([
      { channel: 'signalStrength', value: 50, from: later(60_000), until: later(120_000) },
    ]);
  });

  it('replace those of a view as soon as they differ', () => {
    const view = (faults: Faults, held = spacecraftView(), more: Partial<AnomaliesState> = {}) =>
      withKnownFaults(held, { anomalies: [], nextId: 9, faults, ...more });
    const wheels = record({ causes: ['wheel-friction', 'wheel-failing'] }, { name: 'wheel-friction' });
    const held = view({ 'anomaly-7': wheels });
    expect(held.faults).toHaveLength(1);
    expect(view({ 'anomaly-7': structuredClone(wheels) }, held)).toBe(held);
    expect(view({}, held).faults).toEqual([]);
    expect(view({ 'anomaly-7': wheels, 'anomaly-8': wheels }, held).faults).toHaveLength(2);
    expect(view({ 'anomaly-8': wheels }, held).faults[0]?.anomalyId).toBe('anomaly-8');
    const oneCause = record({ causes: ['wheel-friction'] }, { name: 'wheel-friction' });
    expect(view({ 'anomaly-7': oneCause }, held).faults[0]?.label).toBe('reaction wheel friction');
    const anyCause = record({ causes: causesOf('Attitude') }, { name: 'wheel-friction' });
    expect(view({ 'anomaly-7': anyCause }, held).faults[0]?.parts).toEqual(['wheels', 'sensors']);
    const antenna = { 'anomaly-7': record({ causes: ['antenna-off'] }, { name: 'antenna-off' }) };
    expect(view(antenna, view(antenna), { foresight }).faults[0]?.risks).toHaveLength(1);
  });

  it('say what comes next only of a known cause, and what its explanation says within a minute', () => {
    const mission = startMission({ seed: 2 });
    const unsaid = new Map<string, number>();
    let said = 0;
    watch(mission, 1500, () => {
      const { anomalies, spacecraft, clock } = mission.snapshot();
      for (const { anomalyId, risks, isCauseUnknown } of spacecraft.value?.faults ?? []) {
        if (isCauseUnknown) expect(risks).toBeUndefined();
        const anomaly = anomalies.value.find(({ id, status }) => id === anomalyId && status !== 'Resolved');
        const [next] = risks ?? [];
        if (!anomaly || !next || 'mode' in next || next.from <= clock.value.time) continue;
        const { unit, limits } = CHANNELS[next.channel];
        const isUpper = [limits.warning.high, limits.critical.high].includes(next.value);
        const [, outlook = ''] = /^If nothing is done: (.*)$/m.exec(anomaly.aiExplanation) ?? [];
        const isSaid = outlook.includes(`${isUpper ? 'above' : 'below'} ${next.value} ${unit}`);
        said += Number(isSaid);
        unsaid.set(anomalyId, isSaid ? 0 : (unsaid.get(anomalyId) ?? 0) + 1);
        expect(unsaid.get(anomalyId), outlook).toBeLessThanOrEqual(60);
      }
    });
    expect(said).toBeGreaterThan(0);
  });
});
