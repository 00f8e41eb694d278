import { createSocket } from 'node:dgram';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { type SavedRecording, writeRecording } from '../../../src/shared/contract/recording.ts';
import { createSplitter } from '../../../src/shared/packets/splitter.ts';
import { encodeTelecommand, telecommandNamed } from '../../../src/shared/packets/telecommand.ts';
import type { ReadTelemetry } from '../../../src/shared/packets/telemetry.ts';
import { type HostOptions, openHost } from '../../../src/spacecraft-host/host.ts';
import {
  readRecordingFile,
  repeatRecording,
  writeRecordingFile,
} from '../../../src/spacecraft-host/recording-file.ts';
import { createTelecommandServer } from '../../../src/spacecraft-host/sockets/telecommand-server.ts';
import { createTelemetryServer } from '../../../src/spacecraft-host/sockets/telemetry-server.ts';
import { createMission } from '../../../src/worker/mission/mission.ts';
import { T0 } from '../../support/mission.ts';
import { advanceWith, namesOf, read } from '../../support/packets.ts';
import { ownPlace, ownStation } from '../../support/places.ts';
import { recordingOf as pageRecording, simulateInputs } from '../../support/recording.ts';
import {
  BIND,
  closeOpened,
  connected,
  newMission,
  open,
  opened,
  type TestHost,
} from '../../support/spacecraft-host.ts';
import { syntheticElements } from '../../support/synthetic-fleet.ts';

afterEach(closeOpened);

/** A ground station that receives telemetry. */
async function openReader(port: number) {
  const socket = await connected(port);
  const split = createSplitter();
  const packets: ReadTelemetry[] = [];
  socket.on('data', (chunk) => packets.push(...split(chunk as Buffer).packets.map(read)));
  return { socket, packets, names: () => namesOf(packets) };
}

const telecommand = (name: string, sequenceCount = 0) =>
  encodeTelecommand(telecommandNamed(name), { sid: 1, interval: 5, eventId: 1 }, sequenceCount);

describe('telemetry over TCP', () => {
  it('reaches the first reader from the start on, and later ones from then on', async () => {
    const host = await open();
    host.pass(5);
    const first = await openReader(host.telemetryPort);
    await expect.poll(first.names).toContain('HK_SOFTWARE');
    expect(first.packets[0]).toMatchObject({ sequenceCount: 0, time: T0 });
    expect(first.packets.at(-1)).toMatchObject({ sequenceCount: 7, time: T0 + 5000 });

    const second = await openReader(host.telemetryPort);
    await expect
      .poll(() => {
        host.pass(5);
        return second.packets.length;
      })
      .toBeGreaterThan(0);
    expect(second.packets[0]?.sequenceCount).toBeGreaterThan(7);
  });

  it('follows the clock at the rate', async () => {
    const host = await open({ rate: 60 });
    host.pass(10);
    expect(host.mission.time()).toBe(T0 + 600_000);
    const reader = await openReader(host.telemetryPort);
    await expect.poll(() => reader.packets.at(-1)?.time).toBe(T0 + 600_000);
    expect(reader.names().filter((name) => name === 'HK_ESSENTIAL')).toHaveLength(121);
  });

  it('is that of the mission, octet for octet', async () => {
    const host = await open();
    const reader = await openReader(host.telemetryPort);
    const octets: Buffer[] = [];
    reader.socket.on('data', (chunk) => octets.push(chunk as Buffer));
    for (let second = 0; second < 60; second++) host.pass(1);
    const alone = newMission();
    const expected = [...alone.apply({ kind: 'packets' }).packets];
    advanceWith(alone, host.mission.time(), (news) => expected.push(...news));
    await expect
      .poll(() => Buffer.concat(octets).toString('hex'))
      .toBe(Buffer.concat(expected).toString('hex'));
  });
});

describe('a reader of telemetry that does not read', () => {
  it('is disconnected, and the others receive everything', async () => {
    const log: string[] = [];
    const telemetry = createTelemetryServer((line) => log.push(line), true);
    opened.push(telemetry.close);
    await new Promise<void>((resolve) => void telemetry.server.listen(0, BIND, resolve));
    const { port } = telemetry.server.address() as { readonly port: number };
    const idle = await connected(port);
    idle.pause();
    let received = 0;
    const reader = await connected(port);
    reader.on('data', (chunk) => (received += chunk.length));
    const packet = new Uint8Array(256);
    let sent = 0;
    // The system holds some megabytes for the one that does not read before we have to.
    while (log.length === 0) {
      const packets = new Array<Uint8Array>(400).fill(packet);
      telemetry.send(packets);
      sent += 400 * 256;
      await expect.poll(() => received).toBe(sent);
    }
    expect(log).toEqual(['A reader of telemetry has left 3 MB unread and was disconnected.']);
    telemetry.send([packet]);
    await expect.poll(() => received).toBe(sent + 256);
  });
});

