import { request } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { encodeTelecommand, telecommandNamed } from '../../../../src/shared/packets/telecommand.ts';
import type { ReadTelemetry } from '../../../../src/shared/packets/telemetry.ts';
import { PACKET_PARAMETERS } from '../../../../src/spacecraft-host/describe/catalogue.ts';
import { createWebServer } from '../../../../src/spacecraft-host/web/web-server.ts';
import { listen } from '../../../support/loopback.ts';
import { T0 } from '../../../support/mission.ts';
import { namesOf, read, startFlight } from '../../../support/packets.ts';
import {
  BIND,
  closeOpened,
  connected,
  open,
  opened,
  type TestHost,
} from '../../../support/spacecraft-host.ts';

afterEach(closeOpened);

const VOLTAGE = 'HK_ESSENTIAL.battery_voltage';
const ESSENTIAL = PACKET_PARAMETERS.filter(({ packet }) => packet.name === 'HK_ESSENTIAL').map(
  ({ key }) => key,
);
const telecommand = (name: string, count = 0) => encodeTelecommand(telecommandNamed(name), {}, count);

/** Opens a WebSocket; fails with the status of a refusal. What comes at once is received, too. */
function dial(
  { webPort }: Pick<TestHost, 'webPort'>,
  path: string,
  headers: Record<string, string> = {},
  receive: (data: Buffer) => void = () => undefined,
): Promise<WebSocket> {
  const socket = new WebSocket(`ws://127.0.0.1:${webPort}${path}`, { headers });
  opened.push(() => socket.terminate());
  socket.on('message', (data) => receive(data as Buffer));
  return new Promise((resolve, reject) => {
    socket.on('open', () => resolve(socket));
    socket.on('error', reject);
  });
}

/** A reader of packets. */
async function openReader(host: TestHost) {
  const packets: ReadTelemetry[] = [];
  const socket = await dial(host, '/tm', {}, (data) => packets.push(read(data)));
  return { socket, packets };
}

interface News {
  readonly samples?: readonly { readonly key: string; readonly utc: number; readonly value: number }[];
  readonly time?: number;
  readonly rate?: number;
  readonly isPaused?: boolean;
  readonly subscribed?: number;
}

/** A client of samples. */
async function openClient(host: TestHost) {
  const news: News[] = [];
  const socket = await dial(host, '/realtime', {}, (data) => news.push(JSON.parse(String(data))));
  let closing: { readonly code: number; readonly reason: string } | undefined;
  socket.on('close', (code, reason) => (closing = { code, reason: String(reason) }));
  return {
    socket,
    news,
    samples: () => news.flatMap(({ samples = [] }) => samples),
    closing: () => closing,
  };
}

/** Asks over HTTP with exactly these headers. */
function ask({ webPort }: TestHost, path: string, headers: Record<string, string> = {}) {
  return new Promise<{ status: number; headers: object; body: unknown }>((resolve, reject) => {
    const outgoing = request(
      { host: '127.0.0.1', port: webPort, path, headers, agent: false },
      (incoming) => {
        let text = '';
        incoming.on('data', (chunk) => (text += chunk));
        incoming.on('end', () =>
          resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, body: JSON.parse(text) }),
        );
      },
    );
    outgoing.on('error', reject);
    outgoing.end();
  });
}

const historyOf = (parameter: string, more: Readonly<Record<string, string | number>> = {}): string =>
  `/history?${new URLSearchParams({ parameter, start: `${T0}`, end: `${T0 + 86_400_000}`, ...more })}`;

