import { describe, expect, it } from 'vitest';
import { REAL_DATA_CALLS } from '../../../../../src/shared/contract/real-data.ts';
import { addMs, MS_PER_H, MS_PER_MIN, MS_PER_S } from '../../../../../src/shared/kit/units.ts';
import { LONGEST_JITTER_MS } from '../../../../../src/worker/session/live-data/poller.ts';
import { openSession } from '../../../../../src/worker/session/session.ts';
import {
  failing,
  fixAnswer,
  hanging,
  PEOPLE,
  samplesAnswer,
  settle,
} from '../../../../support/fake-gateway.ts';
import { later, recordUpdates, resumeOf, startMission, T0, withoutLog } from '../../../../support/mission.ts';
import { startLiveMission } from './live-mission.ts';

describe('the three calls (spec §7)', () => {
  it('are made together immediately and then every 10 s', async () => {
    const { gateway, live } = startLiveMission();
    await live(1);
    expect(gateway.calls).toEqual({ issPosition: 1, astronauts: 1, satellitePositions: 1 });
    await live(9);
    expect(gateway.calls.astronauts).toBe(1);
    await live(1);
    expect(gateway.calls).toEqual({ issPosition: 2, astronauts: 2, satellitePositions: 2 });
    await live(50);
    expect(gateway.calls).toEqual({ issPosition: 7, astronauts: 7, satellitePositions: 7 });
  });

  it('show their results', async () => {
    const { live, slice, now } = startLiveMission();
    expect(slice('realData').status).toBe('loading');
    await live(1);
    const { status, error, issPosition, astronauts, satellitePositions, nextTry } = slice('realData');
    expect({ status, error }).toEqual({ status: 'ready', error: undefined });
    expect(issPosition?.timestamp).toBe(now());
    expect(astronauts).toEqual(PEOPLE);
    expect(satellitePositions).toHaveLength(300);
    expect(nextTry).toBe(addMs(now(), 10_000));
  });

  it('never overlap: a hanging call is aborted after 8 s, before the next round', async () => {
    const { gateway, live, slice } = startLiveMission();
    let signal: AbortSignal | undefined;
    gateway.set('satellitePositions', (_time, given) => {
      signal = given;
      return hanging(_time, given);
    });
    await live(8);
    expect(slice('realData').status).toBe('loading');
    await live(1);
    expect(signal?.aborted).toBe(true);
    expect(slice('realData').calls.satellitePositions).toMatchObject({
      status: 'failed',
      error: 'No response within 8 s.',
    });
    expect(slice('realData').astronauts).toEqual(PEOPLE);
    expect(gateway.calls.issPosition).toBe(1);
  });

  it('ignore a response that arrives after its call was aborted', async () => {
    const { gateway, live, slice } = startLiveMission();
    let answer: (value: unknown) => void = () => {};
    gateway.set('astronauts', () => new Promise((resolve) => (answer = resolve)));
    await live(9);
    gateway.set('astronauts');
    await live(4);
    answer({ people: [{ name: 'Too Late', craft: 'ISS' }] });
    await settle();
    expect(slice('realData').astronauts).toEqual(PEOPLE);
  });

  it('continue at the normal cadence after a failure, up to 2 s later', async () => {
    const { gateway, live, slice, now } = startLiveMission();
    gateway.setAll(failing('Out of order.'));
    await live(1);
    const { nextTry = T0 } = slice('realData');
    expect(nextTry).toBeGreaterThanOrEqual(addMs(now(), 10_000));
    expect(nextTry).toBeLessThanOrEqual(addMs(now(), 10_000 + LONGEST_JITTER_MS));
    gateway.setAll();
    await live(12);
    expect(slice('realData').status).toBe('ready');
  });

  it('are not made while offline, and immediately when online', async () => {
    const { mission, gateway, live, slice } = startLiveMission();
    mission.setOnline(false);
    await live(30);
    expect(gateway.calls.astronauts).toBe(0);
    expect(slice('realData')).toMatchObject({ status: 'error', error: expect.stringContaining('offline') });
    expect(slice('realData').nextTry).toBeUndefined();
    mission.setOnline(true);
    await live(1);
    expect(gateway.calls.astronauts).toBe(1);
    expect(slice('realData').status).toBe('ready');
  });

  it('are made once after a sleep of an hour, not once for each missed round', async () => {
    const { mission, gateway, live, now } = startLiveMission();
    await live(1);
    const woken = addMs(now(), MS_PER_H);
    gateway.time = woken;
    mission.advanceTo(woken);
    await settle();
    expect(gateway.calls.astronauts).toBe(2);
  });

  it('start again when the clock moves back, without the data of the wrong clock', async () => {
    const { mission, gateway, live, slice, now } = startLiveMission();
    await live(1);
    const back = addMs(now(), -30 * MS_PER_MIN);
    gateway.setAll(hanging);
    mission.advanceTo(back);
    expect(slice('realData').status).toBe('loading');
    expect(slice('provenance').iss.kind).toBe('simulated');
    gateway.setAll();
    gateway.time = back;
    mission.advanceTo(addMs(back, 9000));
    await settle();
    mission.advanceTo(addMs(back, 22_000));
    await settle();
    expect(slice('realData').status).toBe('ready');
  });

  it('start again when the clock moves back while the mission is out of step', async () => {
    const { mission, gateway, live, now } = startLiveMission();
    mission.control.setRate(0);
    await live(15);
    const { issPosition } = gateway.calls;
    for (let second = 0; second < 21; second++) {
      gateway.time = addMs(now(), second * MS_PER_S - MS_PER_H);
      mission.advanceTo(gateway.time);
      await settle();
    }
    expect(gateway.calls.issPosition).toBe(issPosition + 3);
    expect(mission.snapshot().realData.value.status).toBe('ready');
  });

  it('wake the mission: the next due time is never later than what they wait for', async () => {
    const { mission, gateway, live, now } = startLiveMission();
    gateway.setAll(hanging);
    await live(1);
    expect(mission.nextDueTime()).toBeLessThanOrEqual(addMs(now(), 8000));
  });

  it('are not made by a mission without a gateway', () => {
    const mission = startMission();
    mission.advanceTo(addMs(T0, MS_PER_MIN));
    expect(mission.snapshot().realData.value.status).toBe('loading');
    expect(mission.snapshot().provenance.value.iss.kind).toBe('simulated');
  });
});

