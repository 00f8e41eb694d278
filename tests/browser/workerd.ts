import { spawn } from 'node:child_process';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import workerd, { compatibilityDate } from 'workerd';
import { PROJECT_ROOT } from './node-process.ts';

export interface Worker {
  readonly url: string;
  /** Returns all its output. */
  output(): string;
  close(): Promise<void>;
}

const configuration = (settings: Readonly<Record<string, string>>): string => `
using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "gateway", worker = .gateway),
    (name = "internet", network = (allow = ["private"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "gateway")],
);
const gateway :Workerd.Worker = (
  modules = [(name = "gateway.js", esModule = embed "gateway.js")],
  compatibilityDate = "${compatibilityDate}",
  bindings = [${Object.entries(settings).map(
    ([name, text]) => `(name = ${JSON.stringify(name)}, text = ${JSON.stringify(text)})`,
  )}],
);
`;

/** Runs the built edge module in workerd, the runtime of Cloudflare's Workers, on a free port. */
export async function startWorker(settings: Readonly<Record<string, string>>): Promise<Worker> {
  const folder = await mkdtemp(join(tmpdir(), 'orbita-worker-'));
  await cp(join(PROJECT_ROOT, 'dist/edge/gateway.js'), join(folder, 'gateway.js'));
  await writeFile(join(folder, 'config.capnp'), configuration(settings));

  const child = spawn(workerd, ['serve', '--control-fd=1', 'config.capnp'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const killWithUs = () => child.kill('SIGKILL');
  process.once('exit', killWithUs);
  let written = '';
  const ended = new Promise<void>((resolve) => {
    child.once('error', () => resolve());
    child.once('close', () => resolve());
  });
  const listening = new Promise<string>((resolve, reject) => {
    const look = (text: string): void => {
      written += text;
      const port = /"event":\s*"listen".*"port":\s*(\d+)/.exec(written)?.[1];
      if (port) resolve(`http://127.0.0.1:${port}`);
    };
    child.stdout.setEncoding('utf8').on('data', look);
    child.stderr.setEncoding('utf8').on('data', look);
    child.once('error', reject);
    child.once('close', (code) => reject(new Error(`workerd ended with ${code}:\n${written}`)));
  });

  const close = async (): Promise<void> => {
    child.kill('SIGKILL');
    await ended;
    process.off('exit', killWithUs);
    await rm(folder, { recursive: true });
  };
  try {
    return { url: await listening, output: () => written, close };
  } catch (error) {
    await close();
    throw error;
  }
}
