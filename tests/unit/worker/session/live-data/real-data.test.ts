import { describe, expect, it } from 'vitest';
import { failed, succeeded } from '../../../../../src/shared/kit/result.ts';
import { addMs, type EpochMs, MS_PER_MIN } from '../../../../../src/shared/kit/units.ts';
import { type RoundReplies, readReplies } from '../../../../../src/worker/session/live-data/answers.ts';
import { BUILT_IN_ORBIT } from '../../../../../src/worker/session/live-data/iss-orbit.ts';
import {
  NO_REAL_DATA,
  type RealDataState,
  takeRound,
  waitForNetwork,
} from '../../../../../src/worker/session/live-data/real-data.ts';
import { fixAnswer, PEOPLE, samplesAnswer } from '../../../../support/fake-gateway.ts';
import { later, T0 } from '../../../../support/mission.ts';

const BEFORE: RealDataState = { shown: NO_REAL_DATA, orbit: BUILT_IN_ORBIT };
const GONE = failed('Gone.');
const ALL_GONE: RoundReplies = { issPosition: GONE, astronauts: GONE, satellitePositions: GONE };

/** Returns the state after a round at an instant, good except for the given replies; the next round is 10 s later. */
function roundAt(state: RealDataState, now: EpochMs, told: Partial<RoundReplies> = {}): RealDataState {
  const good: RoundReplies = {
    issPosition: succeeded(fixAnswer(now)),
    astronauts: succeeded({ people: PEOPLE }),
    satellitePositions: succeeded(samplesAnswer(now, 60)),
  };
  return takeRound(state, readReplies({ ...good, ...told }, now), now, addMs(now, 10_000));
}

const crew = (name: string, ageS: number, told: object = {}) =>
  succeeded({
    people: [{ name, craft: 'ISS' }],
    gateway: { source: 'Open Notify', ageS, isStale: false, ...told },
  });
const namesOf = ({ shown }: RealDataState) => shown.astronauts.map(({ name }) => name);

describe('a round', () => {
  it('with all results is ready, with exactly these results', () => {
    const { shown } = roundAt(BEFORE, T0);
    expect(Object.keys(shown).sort()).toEqual([
      'astronauts',
      'calls',
      'issPosition',
      'nextTry',
      'satellitePositions',
      'status',
    ]);
    expect(shown).toMatchObject({ status: 'ready', nextTry: later(10_000) });
    expect(shown.calls.astronauts).toStrictEqual({
      status: 'ready',
      lastSuccess: T0,
      source: 'Open Notify',
      dataTime: T0,
    });
  });

  it('reports an expired response, and why there is no newer one', () => {
    const told = { isStale: true, error: 'Open Notify answered 503.' };
    const { shown } = roundAt(BEFORE, T0, { astronauts: crew('Old', 7200, told) });
    expect(shown.calls.astronauts).toStrictEqual({
      status: 'ready',
      lastSuccess: T0,
      source: 'Open Notify',
      dataTime: later(-7_200_000),
      ...told,
    });
    expect(shown.status).toBe('ready');
  });

  it.each<[string, Partial<RoundReplies>]>([
    ['the position', { issPosition: succeeded(fixAnswer(T0)) }],
    ['the crew', { astronauts: succeeded({ people: PEOPLE }) }],
    ['the samples', { satellitePositions: succeeded(samplesAnswer(T0, 60)) }],
  ])('of which only %s came is ready', (_, reply) => {
    const { shown } = roundAt(BEFORE, T0, { ...ALL_GONE, ...reply });
    expect(shown.status).toBe('ready');
    expect(shown.error).toBeUndefined();
    expect(
      Object.values(shown.calls)
        .map(({ status }) => status)
        .sort(),
    ).toEqual(['failed', 'failed', 'ready']);
  });

  it('without results fails with the message of the position call, and keeps the last success of each call', () => {
    const first = roundAt(BEFORE, T0);
    const { shown } = roundAt(first, later(20 * MS_PER_MIN), { ...ALL_GONE, issPosition: failed('Lost.') });
    expect(shown).toMatchObject({ status: 'error', error: 'Lost.', issPosition: null });
    expect(shown.calls.issPosition).toMatchObject({ status: 'failed', error: 'Lost.', lastSuccess: T0 });
    expect(shown.calls.astronauts).toMatchObject({ status: 'failed', error: 'Gone.', lastSuccess: T0 });
    expect([shown.astronauts, shown.satellitePositions]).toEqual([[], []]);
  });

  it('without results is no failure while samples are valid', () => {
    const { shown } = roundAt(roundAt(BEFORE, T0), later(30_000), ALL_GONE);
    expect(shown.status).toBe('ready');
    expect(shown.error).toBeUndefined();
  });

  it('refuses positions that fit no orbit, and accepts the others', () => {
    const { positions } = samplesAnswer(T0, 60);
    const north = { positions: positions.map((one) => ({ ...one, satlatitude: 85 })) };
    const { shown, orbit } = roundAt(BEFORE, T0, { satellitePositions: succeeded(north) });
    expect(shown.calls.satellitePositions.status).toBe('failed');
    expect(shown.satellitePositions).toEqual([]);
    expect(shown.issPosition).not.toBeNull();
    expect(orbit.measured?.source).toBe('Open Notify');
  });

  it('refuses a fix that fits no orbit, and accepts the others', () => {
    const north = { ...(fixAnswer(T0) as object), iss_position: { latitude: '85', longitude: '10' } };
    const { shown, orbit } = roundAt(BEFORE, T0, { issPosition: succeeded(north) });
    expect(shown.calls.issPosition.status).toBe('failed');
    expect(shown.issPosition).toBeNull();
    expect(shown.satellitePositions).toHaveLength(60);
    expect(orbit.measured?.source).toBe('N2YO');
  });
});