describe('at another time than UTC the source of the ISS', () => {
  it('is that of the orbit which the mission has there', async () => {
    const { mission, gateway, live, slice, now } = startLiveMission();
    gateway.setAll(failing('Gone.'));
    await live(30);
    gateway.setAll();
    await live(30);
    const received = slice('provenance').iss;
    expect(received).toMatchObject({ kind: 'live', source: 'N2YO' });
    mission.control.seek(later(10_000));
    expect(slice('provenance').iss).toMatchObject({ kind: 'simulated' });
    const shown = addMs(now(), -5000);
    mission.control.seek(shown);
    expect(slice('provenance').iss).toEqual({ kind: 'predicted', source: 'N2YO', time: shown });
    mission.control.seek();
    expect(slice('provenance').iss).toEqual(received);
    mission.control.setRate(60);
    expect(slice('provenance').iss).toEqual({ ...received, kind: 'predicted' });
  });

  it('is unknown for an orbit that the live data of now do not have, such as that of a recording', async () => {
    const { mission, live } = startLiveMission();
    await live(1);
    const { live: _, ...resume } = resumeOf(mission);
    const again = openSession({ clock: { now: () => later(MS_PER_H) }, seed: 1, resume });
    again.control.setRate(0);
    const { kind, ...rest } = again.snapshot().provenance.value.iss;
    expect(kind).toBe('predicted');
    expect(rest).toEqual({ time: mission.mission.time() });
  });
});

