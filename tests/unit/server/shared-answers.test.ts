import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openSharedAnswers, type SharedAnswers } from '../../../src/server/nats/shared-answers.ts';
import { eventually } from '../../support/eventually.ts';
import { composeGateway, groupPath, handClock, KEY, POSITION, read } from '../../support/gateway.ts';
import { answered, every } from '../../support/nats-load.ts';
import { hasNats, type NatsServer, startNats } from '../../support/nats-server.ts';
import { startUpstream } from '../../support/upstream.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const S = 1000;
const H = 3600 * S;
const ACTIVE = groupPath('active');

/** Opens the shared answers with a connection of their own, and waits until they are there. */
async function open({ url }: NatsServer): Promise<SharedAnswers> {
  // A server that has just been started may not listen yet.
  const answers = openSharedAnswers(url, (_ms, action) => every(50, action));
  onTestFinished(answers.close);
  await answered(() => answers.text('anything').read());
  return answers;
}

async function startServices() {
  const clock = handClock();
  const upstream = await startUpstream({ now: () => clock.time });
  onTestFinished(upstream.close);
  return { clock, upstream };
}

async function startGateways(count: number) {
  const nats = await startNats();
  const { clock, upstream } = await startServices();
  const gateways = await Promise.all(
    Array.from({ length: count }, async () => {
      const shared = await open(nats);
      const { gateway } = composeGateway({ upstreamUrl: upstream.url, clock, effects: { shared } });
      return async (path: string) => read(await gateway.request(path, { headers: KEY }));
    }),
  );
  const askAll = async (path: string) => {
    const answers = await Promise.all(gateways.map((get) => get(path)));
    return answers.map(({ status }) => status);
  };
  return { nats, clock, upstream, gateways, askAll };
}

/** Starts a gateway in a process that asks itself for a path. Returns how to kill it. */
function startProcess(nats: NatsServer, upstreamUrl: string, time: number, path: string) {
  const script = ['--import', './scripts/mission-in-node.mjs', 'tests/support/gateway-process.ts'];
  const child = spawn(process.execPath, [...script, nats.url, upstreamUrl, String(time), path], {
    cwd: ROOT,
    stdio: 'ignore',
  });
  const kill = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  };
  onTestFinished(kill);
  return kill;
}

describe.skipIf(!hasNats())('gateways that share a NATS server', () => {
  it('make 100 calls in 100 rounds of four', async () => {
    const { clock, upstream, askAll } = await startGateways(4);
    for (let round = 0; round < 100; round++) {
      expect(await askAll(POSITION)).toEqual([200, 200, 200, 200]);
      clock.advance(10 * S);
    }
    expect(upstream.calls('position')).toBe(100);
  });

  it('fetch the whole catalogue once, also after a restart', async () => {
    const { nats, clock, upstream, gateways } = await startGateways(1);
    const before = await gateways[0]?.(ACTIVE);
    await nats.kill();
    nats.start();
    clock.advance(H);
    const shared = await open(nats);
    const { gateway } = composeGateway({ upstreamUrl: upstream.url, clock, effects: { shared } });
    const after = await read(await gateway.request(ACTIVE, { headers: KEY }));
    expect(after.told.elements?.length).toBeGreaterThan(1000);
    expect(after.told.elements).toEqual(before?.told.elements);
    expect(after.told.gateway?.ageS).toBe(3600);
    expect(upstream.calls('elements')).toBe(1);
  });

  it('do not repeat the call of a process that is killed during it', async () => {
    const { nats, clock, upstream, askAll } = await startGateways(2);
    upstream.set('elements', 'hang');
    const kill = startProcess(nats, upstream.url, clock.time, groupPath('weather'));
    await eventually(() => expect(upstream.calls('elements')).toBe(1));
    await kill();
    upstream.set('elements', 'good');
    clock.advance(60 * S);
    expect(await askAll(groupPath('weather'))).toEqual([503, 503]);
    clock.advance(2 * H - 60 * S);
    expect(await askAll(groupPath('weather'))).toEqual([503, 503]);
    expect(upstream.calls('elements')).toBe(1);
    clock.advance(10 * S);
    expect(await askAll(groupPath('weather'))).toEqual([200, 200]);
    expect(upstream.calls('elements')).toBe(2);
  });

  it('go on alone while it is away, and together when it is back', async () => {
    const { nats, clock, upstream, gateways, askAll } = await startGateways(2);
    await askAll(POSITION);
    await nats.kill();
    clock.advance(10 * S);
    expect(await askAll(POSITION)).toEqual([200, 200]);
    expect(upstream.calls('position')).toBe(3);
    expect((await gateways[0]?.('/healthz'))?.told).toMatchObject({ shared: { state: 'failing' } });
    nats.start();
    await eventually(async () => {
      clock.advance(10 * S);
      const before = upstream.calls('position');
      expect(await askAll(POSITION)).toEqual([200, 200]);
      expect(upstream.calls('position')).toBe(before + 1);
    });
    expect((await gateways[0]?.('/healthz'))?.told).toMatchObject({ shared: { state: 'ok' } });
  });
});

describe.skipIf(!hasNats())('a shared text', () => {
  it('is replaced by one of those who have read it', async () => {
    const nats = await startNats();
    const texts = (await Promise.all([open(nats), open(nats), open(nats)])).map((one) => one.text('name'));
    expect(await texts[0]?.read()).toEqual({ text: '', version: 0 });
    for (const size of [10, 1_200_000, 20]) {
      const before = (await texts[0]?.read())?.version ?? 0;
      const written = await Promise.all(
        texts.map((text, index) => text.replace(String(index).repeat(size), before)),
      );
      const winner = written.findIndex((version) => version !== undefined);
      expect(written.filter((version) => version !== undefined)).toHaveLength(1);
      for (const text of texts) {
        expect(await text.read()).toEqual({ text: String(winner).repeat(size), version: written[winner] });
        expect(await text.read(written[winner])).toBeUndefined();
      }
    }
  });
});
