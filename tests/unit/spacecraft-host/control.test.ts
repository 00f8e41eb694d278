import { describe, expect, it } from 'vitest';
import { readRecording } from '../../../src/shared/contract/recording.ts';
import { createControl } from '../../../src/spacecraft-host/control.ts';
import { recordingOf } from '../../../src/spacecraft-host/recording-file.ts';
import { createRunner, MOST_SNAPSHOTS } from '../../../src/spacecraft-host/runner.ts';
import { createMission, type MissionOptions } from '../../../src/worker/mission/mission.ts';
import { OVER_AT_ONCE, T0 } from '../../support/mission.ts';
import { namesOf, read } from '../../support/packets.ts';

const HOST = '127.0.0.1:10090';

/** Opens the control of a spacecraft, with a clock in the test's hand. */
function open(options: Partial<MissionOptions> = {}) {
  let now = 0;
  const received: string[] = [];
  const runner = createRunner({
    mission: createMission({ seed: 1, startTime: T0, profile: 'none', planFault: OVER_AT_ONCE, ...options }),
    rate: 1,
    count: 1,
    now: () => now,
    send: (packets) => received.push(...namesOf(packets.map(read))),
  });
  const app = createControl({
    runner,
    mostRate: 3600,
    recording: () => recordingOf(runner.mission(), 'test'),
  });
  const request = async (
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ) => {
    const answer = await app.request(`http://${HOST}${path}`, {
      method,
      headers: { host: HOST, ...headers },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    return { status: answer.status, body: await answer.text() };
  };
  return {
    runner,
    received,
    pass(seconds: number) {
      now += 1000 * seconds;
      runner.tick();
    },
    request,
    /** Requests and returns the answer as data. */
    async ask(method: string, path: string, body?: unknown) {
      const answer = await request(method, path, body);
      return { status: answer.status, ...JSON.parse(answer.body) };
    },
  };
}

describe('the control of the spacecraft', () => {
  it('says what the simulation does', async () => {
    const { ask, pass } = open();
    pass(30);
    expect(await ask('GET', '/status')).toEqual({
      status: 200,
      time: '2026-11-20T12:00:30.000Z',
      rate: 1,
      isPaused: false,
      until: null,
      seed: 1,
      start: '2026-11-20T12:00:00.000Z',
      profile: 'none',
      link: { profile: 'open', lostTelecommands: 0, storedPackets: 0, scheduledTelecommands: 0 },
      faults: [],
      snapshots: [],
    });
  });

  it('changes the rate from now on', async () => {
    const { ask, pass } = open();
    pass(10);
    expect(await ask('POST', '/rate', { rate: 60 })).toMatchObject({
      rate: 60,
      time: '2026-11-20T12:00:10.000Z',
    });
    pass(10);
    expect(await ask('GET', '/status')).toMatchObject({ time: '2026-11-20T12:10:10.000Z' });
  });

  it('pauses, steps while paused, and goes on without the time of the pause', async () => {
    const { ask, pass, received } = open();
    expect(await ask('POST', '/step', { seconds: 5 })).toEqual({
      status: 409,
      message: 'The mission is running. Pause it first.',
    });
    expect(await ask('POST', '/pause')).toMatchObject({ isPaused: true });
    pass(100);
    received.length = 0;
    expect(await ask('POST', '/step', { seconds: 5 })).toMatchObject({ time: '2026-11-20T12:00:05.000Z' });
    expect(received).toContain('HK_ESSENTIAL');
    expect(await ask('POST', '/resume')).toMatchObject({ isPaused: false });
    pass(10);
    expect(await ask('GET', '/status')).toMatchObject({ time: '2026-11-20T12:00:15.000Z' });
  });

  it('runs until an instant, and pauses there exactly', async () => {
    const { ask, pass } = open();
    await ask('POST', '/rate', { rate: 60 });
    const until = '2026-11-20T12:07:03Z';
    expect(await ask('POST', '/resume', { until })).toMatchObject({ until: '2026-11-20T12:07:03.000Z' });
    for (let second = 0; second < 10; second++) pass(1);
    expect(await ask('GET', '/status')).toMatchObject({
      time: '2026-11-20T12:07:03.000Z',
      isPaused: true,
      until: null,
      rate: 60,
    });
    expect(await ask('POST', '/resume', { until })).toEqual({
      status: 409,
      message: 'That instant has passed.',
    });
  });

  it('injects a fault, and clears it', async () => {
    const { ask, pass } = open({ planFault: undefined });
    const names = ({ faults }: { readonly faults: readonly { readonly name: string }[] }) =>
      faults.map(({ name }) => name);
    const injected = await ask('POST', '/faults', { inject: 'heater-stuck-on', course: 'lasting' });
    expect(injected.faults.at(-1)).toEqual({
      name: 'heater-stuck-on',
      since: '2026-11-20T12:00:00.000Z',
      course: 'lasting',
    });
    expect(await ask('DELETE', '/faults/heater-stuck-on')).toMatchObject({ status: 200 });
    pass(5);
    expect(names(await ask('GET', '/status'))).not.toContain('heater-stuck-on');
    expect(await ask('DELETE', '/faults/heater-stuck-on')).toEqual({
      status: 409,
      message: 'heater-stuck-on is not active.',
    });
  });

  it('changes how the link works', async () => {
    const { ask } = open();
    expect(await ask('POST', '/link', { profile: 'stations' })).toMatchObject({
      link: { profile: 'stations' },
    });
    expect(await ask('POST', '/link', { profile: 'radio' })).toEqual({
      status: 400,
      message: 'The body is refused: profile is none of open, network, stations.',
    });
  });

  it('changes how many bits are wrong', async () => {
    const { ask } = open();
    expect(await ask('POST', '/link', { bitErrorRate: 1e-5 })).toMatchObject({
      link: { profile: 'open', bitErrorRate: 1e-5 },
    });
    expect(await ask('POST', '/link', { bitErrorRate: 0.02 })).toEqual({
      status: 400,
      message: 'The body is refused: bitErrorRate is not a rate of 0 to 0.01.',
    });
    const { link } = await ask('POST', '/link', { bitErrorRate: 0 });
    expect(link).not.toHaveProperty('bitErrorRate');
  });

  it('goes back to a snapshot: telemetry begins again there, and the branch is repeatable', async () => {
    const { ask, pass, request, received, runner } = open();
    pass(60);
    expect(await ask('POST', '/snapshots', { name: 'before' })).toMatchObject({
      snapshots: [{ name: 'before', time: '2026-11-20T12:01:00.000Z' }],
    });
    await ask('POST', '/faults', { inject: 'gimbal-slip' });
    pass(600);
    received.length = 0;
    expect(await ask('POST', '/snapshots/before/restore')).toMatchObject({
      time: '2026-11-20T12:01:00.000Z',
    });
    expect(received.slice(0, 2)).toEqual(['EVENT_INFORMATIVE', 'HK_ESSENTIAL']);
    pass(60);
    const recording = readRecording((await request('GET', '/recording')).body);
    if (!recording.ok) throw new Error(recording.message);
    expect(recording.value.entries.map(({ input }) => input.kind)).toEqual(['packets', 'packets']);
    expect(recording.value.marks[0]?.hash).toBe(runner.mission().hash());
    expect(await ask('POST', '/snapshots/never/restore')).toEqual({
      status: 409,
      message: 'There is no snapshot never.',
    });
  });

  it('keeps a bounded number of snapshots, the newest', async () => {
    const { ask, runner } = open();
    for (let count = 0; count <= MOST_SNAPSHOTS; count++)
      await ask('POST', '/snapshots', { name: `s${count}` });
    expect(runner.kept()).toHaveLength(MOST_SNAPSHOTS);
    expect(runner.kept()[0]?.name).toBe('s1');
  });
});

describe('a request that is refused', () => {
  it.each([
    [
      'a rate of 0',
      'POST',
      '/rate',
      { rate: 0 },
      400,
      'The body is refused: rate is not a rate above 0 and up to 3600.',
    ],
    ['no rate', 'POST', '/rate', {}, 400, 'The body is refused: rate is missing.'],
    ['no JSON', 'POST', '/rate', '{', 400, 'The body is not JSON.'],
    [
      'a long step',
      'POST',
      '/step',
      { seconds: 9999 },
      400,
      'The body is refused: seconds is not above 0 and up to 3600.',
    ],
    [
      'an instant without a zone',
      'POST',
      '/resume',
      { until: '2026-11-20T12:00:00' },
      400,
      'The body is refused: until is not an instant of the years 1970 to 2199 such as 2026-11-20T12:00:00Z.',
    ],
    [
      'an instant that does not exist',
      'POST',
      '/resume',
      { until: '2027-02-29T12:00:00Z' },
      400,
      'The body is refused: until is not an instant of the years 1970 to 2199 such as 2026-11-20T12:00:00Z.',
    ],
    [
      'a name with a path',
      'POST',
      '/snapshots',
      { name: '../x' },
      400,
      'The body is refused: name is not a name of 1 to 40 letters, digits, dots, dashes and underscores.',
    ],
    ['an unknown fault', 'DELETE', '/faults/rust', undefined, 409, 'There is no fault rust.'],
    ['an unknown address', 'GET', '/engine', undefined, 404, 'There is no such address.'],
    ['a long body', 'POST', '/rate', ' '.repeat(5000), 413, 'The body is too long.'],
  ] as const)('because of %s says so', async (_what, method, path, body, status, message) => {
    expect(await open().ask(method, path, body)).toEqual({ status, message });
  });

  it.each([
    ['a foreign Host', { host: 'orbita.example:10090' }],
    ['a Host that only begins like ours', { host: '127.0.0.1.example' }],
    ['a foreign Origin', { origin: 'http://orbita.example' }],
    ['the Origin of another port of this machine', { origin: 'http://127.0.0.1:8080' }],
    ['the Origin of a file', { origin: 'null' }],
  ])('because of %s changes nothing', async (_what, headers) => {
    const { request, runner } = open();
    expect(await request('POST', '/pause', undefined, headers)).toEqual({
      status: 403,
      body: JSON.stringify({ message: 'Only programs of this machine may control the spacecraft.' }),
    });
    expect(runner.pace().isPaused).toBe(false);
  });
});
