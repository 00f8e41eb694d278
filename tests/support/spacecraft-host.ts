import { connect, type Socket } from 'node:net';
import { type Host, type HostOptions, openHost } from '../../src/spacecraft-host/host.ts';
import { createMission, type Mission } from '../../src/worker/mission/mission.ts';
import { T0 } from './mission.ts';

/** What a test has opened, to be closed after it by `closeOpened`. */
export const opened: (() => void)[] = [];
export function closeOpened(): void {
  for (const close of opened.splice(0)) close();
}

/** A spacecraft with open sockets, whose clock is in the hand of the test. */
export interface TestHost extends Host {
  readonly mission: Mission;
  readonly log: readonly string[];
  /** Lets the clock advance, and the spacecraft with it. */
  pass(seconds: number): void;
}

export const BIND = '127.0.0.1';
export const newMission = (): Mission => createMission({ seed: 1, startTime: T0, profile: 'none' });

/** Opens a spacecraft on free ports. */
export async function open(options: Partial<HostOptions> = {}): Promise<TestHost> {
  const mission = options.mission ?? newMission();
  const log: string[] = [];
  let now = 0;
  const host = await openHost(
    {
      mission,
      rate: 1,
      count: 1,
      bind: BIND,
      telemetryPort: 0,
      telecommandPort: 0,
      controlPort: 0,
      webPort: 0,
      build: 'test',
      hasDatagrams: false,
      ...options,
    },
    { now: () => now, log: (line) => log.push(line) },
  );
  if (!host.ok) throw new Error(host.message);
  opened.push(host.value.close);
  return {
    ...host.value,
    mission,
    log,
    pass(seconds) {
      now += 1000 * seconds;
      host.value.tick();
    },
  };
}

/** Connects to a port of the spacecraft. */
export const connected = (port: number): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, BIND, () => resolve(socket));
    socket.once('error', reject);
    opened.push(() => socket.destroy());
  });