describe('packets over WebSocket', () => {
  it('are those of the TCP port, one in a message', async () => {
    const host = await open();
    const reader = await openReader(host);
    const tcp = await connected(host.telemetryPort);
    const octets: Buffer[] = [];
    tcp.on('data', (chunk) => octets.push(chunk as Buffer));
    const received: Buffer[] = [];
    reader.socket.on('message', (data) => received.push(data as Buffer));
    for (let second = 0; second < 30; second++) host.pass(1);
    await expect.poll(() => reader.packets.at(-1)?.time).toBe(T0 + 30_000);
    await expect
      .poll(() => Buffer.concat(octets).toString('hex'))
      .toContain(Buffer.concat(received).toString('hex'));
    expect(namesOf(reader.packets)).toEqual(expect.arrayContaining(['HK_ESSENTIAL', 'HK_ORBIT']));
  });

  it('carry telecommands, which act', async () => {
    const host = await open();
    const reader = await openReader(host);
    const sender = await dial(host, '/tc');
    sender.send(telecommand('ENTER_SAFE_MODE', 77));
    await expect
      .poll(() => {
        host.pass(0);
        return namesOf(reader.packets);
      })
      .toEqual(expect.arrayContaining(['TC_ACCEPTED', 'TC_STARTED']));
    expect(reader.packets.find(({ type }) => type.name === 'TC_ACCEPTED')?.values).toMatchObject({
      requestSequenceCount: 77,
    });
  });

  it('of a flood of telecommands all wait their turn, also when the sender ends at once', async () => {
    const host = await open();
    const reader = await openReader(host);
    const sender = await dial(host, '/tc');
    for (let count = 0; count < 1000; count++) sender.send(telecommand('PING', count));
    sender.close();
    const accepted = () => reader.packets.filter(({ type }) => type.name === 'TC_ACCEPTED');
    await expect
      .poll(() => {
        for (let tick = 0; tick < 20; tick++) host.pass(0);
        return accepted().length;
      })
      .toBe(1000);
    expect(accepted().map(({ values }) => values.requestSequenceCount)).toEqual(
      Array.from({ length: 1000 }, (_, count) => count),
    );
  });

  it.each([
    ['of 257 octets', '/tc', new Uint8Array(257), 1009],
    ['of text', '/tc', 'PING', 1003],
    ['of a reader', '/tm', 'hello', 1009],
    ['of 65 kB', '/realtime', 'x'.repeat(65_537), 1009],
  ])('end with a message %s, for its sender alone', async (_what, path, message, status) => {
    const host = await open();
    const reader = await openReader(host);
    const hostile = await dial(host, path);
    const code = new Promise<number>((resolve) => hostile.on('close', resolve));
    hostile.send(message);
    expect(await code).toBe(status);
    host.pass(5);
    await expect.poll(() => namesOf(reader.packets)).toContain('HK_ESSENTIAL');
  });
});

/** Opens the server alone, without a spacecraft. */
async function openWebServer() {
  const log: string[] = [];
  const web = createWebServer({
    access: { bind: BIND },
    count: 1,
    clock: () => ({ time: T0, rate: 1, isPaused: false }),
    receive: () => true,
    hasRoom: () => true,
    now: () => 0,
    log: (line) => log.push(line),
  });
  opened.push(web.close);
  const webPort = Number(new URL(await listen(web.server)).port);
  return { web, webPort, log };
}

describe('a reader over WebSocket that does not read', () => {
  it('is disconnected, and the others receive everything', async () => {
    const { web, webPort, log } = await openWebServer();
    const idle = await dial({ webPort }, '/realtime');
    const heard = new Promise((resolve) => idle.once('message', resolve));
    idle.send(JSON.stringify({ subscribe: ESSENTIAL }));
    const { packets } = startFlight();
    const [packet] = packets.filter((one) => read(one).type.name === 'HK_ESSENTIAL');
    if (!packet) throw new Error('There is no packet.');
    web.send([packet]);
    web.tick();
    await heard;
    idle.pause();
    let received = 0;
    const reader = await dial({ webPort }, '/tm');
    reader.on('message', () => (received += 1));
    let sent = 0;
    // The system holds some megabytes for the one that does not read before we have to.
    while (log.length === 0) {
      web.send(new Array<Uint8Array>(2000).fill(packet));
      web.tick();
      sent += 2000;
      await expect.poll(() => received, { interval: 5 }).toBe(sent);
    }
    expect(log).toEqual(['A reader of telemetry over WebSocket has left 3 MB unread and was disconnected.']);
    web.send([packet]);
    web.tick();
    await expect.poll(() => received).toBe(sent + 1);
  });
});

