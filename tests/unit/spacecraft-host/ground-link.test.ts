import { createServer } from 'node:http';
import type { Socket } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { afterEach, describe, expect, it } from 'vitest';
import { toHex } from '../../../src/shared/kit/octets.ts';
import { idlePacket, isIdle } from '../../../src/shared/packets/frames.ts';
import { createSplitter } from '../../../src/shared/packets/splitter.ts';
import { encodeTelecommand, telecommandNamed } from '../../../src/shared/packets/telecommand.ts';
import { type GroundLinkServer, openGroundLink } from '../../../src/spacecraft-host/ground-link.ts';
import { createHttpGroundPort } from '../../../src/worker/session/ground-link/http-ground-port.ts';
import { eventually } from '../../support/eventually.ts';
import { listen, stop } from '../../support/loopback.ts';
import { startFlight } from '../../support/packets.ts';
import { closeOpened, connected, opened } from '../../support/spacecraft-host.ts';

afterEach(closeOpened);

/** Packets of a minute of telemetry. */
const TELEMETRY = (() => {
  const flight = startFlight();
  flight.advance(60);
  return flight.packets;
})();
const ping = (count: number): Uint8Array => encodeTelecommand(telecommandNamed('PING'), {}, count);

/** Serves a ground link like `npm start`, which answers 404 for other paths. */
async function serve(options: { readonly isOff?: boolean } = {}) {
  const log: string[] = [];
  const link = await openGroundLink({ telemetryPort: 0, telecommandPort: 0 }, (line) => log.push(line));
  if (!link.ok) throw new Error(link.message);
  const server = createServer(
    getRequestListener((request, { incoming }) => {
      const answer = options.isOff ? undefined : link.value.fetch(request, incoming.socket.remoteAddress);
      return answer ?? new Response('Not found', { status: 404 });
    }),
  );
  const url = await listen(server);
  opened.push(() => {
    link.value.close();
    server.closeAllConnections();
    void stop(server);
  });
  return { link: link.value, url, log };
}

/** A page whose worker has a port to the ground link. */
function pageAt(url: string, window = 'a'.repeat(32)) {
  const telecommands: string[] = [];
  const ends: string[] = [];
  let release: (() => void) | undefined;
  let isHeld = false;
  const port = createHttpGroundPort((path, init) => fetch(`${url}${path}`, init), window);
  opened.push(port.close);
  return {
    ...port,
    telecommands,
    ends,
    open: () =>
      port.open({
        async receive(octets) {
          telecommands.push(toHex(octets));
          if (isHeld) {
            await new Promise<void>((resolve) => {
              release = resolve;
            });
          }
        },
        closed: (reason) => void ends.push(reason),
      }),
    hold() {
      isHeld = true;
    },
    goOn() {
      isHeld = false;
      release?.();
    },
  };
}

/** Collects the packets that a reader of telemetry receives. */
async function readerOf({ telemetryPort }: GroundLinkServer): Promise<readonly string[]> {
  const received: string[] = [];
  const split = createSplitter();
  const socket = await connected(telemetryPort);
  socket.on('data', (chunk) => received.push(...split(chunk as Buffer).packets.map(toHex)));
  return received;
}
const senderOf = ({ telecommandPort }: GroundLinkServer): Promise<Socket> => connected(telecommandPort);

