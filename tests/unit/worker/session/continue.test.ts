import { describe, expect, it } from 'vitest';
import type { Resume } from '../../../../src/shared/contract/mission-control.ts';
import {
  type EpochMs,
  MS_PER_DAY,
  MS_PER_H,
  MS_PER_MIN,
  MS_PER_S,
} from '../../../../src/shared/kit/units.ts';
import { replay } from '../../../../src/worker/session/branches/replay.ts';
import { openSession, type Session } from '../../../../src/worker/session/session.ts';
import { later, recordUpdates, startMission, T0 } from '../../../support/mission.ts';
import { recordingOf } from '../../../support/recording.ts';

/** Returns a paused mission that has run ahead of UTC, with a command and a branch. */
function runAhead(aheadMs: number): Session {
  let wall = T0;
  const session = startMission({ seed: 5, clock: { now: () => wall } });
  wall = later(10 * MS_PER_MIN);
  session.advanceTo(wall);
  session.control.slowOnCritical(false);
  session.control.setRate(3600);
  const end = wall + aheadMs;
  while (session.mission.time() < end) {
    wall = later(250, wall);
    session.advanceTo(wall);
  }
  session.control.setRate(0);
  session.control.queueCommand({ name: 'Enter Safe Mode', scheduledTime: '2026-11-20T18:00' });
  session.control.takeOver();
  session.control.queueCommand({ name: 'Data Downlink', scheduledTime: '2026-11-20T18:00' });
  return session;
}

function continueAt(now: EpochMs, resume: Resume) {
  const session = openSession({ clock: { now: () => now }, seed: 999, resume, isKept: true });
  const { updates, listener } = recordUpdates();
  session.control.subscribe(listener);
  session.advanceTo(now);
  return { session, notices: updates.flatMap(({ notices }) => notices.map(({ text }) => text)) };
}

describe('a kept mission that was ahead of UTC', () => {
  it('returns to UTC as it was lived there, and keeps what was ahead and its branches', () => {
    const old = runAhead(MS_PER_H);
    const utc = later(12 * MS_PER_MIN);
    const { session, notices } = continueAt(utc, structuredClone(old.record()));
    expect(notices).toEqual([
      expect.stringMatching(
        /^The mission continues from 12:12:00 UTC\. What it had simulated ahead of UTC, up to 13:\d\d:\d\d UTC, is branch C\.$/,
      ),
    ]);
    const { transport, log } = session.snapshot();
    expect(transport.value).toMatchObject({ rate: 1, isInStep: true, branch: 'A' });
    expect(transport.value.branches.map(({ id }) => id)).toEqual(['A', 'B', 'C']);
    expect(session.mission.time()).toBe(utc);
    expect(log.value.filter(({ text }) => /clock/.test(text))).toEqual([]);
    const straight = startMission({ seed: 5 });
    straight.advanceTo(utc);
    expect(session.snapshot().telemetry.value).toEqual(straight.snapshot().telemetry.value);
    session.advanceTo(later(MS_PER_MIN, utc));
    expect(replay(recordingOf(session)).differsAt).toBeUndefined();

    const [main, branch] = [structuredClone(old.record()), structuredClone(old.record()).branches?.[0]];
    for (const [id, kept] of [
      ['C', main],
      ['B', branch],
    ] as const) {
      session.control.showBranch(id);
      expect(session.mission.time()).toBe(kept?.time);
      expect(session.mission.journal()).toEqual(kept?.entries);
    }
  });

  it('stays out of step, paused, and says why, where UTC is before its start', () => {
    const old = runAhead(MS_PER_H);
    const { session, notices } = continueAt(later(-MS_PER_H), structuredClone(old.record()));
    expect(notices).toEqual([
      expect.stringMatching(
        /^The mission continues out of step with UTC, paused at 13:\d\d:\d\d UTC: The mission begins 1 h after UTC\. /,
      ),
    ]);
    expect(session.snapshot().transport.value).toMatchObject({ rate: 0, isInStep: false, branch: 'A' });
    expect(session.mission.time()).toBe(old.record().time);
  });

  it('stays out of step, paused, where the way from its start to UTC is too long', () => {
    const old = startMission({ profile: 'none' });
    old.advanceTo(later(MS_PER_H));
    const kept = structuredClone(old.record());
    const header = { ...kept.header, startTime: later(-8 * MS_PER_DAY) };
    const { session, notices } = continueAt(later(MS_PER_MIN), { ...kept, header });
    expect(notices.join()).toMatch(/too long to simulate again up to UTC\.$/);
    expect(session.mission.time()).toBe(later(MS_PER_H));
  });

  it('of another build says from when on this build simulates it differently', () => {
    const old = runAhead(MS_PER_H);
    const { keyframe: _, branches: __, ...kept } = structuredClone(old.record());
    const marks = kept.marks.map((mark, index) => (index < 4 ? mark : { ...mark, hash: '0'.repeat(16) }));
    const { session, notices } = continueAt(later(12 * MS_PER_MIN), { ...kept, marks });
    expect(notices.join()).toMatch(/ This build simulates it differently from 12:05:00 UTC on\.$/);
    expect(replay(recordingOf(session)).differsAt).toBeUndefined();
  });

  it('waits where it is ahead by no more than a step of the clock', () => {
    const old = startMission({ profile: 'none' });
    old.advanceTo(later(MS_PER_H));
    const { session } = continueAt(later(MS_PER_H - MS_PER_S), structuredClone(old.record()));
    expect(session.mission.time()).toBe(later(MS_PER_H));
    expect(session.snapshot().transport.value).toMatchObject({ isInStep: true, branches: [{ id: 'A' }] });
  });
});
