import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

/** Node and Vite disagree on what the default export of this package is. */
const { default: workerd, compatibilityDate } = createRequire(import.meta.url)(
  'workerd',
) as typeof import('workerd');

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

export interface WorkerdOptions {
  /** Text of the module that workerd runs. */
  readonly script: string;
  readonly settings?: Readonly<Record<string, string>>;
  /** Class of the module that is bound as `ROOMS`. */
  readonly roomsClass?: string;
}

/** Runs in front of the module, so that a test can remove the objects from memory. */
const FRONT = (roomsClass: string): string => `
import unsafe from 'workerd:unsafe';
import main, { ${roomsClass} } from 'gateway.js';
export { ${roomsClass} };
export default {
  async fetch(request, ...more) {
    if (new URL(request.url).pathname !== '/evict') return main.fetch(request, ...more);
    await unsafe.evictAllDurableObjects({ webSockets: 'hibernate' });
    return new Response();
  },
};
`;

export interface Worker {
  /** Another one after a restart. */
  readonly url: string;
  /** Returns all its output. */
  output(): string;
  /** Removes all objects from memory while their sockets stay open, as the platform does with those that have nothing to do. */
  evict(): Promise<void>;
  /** Kills the process, and starts another one with the same disk. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

const quoted = (text: string): string => JSON.stringify(text);

function configuration({ settings = {}, roomsClass }: WorkerdOptions): string {
  const bindings = Object.entries(settings).map(
    ([name, text]) => `(name = ${quoted(name)}, text = ${quoted(text)})`,
  );
  const objects = `
  durableObjectNamespaces = [(className = "${roomsClass}", uniqueKey = "rooms", enableSql = true)],
  durableObjectStorage = (localDisk = "disk"),`;
  const modules = ['(name = "gateway.js", esModule = embed "gateway.js")'];
  if (roomsClass) modules.unshift('(name = "front.js", esModule = embed "front.js")');
  if (roomsClass) bindings.push(`(name = "ROOMS", durableObjectNamespace = "${roomsClass}")`);
  return `
using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "gateway", worker = .gateway),
    (name = "internet", network = (allow = ["private"])),
    (name = "disk", disk = (path = "disk", writable = true)),
  ],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "gateway")],
);
const gateway :Workerd.Worker = (
  modules = [${modules}],
  compatibilityFlags = [${roomsClass ? '"unsafe_module"' : ''}],
  compatibilityDate = "${compatibilityDate}",
  bindings = [${bindings}],${roomsClass ? objects : ''}
);
`;
}

/** Builds a module for workerd as the edge module is built. */
export async function bundleForEdge(entry: string): Promise<string> {
  const noWasm = join(ROOT, 'src/shared/orbit/no-wasm.ts');
  const built = await build({
    root: ROOT,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    resolve: { alias: { '#wasm-single-thread': noWasm, '#wasm-multi-thread': noWasm } },
    ssr: { noExternal: true, target: 'webworker' },
    build: {
      ssr: entry,
      write: false,
      target: 'es2023',
      rolldownOptions: { output: { codeSplitting: false } },
    },
  });
  const [chunk] = 'output' in built ? built.output : [];
  if (!chunk) throw new Error(`${entry} was built into more than one output.`);
  return chunk.code;
}

interface Running {
  readonly url: string;
  kill(): Promise<void>;
}

async function run(
  folder: string,
  flags: readonly string[],
  written: (text: string) => void,
): Promise<Running> {
  const child = spawn(workerd, ['serve', ...flags, '--control-fd=1', 'config.capnp'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const killWithUs = () => child.kill('SIGKILL');
  process.once('exit', killWithUs);
  const ended = new Promise<void>((resolve) => {
    child.once('error', () => resolve());
    child.once('close', () => resolve());
  });
  const kill = async (): Promise<void> => {
    child.kill('SIGKILL');
    await ended;
    process.off('exit', killWithUs);
  };
  try {
    const url = await new Promise<string>((resolve, reject) => {
      let output = '';
      const look = (text: string): void => {
        output += text;
        written(text);
        const port = /"event":\s*"listen".*"port":\s*(\d+)/.exec(output)?.[1];
        if (port) resolve(`http://127.0.0.1:${port}`);
      };
      child.stdout.setEncoding('utf8').on('data', look);
      child.stderr.setEncoding('utf8').on('data', look);
      child.once('error', reject);
      child.once('close', (code) => reject(new Error(`workerd ended with ${code}:\n${output}`)));
    });
    return { url, kill };
  } catch (error) {
    await kill();
    throw error;
  }
}

/** Runs a module in workerd, the runtime of Cloudflare's Workers, on a free port. */
export async function startWorkerd(options: WorkerdOptions): Promise<Worker> {
  const folder = await mkdtemp(join(tmpdir(), 'orbita-worker-'));
  await mkdir(join(folder, 'disk'));
  await writeFile(join(folder, 'gateway.js'), options.script);
  if (options.roomsClass) await writeFile(join(folder, 'front.js'), FRONT(options.roomsClass));
  await writeFile(join(folder, 'config.capnp'), configuration(options));
  let output = '';
  const start = (): Promise<Running> =>
    run(folder, options.roomsClass ? ['--experimental'] : [], (text) => {
      output += text;
    });
  let running = await start();
  return {
    get url() {
      return running.url;
    },
    output: () => output,
    async evict() {
      await fetch(`${running.url}/evict`);
    },
    async restart() {
      await running.kill();
      running = await start();
    },
    async close() {
      await running.kill();
      await rm(folder, { recursive: true });
    },
  };
}