describe('the ground link of the server', () => {
  it('carries telecommands to the page and telemetry to ground systems, whole and in order', async () => {
    const { link, url } = await serve();
    const page = pageAt(url);
    expect(await page.open()).toEqual({ ok: true, value: undefined });
    const received = await readerOf(link);
    for (const packet of TELEMETRY) page.send([packet]);
    await eventually(() => expect(received).toEqual(TELEMETRY.map(toHex)));
    link.tick();
    (await senderOf(link)).write(Buffer.concat([ping(1), ping(2), ping(3)]));
    link.tick();
    await eventually(() => expect(page.telecommands).toEqual([1, 2, 3].map(ping).map(toHex)));
    expect(page.ends).toEqual([]);
  });

  it('lets telecommands wait for a page that is busy, and loses none', async () => {
    const { link, url } = await serve();
    const page = pageAt(url);
    await page.open();
    page.hold();
    const all = Array.from({ length: 500 }, (_, count) => ping(count));
    (await senderOf(link)).write(Buffer.concat(all));
    await eventually(() => expect(page.telecommands).toHaveLength(1));
    page.goOn();
    await eventually(() => expect(page.telecommands).toEqual(all.map(toHex)));
  });

  it('has 16 telecommands under way at most, which the page has not taken', async () => {
    const { link, url } = await serve();
    const headers = { 'ground-link': 'a'.repeat(32) };
    const stream = await fetch(`${url}/ground-link/telecommands`, { headers });
    const received: Uint8Array[] = [];
    const split = createSplitter();
    const read = async () => {
      for await (const chunk of stream.body ?? []) received.push(...split(chunk).packets);
    };
    read().catch(() => undefined); // the connection ends with the test
    const idleCount = () => received.filter(isIdle).length;
    const telecommandCount = () => received.length - idleCount();
    (await senderOf(link)).write(Buffer.concat(Array.from({ length: 100 }, (_, count) => ping(count))));
    for (const [taken, underWay] of [
      [0, 16],
      [16, 32],
      [20, 36],
    ] as const) {
      await fetch(`${url}/ground-link/telemetry`, {
        method: 'POST',
        headers: { ...headers, 'ground-link-taken': String(taken) },
        body: new Uint8Array(),
      });
      await eventually(() => expect(telecommandCount()).toBe(underWay));
      // What the server sends later has no other telecommand before it.
      const before = idleCount();
      link.tick();
      await eventually(() => expect(idleCount()).toBe(before + 1));
      expect(telecommandCount()).toBe(underWay);
    }
  });

  it('goes on after packets without content, which are no telecommands', async () => {
    const { link, url } = await serve();
    const page = pageAt(url);
    await page.open();
    const sender = await senderOf(link);
    sender.write(Buffer.concat(Array.from({ length: 40 }, (_, count) => idlePacket(8, count))));
    sender.write(ping(1));
    await eventually(() => expect(page.telecommands).toEqual([toHex(ping(1))]));
  });

  it('drops telecommands without a page, and says so once', async () => {
    const { link, url, log } = await serve();
    const sender = await senderOf(link);
    sender.write(ping(1));
    await eventually(() => expect(log).toHaveLength(1));
    sender.write(ping(2));
    const page = pageAt(url);
    await page.open();
    sender.write(ping(3));
    await eventually(() => expect(page.telecommands).toContain(toHex(ping(3))));
    expect(page.telecommands).not.toContain(toHex(ping(1)));
    expect(log.filter((line) => line.includes('are dropped'))).toHaveLength(1);
  });

  it('serves one page at a time, and another one when that has gone', async () => {
    const { url, log } = await serve();
    const [page, other] = [pageAt(url), pageAt(url, 'b'.repeat(32))];
    await page.open();
    expect(await other.open()).toEqual({
      ok: false,
      message: 'Another window has connected ground systems. Disconnect them there first.',
    });
    page.close();
    await eventually(async () => expect((await other.open()).ok).toBe(true));
    expect(page.ends).toEqual([]);
    expect(log.join()).toContain('ground systems have no spacecraft');
  });

  it('takes the next worker of a window in place of the one before', async () => {
    const { link, url } = await serve();
    const [worker, next] = [pageAt(url), pageAt(url)];
    await worker.open();
    expect(await next.open()).toEqual({ ok: true, value: undefined });
    (await senderOf(link)).write(ping(1));
    await eventually(() => expect(next.telecommands).toEqual([toHex(ping(1))]));
    expect(worker.telecommands).toEqual([]);
  });

  it('gives up a page that does not answer, and not one that does', async () => {
    const { link, url, log } = await serve();
    const page = pageAt(url);
    await page.open();
    for (let tick = 0; tick < 3; tick++) link.tick();
    const received = await readerOf(link);
    page.send(TELEMETRY.slice(0, 1));
    await eventually(() => expect(received).toHaveLength(1));
    for (let tick = 0; tick < 3; tick++) link.tick();
    expect(log.join()).not.toContain('does not answer');
    link.tick();
    await eventually(() => expect(page.ends).toEqual(['The server has ended the connection.']));
    expect(log.join()).toContain('The page does not answer: ground systems have no spacecraft.');
  });

  it('gives a reader nothing of before it came', async () => {
    const { link, url } = await serve();
    const page = pageAt(url);
    await page.open();
    const early = await readerOf(link);
    page.send(TELEMETRY.slice(0, 3));
    await eventually(() => expect(early).toHaveLength(3));
    const late = await readerOf(link);
    page.send(TELEMETRY.slice(3, 4));
    await eventually(() => expect(early).toHaveLength(4));
    await eventually(() => expect(late).toEqual(TELEMETRY.slice(3, 4).map(toHex)));
  });

  it('tells the page when it ends', async () => {
    const { link, url } = await serve();
    const page = pageAt(url);
    await page.open();
    link.close();
    await eventually(() => expect(page.ends).toEqual(['The server has ended the connection.']));
  });

  it('is missed with a reason where the server has none, or cannot be reached', async () => {
    const { url } = await serve({ isOff: true });
    expect(await pageAt(url).open()).toEqual({
      ok: false,
      message: 'This server has no ground link. Start it with GROUND_LINK=1.',
    });
    expect(await pageAt('http://127.0.0.1:1').open()).toEqual({
      ok: false,
      message: 'The server cannot be reached.',
    });
  });

  it('names a port that is in use, and the variable that chooses another one', async () => {
    const { link } = await serve();
    const { telemetryPort } = link;
    expect(await openGroundLink({ telemetryPort, telecommandPort: 0 }, () => undefined)).toEqual({
      ok: false,
      message: `Port ${telemetryPort} on 127.0.0.1 is in use. Stop the other program, or choose another port with GROUND_LINK_TM_PORT.`,
    });
  });
});

