import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MissionInput } from '../../../../src/shared/journal.ts';
import { type EpochMs, epochMs, MS_PER_H, MS_PER_MIN } from '../../../../src/shared/units.ts';
import { createMission, type Mission } from '../../../../src/worker/mission/mission.ts';
import { FAULT_NAMES } from '../../../../src/worker/spacecraft/fault-kinds.ts';
import { later, T0 } from '../../../support/mission.ts';

const DAY_MS = 24 * MS_PER_H;
const HEADER = { seed: 5, startTime: later(417) };

/** Everything that a mission shows, its log included. */
const shownBy = (mission: Mission) =>
  Object.fromEntries(Object.entries(mission.snapshot()).map(([name, { value }]) => [name, value]));

/** Inputs with their delays after the start, for a day. */
const DAY: readonly (readonly [ms: number, input: MissionInput])[] = [
  [
    1234,
    {
      kind: 'operation',
      name: 'queueCommand',
      input: { name: 'Rotate Antenna', scheduledTime: '2026-11-20T12:30' },
    },
  ],
  [60_001, { kind: 'operation', name: 'executeCommand', input: 'cmd-8' }],
  [5 * MS_PER_MIN, { kind: 'fault', inject: 'gimbal-slip', course: 'lasting' }],
  [20 * MS_PER_MIN + 7, { kind: 'operation', name: 'handOverConsole', input: 'duty crew' }],
  [9 * MS_PER_H, { kind: 'note', subject: 'Connection', level: 'info', text: 'Test' }],
  [13 * MS_PER_H + 999, { kind: 'jump', to: later(14 * MS_PER_H) }],
];

/** Lives through a day with its inputs, stopping at these instants too. */
function liveDay(stops: readonly number[]): Mission {
  const mission = createMission(HEADER);
  const inputs = DAY.map(([ms, input]) => ({ ms, input }));
  const all = [...inputs, ...stops.map((ms) => ({ ms, input: undefined }))];
  for (const { ms, input } of all.sort((a, b) => a.ms - b.ms)) {
    mission.advanceTo(later(ms));
    if (input) mission.apply(input);
  }
  mission.advanceTo(later(DAY_MS));
  return mission;
}

