import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

export const ENGINE_NAMES = ['chromium', 'firefox', 'webkit'] as const;
export type EngineName = (typeof ENGINE_NAMES)[number];

/** What it takes to run each engine here: paths of programs. */
export interface EnginePaths {
  readonly chromium: string;
  readonly firefox?: string | undefined;
  readonly webkit?: WebKitPaths | undefined;
}

/** WebKitGTK's driver and browser, and what gives them a screen and a message bus. */
export interface WebKitPaths {
  readonly driver: string;
  readonly browser: string;
  readonly screen: string;
  readonly bus: string;
}

/** Why an engine cannot be tested here, and how to change that: one line. */
export const HOW_TO_GET: Readonly<Record<Exclude<EngineName, 'chromium'>, string>> = {
  firefox:
    'Firefox is not installed: its tests are skipped (apt-get install firefox-esr, or set FIREFOX_PATH to its executable).',
  webkit:
    'WebKit is not installed: its tests are skipped (apt-get install webkit2gtk-driver xvfb dbus, on Linux).',
};

const MAC_FIREFOX = '/Applications/Firefox.app/Contents/MacOS/firefox';
const WINDOWS_FIREFOX = 'Mozilla Firefox\\firefox.exe';

function onPath(...names: readonly string[]): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/bin'];
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(existsSync);
}

export function findFirefox(): string | undefined {
  const { FIREFOX_PATH, PROGRAMFILES = '' } = process.env;
  if (FIREFOX_PATH) {
    if (existsSync(FIREFOX_PATH)) return FIREFOX_PATH;
    throw new Error(`FIREFOX_PATH is ${FIREFOX_PATH}, where there is no program.`);
  }
  const installed = [MAC_FIREFOX, join(PROGRAMFILES, WINDOWS_FIREFOX)].find(existsSync);
  return onPath('firefox-esr', 'firefox') ?? installed;
}

export function findWebKit(): WebKitPaths | undefined {
  if (process.platform !== 'linux') return undefined;
  const driver = onPath('WebKitWebDriver');
  const screen = onPath('Xvfb');
  const bus = onPath('dbus-run-session');
  const browser = ['/usr/lib', '/usr/libexec']
    .filter(existsSync)
    .flatMap((folder) => [folder, ...readdirSync(folder).map((name) => join(folder, name))])
    .flatMap((folder) => ['webkit2gtk-4.1', 'webkitgtk-6.0'].map((api) => join(folder, api, 'MiniBrowser')))
    .find(existsSync);
  return driver && screen && bus && browser ? { driver, browser, screen, bus } : undefined;
}

/** Whether the system knows a language, so that a browser can be started in it. */
export function hasLocale(name: string): boolean {
  const { stdout } = spawnSync('locale', ['-a'], { encoding: 'utf8' });
  const known = (stdout ?? '').toLowerCase().replaceAll('-', '').split('\n');
  return known.includes(name.toLowerCase().replaceAll('-', ''));
}