describe('the first reader', () => {
  it('gets all that was kept for it, and a dump of a full store in the same tick', async () => {
    const log: string[] = [];
    const telemetry = createTelemetryServer((line) => log.push(line), true);
    opened.push(telemetry.close);
    await new Promise<void>((resolve) => void telemetry.server.listen(0, BIND, resolve));
    const megabyte = () => Array.from({ length: 4000 }, () => new Uint8Array(250));
    telemetry.send(megabyte());
    // Nothing is on its way before the tick has ended.
    telemetry.server.prependListener('connection', (socket) => socket.cork());
    telemetry.server.on('connection', (socket) => {
      const packets = megabyte();
      while (packets.length > 0) telemetry.send(packets.splice(0, 400));
      socket.uncork();
    });
    const { port } = telemetry.server.address() as { readonly port: number };
    const reader = await connected(port);
    let received = 0;
    reader.on('data', (chunk) => (received += chunk.length));
    await expect.poll(() => [received, ...log]).toEqual([2_000_000]);
  });
});

describe('connections', () => {
  it('that vanish are found out, so that they do not take up a place for good', () => {
    const logged = () => undefined;
    const receiver = { receive: () => true, hasRoom: () => true };
    for (const { server } of [createTelemetryServer(logged, true), createTelecommandServer(receiver, logged)])
      expect(server).toMatchObject({ keepAlive: true, keepAliveInitialDelay: 30 });
  });

  it('beyond the eighth are refused, which is told once until there is a place again', async () => {
    const log: string[] = [];
    const receiver = { receive: () => true, hasRoom: () => true };
    const telecommands = createTelecommandServer(receiver, (line) => log.push(line));
    opened.push(telecommands.close);
    const { server } = telecommands;
    await new Promise<void>((resolve) => void server.listen(0, BIND, resolve));
    const { port } = server.address() as { readonly port: number };
    const count = () =>
      new Promise<number>((resolve) => server.getConnections((_error, found) => resolve(found)));
    const refused = async () => {
      const socket = await connected(port);
      await new Promise((resolve) =>
        socket
          .on('error', () => undefined)
          .on('close', resolve)
          .resume(),
      );
    };
    const senders: Socket[] = [];
    for (let sender = 0; sender < 8; sender++) senders.push(await connected(port));
    await refused();
    await refused();
    const line = 'A connection was refused: there are 8 senders of telecommands already.';
    expect(log).toEqual([line]);
    senders[0]?.destroy();
    await expect.poll(count).toBe(7);
    await connected(port);
    await expect.poll(count).toBe(8);
    await refused();
    expect(log).toEqual([line, line]);
  });
});

