import { type ChildProcess, execFile, execFileSync, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readRecording } from '../../../src/shared/contract/recording.ts';
import { toHex } from '../../../src/shared/kit/octets.ts';
import { wireName } from '../../../src/shared/packets/fields.ts';
import { createSplitter } from '../../../src/shared/packets/splitter.ts';
import { TELEMETRY_PACKETS } from '../../../src/shared/packets/table.ts';
import { encodeTelecommand, telecommandNamed } from '../../../src/shared/packets/telecommand.ts';
import { TELECOMMANDS } from '../../../src/shared/packets/telecommand-table.ts';
import { replay } from '../../../src/worker/session/branches/replay.ts';
import { ARGUMENTS, namesOf, read, startFlight } from '../../support/packets.ts';

const root = join(import.meta.dirname, '../../..');
const script = join(root, 'scripts/spacecraft.mjs');
const folder = mkdtempSync(join(tmpdir(), 'orbita-'));
const out = join(folder, 'out');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

beforeAll(() => {
  execFileSync(process.execPath, [script, '--describe', out], { stdio: 'ignore' });
});

/** Says in one line that a judge is not there, and what would bring it. */
function isThere(judge: string, has: boolean, hint: string): boolean {
  if (!has) console.log(`Skipped: ${judge} does not judge the descriptions of packets (${hint}).`);
  return has;
}
const hasProgram = (program: string, argument: string): boolean =>
  spawnSync(program, [argument], { stdio: 'ignore' }).status === 0;

/** A flight with every type of packet: faults, refusals, functions that end and that fail. */
function fly(): readonly Uint8Array[] {
  const flight = startFlight({ planFault: undefined });
  flight.apply({ kind: 'fault', inject: 'wheel-failing', course: 'safed' });
  flight.apply({ kind: 'fault', inject: 'heater-stuck-on', course: 'transient' });
  flight.send('ROTATE_ANTENNA');
  flight.send('ROTATE_ANTENNA');
  flight.send('PING');
  flight.send('REPORT_SCHEDULE');
  flight.sendOctets(encodeTelecommand({ ...telecommandNamed('PING'), subservice: 9 }));
  flight.advance(3600);
  return flight.packets;
}
const packets = fly();
const expected = packets.map(read);

it('the flight that the judges read has every type of packet', () => {
  expect(new Set(namesOf(expected))).toEqual(new Set(TELEMETRY_PACKETS.map(({ name }) => name)));
});

const SCHEMA = process.env.XTCE_SCHEMA ?? join(root, '../shared/reference/xtce/SpaceSystem_20180204.xsd');
const hasSchema = isThere(
  'xmllint',
  hasProgram('xmllint', '--version') && existsSync(SCHEMA),
  'install libxml2-utils, and name the schema of XTCE 1.2 in XTCE_SCHEMA',
);

describe.skipIf(!hasSchema)('xmllint', () => {
  it.each(['orbita1.xtce.xml', 'yamcs/mdb/orbita1.xml'])(
    'finds no error in %s by the schema of XTCE 1.2',
    (file) => {
      const { status, stderr } = spawnSync('xmllint', [
        '--noout',
        '--nonet',
        '--schema',
        SCHEMA,
        join(out, file),
      ]);
      expect(`${status} ${stderr.toString().trim()}`).toBe(`0 ${join(out, file)} validates`);
    },
  );
});

