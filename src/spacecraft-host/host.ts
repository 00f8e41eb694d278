import { createServer as createHttpServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import type { SavedRecording } from '../shared/contract/recording.ts';
import { failed, type Result, succeeded } from '../shared/kit/result.ts';
import { LONGEST_PACKET } from '../shared/packets/headers.ts';
import type { LinkProfile } from '../shared/packets/link.ts';
import type { Mission } from '../worker/mission/mission.ts';
import { createControl } from './control.ts';
import { recordingOf } from './recording-file.ts';
import { createRunner, type Runner } from './runner.ts';
import { type Datagrams, openDatagrams } from './sockets/datagrams.ts';
import { type Frames, openFrames } from './sockets/frames.ts';
import { listen, opened, portOf } from './sockets/listen.ts';
import { createTelecommandServer } from './sockets/telecommand-server.ts';
import { createTelemetryServer } from './sockets/telemetry-server.ts';
import { createWebServer } from './web/web-server.ts';

export interface HostOptions {
  readonly mission: Mission;
  /** Mission seconds per second of wall-clock time, at most `MOST_RATE`. */
  readonly rate: number;
  /** Spacecraft of this process. */
  readonly count: number;
  readonly link?: LinkProfile | undefined;
  /** Address to listen on. */
  readonly bind: string;
  /** 0 for any free port. */
  readonly telemetryPort: number;
  readonly telecommandPort: number;
  /** Port of the control, always on loopback. */
  readonly controlPort: number;
  /** Port of WebSockets and of the history. */
  readonly webPort: number;
  /** What every caller of that port must know; absent on loopback. */
  readonly token?: string | undefined;
  /** Build that a recording names. */
  readonly build: string;
  /** The recording that the mission continues. */
  readonly continued?: SavedRecording | undefined;
  /** Also as datagrams. */
  readonly hasDatagrams: boolean;
  /** Also in frames, if there are ports for them. */
  readonly framePorts?: FramePorts | undefined;
}

/** Ports of the frames, which are datagrams. */
export interface FramePorts {
  /** Port of this machine that receives TM frames. */
  readonly telemetry: number;
  /** Port that receives TC frames. */
  readonly telecommands: number;
}

/** What the host needs of its process. */
export interface HostEffects {
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number;
  /** Tells the operator what has happened to a connection. */
  readonly log: (line: string) => void;
}

/** A spacecraft with open sockets. */
export interface Host {
  readonly telemetryPort: number;
  readonly telecommandPort: number;
  readonly controlPort: number;
  readonly webPort: number;
  readonly framePorts?: FramePorts | undefined;
  readonly runner: Runner;
  /** Advances the mission to the clock; to be called every `TICK_MS`. */
  tick(): void;
  close(): void;
}

export const LOOPBACK = '127.0.0.1';
/** The highest rate of the product, and that of datagrams, which are lost when they come too fast. */
export const MOST_RATE = 3600;
export const MOST_DATAGRAM_RATE = 60;

/** Connections of the control at once; others are refused. */
const MOST_CONTROLS = 16;

/** True if packets leave as datagrams, which are lost when they come too fast. */
const sendsDatagrams = ({ hasDatagrams, framePorts }: HostOptions): boolean =>
  hasDatagrams || framePorts !== undefined;

function createControlServer(runner: Runner, options: HostOptions) {
  const app = createControl({
    runner,
    mostRate: sendsDatagrams(options) ? MOST_DATAGRAM_RATE : MOST_RATE,
    recording: () => recordingOf(runner.mission(), options.build, options.continued),
  });
  const server = createHttpServer(getRequestListener(app.fetch, { hostname: 'localhost' }));
  server.maxConnections = MOST_CONTROLS;
  return server;
}

/** Opens the sockets of a spacecraft and begins its packet telemetry. A failure names the port, and what to do. */
export async function openHost(options: HostOptions, { now, log }: HostEffects): Promise<Result<Host>> {
  const { mission, rate, count, link, bind } = options;
  let datagrams: Datagrams | undefined;
  let frames: Frames | undefined;
  const telemetry = createTelemetryServer(log, true);
  const web = createWebServer({
    access: { bind, token: options.token },
    count,
    clock: () => ({ time: runner.mission().time(), ...runner.pace() }),
    receive: (octets) => runner.receive(octets),
    hasRoom: () => runner.hasRoom(),
    now,
    log,
  });
  const runner: Runner = createRunner({
    mission,
    rate,
    count,
    link,
    now,
    send(packets) {
      telemetry.send(packets);
      datagrams?.send(packets);
      frames?.send(packets);
      web.send(packets);
    },
    restored(time) {
      web.restored(time);
      frames?.restored();
    },
  });
  const telecommands = createTelecommandServer(runner, log);
  const control = createControlServer(runner, options);
  const close = (): void => {
    telemetry.close();
    telecommands.close();
    control.closeAllConnections();
    control.close();
    web.close();
    datagrams?.close();
    frames?.close();
  };
  try {
    await listen(telemetry.server, { address: bind, port: options.telemetryPort, choice: '--tm-port' });
    await listen(telecommands.server, { address: bind, port: options.telecommandPort, choice: '--tc-port' });
    await listen(control, { address: LOOPBACK, port: options.controlPort, choice: '--control-port' });
    await listen(web.server, { address: bind, port: options.webPort, choice: '--web-port' });
    if (options.hasDatagrams) {
      const port = portOf(telecommands.server);
      const telemetryPort = portOf(telemetry.server);
      datagrams = await opened(
        { address: bind, port, choice: '--tc-port', isUdp: true },
        openDatagrams({
          address: bind,
          port,
          telemetryPort,
          longest: LONGEST_PACKET,
          receive: runner.receive,
        }),
      );
    }
    if (options.framePorts) {
      const { telemetry: telemetryPort, telecommands: port } = options.framePorts;
      frames = await opened(
        { address: bind, port, choice: '--tc-frame-port', isUdp: true },
        openFrames({
          address: bind,
          port,
          telemetryPort,
          receive: runner.receive,
          hasRoom: runner.hasRoom,
          hasLink: () => runner.mission().facts().isLinked === true,
          now,
        }),
      );
    }
  } catch (error) {
    close();
    return failed((error as Error).message);
  }
  return succeeded({
    telemetryPort: portOf(telemetry.server),
    telecommandPort: portOf(telecommands.server),
    controlPort: portOf(control),
    webPort: portOf(web.server),
    framePorts: frames && options.framePorts && { ...options.framePorts, telecommands: frames.port },
    runner,
    tick() {
      runner.tick();
      telecommands.resume();
      web.tick();
      frames?.tick();
    },
    close,
  });
}
