import { describe, expect, it } from 'vitest';
import type { FaultView, SpacecraftView } from '../../../../../src/shared/entities/spacecraft.ts';
import { addMs, type EpochMs, MS_PER_MIN } from '../../../../../src/shared/kit/units.ts';
import { createArchive } from '../../../../../src/worker/session/archive/archive.ts';
import { shiftFigures } from '../../../../../src/worker/session/archive/comparison.ts';
import { T0 } from '../../../../support/mission.ts';
import { spacecraftView } from '../../../../support/spacecraft-view.ts';
import { factsOf } from './ground.ts';

const at = (minutes: number): EpochMs => addMs(T0, minutes * MS_PER_MIN);

const fault = (anomalyId: string, firstReport?: string): FaultView => ({
  anomalyId,
  ...(firstReport !== undefined && { firstReport }),
  parts: ['battery'],
  label: 'battery fault',
});

/** Returns an archive of what became known at some minutes. */
function archiveOf(moments: readonly (readonly [minute: number, facts: Parameters<typeof factsOf>[0]])[]) {
  const archive = createArchive();
  for (const [minute, facts] of moments) archive.append(factsOf(facts), at(minute));
  return archive;
}

/** Returns an archive of the spacecraft as seen at some minutes. */
const archiveOfViews = (views: readonly (readonly [minute: number, told: Partial<SpacecraftView>])[]) =>
  archiveOf(
    views.map(([minute, told]) => [minute, { spacecraft: spacecraftView({ time: at(minute), ...told }) }]),
  );

const payload = (payloadW: number): Partial<SpacecraftView> => ({
  loads: { ...spacecraftView().loads, payloadW },
});

describe('the figures of a shift', () => {
  it('have the time with the payload on, also where it changes without the mode', () => {
    const archive = archiveOfViews([
      [0, payload(60)],
      [10, payload(0)],
      [25, payload(42)],
      [40, { mode: 'SAFE', ...payload(0) }],
    ]);
    const { payloadOnMs, notNominalMs } = shiftFigures(archive, at(5), at(50));
    expect(payloadOnMs).toBe((5 + 15) * MS_PER_MIN);
    expect(notNominalMs).toBe(10 * MS_PER_MIN);
  });

  it('have the median time until a fault that began in the period was cleared, under any of its reports', () => {
    const archive = archiveOfViews([
      [0, { faults: [fault('a')] }],
      [1, { faults: [fault('a'), fault('b')] }],
      [2, { faults: [fault('b'), fault('c')] }],
      [4, { faults: [fault('d', 'b'), fault('c')] }],
      [7, { faults: [fault('c')] }],
      [12, { faults: [] }],
      [13, { faults: [fault('e')] }],
    ]);
    // b takes 6 min and c 10 min; a began before, and e is still active.
    expect(shiftFigures(archive, at(0), at(20)).clearedInMs).toBe(8 * MS_PER_MIN);
    expect(shiftFigures(archive, at(0), at(10)).clearedInMs).toBe(6 * MS_PER_MIN);
    expect(shiftFigures(archive, at(1), at(20)).clearedInMs).toBe(10 * MS_PER_MIN);
    expect(shiftFigures(archive, at(12), at(20))).not.toHaveProperty('clearedInMs');
  });

  it('have the anomalies that asked for action in the period, and the median time to their answers', () => {
    const asks = [
      { id: 'a', askedAt: at(0), answeredAt: at(9) },
      { id: 'b', askedAt: at(2), answeredAt: at(5) },
      { id: 'c', askedAt: at(3) },
    ];
    const answered = [...asks.slice(0, 2), { id: 'c', askedAt: at(3), answeredAt: at(10) }];
    const archive = archiveOf([
      [0, { asks: asks.slice(0, 1) }],
      [5, { asks }],
      [10, { asks: answered }],
      // An hour later only the newest are known to the mission.
      [70, { asks: [{ id: 'b', askedAt: at(69) }] }],
    ]);
    expect(shiftFigures(archive, at(0), at(8))).toMatchObject({ asked: 2, answeredInMs: 3 * MS_PER_MIN });
    expect(shiftFigures(archive, at(0), at(80))).toMatchObject({ asked: 3, answeredInMs: 5 * MS_PER_MIN });
    const late = shiftFigures(archive, at(60), at(80));
    expect(late.asked).toBe(1);
    expect(late).not.toHaveProperty('answeredInMs');
  });

  it('have the commands of the period whose effect telemetry has not shown by its end', () => {
    const command = (id: string, minute: number) => ({
      id,
      name: 'Thermal Control',
      status: 'Executed',
      executionTime: at(minute),
    });
    const commands = [command('1', 1), command('2', 6), command('3', 7)];
    const verdicts = (...all: readonly string[]) =>
      all.map((verdict, index) => ({ commandId: String(index + 1), expected: '', verdict }));
    const archive = archiveOf([
      [0, {}],
      [7, { commands, verifications: verdicts('not confirmed', 'watching', 'watching') }],
      [9, { commands, verifications: verdicts('not confirmed', 'not confirmed', 'confirmed') }],
    ]);
    expect(shiftFigures(archive, at(0), at(8))).toMatchObject({ commands: 3, unconfirmed: 1 });
    expect(shiftFigures(archive, at(0), at(10))).toMatchObject({ commands: 3, unconfirmed: 2 });
    expect(shiftFigures(archive, at(5), at(10))).toMatchObject({ commands: 2, unconfirmed: 1 });
  });

  it('have the faults that the log of the period says FDIR and commands have cleared', () => {
    const log = [
      [1, 'FDIR', ['a']],
      [2, 'FDIR', ['b']],
      [3, 'command', ['c', 'd']],
      [4, undefined, ['e']],
    ] as const;
    const entries = log.map(([minute, clearedBy, of], index) => ({
      id: index + 1,
      time: at(minute),
      kind: 'Anomaly',
      level: 'success',
      text: 'news of a fault',
      of,
      clearedBy,
    }));
    const archive = archiveOf([[10, { log: entries }]]);
    expect(shiftFigures(archive, at(0), at(10)).cleared).toEqual({ byFdir: 2, byCommand: 2 });
    expect(shiftFigures(archive, at(1), at(10)).cleared).toEqual({ byFdir: 1, byCommand: 2 });
  });
});