const hasPython = isThere('Python', hasProgram('python3', '--version'), 'install Python 3');
describe.skipIf(!hasPython)('Python with the XTCE file alone', () => {
  /** Those of variable length are not in the file. */
  const described = TELECOMMANDS.filter(({ carriesTelecommand }) => !carriesTelecommand);
  const named = Object.fromEntries(Object.entries(ARGUMENTS).map(([name, value]) => [wireName(name), value]));
  let judged: {
    readonly packets: readonly { readonly name: string; readonly octets: number; readonly values: object }[];
    readonly commands: readonly string[];
  };
  beforeAll(() => {
    const input = JSON.stringify({
      packets: packets.map(toHex),
      commands: described.map(({ name }) => ({ name, arguments: named })),
    });
    const judge = join(root, 'tests/support/judge_xtce.py');
    const options = { input, encoding: 'utf8', maxBuffer: 1e8 } as const;
    judged = JSON.parse(execFileSync('python3', [judge, join(out, 'orbita1.xtce.xml')], options));
  });

  it('reads every packet, and the same values', () => {
    expect(judged.packets.map(({ name }) => name)).toEqual(namesOf(expected));
    for (const [index, { values, octets }] of judged.packets.entries()) {
      const truth = Object.entries(expected[index]?.values ?? {}).map(([name, value]) => [
        wireName(name),
        value,
      ]);
      expect(values).toMatchObject(Object.fromEntries(truth));
      expect(octets).toBe((packets[index]?.length ?? 0) - 2);
    }
  });

  it('builds every telecommand as we do', () => {
    const ours = described.map((type) => toHex(encodeTelecommand(type, ARGUMENTS)).slice(0, -4));
    expect(judged.commands).toEqual(ours);
  });
});

const hasShark = isThere(
  'tshark',
  hasProgram('tshark', '--version') && hasProgram('text2pcap', '--version'),
  'install tshark',
);
describe.skipIf(!hasShark)('tshark with the dissector', () => {
  it('names every packet of a TCP stream, and reads the same values', () => {
    // Segments of 1,000 octets, so that packets cross their ends.
    const stream = Buffer.concat(packets);
    const lines: string[] = [];
    for (let at = 0; at < stream.length; at += 1000) {
      const segment = stream.subarray(at, at + 1000).toString('hex');
      lines.push(`000000 ${(segment.match(/../g) ?? []).join(' ')}`, '');
    }
    writeFileSync(join(folder, 'stream.txt'), `${lines.join('\n')}\n`);
    const capture = join(folder, 'stream.pcap');
    execFileSync('text2pcap', ['-q', '-T', '10015,40000', join(folder, 'stream.txt'), capture], {
      stdio: 'ignore',
    });
    const shown = (field: string): readonly string[] =>
      execFileSync(
        'tshark',
        [
          '-X',
          `lua_script:${join(out, 'wireshark/orbita1.lua')}`,
          '-r',
          capture,
          '-T',
          'fields',
          '-e',
          field,
        ],
        { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] },
      )
        .split(/[\n,]/)
        .filter((text) => text !== '');
    expect(shown('orbita1.packet')).toEqual(namesOf(expected));
    const temperatures = expected.flatMap(({ values }) => values.temperature ?? []);
    expect(shown('orbita1.temperature').map(Number)).toEqual(
      temperatures.map((value) => expect.closeTo(value, 6)),
    );
    const currents = expected.flatMap(({ values }) => values.batteryCurrent ?? []);
    expect(shown('orbita1.battery_current').map(Number)).toEqual(
      currents.map((value) => expect.closeTo(value, 4)),
    );
  });
});

const FREE_PORTS = '--tm-port 0 --tc-port 0 --control-port 0 --web-port 0'.split(' ');

