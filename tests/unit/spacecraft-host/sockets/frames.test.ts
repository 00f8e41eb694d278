import { createSocket } from 'node:dgram';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { MS_PER_H } from '../../../../src/shared/kit/units.ts';
import { encodeTelecommand, telecommandNamed } from '../../../../src/shared/packets/telecommand.ts';
import type { HostOptions } from '../../../../src/spacecraft-host/host.ts';
import { openFrames } from '../../../../src/spacecraft-host/sockets/frames.ts';
import { type GroundFrame, packetsIn, readFrame, telecommandFrame } from '../../../support/frames.ts';
import { T0 } from '../../../support/mission.ts';
import { advanceWith, namesOf, read } from '../../../support/packets.ts';
import { BIND, closeOpened, newMission, open, opened } from '../../../support/spacecraft-host.ts';

afterEach(closeOpened);

/** A ground station that receives frames. */
async function openGround() {
  const socket = createSocket('udp4');
  opened.push(() => socket.close());
  const frames: GroundFrame[] = [];
  socket.on('message', (octets) => frames.push(readFrame(octets)));
  await new Promise<void>((resolve) => socket.bind(0, BIND, resolve));
  return { socket, frames, port: (socket.address() as AddressInfo).port };
}

/** A spacecraft and a ground station that exchange frames. */
async function openStation(options: Partial<HostOptions> = {}) {
  const { socket, frames, port } = await openGround();
  const host = await open({ framePorts: { telemetry: port, telecommands: 0 }, ...options });
  const on = (channel: number) => frames.filter((frame) => frame.channel === channel);
  return {
    host,
    frames,
    on,
    send: (frame: Uint8Array) => socket.send(frame, host.framePorts?.telecommands ?? 0, BIND),
    names: () => namesOf(packetsIn(on(0)).map(read)),
    /** The newest state of the uplink. */
    clcw: () => frames.at(-1)?.clcw,
    /** Lets time pass until something is so. */
    async until(what: () => unknown, value: unknown = true) {
      await expect
        .poll(() => {
          host.pass(0.1);
          return what();
        })
        .toEqual(value);
    },
  };
}

const ping = (sequenceCount = 0) => encodeTelecommand(telecommandNamed('PING'), {}, sequenceCount);

describe('frames', () => {
  it('carry the packets of the mission, octet for octet', async () => {
    const { host, on } = await openStation();
    for (let second = 0; second < 30; second += 1) host.pass(1);
    const alone = newMission();
    alone.apply({ kind: 'packets' });
    const expected: Uint8Array[] = [];
    advanceWith(alone, host.mission.time(), (news) => expected.push(...news));
    const received = () => packetsIn(on(0)).map((packet) => Buffer.from(packet).toString('hex'));
    await expect
      .poll(() => received().slice(-expected.length))
      .toEqual(expected.map((packet) => Buffer.from(packet).toString('hex')));
    const counts = on(0).map(({ channelCount }) => channelCount);
    expect(counts).toEqual(counts.map((_, index) => index % 256));
  });

  it('bring telecommands in order, each once, and say in the CLCW which one is next', async () => {
    const { send, until, names, clcw } = await openStation();
    send(telecommandFrame('AD', ping(1), 1)); // the first one is missing
    await until(clcw, { channel: 0, lockout: 0, wait: 0, retransmit: 1, farmB: 0, report: 0 });
    for (const sequence of [0, 0, 1]) send(telecommandFrame('AD', ping(sequence), sequence));
    await until(clcw, { channel: 0, lockout: 0, wait: 0, retransmit: 0, farmB: 0, report: 2 });
    await until(() => names().filter((name) => name === 'ALIVE').length, 2);
    send(telecommandFrame('AD', ping(9), 100));
    await until(() => clcw()?.lockout, 1);
    send(telecommandFrame('BC', [0x00]));
    send(telecommandFrame('AD', [...ping(2), ...ping(3)], 2));
    await until(clcw, { channel: 0, lockout: 0, wait: 0, retransmit: 0, farmB: 1, report: 3 });
    await until(() => names().filter((name) => name === 'ALIVE').length, 4);
  });

  it('tell the state of the uplink each second, and nothing while there is no link', async () => {
    const { frames, port } = await openGround();
    let [isLinked, time] = [false, 0];
    const received: string[] = [];
    const station = await openFrames({
      address: BIND,
      port: 0,
      telemetryPort: port,
      receive: (packet) => received.push(Buffer.from(packet).toString('hex')) > 0,
      hasRoom: () => true,
      hasLink: () => isLinked,
      now: () => time,
    });
    opened.push(station.close);
    const pass = (ms: number) => {
      time += ms;
      station.tick();
    };
    pass(5000);
    isLinked = true;
    for (let tenths = 0; tenths < 25; tenths += 1) pass(100);
    // The first one is the first that was made.
    await expect
      .poll(() => frames.map(({ channel, masterCount }) => [channel, masterCount]))
      .toEqual([
        [7, 0],
        [7, 1],
        [7, 2],
      ]);
  });

  it('lose no telecommand that they have accepted, and make the ground wait until there is room', async () => {
    const { socket, frames, port } = await openGround();
    const received: number[] = [];
    let room = 2;
    const station = await openFrames({
      address: BIND,
      port: 0,
      telemetryPort: port,
      receive(packet) {
        room -= 1;
        return received.push(packet[3] ?? 0) > 0;
      },
      hasRoom: () => room > 0,
      hasLink: () => true,
      now: () => 0,
    });
    opened.push(station.close);
    const send = (frame: Uint8Array) => socket.send(frame, station.port, BIND);
    const until = (clcw: object) =>
      expect
        .poll(() => {
          station.tick();
          return frames.at(-1)?.clcw;
        })
        .toMatchObject(clcw);
    send(
      telecommandFrame(
        'AD',
        [1, 2, 3, 4, 5].flatMap((count) => [...ping(count)]),
        0,
      ),
    );
    await until({ report: 1, wait: 0 });
    expect(received).toEqual([1, 2]);
    send(telecommandFrame('AD', ping(6), 1));
    await until({ report: 1, wait: 1 });
    room = 10;
    await until({ report: 1, wait: 0, retransmit: 1 });
    expect(received).toEqual([1, 2, 3, 4, 5]);
    send(telecommandFrame('AD', ping(6), 1));
    await until({ report: 2, retransmit: 0 });
    expect(received).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it('carry a dump on a channel of its own', async () => {
    const { host, on, send, until } = await openStation({ link: 'stations' });
    const isLinked = () => host.mission.facts().isLinked;
    while (isLinked()) host.pass(5);
    while (!isLinked()) host.pass(5);
    const stored = host.mission.facts().onboard?.store.packets ?? 0;
    expect(stored).toBeGreaterThan(10);
    const range = { dumpFrom: T0 / 1000, dumpTo: (T0 + 24 * MS_PER_H) / 1000 };
    send(telecommandFrame('AD', encodeTelecommand(telecommandNamed('DUMP_STORE'), range), 0));
    await until(() => packetsIn(on(1)).length, stored);
    const times = packetsIn(on(1)).map((packet) => read(packet).time);
    expect(times).toEqual(times.toSorted((one, other) => one - other));
    expect(times[0]).toBeGreaterThan(T0);
    const live = packetsIn(on(0)).map((packet) => read(packet).time);
    expect(live).toEqual(live.toSorted((one, other) => one - other));
  });
});