describe('a mission', () => {
  it('is the same for any division of its time', { timeout: 240_000 }, () => {
    const whole = liveDay([]);
    const expected = shownBy(whole);
    const stop = fc.oneof(
      fc.integer({ min: 0, max: DAY_MS }),
      fc.integer({ min: 0, max: 24 * 60 }).map((minute) => minute * MS_PER_MIN),
    );
    fc.assert(
      fc.property(fc.array(stop, { maxLength: 400, size: 'max' }), (stops) => {
        const divided = liveDay(stops);
        expect(divided.hash()).toBe(whole.hash());
        expect(shownBy(divided)).toEqual(expected);
      }),
      { numRuns: Number(process.env.FOLD_RUNS ?? 4), seed: 7 },
    );
  });

  it('is the same in steps of a millisecond', () => {
    const [whole, divided] = [createMission(HEADER), createMission(HEADER)];
    for (let ms = 0; ms <= 12_000; ms++) divided.advanceTo(later(ms));
    whole.advanceTo(later(12_000));
    expect(divided.hash()).toBe(whole.hash());
    expect(shownBy(divided)).toEqual(shownBy(whole));
  });

  it('continues from a kept state at any instant as if it had never stopped', { timeout: 240_000 }, () => {
    const whole = liveDay([]);
    const expected = shownBy(whole);
    const entries = whole.journal();
    fc.assert(
      fc.property(fc.integer({ min: 0, max: DAY_MS - 1 }), (ms) => {
        const stopped = createMission(HEADER);
        for (const { time, input, origin } of entries.filter((entry) => entry.time <= later(ms))) {
          stopped.advanceTo(time);
          stopped.apply(input, origin);
        }
        stopped.advanceTo(later(ms));
        const keyframe = structuredClone(stopped.keyframe());
        const restored = createMission({ ...HEADER, keyframe, journal: entries });
        restored.advanceTo(later(DAY_MS));
        expect(restored.hash()).toBe(whole.hash());
        expect(shownBy(restored)).toEqual(expected);
      }),
      { numRuns: Number(process.env.FOLD_RUNS ?? 3), seed: 11 },
    );
  });

  it('is repeated by its journal', () => {
    const first = createMission(HEADER);
    for (const [ms, input] of DAY.slice(0, 4)) {
      first.advanceTo(later(ms));
      first.apply(input);
    }
    first.advanceTo(later(MS_PER_H));
    const again = createMission({ ...first.header, journal: structuredClone(first.journal()) });
    again.advanceTo(later(MS_PER_H));
    expect(again.hash()).toBe(first.hash());
    expect(again.journal()).toEqual(first.journal());
  });

  it('differs with another seed, start or input', () => {
    const hashAfter = (header: { seed: number; startTime: EpochMs }, input?: MissionInput): string => {
      const mission = createMission(header);
      if (input) mission.apply(input);
      mission.advanceTo(later(MS_PER_MIN));
      return mission.hash();
    };
    const hashes = [
      hashAfter(HEADER),
      hashAfter({ ...HEADER, seed: 6 }),
      hashAfter({ ...HEADER, startTime: later(418) }),
      hashAfter(HEADER, { kind: 'fault', inject: 'antenna-off' }),
    ];
    expect(new Set(hashes).size).toBe(hashes.length);
  });

  it('stamps an input with the time at which it arrives, and numbers it', () => {
    const mission = createMission(HEADER);
    mission.advanceTo(later(2345));
    mission.apply({ kind: 'note', subject: 'Mission', level: 'info', text: 'One' }, 'desk');
    mission.advanceTo(later(3456));
    mission.apply({ kind: 'fault', inject: 'antenna-off' });
    expect(mission.journal().map(({ time, origin, sequence }) => [time, origin, sequence])).toEqual([
      [later(2345), 'desk', 1],
      [later(3456), 'operator', 2],
    ]);
    expect(mission.snapshot().log.value.find(({ text }) => text === 'One')?.time).toBe(later(2345));
  });

  it('does not record an input that it refuses', () => {
    const mission = createMission(HEADER);
    const before = mission.hash();
    const refused: readonly MissionInput[] = [
      { kind: 'operation', name: 'executeCommand', input: 'cmd-99' },
      { kind: 'operation', name: 'launch' as never, input: 'now' },
      { kind: 'fault', inject: 'no-such-fault' },
      { kind: 'fault', inject: 'antenna-off', course: 'none' },
      { kind: 'fault', clear: 'wing-folded' },
      { kind: 'jump', to: epochMs(Number.NaN) },
    ];
    for (const input of refused) expect(mission.apply(input).outcome).toMatchObject({ ok: false });
    expect(mission.hash()).toBe(before);
    expect(mission.journal()).toEqual([]);
  });

  it.each(FAULT_NAMES)('gets the fault %s injected, detected at once, and cleared', (name) => {
    const mission = createMission({ ...HEADER, drawsFaults: false });
    mission.advanceTo(later(MS_PER_MIN));
    expect(mission.apply({ kind: 'fault', inject: name, course: 'lasting' }).notices).toHaveLength(1);
    const [anomaly] = mission.snapshot().anomalies.value;
    expect(anomaly).toMatchObject({ status: 'Active', timestamp: later(MS_PER_MIN) });
    const isActive = () =>
      mission.snapshot().spacecraft.value?.faults.some(({ anomalyId }) => anomalyId === anomaly?.id);
    mission.advanceTo(later(5 * MS_PER_MIN));
    expect(isActive()).toBe(true);
    mission.apply({ kind: 'fault', clear: name });
    mission.advanceTo(later(6 * MS_PER_MIN));
    expect(isActive()).toBe(false);
  });

  it('draws no fault where its header says so', () => {
    const mission = createMission({ seed: 5, startTime: T0, drawsFaults: false });
    mission.advanceTo(later(4 * MS_PER_H));
    expect(mission.snapshot().anomalies.value.filter(({ timestamp }) => timestamp > T0)).toEqual([]);
  });

  it('refuses a kept state that is not the one of its hash', () => {
    const mission = createMission(HEADER);
    const keyframe = structuredClone(mission.keyframe());
    (keyframe.state as { seed: number }).seed = 6;
    expect(() => createMission({ ...HEADER, keyframe })).toThrow('is not the one of its hash');
  });
});