describe('npm run spacecraft', () => {
  const started: ChildProcess[] = [];
  afterAll(() => {
    for (const child of started) child.kill('SIGKILL');
  });

  /** Starts spacecraft and returns their ports, four of each, once they say them. */
  async function start(...args: readonly string[]) {
    return startWith({}, 1, ...args);
  }
  async function startWith(env: Readonly<Record<string, string>>, count: number, ...args: readonly string[]) {
    const child = spawn(process.execPath, [script, ...FREE_PORTS, '--count', String(count), ...args], {
      env: { ...process.env, ...env },
    });
    started.push(child);
    const lines: string[] = [];
    const ports = new Promise<readonly number[]>((resolve) => {
      createInterface({ input: child.stdout }).on('line', (line) => {
        lines.push(line);
        const found = lines.flatMap(
          (one) => / (?:TCP |http:\/\/)(?:127\.0\.0\.1|0\.0\.0\.0):(\d+)/.exec(one)?.[1] ?? [],
        );
        if (found.length === 4 * count) resolve(found.map(Number));
      });
    });
    const ended = new Promise<number | null>((resolve) => child.on('exit', resolve));
    return { child, lines, ended, ports: await ports };
  }

  it('flies until it is stopped, and its recording repeats the flight', async () => {
    const file = join(folder, 'flight.jsonl');
    const begin = ['--seed', '5', '--start', '2026-11-20T12:00:00Z', '--profile', 'none'];
    const flight = await start(...begin, '--rate', '60', '--recording', file);
    const [telemetryPort = 0, telecommandPort = 0] = flight.ports;
    expect(flight.lines[0]).toBe('ORBITA-1 flies from 2026-11-20 12:00:00 UTC at 60x (seed 5).');
    const received: string[] = [];
    const split = createSplitter();
    const reader = connect(telemetryPort, '127.0.0.1');
    reader.on('data', (chunk) => received.push(...namesOf(split(chunk as Buffer).packets.map(read))));
    const sender = connect(telecommandPort, '127.0.0.1');
    sender.write(encodeTelecommand(telecommandNamed('COMMUNICATIONS_CHECK')));
    await expect
      .poll(() => received)
      .toEqual(expect.arrayContaining(['TC_ACCEPTED', 'TC_STARTED', 'TC_COMPLETED']));
    flight.child.kill('SIGTERM');
    expect(await flight.ended).toBe(0);
    reader.destroy();
    sender.destroy();
    const recording = readRecording(readFileSync(file, 'utf8'));
    if (!recording.ok) throw new Error(recording.message);
    expect(replay(recording.value)).toMatchObject({ equalCount: 1, differsAt: undefined });

    const again = await start('--recording', file);
    expect(again.lines[0]).toMatch(/^Repeats .*flight\.jsonl to 2026-11-20 \d\d:\d\d:\d\d UTC \.\.\.$/);
    again.child.kill('SIGTERM');
    await again.ended;
  });

  const HEATER_FAULT = [
    'the heater draws 60 W while its thermostat is off: Thermal Control',
    'accepted',
    'started',
    'completed',
    'the heater is off: recovered',
  ];
  const SCHEDULE = [
    'contact: 50 telecommands are in the schedule',
    'contact lost',
    'contact: 0 telecommands are in the schedule',
    '50 telecommands were completed out of contact, each in its second',
  ];
  const examples = [
    { program: 'python3', file: 'examples/heater_fault.py', lines: HEATER_FAULT },
    { program: process.execPath, file: 'examples/heater-fault.mjs', lines: HEATER_FAULT },
    { program: 'python3', file: 'examples/schedule.py', lines: SCHEDULE },
    { program: process.execPath, file: 'examples/schedule.mjs', lines: SCHEDULE },
  ].filter(({ program }) => hasPython || program !== 'python3');

  describe('for several spacecraft', () => {
    let flight: Awaited<ReturnType<typeof start>>;
    /** Ports of a spacecraft: telemetry, telecommands, control and web. */
    const portsOf = (index: number): readonly number[] => flight.ports.slice(4 * index, 4 * index + 4);
    beforeAll(async () => {
      const begin = ['--seed', '7', '--start', '2026-11-20T12:00:00Z', '--profile', 'none'];
      flight = await startWith({}, examples.length + 1, ...begin);
    });

    it('has a seed of its own for each', async () => {
      await expect.poll(() => flight.lines.join('\n')).toContain('Descriptions for ground systems');
      expect(flight.lines.flatMap((line) => /\(seed (\d+)\)/.exec(line)?.[1] ?? [])).toEqual(
        Array.from({ length: examples.length + 1 }, (_, index) => String(7 + index)),
      );
    });

    // Side by side: at 60x they wait most of the time.
    it.concurrent.each(examples.map((example, index) => ({ ...example, index })))(
      'is flown by $file to its end',
      async ({ index, ...example }) => {
        const told = await new Promise<string>((resolve, reject) => {
          const args = [join(root, example.file), ...portsOf(index).slice(0, 3).map(String)];
          execFile(example.program, args, { encoding: 'utf8' }, (error, stdout) =>
            error ? reject(error) : resolve(stdout),
          );
        });
        const lines = told.trim().split('\n');
        expect(lines.map((line) => line.slice(9))).toEqual(example.lines);
        expect(readFileSync(join(root, example.file), 'utf8').trim().split('\n').length).toBeLessThanOrEqual(
          example.program === 'python3' ? 120 : 150,
        );
      },
    );

    it.skipIf(!hasPython)('answers the example of its guide', () => {
      const guide = readFileSync(join(root, 'docs/spacecraft.md'), 'utf8');
      const [, example = ''] = /```python\n([\s\S]*?)```/.exec(guide) ?? [];
      const [telemetryPort, telecommandPort] = portsOf(examples.length);
      const program = example
        .replace('10015', String(telemetryPort))
        .replace('10025', String(telecommandPort));
      expect(program).not.toBe(example);
      expect(() => execFileSync('python3', ['-c', program])).not.toThrow();
    });

    it('flies on when nobody reads what it prints, until it is stopped', async () => {
      const { child, ended } = flight;
      child.stdout.destroy();
      const [, , controlPort] = portsOf(0);
      await expect.poll(async () => (await fetch(`http://127.0.0.1:${controlPort}/status`)).status).toBe(200);
      child.kill('SIGTERM');
      expect(await ended).toBe(0);
    });
  });

  const scripts = examples.filter(({ program }) => program === 'python3');
  it.each(scripts)('$file fills in the ports that it is not given', ({ program, file }) => {
    // Nothing listens on the first one.
    const { stderr } = spawnSync(program, [join(root, file), '1'], { encoding: 'utf8' });
    expect(stderr.trim()).toBe('No spacecraft runs: npm run spacecraft -- --profile none');
  });

  it.each([
    [['--describe', join(script, 'out')], /^Failed to write .*: E\w+\.$/],
    [
      [...FREE_PORTS, '--recording', join(folder, 'absent/flight.jsonl')],
      /^Failed to write .*flight\.jsonl: ENOENT\.$/,
    ],
  ])('ends with a reason if it cannot do %j', (args, message) => {
    const options = { encoding: 'utf8', timeout: 60_000 } as const;
    const { status, stderr } = spawnSync(process.execPath, [script, ...args], options);
    expect(status).toBe(1);
    expect(stderr.trim()).toMatch(message);
  });

  it.each([
    ['one that it prints', '', /demands the token ([0-9a-f]{32}), as/],
    ['that of SPACECRAFT_TOKEN, which it does not print', 'secret', /demands the token in (\w+), as/],
  ])('demands a token beyond loopback, %s', async (_what, given, pattern) => {
    const { child, lines, ended, ports } = await startWith(
      { SPACECRAFT_TOKEN: given },
      1,
      ...['--bind', '0.0.0.0'],
    );
    await expect.poll(() => lines.join('\n')).toMatch(pattern);
    expect(lines.join('\n')).not.toContain('secret');
    const [, , , webPort] = ports;
    const [, printed = ''] = pattern.exec(lines.join('\n')) ?? [];
    const token = given || printed;
    const parameter = 'HK_ESSENTIAL.mode';
    const statusWith = async (query: object): Promise<number> => {
      const search = new URLSearchParams({ parameter, start: '0', end: '1e15', ...query });
      return (await fetch(`http://127.0.0.1:${webPort}/history?${search}`)).status;
    };
    expect([await statusWith({}), await statusWith({ token: 'x' }), await statusWith({ token })]).toEqual([
      403, 403, 200,
    ]);
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
  });
});