describe('a response older than the cached one', () => {
  const troubled = roundAt(BEFORE, later(60_000), {
    astronauts: crew('Now', 0, { isStale: true, error: 'Open Notify answered 503.' }),
  });

  it('is dropped, but counts as a success, and ends the failure', () => {
    const now = later(70_000);
    const { shown } = roundAt(troubled, now, { astronauts: crew('Former', 3600) });
    expect(shown.astronauts).toEqual(troubled.shown.astronauts);
    expect(shown.calls.astronauts).toEqual({
      status: 'ready',
      lastSuccess: now,
      source: 'Open Notify',
      dataTime: later(60_000),
    });
  });

  it('is one of the crew that lies more than 10 s back, by which an age in whole seconds is blurred', () => {
    const now = later(80_000);
    expect(namesOf(roundAt(troubled, now, { astronauts: crew('Blurred', 30) }))).toEqual(['Blurred']);
    expect(namesOf(roundAt(troubled, now, { astronauts: crew('Former', 31) }))).toEqual(['Now']);
  });

  it('is one of a position from before, not of the same instant', () => {
    const STALE = { source: 'Open Notify', ageS: 10, isStale: true };
    const at = (time: EpochMs) =>
      roundAt(troubled, later(70_000), {
        issPosition: succeeded({ ...(fixAnswer(time) as object), gateway: STALE }),
      }).shown;
    expect(at(later(59_000)).issPosition?.timestamp).toBe(later(60_000));
    expect(at(later(59_000)).calls.issPosition.dataTime).toBe(later(60_000));
    expect(at(later(60_000)).calls.issPosition).toMatchObject({ isStale: true, lastSuccess: later(70_000) });
    expect(at(later(61_000)).issPosition?.timestamp).toBe(later(61_000));
  });

  it('is one of samples that begin earlier, whatever the age of their elements', () => {
    const from = (time: EpochMs, ageS: number) =>
      roundAt(troubled, later(70_000), {
        satellitePositions: succeeded({
          ...samplesAnswer(time, 60),
          gateway: { source: 'CelesTrak', ageS, isStale: false },
        }),
      }).shown;
    expect(from(later(59_000), 0).satellitePositions[0]?.timestamp).toBe(later(60_000));
    expect(from(later(59_000), 0).calls.satellitePositions.source).toBe('N2YO');
    expect(from(later(60_000), 3600).calls.satellitePositions.source).toBe('CelesTrak');
  });

  it('is none without a cached one', () => {
    const emptied = roundAt(troubled, later(70_000), ALL_GONE);
    const { shown } = roundAt(emptied, later(80_000), {
      issPosition: succeeded(fixAnswer(later(50_000))),
      astronauts: crew('Former', 3600),
      satellitePositions: succeeded(samplesAnswer(later(50_000), 60)),
    });
    expect(shown.issPosition?.timestamp).toBe(later(50_000));
    expect(shown.astronauts).toEqual([{ name: 'Former', craft: 'ISS' }]);
    expect(shown.satellitePositions[0]?.timestamp).toBe(later(50_000));
  });
});

describe('without a network', () => {
  const held = roundAt(BEFORE, T0);

  it('there is no next try, and live data are unavailable', () => {
    const { shown } = waitForNetwork(BEFORE, T0);
    expect(shown).toEqual({
      ...NO_REAL_DATA,
      status: 'error',
      error: 'This computer is offline. Calls resume when online.',
    });
  });

  it('cached data stay while valid, and age', () => {
    const { nextTry: _, ...rest } = held.shown;
    const waiting = waitForNetwork(held, later(10_000));
    expect(waiting).toEqual({ ...held, shown: rest });
    expect('nextTry' in waiting.shown).toBe(false);
    const old = waitForNetwork(waiting, later(20 * MS_PER_MIN));
    expect(old.shown).toMatchObject({ ...rest, status: 'error', error: expect.stringContaining('offline') });
  });

  it('further waiting returns the same state', () => {
    for (const state of [BEFORE, held]) {
      const waiting = waitForNetwork(state, later(10_000));
      expect(waiting).not.toBe(state);
      expect(waitForNetwork(waiting, later(20_000))).toBe(waiting);
    }
  });

  it('an earlier failure is reported as offline once no more calls are made', () => {
    const failing = roundAt(BEFORE, T0, ALL_GONE);
    expect(waitForNetwork(failing, later(10_000)).shown.error).toMatch(/offline/);
  });
});
