import { createServer as createHttpServer } from 'node:http';
import type { AddressInfo, Server } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { failed, type Result, succeeded } from '../shared/kit/result.ts';
import type { LinkProfile } from '../shared/packets/link.ts';
import type { Mission } from '../worker/mission/mission.ts';
import { createControl } from './control.ts';
import { type Datagrams, openDatagrams } from './datagrams.ts';
import { recordingOf } from './recording-file.ts';
import { createRunner, type Runner } from './runner.ts';
import { createTelecommandServer } from './telecommand-server.ts';
import { createTelemetryServer } from './telemetry-server.ts';

export interface HostOptions {
  readonly mission: Mission;
  /** Mission time per time of the clock, at most `MOST_RATE`. */
  readonly rate: number;
  readonly link?: LinkProfile | undefined;
  /** Address to listen on. */
  readonly bind: string;
  /** 0 for any free port. */
  readonly telemetryPort: number;
  readonly telecommandPort: number;
  /** Port of the control, always on loopback. */
  readonly controlPort: number;
  /** Build that a recording names. */
  readonly build: string;
  /** Also as datagrams. */
  readonly hasDatagrams: boolean;
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
  readonly runner: Runner;
  /** Advances the mission to the clock; to be called every `TICK_MS`. */
  tick(): void;
  close(): void;
}

export const LOOPBACK = '127.0.0.1';
/** The highest rate of the product, and that of datagrams, which are lost when they come too fast. */
export const MOST_RATE = 3600;
export const MOST_DATAGRAM_RATE = 60;

const portOf = (server: Server): number => (server.address() as AddressInfo).port;

/** Returns why a port cannot be opened, and what to do about it. */
function portFailure(error: unknown, bind: string, port: number, option: string): string {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') {
    return `Port ${port} on ${bind} is in use. Stop the other program, or choose another port with --${option}.`;
  }
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return `${bind} is no address of this machine. Choose one of its addresses with --bind.`;
  }
  if (code === 'EACCES') return `Port ${port} may not be opened. Choose one above 1023 with --${option}.`;
  return `Port ${port} on ${bind} cannot be opened: ${code}.`;
}

/** Listens on a port. A later failure, such as too many open files, costs the connection that it is about. */
const listen = (server: Server, port: number, host: string): Promise<void> =>
  new Promise((resolve, reject) => {
    server.on('error', reject);
    server.listen({ port, host }, resolve);
  });

/** Connections of the control at once; others are refused. */
const MOST_CONTROLS = 16;

function createControlServer(runner: Runner, { hasDatagrams, build }: HostOptions) {
  const app = createControl({
    runner,
    mostRate: hasDatagrams ? MOST_DATAGRAM_RATE : MOST_RATE,
    recording: () => recordingOf(runner.mission(), build),
  });
  const server = createHttpServer(getRequestListener(app.fetch, { hostname: 'localhost' }));
  server.maxConnections = MOST_CONTROLS;
  return server;
}

/** Opens the sockets of a spacecraft and begins its packet telemetry. A failure names the port, and what to do. */
export async function openHost(options: HostOptions, { now, log }: HostEffects): Promise<Result<Host>> {
  const { mission, rate, link, bind } = options;
  let datagrams: Datagrams | undefined;
  const telemetry = createTelemetryServer(log);
  const runner = createRunner({
    mission,
    rate,
    link,
    now,
    send(packets) {
      telemetry.send(packets);
      datagrams?.send(packets);
    },
  });
  const telecommands = createTelecommandServer(runner, log);
  const control = createControlServer(runner, options);
  const close = (): void => {
    telemetry.close();
    telecommands.close();
    control.closeAllConnections();
    control.close();
    datagrams?.close();
  };
  let [port, option] = [options.telemetryPort, 'tm-port'];
  try {
    await listen(telemetry.server, port, bind);
    [port, option] = [options.telecommandPort, 'tc-port'];
    await listen(telecommands.server, port, bind);
    [port, option] = [options.controlPort, 'control-port'];
    await listen(control, port, LOOPBACK);
    if (options.hasDatagrams) {
      const { receive } = runner;
      const { telemetryPort } = options;
      datagrams = await openDatagrams({
        address: bind,
        port: portOf(telecommands.server),
        telemetryPort,
        receive,
      });
    }
  } catch (error) {
    close();
    return failed(portFailure(error, bind, port, option));
  }
  return succeeded({
    telemetryPort: portOf(telemetry.server),
    telecommandPort: portOf(telecommands.server),
    controlPort: portOf(control),
    runner,
    tick() {
      runner.tick();
      telecommands.resume();
    },
    close,
  });
}
