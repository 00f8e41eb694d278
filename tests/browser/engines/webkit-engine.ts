import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { Builder, Capabilities, Key, type WebDriver } from 'selenium-webdriver';
import type { Engine, EnginePage } from './engine.ts';
import type { WebKitPaths } from './find-engines.ts';

const KEYS: Readonly<Record<string, string>> = {
  Enter: Key.ENTER,
  Escape: Key.ESCAPE,
  Tab: Key.TAB,
  ArrowDown: Key.ARROW_DOWN,
};

/** Larger than every window of the tests. */
const SCREEN = '4000x2400x24';
const SCRIPT_TIMEOUT_MS = 60_000;

export interface WebKitOptions {
  /** The system's; American English where absent. */
  readonly language?: string;
  /** Layers are composed by OpenGL, and there is WebGL; true where absent. */
  readonly isComposited?: boolean;
}

/** WebKitGTK's small browser over WebKitWebDriver, on a screen and a message bus of its own. */
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
      detached: true, // a group of its own: the bus, the driver and the browser end together
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
    const driver = await connect(port, paths.browser);
    const { browserVersion } = await versionOf(driver);
    return {
      version: `webkit/${browserVersion}`,
      page: await pageOf(driver),
      async newPage() {
        await driver.switchTo().newWindow('window');
        return pageOf(driver);
      },
      async close() {
        await driver.quit().catch(() => undefined);
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
    // It has ended meanwhile.
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

async function connect(port: number, browser: string): Promise<WebDriver> {
  const capabilities = new Capabilities({
    browserName: 'MiniBrowser',
    // Without its bars, below whose width its window does not shrink.
    'webkitgtk:browserOptions': { binary: browser, args: ['--automation', '--full-screen'] },
  });
  const driver = await new Builder()
    .usingServer(`http://127.0.0.1:${port}`)
    .withCapabilities(capabilities)
    .build();
  await driver.manage().setTimeouts({ script: SCRIPT_TIMEOUT_MS, pageLoad: SCRIPT_TIMEOUT_MS });
  return driver;
}

async function versionOf(driver: WebDriver): Promise<{ readonly browserVersion: string }> {
  const capabilities = await driver.getCapabilities();
  return { browserVersion: String(capabilities.get('browserVersion')) };
}

/** The page of the driver's present window. The driver has one window at a time. */
async function pageOf(driver: WebDriver): Promise<EnginePage> {
  const handle = await driver.getWindowHandle();
  const page = pageOfWindow(driver);
  const inWindow =
    <Arguments extends readonly unknown[], Result>(act: (...given: Arguments) => Promise<Result>) =>
    async (...given: Arguments): Promise<Result> => {
      await driver.switchTo().window(handle);
      return act(...given);
    };
  return {
    goto: inWindow(page.goto),
    reload: inWindow(page.reload),
    evaluate: inWindow(page.evaluate) as EnginePage['evaluate'],
    click: inWindow(page.click),
    press: inWindow(page.press),
    type: inWindow(page.type),
    resize: inWindow(page.resize),
    screenshot: inWindow(page.screenshot),
  };
}

function pageOfWindow(driver: WebDriver): EnginePage {
  const evaluate: EnginePage['evaluate'] = async (run, argument) => {
    const answer = (await driver.executeAsyncScript(
      `const done = arguments[1];
       Promise.resolve((${run})(arguments[0])).then((value) => done({ value }), (error) => done({ error: String(error) }));`,
      argument,
    )) as { value?: unknown; error?: string };
    if (answer.error !== undefined) throw new Error(answer.error);
    return answer.value as never;
  };
  const window = driver.manage().window();
  return {
    evaluate,
    goto: (url) => driver.get(url),
    reload: () => driver.navigate().refresh(),
    click: (x, y) =>
      driver
        .actions()
        .move({ x: Math.round(x), y: Math.round(y), duration: 0 })
        .click()
        .perform(),
    async press(key, isWithControl = false) {
      const actions = driver.actions();
      const value = KEYS[key] ?? key;
      const pressed = isWithControl
        ? actions.keyDown(Key.CONTROL).keyDown(value).keyUp(value).keyUp(Key.CONTROL)
        : actions.keyDown(value).keyUp(value);
      await pressed.perform();
    },
    type: (text) => driver.actions().sendKeys(text).perform(),
    async resize(width, height) {
      await window.setRect({ x: 0, y: 0, width, height });
      // It takes its size in its own time.
      for (let tries = 0; tries < 100; tries += 1) {
        const isThere = await evaluate((size) => innerWidth === size.width && innerHeight === size.height, {
          width,
          height,
        });
        if (isThere) return;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      throw new Error(`The window does not take ${width} × ${height}.`);
    },
    screenshot: async () => Buffer.from(await driver.takeScreenshot(), 'base64'),
  };
}
