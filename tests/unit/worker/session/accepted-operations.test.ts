import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readRecording } from '../../../../src/shared/contract/recording.ts';
import { MS_PER_S } from '../../../../src/shared/kit/units.ts';
import { replay } from '../../../../src/worker/session/branches/replay.ts';
import { later, startMission } from '../../../support/mission.ts';
import { recordingOf, savedText } from '../../../support/recording.ts';

/** Padding that cleaning removes: long as typed, short once read. */
const padding = fc
  .tuple(
    fc.constantFrom(' ', '\n', '\u0000', '\u0301', '\u200b', '\ud800', '\u202e', 'x'),
    fc.oneof({ weight: 30, arbitrary: fc.nat(3) }, fc.constantFrom(150, 2000, 15_000, 20_001, 120_000)),
  )
  .map(([piece, count]) => piece.repeat(count));
const around = (text: string) => fc.tuple(padding, padding).map(([before, after]) => before + text + after);
const draft = fc.oneof(
  fc.record({
    name: around('Thermal Control'),
    scheduledTime: around('2026-11-20T18:00'),
    priority: around('High'),
  }),
  fc.record({
    title: around('Test'),
    startTime: around('2026-11-20T13:00'),
    endTime: around('2026-11-20T14:00'),
    description: around('Of the antenna'),
  }),
);

describe('an operation that the mission accepts', () => {
  it('is in a recording that is read and lived through alike, however it was typed (seed 4)', () => {
    const session = startMission();
    let [accepted, refused] = [0, 0];
    fc.assert(
      fc.property(draft, (form) => {
        session.advanceTo(later((accepted + refused) * MS_PER_S));
        const { control } = session;
        const outcome = 'name' in form ? control.queueCommand(form) : control.addEvent(form);
        if (outcome.ok) accepted += 1;
        else {
          refused += 1;
          expect(outcome.message).not.toBe('');
        }
      }),
      { numRuns: 200, seed: 4 },
    );
    expect(Math.min(accepted, refused)).toBeGreaterThan(30);
    const recording = recordingOf(session);
    expect(recording.entries).toHaveLength(accepted);
    const read = readRecording(savedText(session));
    if (!read.ok) throw new Error(read.message);
    expect(read.value).toEqual(recording);
    expect(replay(read.value).mission.hash()).toBe(session.mission.hash());
  });
});
