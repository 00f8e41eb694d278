import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHANNELS, TELEMETRY_CHANNELS } from '../../src/shared/entities/telemetry-channels.ts';
import { createSplitter } from '../../src/shared/packets/splitter.ts';
import { TELEMETRY_PACKETS } from '../../src/shared/packets/table.ts';
import type { ReadTelemetry } from '../../src/shared/packets/telemetry.ts';
import { PACKET_PARAMETERS, type PacketParameter } from '../../src/spacecraft-host/describe/catalogue.ts';
import { eventually } from '../support/eventually.ts';
import { listen, stop } from '../support/loopback.ts';
import { read } from '../support/packets.ts';
import { openPage, problemsOf, sharedPage } from './harness.ts';
import { type NodeProcess, PROJECT_ROOT, startNode } from './node-process.ts';
import { createFileServer, installOpenMct } from './openmct.ts';

const openMct = installOpenMct();

describe.skipIf(!openMct)('Open MCT', () => {
  const folder = mkdtempSync(join(tmpdir(), 'orbita-'));
  const packets: ReadTelemetry[] = [];
  const server = createFileServer(join(folder, 'openmct'), openMct ?? '');
  let spacecraft: NodeProcess;
  let reader: Socket;
  let control = '';
  let url = '';

  const ask = async (method: string, path: string, body?: object) => {
    const answer = await fetch(`${control}${path}`, { method, ...(body && { body: JSON.stringify(body) }) });
    return (await answer.json()) as { readonly time: string };
  };
  const missionTime = async (): Promise<number> => Date.parse((await ask('GET', '/status')).time);

  beforeAll(async () => {
    const ports = ['tm', 'tc', 'control', 'web'].flatMap((port) => [`--${port}-port`, '0']);
    const begin = ['--profile', 'none', '--start', '2026-11-20T12:00:00Z'];
    spacecraft = startNode('scripts/spacecraft.mjs', {}, [...ports, ...begin]);
    const lines =
      /Telemetry +TCP 127.0.0.1:(\d+)[\s\S]*(http:\S+)\/status[\s\S]*Web +http:\/\/127.0.0.1:(\d+)/;
    const [, telemetryPort, found = '', webPort = ''] = await spacecraft.waitForOutput(lines);
    control = found;
    reader = connect(Number(telemetryPort), '127.0.0.1');
    const split = createSplitter();
    reader.on('data', (chunk) => packets.push(...split(chunk as Buffer).packets.map(read)));
    const script = join(PROJECT_ROOT, 'scripts/spacecraft.mjs');
    execFileSync(process.execPath, [script, '--describe', folder, '--web-port', webPort], {
      stdio: 'ignore',
    });
    url = await listen(server);
    // Whole minutes, at which all sensors are read.
    await ask('POST', '/rate', { rate: 3600 });
    await ask('POST', '/resume', { until: '2026-11-20T12:30:00Z' });
    const end = Date.parse('2026-11-20T12:30:00Z');
    await eventually(async () => expect(await missionTime()).toBe(end));
  });
  afterAll(async () => {
    reader?.destroy();
    spacecraft?.kill('SIGTERM');
    await Promise.all([spacecraft?.ended, stop(server)]);
    rmSync(folder, { recursive: true, force: true });
  });

  const page = sharedPage(async () => {
    const opened = await openPage({
      baseUrl: url,
      hasOwnProfile: true,
      isFirstVisit: true,
      isKeptOffline: true,
      isAtFullRate: true,
      initScript: keepSockets,
      // Without a view, Open MCT adds one to the address later. A test that has gone elsewhere meanwhile would be taken back, and on
      // a slow machine Open MCT loses the view to the times that it adds, too, and shows nothing.
      path: '/#/browse/orbita1:spacecraft?view=grid',
    });
    await opened.waitForURL(/tc\.timeSystem=/);
    return opened;
  });
  const show = async (path: string): Promise<Page> => {
    const shown = await page();
    await shown.goto(`/#/browse/orbita1:spacecraft/${path}`);
    return shown;
  };
  const mainOf = (shown: Page) => shown.getByRole('main');
  /** Returns the samples of a parameter that packets of a range of mission time have. */
  const samplesOf = ({ packet, field }: PacketParameter, after: number, to: number): readonly Sample[] =>
    packets
      .filter(({ type, time }) => type === packet && time > after && time <= to)
      .map(({ time, values }) => ({ utc: time, value: values[field.name] as number }));
  /** Returns the cells of each row of the table that a page shows. */
  const rowsOf = async (shown: Page): Promise<readonly (readonly string[])[]> => {
    const rows = await mainOf(shown)
      .getByRole('row')
      .filter({ has: shown.getByRole('cell') })
      .all();
    return Promise.all(rows.map((row) => row.getByRole('cell').allInnerTexts()));
  };
  /** Returns the instant that the clock of Open MCT shows. */
  const shownTime = async (shown: Page): Promise<number> => {
    const text = /\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}Z/g;
    const found = (await mainOf(shown).innerText()).match(text)?.at(-1) ?? '';
    return Date.parse(found.replace(' ', 'T'));
  };
  const text = (utc: number): string => new Date(utc).toISOString().replace('T', ' ');

  it('lists every packet and every parameter, among them all channels', async () => {
    const shown = await show('orbita1:HK_ESSENTIAL');
    const expand = shown.getByRole('button', { name: 'Expand ORBITA-1 folder' });
    const titles = TELEMETRY_PACKETS.filter(({ fields }) => fields.length > 0).map(({ title }) => title);
    const isListed = async (title: string) => {
      const item = shown.getByRole('treeitem', { name: `Navigate to ${title} LadTable Object` });
      return (await item.count()) === 1;
    };
    // On a busy machine Open MCT may draw its tree again before the click, which would wait for the button of then, or after it.
    await expect
      .poll(async () => {
        if (await expand.isVisible()) await expand.click({ timeout: 5000 }).catch(() => undefined);
        const listed = await Promise.all(titles.map(isListed));
        return titles.filter((_, index) => !listed[index]);
      })
      .toEqual([]);
    const names = async () => (await rowsOf(shown)).map(([name]) => name);
    await expect
      .poll(names)
      .toEqual(expect.arrayContaining(Object.values(CHANNELS).map(({ title }) => title)));
    const keys = await shown.evaluate(async () => {
      const { openmct } = window as unknown as OpenMctWindow;
      const packetsOf = async (key: string) => {
        const object = await openmct.objects.get({ namespace: 'orbita1', key });
        return openmct.composition.get(object).load();
      };
      const listed = await packetsOf('spacecraft');
      const all = await Promise.all(listed.map(({ identifier: { key } }) => packetsOf(key)));
      return all.flat().map(({ identifier: { key } }) => key);
    });
    expect(keys.toSorted()).toEqual(PACKET_PARAMETERS.map(({ key }) => key).toSorted());
  });

  it('shows the history, with the values of the packets', async () => {
    const now = await missionTime();
    const shown = await show('orbita1:HK_ESSENTIAL/orbita1:HK_ESSENTIAL.battery_voltage?view=table');
    const [voltage] = PACKET_PARAMETERS.filter(({ key }) => key === 'HK_ESSENTIAL.battery_voltage');
    if (!voltage) throw new Error('There is no voltage.');
    const newest = samplesOf(voltage, now - 1800_000, now)
      .slice(-20)
      .reverse();
    expect(newest).toHaveLength(20);
    const rows = async () => (await rowsOf(shown)).slice(0, 20).map(([, value, , utc]) => [value, utc]);
    await expect.poll(rows).toEqual(newest.map(({ utc, value }) => [value.toFixed(2), text(utc)]));

    const histories = await shown.evaluate(
      async ({ keys, end }) => {
        const { openmct } = window as unknown as OpenMctWindow;
        const historyOf = async (key: string) => {
          const object = await openmct.objects.get({ namespace: 'orbita1', key });
          return openmct.telemetry.request(object, { start: 0, end });
        };
        return Promise.all(keys.map(historyOf));
      },
      { keys: PACKET_PARAMETERS.map(({ key }) => key), end: now },
    );
    for (const [index, parameter] of PACKET_PARAMETERS.entries()) {
      expect(histories[index]).toEqual(samplesOf(parameter, 0, now));
    }
    expect(histories.flat().length).toBeGreaterThan(10_000);
  });

  it('shows live values as the packets have them, and its clock follows mission time at 60x', async () => {
    const begin = await missionTime();
    const until = begin + 300_000;
    const shown = await show('orbita1:HK_ESSENTIAL');
    await shown.evaluate(
      async (keys) => {
        const { openmct } = window as unknown as OpenMctWindow;
        const live: Record<string, unknown[]> = {};
        for (const key of keys) {
          live[key] = [];
          const object = await openmct.objects.get({ namespace: 'orbita1', key });
          const take = (data: readonly unknown[]) => live[key]?.push(...data);
          openmct.telemetry.subscribe(object, take, { strategy: 'batch' });
        }
        Object.assign(window, { live });
      },
      PACKET_PARAMETERS.map(({ key }) => key),
    );
    await ask('POST', '/rate', { rate: 60 });
    await ask('POST', '/resume', { until: new Date(until).toISOString() });
    for (let minute = 1; minute <= 3; minute++) {
      await expect.poll(() => shownTime(shown)).toBeGreaterThan(begin + minute * 60_000);
      const before = await missionTime();
      const clock = await shownTime(shown);
      expect(clock).toBeLessThanOrEqual(await missionTime());
      // It says so four times a second: a busy machine may show it some seconds later.
      expect(clock).toBeGreaterThan(before - 60 * 5000);
    }
    await expect.poll(missionTime).toBe(until);
    await expect.poll(() => shownTime(shown)).toBe(until);

    const live = await shown.evaluate(() => (window as unknown as { live: Record<string, unknown[]> }).live);
    for (const parameter of PACKET_PARAMETERS) {
      expect(live[parameter.key]).toEqual(samplesOf(parameter, begin, until));
    }
    expect(Object.values(live).flat().length).toBeGreaterThan(1500);
    const essential = packets.findLast(({ type }) => type.name === 'HK_ESSENTIAL');
    const rows = async () =>
      (await rowsOf(shown)).map(([name, utc, value]) => [name, utc, value]).slice(3, 8);
    await expect
      .poll(rows)
      .toEqual(
        TELEMETRY_CHANNELS.map((channel) => [
          CHANNELS[channel].title,
          text(until),
          essential?.values[channel]?.toFixed(String(CHANNELS[channel].step).split('.')[1]?.length ?? 0),
        ]),
      );
  });

  it('marks a value beyond its limits', async () => {
    await ask('POST', '/faults', { inject: 'heater-stuck-on', course: 'lasting' });
    const shown = await show('orbita1:HK_ESSENTIAL');
    for (const seconds of [3600, 600]) await ask('POST', '/step', { seconds });
    const temperature = () =>
      packets.findLast(({ type }) => type.name === 'HK_ESSENTIAL')?.values.temperature;
    await expect.poll(temperature).toBeGreaterThan(CHANNELS.temperature.limits.warning.high ?? 0);
    const row = mainOf(shown).getByRole('row').filter({ hasText: CHANNELS.temperature.title });
    await expect.poll(() => row.locator('.is-limit--upr').count()).toBe(1);
    expect(await rowsOf(shown)).toContainEqual(
      expect.arrayContaining(['Battery voltage', '20 → 1e9', '22 → 1e9']),
    );
  });

  it('goes back with mission time, and shows the values of then', async () => {
    const shown = await show('orbita1:HK_ESSENTIAL');
    await ask('POST', '/snapshots', { name: 'then' });
    const then = await missionTime();
    await ask('POST', '/step', { seconds: 1200 });
    const times = async () => new Set((await rowsOf(shown)).map(([, utc]) => utc));
    await expect.poll(times).toEqual(new Set([text(then + 1200_000)]));
    await ask('POST', '/snapshots/then/restore');
    await expect.poll(() => shownTime(shown)).toBe(then);
    await expect.poll(times).toEqual(new Set([text(then)]));
  });

  it('connects again after a loss, and shows what it has missed and what comes then', async () => {
    const shown = await show('orbita1:HK_ESSENTIAL');
    await shown.evaluate(() => {
      for (const socket of (window as unknown as { sockets: readonly WebSocket[] }).sockets) socket.close();
    });
    await ask('POST', '/step', { seconds: 600 });
    const times = async () => new Set((await rowsOf(shown)).map(([, utc]) => utc));
    const missed = await missionTime();
    await expect.poll(times).toEqual(new Set([text(missed)]));
    await ask('POST', '/step', { seconds: 60 });
    await expect.poll(times).toEqual(new Set([text(missed + 60_000)]));
  });

  it('has nothing to complain about', async () => {
    const problems = await problemsOf(await page());
    // Chromium says so of its own drawing, on machines without a graphics card.
    expect(problems.filter((problem) => !problem.includes('GL Driver Message'))).toEqual([]);
  });
});

/** Keeps every WebSocket of the page, so that a test can close it. */
function keepSockets(): void {
  const sockets: WebSocket[] = [];
  const { WebSocket: Original } = window;
  class Kept extends Original {
    constructor(address: string | URL) {
      super(address);
      sockets.push(this);
    }
  }
  Object.assign(window, { sockets, WebSocket: Kept });
}

interface Sample {
  readonly utc: number;
  readonly value: number;
}

/** What the tests ask of Open MCT. */
interface OpenMctWindow {
  readonly openmct: {
    readonly objects: { get(identifier: object): Promise<object> };
    readonly composition: {
      get(object: object): { load(): Promise<readonly { readonly identifier: { readonly key: string } }[]> };
    };
    readonly telemetry: {
      request(object: object, options: object): Promise<readonly Sample[]>;
      subscribe(object: object, take: (data: readonly unknown[]) => void, options: object): () => void;
    };
  };
}
