import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Engine, EnginePage } from './engine.ts';
import type { WebKitPaths } from './find-engines.ts';
import {
  clickAt,
  dragFrom,
  pressTogether,
  startSession,
  typeText,
  type WebDriverSession,
} from './webdriver.ts';

/** Screen larger than every window of the tests. */
const SCREEN = '4000x2400x24';
const TIMEOUT_MS = 60_000;

export interface WebKitOptions {
  /** System language; American English if absent. */
  readonly language?: string;
  /** True if OpenGL composes layers and WebGL is available; true if absent. */
  readonly isComposited?: boolean;
}

/** Starts WebKitGTK's minimal browser over WebKitWebDriver, on its own screen and message bus. */
export async function startWebKit(
  paths: WebKitPaths,
  { language = 'en_US.UTF-8', isComposited = true }: WebKitOptions,
): Promise<Engine> {
  const screen = spawn(paths.screen, ['-displayfd', '3', '-screen', '0', SCREEN, '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const processes: ChildProcess[] = [screen];
  const stop = () => {
    for (const child of processes) end(child);
    process.off('exit', stop);
  };
  process.once('exit', stop);
  try {
    const display = screen.stdio[3];
    if (!display) throw new Error('Xvfb has no pipe for its display.');
    const [number] = await once(display, 'data');
    const port = await freePort();
    const driverProcess = spawn(paths.bus, ['--', paths.driver, `--port=${port}`], {
      stdio: 'ignore',
      detached: true, // own group, so that bus, driver and browser end together
      env: {
        ...process.env,
        DISPLAY: `:${String(number).trim()}`,
        LANG: language,
        LC_ALL: language,
        LIBGL_ALWAYS_SOFTWARE: '1',
        ...(!isComposited && { WEBKIT_DISABLE_COMPOSITING_MODE: '1' }),
        // Its sandbox does not run for root.
        ...(process.getuid?.() === 0 && { WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1' }),
      },
    });
    processes.unshift(driverProcess);
    await answering(port, driverProcess);
    const session = await startSession(`http://127.0.0.1:${port}`, {
      browserName: 'MiniBrowser',
      // Without bars, which would limit how narrow the window can be.
      'webkitgtk:browserOptions': { binary: paths.browser, args: ['--automation', '--full-screen'] },
      timeouts: { script: TIMEOUT_MS, pageLoad: TIMEOUT_MS },
    });
    const inTurn = turns();
    return {
      version: `webkit/${session.browserVersion}`,
      page: pageOf(session, await session.send('GET', '/window'), inTurn),
      newPage: () =>
        inTurn(async () => {
          const { handle } = await session.send<{ readonly handle: string }>('POST', '/window/new', {
            type: 'window',
          });
          return pageOf(session, handle, inTurn);
        }),
      async close() {
        await session.send('DELETE', '').catch(() => undefined);
        stop();
      },
    };
  } catch (error) {
    stop();
    throw error;
  }
}

function end(child: ChildProcess): void {
  if (child.pid === undefined || child.exitCode !== null) return;
  try {
    // A signal that lets the screen and the bus remove their sockets.
    process.kill(child.spawnargs[0]?.includes('dbus') ? -child.pid : child.pid, 'SIGTERM');
  } catch {
    // The process has already ended.
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (!address || typeof address === 'string') throw new Error('A loopback socket has no port.');
  return address.port;
}

async function answering(port: number, driver: ChildProcess): Promise<void> {
  for (;;) {
    const isThere = await fetch(`http://127.0.0.1:${port}/status`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isThere) return;
    if (driver.exitCode !== null) throw new Error(`WebKitWebDriver ended with ${driver.exitCode}.`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Wraps a window of the driver as a page. The driver has one window at a time, so calls for several run in turn. */
function pageOf({ send }: WebDriverSession, window: string, inTurn: InTurn): EnginePage {
  const evaluateNow: EnginePage['evaluate'] = async (run, argument) => {
    const answer = await send<{ readonly value?: unknown; readonly error?: string }>(
      'POST',
      '/execute/async',
      {
        script: `const done = arguments[1];
        Promise.resolve((${run})(arguments[0])).then((value) => done({ value }), (error) => done({ error: String(error) }));`,
        args: [argument ?? null],
      },
    );
    if (answer.error !== undefined) throw new Error(answer.error);
    return answer.value as never;
  };
  const inWindow = <Result>(act: () => Promise<Result>): Promise<Result> =>
    inTurn(async () => {
      await send('POST', '/window', { handle: window });
      return act();
    });
  const post = (path: string, parameters?: object) => inWindow(() => send('POST', path, parameters));
  return {
    evaluate: (run, argument) => inWindow(() => evaluateNow(run, argument)),
    goto: (url) => post('/url', { url }),
    reload: () => post('/refresh'),
    click: (x, y) => post('/actions', clickAt(x, y)),
    drag: (x, y, by) => post('/actions', dragFrom(x, y, by)),
    press: (key, isWithControl = false) =>
      post('/actions', pressTogether(...(isWithControl ? ['Control', key] : [key]))),
    type: (text) => post('/actions', typeText(text)),
    resize: (width, height) =>
      inWindow(async () => {
        await send('POST', '/window/rect', { x: 0, y: 0, width, height });
        // The window resizes asynchronously.
        await evaluateNow(
          (size) =>
            new Promise<void>((resolve) => {
              const look = () => {
                if (innerWidth === size.width && innerHeight === size.height) resolve();
                else requestAnimationFrame(look);
              };
              look();
            }),
          { width, height },
        );
      }),
    screenshot: async () => Buffer.from(await inWindow(() => send<string>('GET', '/screenshot')), 'base64'),
    close: () => inWindow(() => send('DELETE', '/window')),
  };
}

type InTurn = <Result>(act: () => Promise<Result>) => Promise<Result>;

/** Queues tasks: each waits until all earlier ones have ended. */
function turns(): InTurn {
  let last: Promise<unknown> = Promise.resolve();
  return (act) => {
    const result = last.then(act);
    last = result.catch(() => undefined);
    return result;
  };
}
