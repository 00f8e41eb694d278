import { describe, expect, it } from 'vitest';
import type { MissionInput } from '../../../../src/shared/contract/journal.ts';
import { FAULT_NAMES } from '../../../../src/shared/entities/faults.ts';
import { ORBITAL_ELEMENTS } from '../../../../src/shared/entities/satellites.ts';
import { type EpochMs, epochMs, MS_PER_H, MS_PER_MIN, MS_PER_S } from '../../../../src/shared/kit/units.ts';
import type { KeptState } from '../../../../src/worker/mission/keyframe.ts';
import { createMission, type Mission } from '../../../../src/worker/mission/mission.ts';

import { later, T0 } from '../../../support/mission.ts';

const HEADER = { seed: 5, startTime: later(417) };

describe('a mission', () => {
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

  it('shows the same, whether it was looked at each second or only at the end', () => {
    const seen = createMission(HEADER);
    const unseen = createMission(HEADER);
    const valuesOf = (mission: Mission): unknown =>
      Object.fromEntries(Object.entries(mission.snapshot()).map(([name, { value }]) => [name, value]));
    const turned = { ...ORBITAL_ELEMENTS.iss, MEAN_ANOMALY: 100 };
    const inputs: readonly MissionInput[] = [
      { kind: 'iss-orbit', elements: turned },
      { kind: 'jump', to: later(3 * MS_PER_H) },
      { kind: 'jump', to: later(2 * MS_PER_H + 1234) },
    ];
    for (const input of inputs) {
      const from = seen.time();
      const to = later(3.5 * MS_PER_MIN, from);
      for (let ms = 0; ms < to - from; ms += MS_PER_S) {
        seen.advanceTo(later(ms, from));
        seen.snapshot();
      }
      seen.advanceTo(to);
      unseen.advanceTo(to);
      for (const mission of [seen, unseen]) {
        mission.apply(input);
        mission.advanceTo(later(MS_PER_S, mission.time()));
      }
      expect(valuesOf(unseen)).toEqual(valuesOf(seen));
      expect(unseen.hash()).toBe(seen.hash());
    }
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
    const mission = createMission({ ...HEADER, profile: 'none' });
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
    const mission = createMission({ seed: 5, startTime: T0, profile: 'none' });
    mission.advanceTo(later(4 * MS_PER_H));
    expect(mission.snapshot().anomalies.value.filter(({ timestamp }) => timestamp > T0)).toEqual([]);
  });

  it('refuses a journal without the entries that its beginning includes', () => {
    const mission = createMission(HEADER);
    mission.apply({ kind: 'fault', inject: 'weak-cell' });
    const [keyframe, instant] = [mission.keyframe(), mission.instant()];
    mission.apply({ kind: 'fault', clear: 'weak-cell' });
    const after = mission.journal().slice(1);
    for (const beginning of [{ keyframe }, { instant }]) {
      expect(() => createMission({ ...HEADER, ...beginning, journal: [] })).toThrow(RangeError);
      const again = createMission({ ...HEADER, ...beginning, journal: mission.journal() });
      expect(again.hash()).toBe(mission.hash());
    }
    mission.apply({ kind: 'fault', inject: 'weak-cell' });
    expect(() => createMission({ ...HEADER, keyframe: mission.keyframe(), journal: after })).toThrow(
      'The state to begin with includes 3 inputs, and the journal has 1: pass the whole journal.',
    );
  });

  it('refuses a kept state or log that is not the one of its hash', () => {
    const keyframe = createMission(HEADER).keyframe();
    const state = { ...(keyframe.state as KeptState), seed: 6 };
    const log = keyframe.log.slice(1);
    for (const changed of [{ state }, { log }]) {
      expect(() => createMission({ ...HEADER, keyframe: { ...keyframe, ...changed } })).toThrow(
        'is not the one of its hash',
      );
    }
  });
});