describe('a request to the ground link', () => {
  const WINDOW = 'a'.repeat(32);
  const OWN = { 'ground-link': WINDOW, host: 'localhost:4173' };
  const HERE = '::ffff:127.0.0.1';
  const ask = async (
    path: string,
    { headers = OWN, address = HERE, ...init }: RequestInit & { readonly address?: string } = {},
  ) => {
    const { link } = await serve();
    const request = new Request(`http://localhost:4173${path}`, { ...init, headers });
    const answer = await link.fetch(request, address);
    return answer?.status;
  };

  it.each([
    ['of the own page', {}, 200],
    ['of the own page with its origin', { headers: { ...OWN, origin: 'http://localhost:4173' } }, 200],
    ['of another machine', { address: '192.168.1.7' }, 403],
    ['of a page that may not send the header', { headers: { host: 'localhost:4173' } }, 403],
    ['of a page of another port', { headers: { ...OWN, origin: 'http://localhost:9999' } }, 403],
    ['of a page with another header', { headers: { ...OWN, 'ground-link': '1' } }, 403],
    ['of a foreign origin', { headers: { ...OWN, origin: 'https://evil.example' } }, 403],
    ['for a foreign host', { headers: { ...OWN, host: 'evil.example' } }, 403],
    ['with another method', { method: 'POST' }, 404],
  ] as const)('%s is answered with its status', async (_, init, status) => {
    expect(await ask('/ground-link/telecommands', init)).toBe(status);
  });

  it('for another path is left to the server, or not found', async () => {
    expect(await ask('/index.html')).toBeUndefined();
    expect(await ask('/ground-link/')).toBe(404);
  });

  it('with telemetry is refused without a connected page, with too much, and with anything else', async () => {
    const { url } = await serve();
    const post = async (body: Uint8Array<ArrayBuffer>, window = WINDOW) => {
      const headers = { 'ground-link': window };
      return (await fetch(`${url}/ground-link/telemetry`, { method: 'POST', headers, body })).status;
    };
    const whole = Uint8Array.from(TELEMETRY[0] ?? []);
    expect(await post(whole)).toBe(409);
    await pageAt(url).open();
    expect(await post(whole)).toBe(204);
    expect(await post(whole, 'b'.repeat(32))).toBe(409);
    expect(await post(new Uint8Array(1_000_001))).toBe(413);
    expect(await post(Uint8Array.of(1, 2, 3))).toBe(400);
    expect(await post(Uint8Array.from([0, 0, 0, 0, 255, 255, 0]))).toBe(400);
  });
});
