import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { listen, stop } from './loopback.ts';

const HOW_TO_GET = 'NATS is not tested: nats-server is missing (apt-get install nats-server)';

const environment = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` };

/**
 * Returns whether there is a NATS server to test with, and says so if not.
 *
 * @throws Error if it is missing and `REQUIRE_ENGINES=1` is set, as in CI
 */
export function hasNats(): boolean {
  if (spawnSync('nats-server', ['--version'], { env: environment }).status === 0) return true;
  if (process.env.REQUIRE_ENGINES === '1') throw new Error(HOW_TO_GET);
  console.warn(HOW_TO_GET);
  return false;
}

/** A NATS server with JetStream on the loopback address, with a folder of its own. */
export interface NatsServer {
  readonly name: string;
  readonly url: string;
  /** Kills it without a goodbye. */
  kill(): Promise<void>;
  /** Starts it again, with the same port and folder. */
  start(): void;
}

export interface SingleNatsServer extends NatsServer {
  /** Stores a backup. Returns how to restore it: the server has lost then what it has stored since. */
  backUp(): Promise<() => Promise<void>>;
}

async function freePort(): Promise<number> {
  const server = createServer();
  const { port } = new URL(await listen(server));
  await stop(server);
  return Number(port);
}

async function createFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'orbita-nats-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

function createNatsServer(name: string, port: number, args: readonly string[]): NatsServer {
  let child: ChildProcess | undefined;
  const server = {
    name,
    url: `nats://127.0.0.1:${port}`,
    async kill() {
      const ending = child;
      child = undefined;
      if (!ending || ending.exitCode !== null || ending.signalCode !== null) return;
      ending.kill('SIGKILL');
      await once(ending, 'exit');
    },
    start() {
      child = spawn('nats-server', ['-a', '127.0.0.1', '-p', String(port), '-n', name, '-js', ...args], {
        env: environment,
        stdio: 'ignore',
      });
    },
  };
  server.start();
  onTestFinished(server.kill);
  return server;
}

export async function startNats(): Promise<SingleNatsServer> {
  const [folder, backup] = [await createFolder(), await createFolder()];
  const server = createNatsServer('single', await freePort(), ['-sd', folder]);
  async function replace(target: string, source: string): Promise<void> {
    await server.kill();
    await rm(target, { recursive: true });
    await cp(source, target, { recursive: true });
    server.start();
  }
  return {
    ...server,
    async backUp() {
      await replace(backup, folder);
      return () => replace(folder, backup);
    },
  };
}

/** Starts three servers that make up a cluster. */
export async function startNatsCluster(): Promise<readonly NatsServer[]> {
  const names = ['a', 'b', 'c'];
  const routes = await Promise.all(names.map(freePort));
  return Promise.all(
    names.map(async (name, index) =>
      createNatsServer(name, await freePort(), [
        '-sd',
        await createFolder(),
        '--cluster_name',
        'test',
        '--cluster',
        `nats://127.0.0.1:${routes[index]}`,
        '--routes',
        routes.map((port) => `nats://127.0.0.1:${port}`).join(','),
      ]),
    ),
  );
}
