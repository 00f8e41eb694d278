import { describe, expect, it } from 'vitest';
import { readRecording } from '../../../../src/shared/contract/recording.ts';
import {
  type EpochMs,
  epochMs,
  MS_PER_DAY,
  MS_PER_H,
  MS_PER_MIN,
  MS_PER_S,
} from '../../../../src/shared/kit/units.ts';
import { missionClock } from '../../../../src/worker/session/open-mission.ts';
import { openSession, type Session } from '../../../../src/worker/session/session.ts';
import { recordUpdates } from '../../../support/mission.ts';
import { savedText } from '../../../support/recording.ts';

const END = Date.UTC(2200, 0, 1);
const LAST = epochMs(END - MS_PER_S);

/** Starts a session that the worker drives by a system clock, with the requested delay after each call. */
function startAt(system: number) {
  const clock = missionClock(() => system);
  const session = openSession({ clock, seed: 1, profile: 'none' });
  return {
    session,
    clock,
    /** @returns number of calls of the session */
    pass(ms: number): number {
      const end = system + ms;
      let calls = 0;
      while (system < end) {
        const hasCaughtUp = session.advanceTo(clock.now(), 20 * MS_PER_MIN);
        const delayMs = hasCaughtUp ? session.nextDueTime() - clock.now() : 1;
        system = Math.min(end, system + Math.min(Math.max(1, delayMs), MS_PER_S));
        calls += 1;
      }
      session.advanceTo(clock.now());
      return calls;
    },
    setClock: (time: number) => {
      system = time;
    },
  };
}

function expectReadable(session: Session, time: EpochMs): void {
  expect(session.mission.time()).toBe(time);
  const { marks, entries } = session.record();
  const read = readRecording(savedText(session));
  expect(read).toMatchObject({ ok: true, value: { time, marks, entries } });
}

describe('the end of the year 2199', () => {
  it('is where mission time stands still, and its recording can be read', () => {
    const { session, pass } = startAt(END - 5 * MS_PER_MIN);
    const calls = pass(40 * MS_PER_MIN);
    expectReadable(session, LAST);
    expect(calls).toBeLessThan(41 * 60);
    const { log } = session.snapshot();
    expect(log.value.map(({ text }) => text).join()).not.toContain('suspended');
  });

  it.each([
    ['two hours', END + 2 * MS_PER_H],
    ['thousands of years', 8.64e15],
  ])('is not passed by a clock that is set to %s later', (_, time) => {
    const { session, pass, setClock } = startAt(END - 3 * MS_PER_DAY);
    pass(MS_PER_MIN);
    setClock(time);
    pass(MS_PER_MIN);
    expectReadable(session, LAST);
  });

  it('pauses a run at a rate, and says why', () => {
    const { session, pass } = startAt(END - 5 * MS_PER_MIN);
    const { updates, listener } = recordUpdates();
    session.control.subscribe(listener);
    session.control.setRate(60);
    pass(MS_PER_MIN);
    expectReadable(session, LAST);
    expect(session.snapshot().transport.value).toMatchObject({ rate: 0, isInStep: false });
    const notices = updates.flatMap((update) => update.notices.map(({ text }) => text));
    expect(notices).toEqual(['Paused: mission time ends with the year 2199']);
    session.control.step();
    expectReadable(session, LAST);
  });

  it('pauses a branch', () => {
    const { session, pass } = startAt(END - 5 * MS_PER_MIN);
    pass(MS_PER_MIN);
    session.control.takeOver();
    session.control.setRate(60);
    pass(MS_PER_MIN);
    expect(session.mission.time()).toBe(LAST);
    expect(session.snapshot().transport.value).toMatchObject({ rate: 0 });
  });

  it('refuses a jump beyond it', () => {
    const { session } = startAt(END - 5 * MS_PER_MIN);
    expect(session.apply({ kind: 'jump', to: epochMs(END) }).outcome).toMatchObject({
      ok: false,
      message: 'Mission time must be between the years 1970 and 2199.',
    });
  });

  it.each([
    ['after 2199', END + MS_PER_DAY, LAST],
    ['before 1970', -MS_PER_DAY, 0],
  ])('and the beginning of 1970 are where a mission begins whose clock is %s', (_, system, time) => {
    const { session, pass } = startAt(system);
    pass(MS_PER_MIN);
    expectReadable(session, epochMs(time));
  });
});