describe('failures (spec §8)', () => {
  it('a failed position is null, with a console error; the others continue', async () => {
    const { gateway, errors, live, slice } = startLiveMission();
    gateway.set('issPosition', failing('Open Notify answered 503.'));
    await live(1);
    expect(slice('realData').issPosition).toBeNull();
    expect(errors).toEqual(['Failed to fetch the ISS position: Open Notify answered 503.']);
    expect(slice('realData').status).toBe('ready');
    expect(slice('realData').astronauts).toHaveLength(2);
    expect(slice('realData').satellitePositions).toHaveLength(300);
    gateway.set('issPosition');
    await live(12);
    expect(slice('realData').issPosition).not.toBeNull();
    expect(slice('realData').calls.issPosition.error).toBeUndefined();
  });

  it.each([
    ['astronauts', 'astronauts'],
    ['satellitePositions', 'satellitePositions'],
  ] as const)('a failed list of %s is empty, also after a good one', async (call, field) => {
    const { gateway, errors, live, slice } = startLiveMission();
    await live(1);
    gateway.set(call, failing('Gone.'));
    await live(10);
    expect(slice('realData')[field]).toEqual([]);
    expect(slice('realData').calls[call]).toMatchObject({
      status: 'failed',
      error: 'Gone.',
      lastSuccess: later(1000),
    });
    expect(slice('realData').status).toBe('ready');
    expect(errors).toEqual([]);
  });

  it('a failed combined load carries the failure text', async () => {
    const { gateway, live, slice } = startLiveMission();
    gateway.setAll(failing('Cannot reach the gateway.'));
    await live(1);
    expect(slice('realData')).toMatchObject({ status: 'error', error: 'Cannot reach the gateway.' });
  });

  it.each([
    ['an error without words', () => Promise.reject(new Error(''))],
    ['what is no error at all', () => Promise.reject()],
  ])("or 'Unknown error occurred' after %s", async (_case, behaviour) => {
    const { gateway, live, slice } = startLiveMission();
    gateway.setAll(behaviour);
    await live(1);
    expect(slice('realData')).toMatchObject({ status: 'error', error: 'Unknown error occurred' });
  });

  it('is no combined failure while fresh samples are valid', async () => {
    const { gateway, live, slice } = startLiveMission();
    await live(1);
    gateway.setAll(failing('Gone.'));
    await live(60);
    expect(slice('realData').status).toBe('ready');
    expect(slice('provenance').iss.kind).toBe('live');
    await live(270);
    expect(slice('realData')).toMatchObject({ status: 'error', error: 'Gone.' });
    expect(slice('provenance').iss.kind).toBe('predicted');
    gateway.setAll();
    await live(12);
    expect(slice('realData').status).toBe('ready');
    expect(slice('provenance').iss.kind).toBe('live');
  });

  it('drops a response older than the cached one', async () => {
    const { gateway, live, slice, now } = startLiveMission();
    await live(31);
    const held = slice('realData');
    const past = addMs(now(), -20_000);
    gateway.set('issPosition', () => fixAnswer(past));
    gateway.set('astronauts', () => ({
      people: [{ name: 'Former Crew', craft: 'ISS' }],
      gateway: { source: 'Open Notify', ageS: 3600, isStale: true },
    }));
    await live(10);
    expect(slice('realData').issPosition).toEqual(held.issPosition);
    expect(slice('realData').astronauts).toEqual(held.astronauts);
    expect(slice('realData').calls.issPosition.status).toBe('ready');
  });

  it('reports the age and the reason of a stale response', async () => {
    const { gateway, live, slice, now } = startLiveMission();
    gateway.set('astronauts', () => ({
      people: PEOPLE,
      gateway: { source: 'Open Notify', ageS: 7200, isStale: true, error: 'Open Notify answered 503.' },
    }));
    await live(1);
    expect(slice('realData').calls.astronauts).toEqual({
      status: 'ready',
      lastSuccess: now(),
      source: 'Open Notify',
      dataTime: addMs(now(), -2 * MS_PER_H),
      isStale: true,
      error: 'Open Notify answered 503.',
    });
  });

  it('keeps reporting it despite the age in whole seconds', async () => {
    const { gateway, live, slice, now } = startLiveMission();
    gateway.set('astronauts', () => ({
      people: PEOPLE,
      gateway: { source: 'Open Notify', ageS: 600, isStale: false },
    }));
    await live(1);
    const { dataTime } = slice('realData').calls.astronauts;
    gateway.set('astronauts', () => ({
      people: PEOPLE,
      gateway: { source: 'Open Notify', ageS: 611, isStale: true, error: 'Open Notify answered 503.' },
    }));
    await live(10);
    const { astronauts } = slice('realData').calls;
    expect(astronauts.dataTime).toBe(addMs(now(), -611_000));
    expect(astronauts.dataTime).toBeLessThan(dataTime ?? 0);
    expect(astronauts).toMatchObject({ isStale: true, error: 'Open Notify answered 503.' });
  });

  it('reports positions from another service, whose data are older', async () => {
    const { gateway, live, slice } = startLiveMission();
    await live(1);
    expect(slice('realData').calls.satellitePositions.source).toBe('N2YO');
    gateway.set('satellitePositions', (time) => ({
      ...samplesAnswer(time),
      gateway: { source: 'CelesTrak', ageS: 3600, isStale: false, error: 'N2YO answered 503.' },
    }));
    await live(10);
    expect(slice('realData').calls.satellitePositions).toMatchObject({
      status: 'ready',
      source: 'CelesTrak',
      error: 'N2YO answered 503.',
    });
  });

  const spoilt = (change: (sample: Record<string, unknown>) => void) => () => {
    const answer = samplesAnswer(addMs(T0, 1000));
    for (const sample of answer.positions) change(sample);
    return answer;
  };

  it.each<[string, () => unknown]>([
    ['no JSON object', () => 'Service unavailable'],
    ['no list', () => ({ positions: 7 })],
    ['an empty list', () => ({ positions: [] })],
    ['an error under status 200', () => ({ error: 'You exceeded the number of transactions' })],
    ['a latitude of 400', spoilt((sample) => (sample.satlatitude = 400))],
    ['a number that is none', spoilt((sample) => (sample.satlongitude = 'NaN'))],
    ['a latitude that the station never reaches', spoilt((sample) => (sample.satlatitude = 85))],
    [
      'a satellite that stands still',
      spoilt((sample) => Object.assign(sample, { satlatitude: 1, satlongitude: 2 })),
    ],
    ['samples of the future', () => samplesAnswer(addMs(T0, 11 * MS_PER_MIN))],
    ['samples of long ago', () => samplesAnswer(addMs(T0, -40 * MS_PER_MIN))],
  ])('refuses positions with %s, and shows no wrong number as live', async (_case, behaviour) => {
    const { gateway, live, slice } = startLiveMission();
    gateway.set('satellitePositions', behaviour);
    gateway.set('issPosition', failing('Gone.'));
    await live(1);
    expect(slice('realData').satellitePositions).toEqual([]);
    expect(slice('realData').calls.satellitePositions.status).toBe('failed');
    expect(slice('realData').calls.satellitePositions.error).toMatch(/\w+ \w+/);
    expect(slice('provenance').iss.kind).toBe('simulated');
  });

  it.each<[string, (now: number) => unknown]>([
    ['the future', (now) => fixAnswer(addMs(now as never, 10 * MS_PER_MIN))],
    ['long ago', (now) => fixAnswer(addMs(now as never, -11 * MS_PER_MIN))],
    [
      'nowhere on the orbit',
      (now) => ({ iss_position: { latitude: '85.0', longitude: '10.0' }, timestamp: Math.floor(now / 1000) }),
    ],
  ])('refuses a position from %s', async (_case, behaviour) => {
    const { gateway, errors, live, slice } = startLiveMission();
    gateway.set('satellitePositions', failing('Gone.'));
    gateway.set('issPosition', behaviour);
    await live(1);
    expect(slice('realData').issPosition).toBeNull();
    expect(errors).toHaveLength(1);
    expect(slice('provenance').iss.kind).toBe('simulated');
  });

  it('keeps untrusted names as short plain text', async () => {
    const { gateway, live, slice } = startLiveMission();
    gateway.set('astronauts', () => ({
      people: [
        { name: '<img src=x onerror=alert(1)>', craft: 'ISS' },
        { name: 'x'.repeat(10_000), craft: 'y'.repeat(10_000) },
        { name: '\u202Eevil\u0000\n', craft: '' },
      ],
    }));
    await live(1);
    const [markup, long, hidden] = slice('realData').astronauts;
    expect(markup?.name).toBe('<img src=x onerror=alert(1)>');
    expect(Array.from(long?.name ?? '')).toHaveLength(80);
    expect(hidden).toEqual({ name: 'evil', craft: 'Unknown craft' });
  });
});