describe('samples over WebSocket', () => {
  it('are those that a client has subscribed to, with the values of the packets', async () => {
    const host = await open();
    const reader = await openReader(host);
    const client = await openClient(host);
    client.socket.send(JSON.stringify({ subscribe: [VOLTAGE, 'HK_POWER.battery_current'] }));
    const valuesOf = (type: string, field: string, key: string) =>
      reader.packets
        .filter((one) => one.type.name === type)
        .map(({ time, values }) => ({ key, utc: time, value: values[field] }));
    await expect.poll(() => client.news.at(-1)).toEqual({ subscribed: 2 });
    await expect
      .poll(() => {
        host.pass(5);
        return client.samples().length;
      })
      .toBeGreaterThan(5);
    const expected = [
      ...valuesOf('HK_ESSENTIAL', 'batteryVoltage', VOLTAGE),
      ...valuesOf('HK_POWER', 'batteryCurrent', 'HK_POWER.battery_current'),
    ];
    expect(expected).toEqual(expect.arrayContaining([...client.samples()]));

    client.socket.send(JSON.stringify({ unsubscribe: [VOLTAGE] }));
    client.news.length = 0;
    await expect
      .poll(() => {
        host.pass(10);
        const keys = client.samples().map(({ key }) => key);
        return keys.slice(keys.lastIndexOf(VOLTAGE) + 1).length;
      })
      .toBeGreaterThan(3);
  });

  it('come with mission time, at once and when its pace changes', async () => {
    const host = await open({ rate: 60 });
    host.pass(10);
    const client = await openClient(host);
    await expect.poll(() => client.news[0]).toEqual({ time: T0 + 600_000, rate: 60, isPaused: false });
    host.pass(0.25);
    await expect.poll(() => client.news.at(-1)?.time).toBe(T0 + 615_000);
    host.runner.pause();
    host.pass(0.001);
    await expect.poll(() => client.news.at(-1)).toEqual({ time: T0 + 615_000, rate: 60, isPaused: true });
    host.runner.setRate(1);
    expect(host.runner.resume()).toMatchObject({ ok: true });
    host.pass(0.001);
    await expect.poll(() => client.news.at(-1)).toMatchObject({ rate: 1, isPaused: false });
  });

  it('go back with mission time', async () => {
    const host = await open({ rate: 60 });
    host.runner.keep('start');
    host.pass(10);
    const client = await openClient(host);
    expect(host.runner.restore('start')).toMatchObject({ ok: true });
    host.pass(0);
    await expect.poll(() => client.news.at(-1)).toEqual({ time: T0, rate: 60, isPaused: false });
    const { body } = await ask(host, historyOf(VOLTAGE));
    expect(new Set((body as readonly { utc: number }[]).map(({ utc }) => utc))).toEqual(new Set([T0]));
  });

  it.each([
    ['{', 'The message is not JSON.'],
    ['7', 'The message is refused: it '],
    ['{"subscribe":[1]}', 'The message is refused: subscribe.0 is not a text.'],
    ['{"subscribe":["HK_ESSENTIAL.warp"]}', 'There is no such parameter.'],
    ['{"command":"x"}', 'The message is refused: '],
  ])('end after the request %s with the reason', async (message, reason) => {
    const host = await open();
    const client = await openClient(host);
    client.socket.send(message);
    await expect.poll(client.closing).toMatchObject({ code: 1008 });
    expect(client.closing()?.reason.startsWith(reason)).toBe(true);
  });
});

