import { describe, expect, it } from 'vitest';
import { ORBITAL_ELEMENTS } from '../../../../../src/shared/entities/satellites.ts';
import { MS_PER_H, MS_PER_MIN } from '../../../../../src/shared/kit/units.ts';
import { describeReplay, replay } from '../../../../../src/worker/session/branches/replay.ts';
import { openSession, type Session } from '../../../../../src/worker/session/session.ts';
import { later, recordUpdates, T0 } from '../../../../support/mission.ts';
import { recordingOf, simulateInputs, simulateJumps } from '../../../../support/recording.ts';

const open = (recording: ReturnType<typeof recordingOf>): Session =>
  openSession({
    clock: { now: () => T0 },
    seed: 999,
    resume: { ...recording, isReplay: true },
  });

describe('a replay', () => {
  it.each([
    ['with inputs', simulateInputs],
    ['with jumps, also back', simulateJumps],
  ])('has the hash of each minute of its recording, %s', (_what, live) => {
    const session = live();
    const recording = recordingOf(session);
    const lived = replay(recording);
    expect(lived.differsAt).toBeUndefined();
    expect(lived.past.marks).toEqual(recording.marks);
    expect(lived.mission.hash()).toBe(session.mission.hash());
    expect(describeReplay(lived)).toBe(`${recording.marks.length} hashes equal.`);
  });

  it('names the first minute that differs after a changed character in an input', () => {
    const recording = recordingOf(simulateInputs());
    const entries = JSON.parse(JSON.stringify(recording.entries).replace('Antenna test', 'Antenna tests'));
    const lived = replay({ ...recording, entries });
    expect(lived).toMatchObject({ equalCount: 1, differsAt: later(2 * MS_PER_MIN) });
    expect(describeReplay(lived)).toBe(
      'The replay differs from the recording at 2026-11-20 12:02 UTC. Hashes equal before: 1.',
    );
  });

  it('lives through an input without an effect, which another console may have left', () => {
    const recording = recordingOf(simulateInputs());
    const sequence = recording.entries.length + 1;
    const input = { kind: 'fault', inject: 'unheard-of' } as const;
    const entries = [...recording.entries, { time: recording.time, origin: 'operator', sequence, input }];
    const lived = replay({ ...recording, entries });
    expect(lived).toMatchObject({ equalCount: recording.marks.length, differsAt: undefined });
    expect(lived.mission.journal()).toEqual(entries);
  });

  it('shows the mission in each minute that it lives through', () => {
    const recording = recordingOf(simulateInputs());
    const times: number[] = [];
    replay(recording, {}, (mission) => times.push(mission.time()));
    expect(times.every((time, index) => time - (times[index - 1] ?? T0) <= MS_PER_MIN)).toBe(true);
    expect(times.at(-1)).toBe(recording.time);
  });
});

describe('a session that opens a recording', () => {
  it('continues at its end and reports how many hashes are equal, also in the log', () => {
    const recording = recordingOf(simulateInputs());
    const session = open(recording);
    const { updates, listener } = recordUpdates();
    session.control.subscribe(listener);
    const text = 'The recording is opened. 15 hashes equal.';
    expect(updates[0]?.notices).toMatchObject([{ id: 1, level: 'info', text }]);
    expect(session.snapshot().log.value.at(-1)).toMatchObject({ text });
    expect(session.mission.time()).toBe(recording.time);
    expect(session.record().marks).toEqual(recording.marks);
    session.advanceTo(later(MS_PER_H));
    expect(replay(recordingOf(session)).differsAt).toBeUndefined();
  });

  it('warns of the first minute that differs, and keeps its own hashes', () => {
    const recording = recordingOf(simulateInputs());
    const marks = recording.marks.map((mark) => ({ ...mark, hash: '0'.repeat(16) }));
    const session = open({ ...recording, marks });
    const { updates, listener } = recordUpdates();
    session.control.subscribe(listener);
    expect(updates[0]?.notices).toMatchObject([
      {
        level: 'warning',
        text: 'The recording is opened. The replay differs from the recording at 2026-11-20 12:01 UTC. Hashes equal before: 0.',
      },
    ]);
    expect(session.record().marks).toEqual(recording.marks);
  });

  it('gives a keyframe at once, so that another worker need not live through it again', () => {
    const session = open(recordingOf(simulateInputs()));
    expect(session.record().keyframe).toMatchObject({ time: session.mission.time() });
  });

  it('knows all that has happened at once', () => {
    const recorded = simulateInputs();
    recorded.advanceTo(later(MS_PER_H));
    const span = { from: T0, to: later(MS_PER_H) };
    const { value: summary } = open(recordingOf(recorded)).control.summary(span) as {
      readonly value: unknown;
    };
    expect(summary).toBeDefined();
    expect({ ok: true, value: summary }).toEqual(recorded.control.summary(span));
  });

  it('shows the ISS on its built-in orbit until there are live data', () => {
    const recorded = simulateInputs();
    const elements = { ...ORBITAL_ELEMENTS.iss, MEAN_ANOMALY: 12 };
    recorded.apply({ kind: 'iss-orbit', elements });
    const session = open(recordingOf(recorded));
    expect(session.snapshot().provenance.value.iss.kind).toBe('simulated');
    expect(session.mission.journal().at(-2)?.input).toEqual({ kind: 'iss-orbit' });
  });

  it('fails where it cannot live through it', () => {
    const recording = recordingOf(simulateInputs());
    const entries = recording.entries.map((entry) => ({ ...entry, input: null as never }));
    expect(() => open({ ...recording, entries })).toThrow();
  });
});