describe('real data in a checkpoint', () => {
  it('keeps the stale mark of a response', async () => {
    const { gateway, live, mission } = startLiveMission();
    gateway.set('astronauts', () => ({
      people: PEOPLE,
      gateway: { source: 'Open Notify', ageS: 7200, isStale: true },
    }));
    await live(1);
    const next = startMission({ resume: resumeOf(mission) });
    expect(next.snapshot().realData.value.calls.astronauts.isStale).toBe(true);
  });

  it('are restored: same data, same orbit, no jump', async () => {
    const { mission, live } = startLiveMission();
    await live(15);
    const resume = resumeOf(mission);
    const next = startMission({ resume });
    expect(withoutLog(next)).toEqual(withoutLog(mission));
  });

  it('cause one update per round, with changed slices only', async () => {
    const { mission, live } = startLiveMission();
    const { updates, listener } = recordUpdates();
    mission.control.subscribe(listener);
    await live(21);
    const rounds = updates.slice(1).filter(({ slices }) => slices.realData);
    expect(rounds).toHaveLength(3);
    expect(rounds.at(-1)?.slices.telemetry).toBeUndefined();
    for (const call of REAL_DATA_CALLS) {
      expect(rounds.at(-1)?.slices.realData?.value.calls[call].status).toBe('ready');
    }
  });
});