describe('the history', () => {
  it('has the values of the packets', async () => {
    const host = await open();
    const reader = await openReader(host);
    for (let second = 0; second < 60; second++) host.pass(1);
    await expect.poll(() => reader.packets.at(-1)?.time).toBe(T0 + 60_000);
    const expected = reader.packets
      .filter(({ type, time }) => type.name === 'HK_ESSENTIAL' && time > T0)
      .map(({ time, values }) => ({ utc: time, value: values.batteryVoltage }));
    expect(expected).toHaveLength(12);
    const { status, body } = await ask(host, historyOf(VOLTAGE, { start: T0 + 1 }));
    expect({ status, body }).toEqual({ status: 200, body: expected });
    const newest = await ask(host, historyOf(VOLTAGE, { size: 1, strategy: 'latest' }));
    expect(newest.body).toEqual(expected.slice(-1));
    const values = expected.map(({ value }) => value as number);
    const { body: peaks } = await ask(
      host,
      historyOf(VOLTAGE, { start: T0 + 1, size: 4, strategy: 'minmax' }),
    );
    expect((peaks as readonly { value: number }[]).length).toBeLessThanOrEqual(4);
    expect((peaks as readonly { value: number }[]).map(({ value }) => value)).toEqual(
      expect.arrayContaining([Math.min(...values), Math.max(...values)]),
    );
  });

  it.each([
    [
      `${historyOf(VOLTAGE)}&size=0`,
      400,
      'The request is refused: size is not a whole number of 1 to 20000.',
    ],
    [
      `${historyOf(VOLTAGE)}&size=20001`,
      400,
      'The request is refused: size is not a whole number of 1 to 20000.',
    ],
    [
      `${historyOf(VOLTAGE)}&strategy=mean`,
      400,
      'The request is refused: strategy is none of latest, minmax.',
    ],
    [historyOf(VOLTAGE, { start: 'x' }), 400, 'The request is refused: start is not a number.'],
    [historyOf(VOLTAGE, { end: 'Infinity' }), 400, 'The request is refused: end is not a number.'],
    [`/history?parameter=${VOLTAGE}`, 400, 'The request is refused: start is missing.'],
    [historyOf('HK_ESSENTIAL.warp'), 404, 'There is no such parameter.'],
    ['/tm', 404, 'There is no such address.'],
  ])('refuses %s with a reason', async (path, status, message) => {
    const host = await open();
    expect(await ask(host, path)).toMatchObject({ status, body: { message } });
  });

  it('may be read by pages of this machine alone', async () => {
    const host = await open();
    const own = await ask(host, historyOf(VOLTAGE), { origin: 'http://localhost:8080' });
    expect(own).toMatchObject({
      status: 200,
      headers: { 'access-control-allow-origin': 'http://localhost:8080', vary: 'Origin' },
    });
    const foreign = await ask(host, historyOf(VOLTAGE), { origin: 'http://orbita.example' });
    expect(foreign).toMatchObject({
      status: 403,
      body: { message: 'Only pages of this machine may reach the spacecraft.' },
    });
    expect(foreign.headers).not.toHaveProperty('access-control-allow-origin');
    const renamed = await ask(host, historyOf(VOLTAGE), { host: 'orbita.example' });
    expect(renamed).toMatchObject({ status: 403, body: { message: 'The request names another host.' } });
  });
});

describe('a WebSocket', () => {
  it('whose other end has vanished is found out, so that it does not take up a place for good', async () => {
    const { web } = await openWebServer();
    expect(web.server).toMatchObject({ keepAlive: true, keepAliveInitialDelay: 30 });
  });

  it.each([
    ['of a foreign page', '/tc', { origin: 'http://orbita.example' }, 403],
    ['of a page without an origin', '/tm', { origin: 'null' }, 403],
    ['to a foreign name', '/realtime', { host: 'orbita.example:10080' }, 403],
    ['to an unknown address', '/engine', {}, 404],
  ])('%s is refused', async (_what, path, headers, status) => {
    const host = await open();
    await expect(dial(host, path, headers)).rejects.toThrow(`Unexpected server response: ${status}`);
  });

  it('is answered when it pings, and disconnected if it does not read the answers', async () => {
    const { web, webPort } = await openWebServer();
    const socket = await dial({ webPort }, '/tc');
    const pong = new Promise<string>((resolve) => socket.once('pong', (data) => resolve(String(data))));
    socket.ping('here');
    expect(await pong).toBe('here');
    socket.on('error', () => undefined);
    socket.pause();
    const connections = () =>
      new Promise<number>((resolve) => web.server.getConnections((_error, count) => resolve(count)));
    expect(await connections()).toBe(1);
    await expect
      .poll(
        () => {
          for (let count = 0; count < 10_000; count++) socket.ping('x'.repeat(125));
          return connections();
        },
        { interval: 5 },
      )
      .toBe(0);
  });

  it('of a page of this machine is accepted', async () => {
    const host = await open();
    await expect(dial(host, '/tm', { origin: 'http://127.0.0.1:8080' })).resolves.toBeDefined();
  });

  it('and the history demand the token, if there is one', async () => {
    const host = await open({ token: 'secret' });
    await expect(dial(host, '/tc')).rejects.toThrow('Unexpected server response: 403');
    await expect(dial(host, '/tc?token=wrong')).rejects.toThrow('Unexpected server response: 403');
    await expect(dial(host, '/tc?token=secret')).resolves.toBeDefined();
    expect(await ask(host, historyOf(VOLTAGE))).toMatchObject({
      status: 403,
      body: { message: 'The token is missing or wrong.' },
    });
    expect(await ask(host, `${historyOf(VOLTAGE)}&token=secret`)).toMatchObject({ status: 200 });
  });

  it('beyond the thirty-second is refused', async () => {
    const host = await open();
    for (let count = 0; count < 32; count++) await dial(host, '/tm');
    await expect(dial(host, '/tm')).rejects.toThrow();
    expect(host.log).toEqual(['A connection was refused: there are 32 connections of the web port already.']);
  });
});