describe('telecommands over TCP', () => {
  it('are answered, and act', async () => {
    const host = await open();
    const reader = await openReader(host.telemetryPort);
    const sender = await connected(host.telecommandPort);
    sender.write(telecommand('ENTER_SAFE_MODE', 77));
    await expect
      .poll(() => {
        host.pass(0);
        return reader.names();
      })
      .toContain('TC_STARTED');
    host.pass(5);
    await expect
      .poll(() => reader.packets.findLast(({ type }) => type.name === 'HK_ESSENTIAL')?.values)
      .toMatchObject({
        mode: 1,
        telecommandsAccepted: 1,
        lastSequenceCount: 77,
      });
  });

  it('may arrive octet by octet, and several at once', async () => {
    const host = await open();
    const reader = await openReader(host.telemetryPort);
    const sender = await connected(host.telecommandPort);
    sender.setNoDelay(true);
    for (const octet of telecommand('PING')) sender.write(Uint8Array.of(octet));
    sender.write(Buffer.concat([telecommand('PING', 1), telecommand('PING', 2)]));
    await expect
      .poll(() => {
        host.pass(0);
        return reader.names().filter((name) => name === 'ALIVE').length;
      })
      .toBe(3);
  });

  it('of a flood all wait their turn', async () => {
    const host = await open();
    const reader = await openReader(host.telemetryPort);
    const sender = await connected(host.telecommandPort);
    sender.write(Buffer.concat(Array.from({ length: 1000 }, (_, count) => telecommand('PING', count))));
    await expect
      .poll(() => {
        for (let tick = 0; tick < 20; tick++) host.pass(0);
        return reader.packets.filter(({ type }) => type.name === 'TC_ACCEPTED').length;
      })
      .toBe(1000);
    const counts = reader.packets
      .filter(({ type }) => type.name === 'TC_ACCEPTED')
      .map(({ values }) => values.requestSequenceCount);
    expect(counts).toEqual(Array.from({ length: 1000 }, (_, count) => count));
  });

  /** Ticks until the sender is disconnected, and returns the sequence counts of what has been accepted by then. */
  async function acceptedUntilClosed(host: TestHost, sender: Socket): Promise<readonly unknown[]> {
    const reader = await openReader(host.telemetryPort);
    let isClosed = false;
    sender.on('close', () => (isClosed = true));
    sender.on('error', () => undefined);
    sender.resume();
    await expect
      .poll(() => {
        for (let tick = 0; tick < 20; tick++) host.pass(0);
        return isClosed;
      })
      .toBe(true);
    // A telecommand of another sender comes after all of these.
    const last = await connected(host.telecommandPort);
    last.write(telecommand('PING', 0x3fff));
    const counts = () =>
      reader.packets
        .filter(({ type }) => type.name === 'TC_ACCEPTED')
        .map(({ values }) => values.requestSequenceCount);
    await expect
      .poll(() => {
        host.pass(0);
        return counts();
      })
      .toContain(0x3fff);
    return counts().slice(0, -1);
  }
  const PINGS = Array.from({ length: 250 }, (_, count) => telecommand('PING', count));

  it('are all obeyed if the sender ends the connection right after them', async () => {
    const host = await open();
    const sender = await connected(host.telecommandPort);
    sender.end(Buffer.concat(PINGS));
    expect(await acceptedUntilClosed(host, sender)).toEqual(PINGS.map((_, count) => count));
  });

  it('before one that is too long are all obeyed', async () => {
    const host = await open();
    const sender = await connected(host.telecommandPort);
    sender.write(Buffer.concat([...PINGS, Uint8Array.of(0x18, 0x64, 0xc0, 0, 0xff, 0xff)]));
    expect(await acceptedUntilClosed(host, sender)).toEqual(PINGS.map((_, count) => count));
    expect(host.log).toHaveLength(1);
  });

  it('that are too long cost their sender the connection, and nobody else', async () => {
    const host = await open();
    const reader = await openReader(host.telemetryPort);
    const hostile = await connected(host.telecommandPort);
    const sender = await connected(host.telecommandPort);
    let isClosed = false;
    hostile.on('close', () => (isClosed = true));
    hostile.on('error', () => undefined);
    hostile.write(Uint8Array.of(0x18, 0x64, 0xc0, 0, 0xff, 0xff));
    await expect.poll(() => isClosed).toBe(true);
    expect(host.log).toEqual([
      'A sender of telecommands announced a packet of more than 256 octets and was disconnected.',
    ]);
    sender.write(telecommand('PING'));
    await expect
      .poll(() => {
        host.pass(0);
        return reader.names();
      })
      .toContain('ALIVE');
  });
});

describe('the control', () => {
  it('answers over HTTP, on loopback', async () => {
    const host = await open();
    const answer = await fetch(`http://127.0.0.1:${host.controlPort}/status`);
    expect(await answer.json()).toMatchObject({ time: '2026-11-20T12:00:00.000Z', rate: 1 });
  });
});

describe('datagrams', () => {
  it('carry a packet each, both ways: telemetry goes to its port, also to a free one that the system has chosen', async () => {
    const host = await open({ hasDatagrams: true });
    const station = createSocket('udp4');
    opened.push(() => station.close());
    const packets: ReadTelemetry[] = [];
    station.on('message', (octets) => packets.push(read(octets)));
    await new Promise<void>((resolve) => station.bind(host.telemetryPort, BIND, resolve));
    await expect
      .poll(() => {
        station.send(telecommand('PING'), host.telecommandPort, BIND);
        host.pass(5);
        return namesOf(packets);
      })
      .toEqual(expect.arrayContaining(['HK_ESSENTIAL', 'TC_ACCEPTED', 'ALIVE']));
  });
});

describe('a port that cannot be opened', () => {
  it('is named with what to do about it', async () => {
    const other = createServer();
    opened.push(() => other.close());
    await new Promise<void>((resolve) => void other.listen(0, BIND, resolve));
    const { port } = other.address() as { readonly port: number };
    const openWith = async (options: Partial<HostOptions>) => {
      const free = { telemetryPort: 0, telecommandPort: 0, controlPort: 0, webPort: 0 };
      const ports = { ...free, build: 'test', ...options };
      return openHost(
        { mission: newMission(), rate: 1, count: 1, bind: BIND, hasDatagrams: false, ...ports },
        { now: () => 0, log: () => undefined },
      );
    };
    expect(await openWith({ telecommandPort: port })).toEqual({
      ok: false,
      message: `Port ${port} on 127.0.0.1 is in use. Stop the other program, or choose another port with --tc-port.`,
    });
    expect(await openWith({ telemetryPort: port })).toMatchObject({
      message: `Port ${port} on 127.0.0.1 is in use. Stop the other program, or choose another port with --tm-port.`,
    });
    expect(await openWith({ controlPort: port })).toMatchObject({
      message: `Port ${port} on 127.0.0.1 is in use. Stop the other program, or choose another port with --control-port.`,
    });
    expect(await openWith({ webPort: port })).toMatchObject({
      message: `Port ${port} on 127.0.0.1 is in use. Stop the other program, or choose another port with --web-port.`,
    });
    const station = createSocket('udp4');
    opened.push(() => station.close());
    await new Promise<void>((resolve) => station.bind(0, BIND, resolve));
    const udpPort = station.address().port;
    expect(await openWith({ telecommandPort: udpPort, hasDatagrams: true })).toEqual({
      ok: false,
      message: `UDP port ${udpPort} on 127.0.0.1 is in use. Stop the other program, or choose another port with --tc-port.`,
    });
    expect(await openWith({ bind: '192.0.2.1' })).toEqual({
      ok: false,
      message: '192.0.2.1 is no address of this machine. Choose one of its addresses with --bind.',
    });
  });
});

function newDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'orbita-'));
  opened.push(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

function savedIn(file: string): SavedRecording {
  const recording = readRecordingFile(file);
  if (!recording.ok || !recording.value) throw new Error('There is no recording.');
  return recording.value;
}

describe('a recording', () => {
  it('repeats the flight', async () => {
    const directory = newDirectory();
    const file = join(directory, 'flight.jsonl');
    expect(readRecordingFile(file)).toEqual({ ok: true, value: undefined });
    const host = await open();
    host.mission.apply({ kind: 'fault', inject: 'heater-stuck-on', course: 'lasting' });
    host.pass(30);
    const sender = await connected(host.telecommandPort);
    sender.write(telecommand('THERMAL_CONTROL'));
    await expect
      .poll(() => {
        host.pass(0.001);
        return host.mission.journal().length;
      })
      .toBe(3);
    host.pass(100);
    expect(writeRecordingFile(file, host.mission, 'test')).toEqual({ ok: true, value: undefined });
    const { header, entries, marks, time } = savedIn(file);
    const repeated = createMission({ ...header, journal: entries });
    repeated.advanceTo(time);
    expect(repeated.hash()).toBe(host.mission.hash());
    expect(marks.map(({ hash }) => hash)).toEqual([host.mission.hash()]);
  });

  it('of a page goes on with what the page has saved in it', async () => {
    const file = join(newDirectory(), 'flight.jsonl');
    const satellite = {
      elements: syntheticElements(1),
      isShown: true,
      groups: ['Mine'],
      isFromCelestrak: false,
    };
    const text = writeRecording({
      ...pageRecording(simulateInputs()),
      branch: 'Branch A',
      places: { observer: ownPlace('Berlin'), stations: [ownStation('Dish')] },
      satellites: { satellites: [satellite], colours: new Map([['Mine', 1]]) },
    });
    writeFileSync(file, text);
    const saved = savedIn(file);
    const repeated = repeatRecording(file, saved);
    if (!repeated.ok) throw new Error(repeated.message);
    const host = await open({ mission: repeated.value, continued: saved });
    host.pass(60);
    expect(writeRecordingFile(file, host.mission, 'test', saved).ok).toBe(true);
    const kept = savedIn(file);
    const { branch, places, satellites } = saved;
    expect(kept).toMatchObject({ branch, places, satellites });
    expect(kept.marks.slice(0, -1)).toEqual(saved.marks);
    expect(kept.marks.at(-1)?.hash).toBe(host.mission.hash());
    expect(repeatRecording(file, kept).ok).toBe(true);
  });

  it('that this build does not repeat is not continued', () => {
    const saved = pageRecording(simulateInputs(), 'another build');
    const marks = saved.marks.map((mark, index) => (index === 2 ? { ...mark, hash: '0'.repeat(16) } : mark));
    expect(repeatRecording('flight.jsonl', { ...saved, marks })).toEqual({
      ok: false,
      message:
        'This build does not repeat flight.jsonl: it differs at 2026-11-20 12:03 UTC. Continue it with the build that made it, "another build", or name another file.',
    });
  });

  it('that cannot be read or written says why', () => {
    const directory = newDirectory();
    const file = join(directory, 'flight.jsonl');
    writeFileSync(file, 'no recording');
    expect(readRecordingFile(file)).toEqual({
      ok: false,
      message: `${file}: This is not a recording of ORBITA-1.`,
    });
    expect(readFileSync(file, 'utf8')).toBe('no recording');
    const nowhere = join(directory, 'absent', 'flight.jsonl');
    expect(writeRecordingFile(nowhere, newMission(), 'test')).toEqual({
      ok: false,
      message: `Failed to write ${nowhere}: ENOENT.`,
    });
  });
});
