import { describe, expect, it } from 'vitest';
import { failed, succeeded } from '../../../../../src/shared/kit/result.ts';
import { addMs, type EpochMs, MS_PER_MIN, MS_PER_S } from '../../../../../src/shared/kit/units.ts';
import {
  type RoundAnswers,
  type RoundReplies,
  readReplies,
} from '../../../../../src/worker/session/live-data/answers.ts';
import { fixAnswer, PEOPLE, samplesAnswer } from '../../../../support/fake-gateway.ts';
import { later, T0 } from '../../../../support/mission.ts';

const crew = { people: PEOPLE };

/** Returns a round at `T0`, good except for the given replies. */
function answersTo(told: Partial<RoundReplies>): RoundAnswers {
  const good: RoundReplies = {
    issPosition: succeeded(fixAnswer(T0)),
    astronauts: succeeded(crew),
    satellitePositions: succeeded(samplesAnswer(T0, 3)),
  };
  return readReplies({ ...good, ...told }, T0);
}

const positionOf = (json: unknown) => answersTo({ issPosition: succeeded(json) }).issPosition;
const positionAt = (time: EpochMs) => positionOf(fixAnswer(time));
const samplesOf = (json: unknown) => answersTo({ satellitePositions: succeeded(json) }).satellitePositions;
const samplesFrom = (time: EpochMs) => samplesOf(samplesAnswer(time, 3));

describe('the replies of a round', () => {
  it('belong to the services of spec §7 if they name none', () => {
    expect(answersTo({})).toMatchObject({
      issPosition: { ok: true, value: { source: 'Open Notify', dataTime: T0, isStale: false } },
      astronauts: {
        ok: true,
        value: { value: PEOPLE, source: 'Open Notify', dataTime: T0, isStale: false },
      },
      satellitePositions: { ok: true, value: { source: 'N2YO', dataTime: T0, isStale: false } },
    });
  });

  it('belong to the named service and the time of their age, and give the reason for stale data', () => {
    const gateway = { source: 'CelesTrak', ageS: 90, isStale: true, error: 'N2YO answered 503.' };
    const origin = { source: 'CelesTrak', isStale: true, error: 'N2YO answered 503.' };
    const { issPosition, astronauts, satellitePositions } = answersTo({
      issPosition: succeeded({ ...(fixAnswer(later(-2000)) as object), gateway }),
      astronauts: succeeded({ ...crew, gateway }),
      satellitePositions: succeeded({ ...samplesAnswer(T0, 3), gateway }),
    });
    // A fix carries its own instant.
    expect(issPosition).toMatchObject({ value: { ...origin, dataTime: later(-2000) } });
    expect(astronauts).toMatchObject({ value: { ...origin, dataTime: later(-90_000) } });
    expect(satellitePositions).toMatchObject({ value: { ...origin, dataTime: later(-90_000) } });
  });

  it('have no error if none is reported', () => {
    const { astronauts } = answersTo({});
    expect(astronauts.ok && Object.keys(astronauts.value)).not.toContain('error');
  });

  it('that failed keep their failure message', () => {
    const gone = failed('Gone.');
    const answers = answersTo({ issPosition: gone, astronauts: gone, satellitePositions: gone });
    expect(answers).toEqual({ issPosition: gone, astronauts: gone, satellitePositions: gone });
  });

  it('of the wrong kind are refused with a message', () => {
    expect(positionOf({})).toMatchObject({ ok: false, message: expect.stringMatching(/position/) });
    expect(answersTo({ astronauts: succeeded({}) }).astronauts).toMatchObject({
      ok: false,
      message: expect.stringMatching(/people/),
    });
    expect(samplesOf({})).toMatchObject({ ok: false, message: expect.stringMatching(/positions/) });
    expect(samplesOf({ positions: [] })).toEqual({
      ok: false,
      message: 'The response contains no positions.',
    });
  });
});

describe('the instant of a position', () => {
  it.each([
    ['5 s ahead', later(5000)],
    ['10 min old', later(-10 * MS_PER_MIN)],
  ])('may be %s', (_, time) => {
    expect(positionAt(time)).toMatchObject({ ok: true, value: { dataTime: time } });
  });

  it.each([
    ['6 s ahead', later(6000), 'The position is 6 s in the future: check this computer’s clock.'],
    ['more than 10 min old', later(-601_000), 'The position is 10 min 1 s old.'],
  ])('may not be %s', (_, time, message) => {
    expect(positionAt(time)).toEqual({ ok: false, message });
  });
});

describe('the span of the samples', () => {
  // Three samples cover 2 s.
  it.each([
    ['begin 5 s ahead', later(5000)],
    ['have ended 10 min ago', addMs(later(-10 * MS_PER_MIN), -2 * MS_PER_S)],
  ])('may %s', (_, first) => {
    expect(samplesFrom(first)).toMatchObject({ ok: true, value: { dataTime: T0 } });
  });

  it.each([
    ['begin 6 s ahead', later(6000), 'The positions begin 6 s in the future: check this computer’s clock.'],
    [
      'have ended more than 10 min ago',
      addMs(later(-601_000), -2 * MS_PER_S),
      'The positions end 10 min 1 s ago: check this computer’s clock.',
    ],
  ])('may not %s', (_, first, message) => {
    expect(samplesFrom(first)).toEqual({ ok: false, message });
  });
});
