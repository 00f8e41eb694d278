import { describe, expect, it } from 'vitest';
import type { Resume } from '../../../../src/shared/contract/mission-control.ts';
import { addMs, type EpochMs, MS_PER_H, MS_PER_MIN, MS_PER_S } from '../../../../src/shared/kit/units.ts';
import { openSession, type Session } from '../../../../src/worker/session/session.ts';
import { later, recordUpdates, resumeOf, startMission, T0, withoutLog } from '../../../support/mission.ts';

const carryOn = (resume: Resume): Session =>
  openSession({ clock: { now: () => later(99 * MS_PER_H) }, seed: 999, resume });

const LONG_MIN = 75;
/** A mission with a longer past than a worker lives through at once, for all tests, which leave it at its live edge. */
const LONG = startMission({ seed: 5 });
LONG.advanceTo(later(LONG_MIN * MS_PER_MIN));

const firstNotice = (session: Session) => {
  const { updates, listener } = recordUpdates();
  session.control.subscribe(listener);
  return updates[0]?.notices[0];
};

describe('a session that resumes a mission', () => {
  it.each([
    ['before the first keyframe', 12_345],
    ['after keyframes', 47 * MS_PER_MIN],
  ])('continues exactly where it stopped, %s', (_when, ms) => {
    const old = startMission({ seed: 5 });
    old.advanceTo(later(ms));
    old.control.queueCommand({ name: 'Data Downlink', scheduledTime: '2026-11-20T18:00' });
    old.advanceTo(later(ms + 4321));
    const next = carryOn(resumeOf(old));
    expect(withoutLog(next)).toEqual(withoutLog(old));
    // Equal states have an equal future.
    for (const session of [old, next]) session.advanceTo(later(ms + 15 * MS_PER_MIN));
    expect(withoutLog(next)).toEqual(withoutLog(old));
    const logOf = (session: Session) =>
      session.snapshot().log.value.map(({ time, text }) => `${time} ${text}`);
    const restart = /The simulation restarted and resumes from/;
    expect(logOf(next).filter((line) => !restart.test(line))).toEqual(logOf(old));
  });

  it('continues at the instant that was shown, although its log ends before', () => {
    const old = startMission({ seed: 5 });
    old.advanceTo(later(47 * MS_PER_MIN));
    old.control.queueCommand({ name: 'Data Downlink', scheduledTime: '2026-11-20T18:00' });
    const { edge: _, ...log } = resumeOf(old);
    old.advanceTo(later(48 * MS_PER_MIN));
    const next = carryOn({ ...log, edge: old.mission.time() });
    expect(next.mission.time()).toBe(old.mission.time());
    expect(withoutLog(next)).toEqual(withoutLog(old));
  });

  it.each([
    ['at once after a short past', 15, 'replay'],
    ['when a longer past is lived through again', LONG_MIN, 'live'],
  ])('shows the past instant that was shown, %s', (_when, min, atFirst) => {
    const old = min === LONG_MIN ? LONG : startMission({ seed: 5 });
    old.advanceTo(later(min * MS_PER_MIN));
    old.control.seek(later(12_345));
    const past = withoutLog(old);
    const next = carryOn(resumeOf(old));
    old.control.seek();
    expect(next.snapshot().transport.value.mode).toBe(atFirst);
    for (let calls = 0; calls < 20; calls += 1) next.advanceTo(later(min * MS_PER_MIN));
    expect(next.snapshot().transport.value.mode).toBe('replay');
    expect(withoutLog(next)).toEqual(past);
    expect(next.control.seek().ok).toBe(true);
    expect(next.snapshot().transport.value.mode).toBe('live');
  });

  describe('and is asked for a past that is not there again', () => {
    const restart = (min = LONG_MIN) => {
      const old = min === LONG_MIN ? LONG : startMission({ seed: 5 });
      old.advanceTo(later(min * MS_PER_MIN));
      const next = carryOn(resumeOf(old));
      const { updates, listener } = recordUpdates();
      next.control.subscribe(listener);
      return {
        old,
        next,
        edge: old.mission.time(),
        told: () => updates.flatMap(({ notices }) => notices.map(({ text }) => text)).slice(1),
        mode: () => next.snapshot().transport.value.mode,
        rebuild: () => {
          for (let calls = 0; calls < 20; calls += 1) next.advanceTo(later(min * MS_PER_MIN));
        },
      };
    };
    const LOADING = 'The past before 13:15:00 UTC is being loaded.';

    it('says so once, and shows the instant asked for last when it is there, also after a request that is refused', () => {
      const { old, next, edge, told, mode, rebuild } = restart();
      expect(next.control.seek(later(20 * MS_PER_MIN))).toEqual({ ok: true, value: edge });
      expect(next.control.seek(later(12_345))).toEqual({ ok: true, value: edge });
      expect(mode()).toBe('live');
      expect(told()).toEqual([`${LOADING} The chosen instant is shown once it is there.`]);
      // It waits on after a request that is refused.
      expect(next.control.renameBranch({ id: 'Z', name: 'None' }).ok).toBe(false);
      rebuild();
      old.control.seek(later(12_345));
      const past = withoutLog(old);
      old.control.seek();
      expect(mode()).toBe('replay');
      expect(withoutLog(next)).toEqual(past);
      expect(told()).toHaveLength(1);
    });

    it('shows the live edge where it is asked for meanwhile', () => {
      const { next, mode, rebuild } = restart();
      next.control.seek(later(12_345));
      next.control.seek();
      rebuild();
      expect(mode()).toBe('live');
    });

    it('shows an instant of a short past at once', () => {
      const { next, told } = restart(15);
      expect(next.control.seek(later(12_345))).toEqual({ ok: true, value: later(12_345) });
      expect(told()).toEqual([]);
    });

    it('answers about a time since the restart at once, and about the past when it is there', () => {
      const { next, edge, rebuild } = restart();
      next.control.setRate(60);
      next.advanceTo(later(75 * MS_PER_MIN));
      const ask = (from: EpochMs) => {
        const span = { from, to: addMs(edge, MS_PER_MIN) };
        const history = next.control.history({ ...span, channels: ['stateOfCharge'], columns: 9 });
        return [history, next.control.marks(span)].map((answer) => answer.ok && answer.value !== undefined);
      };
      expect(ask(edge)).toEqual([true, true]);
      expect(ask(addMs(edge, -1))).toEqual([false, false]);
      rebuild();
      expect(ask(later(0))).toEqual([true, true]);
    });

    it('has loaded for a branch what it has loaded for the mission that the branch leaves', () => {
      const { old, next } = restart(305);
      for (let calls = 0; calls < 12; calls += 1) next.advanceTo(later(305 * MS_PER_MIN), 20 * MS_PER_MIN);
      expect(next.control.takeOver()).toEqual({ ok: true, value: 'B' });
      const query = {
        from: T0,
        to: later(303 * MS_PER_MIN),
        channels: ['stateOfCharge'],
        columns: 9,
      } as const;
      const isThere = () => {
        const history = next.control.history({ branch: 'B', ...query });
        return history.ok && history.value !== undefined;
      };
      const asked = [1, 2, 3, 4].map(isThere);
      expect(asked).toContain(true);
      expect(next.control.history({ branch: 'B', ...query })).toEqual(old.control.history(query));
    });

    it('refuses the return to UTC until it is there, also while a branch is shown', () => {
      let wall = later(10 * MS_PER_MIN);
      const clock = { now: () => wall };
      const old = startMission({ clock, profile: 'none' });
      old.advanceTo(wall);
      old.control.setRate(3600);
      for (let calls = 0; calls < 8; calls += 1) {
        wall = addMs(wall, MS_PER_S / 4);
        old.advanceTo(wall);
      }
      old.control.takeOver();
      const next = openSession({ clock, seed: 9, resume: resumeOf(old) });
      expect(next.control.returnToUtc()).toEqual({
        ok: false,
        message: 'The past before 14:10:00 UTC is being loaded. Try again in a moment.',
      });
      for (let calls = 0; calls < 20; calls += 1) next.advanceTo(wall);
      expect(next.control.returnToUtc()).toMatchObject({ ok: true });
      expect(next.mission.time()).toBe(wall);
    });
  });

  it('shows the live edge where somebody acts before the past is there again', () => {
    LONG.control.seek(later(12_345));
    const next = carryOn(resumeOf(LONG));
    LONG.control.seek();
    expect(next.snapshot().transport.value.mode).toBe('live');
    expect(next.control.queueCommand({ name: 'Data Downlink', scheduledTime: '2026-11-20T18:00' }).ok).toBe(
      true,
    );
    for (let calls = 0; calls < 20; calls += 1) next.advanceTo(later(LONG_MIN * MS_PER_MIN));
    expect(next.snapshot().transport.value.mode).toBe('live');
  });

  it('continues the numbers of notices and reports once from where it resumes', () => {
    const old = startMission({ profile: 'none' });
    old.advanceTo(later(MS_PER_H));
    expect(firstNotice(carryOn({ ...resumeOf(old), nextNoticeId: 2 }))).toEqual({
      id: 2,
      level: 'info',
      time: later(MS_PER_H),
      text: 'The simulation restarted and resumes from 13:00:00 UTC.',
    });
  });

  const withDamage = (session: Session): Resume => {
    const resume = resumeOf(session);
    const state = resume.keyframe?.state as { telemetry: { spacecraft: { soc: number } } };
    state.telemetry.spacecraft.soc += 0.01;
    return resume;
  };

  it.each([
    ['has another value', withDamage],
    [
      'is none',
      (old: Session) => ({ ...resumeOf(old), keyframe: { ...old.mission.keyframe(), state: null } }),
    ],
  ])('lives through a short mission again whose kept state %s', (_what, damaged) => {
    const old = startMission();
    old.advanceTo(later(5 * MS_PER_MIN));
    old.control.queueCommand({ name: 'Data Downlink', scheduledTime: '2026-11-20T18:00' });
    old.advanceTo(later(11 * MS_PER_MIN));
    const next = carryOn(damaged(old));
    expect(withoutLog(next)).toEqual(withoutLog(old));
    expect(firstNotice(next)?.text).toBe('The simulation restarted and resumes from 12:11:00 UTC.');
  });

  it('begins a new mission with the reason where the kept state of a long one is damaged', () => {
    const old = startMission();
    old.advanceTo(later(11 * MS_PER_MIN));
    const resume = { ...withDamage(old), time: later(25 * MS_PER_H) };
    const next = openSession({ clock: { now: () => T0 }, seed: 1, resume });
    const notice = firstNotice(next);
    expect(notice?.level).toBe('warning');
    expect(notice?.text).toBe(
      'Failed to resume the mission: The state kept at 2026-11-20T12:10:00.000Z is not the one of its hash. Simulation restarted.',
    );
    // A toast disappears quickly, so the log reports it, too.
    expect(next.snapshot().log.value.at(-1)).toMatchObject({ level: 'warning', text: notice?.text });
    expect(withoutLog(next)).toEqual(withoutLog(startMission()));
  });

  it('that is lost leaves the reason in the log', () => {
    const next = startMission({ lossReason: `Uncaught\nRangeError: ${'x'.repeat(1000)}` });
    const notice = firstNotice(next);
    expect(notice?.text).toMatch(
      /^Failed to resume the mission: Uncaught RangeError: x+…\. Simulation restarted\.$/,
    );
    expect(notice?.text.length).toBeLessThan(300);
    expect(next.snapshot().log.value.at(-1)).toMatchObject({ level: 'warning', text: notice?.text });
  });
});
