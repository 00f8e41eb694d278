import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type BidiConnection, connectBidi } from './bidi.ts';
import type { Engine, EnginePage } from './engine.ts';
import { clickAt, dragFrom, pressTogether, typeText } from './webdriver.ts';

/** Starts the installed Firefox over its native WebDriver BiDi, with a temporary profile. */
export async function startFirefox(executablePath: string): Promise<Engine> {
  const profile = await mkdtemp(join(tmpdir(), 'orbita-firefox-'));
  const browser = spawn(
    executablePath,
    [
      '--headless',
      '--no-remote',
      ...(process.platform === 'win32' ? ['--wait-for-browser'] : []),
      ...['--profile', profile],
      '--remote-debugging-port=0', // also makes it quiet: no update, start page or request of its own
      'about:blank',
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const killWithUs = () => browser.kill('SIGKILL');
  process.once('exit', killWithUs);
  const end = async () => {
    if (browser.exitCode === null && browser.signalCode === null) await once(browser, 'exit');
    process.off('exit', killWithUs);
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const bidi = await connectBidi(`${await addressOf(browser)}/session`);
    const { capabilities } = await bidi.send<{ readonly capabilities: { readonly browserVersion: string } }>(
      'session.new',
      { capabilities: {} },
    );
    const open = async (type: 'tab' | 'window'): Promise<EnginePage> => {
      const { context } = await bidi.send<{ readonly context: string }>('browsingContext.create', { type });
      return pageOf(bidi, context);
    };
    return {
      version: `firefox/${capabilities.browserVersion}`,
      // In an opened tab, keys go to the page; in the first one, to the address bar.
      page: await open('tab'),
      // Separate windows are all shown, so none is throttled like a hidden tab.
      newPage: () => open('window'),
      async close() {
        await bidi.send('browser.close');
        await end();
      },
    };
  } catch (error) {
    browser.kill('SIGKILL');
    await end();
    throw error;
  }
}

/** Returns the address that it prints on startup. Later output is read and discarded. */
async function addressOf({ stderr, exitCode }: ChildProcess): Promise<string> {
  if (!stderr) throw new Error('Firefox has no pipe for what it writes.');
  const lines = createInterface({ input: stderr });
  const written: string[] = [];
  return new Promise((resolve, reject) => {
    lines.on('line', (line) => {
      written.push(line);
      const [, address] = /^WebDriver BiDi listening on (ws:\S+)/.exec(line) ?? [];
      if (address) resolve(address);
    });
    lines.once('close', () => reject(new Error(`Firefox ended with ${exitCode}:\n${written.join('\n')}`)));
  });
}

type Called =
  | { readonly type: 'success'; readonly result: { readonly value?: string } }
  | { readonly type: 'exception'; readonly exceptionDetails: { readonly text: string } };

function pageOf(bidi: BidiConnection, context: string): EnginePage {
  const evaluate: EnginePage['evaluate'] = async (run, argument) => {
    const called = await bidi.send<Called>('script.callFunction', {
      functionDeclaration: `async () => JSON.stringify(await (${run})(${JSON.stringify(argument)}))`,
      target: { context },
      awaitPromise: true,
    });
    if (called.type === 'exception') throw new Error(called.exceptionDetails.text);
    const { value } = called.result;
    return value === undefined ? undefined : JSON.parse(value);
  };
  const perform = (actions: object) => bidi.send('input.performActions', { context, ...actions });
  return {
    evaluate,
    goto: (url) => bidi.send('browsingContext.navigate', { context, url, wait: 'complete' }),
    reload: () => bidi.send('browsingContext.reload', { context, wait: 'complete' }),
    click: (x, y) => perform(clickAt(x, y)),
    drag: (x, y, by) => perform(dragFrom(x, y, by)),
    press: (key, isWithControl = false) =>
      perform(pressTogether(...(isWithControl ? ['Control', key] : [key]))),
    type: (text) => perform(typeText(text)),
    resize: (width, height) =>
      bidi.send('browsingContext.setViewport', { context, viewport: { width, height } }),
    async screenshot() {
      const { data } = await bidi.send<{ readonly data: string }>('browsingContext.captureScreenshot', {
        context,
      });
      return Buffer.from(data, 'base64');
    },
    close: () => bidi.send('browsingContext.close', { context }),
  };
}
