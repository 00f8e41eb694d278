import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { SavedRecording } from '../shared/contract/recording.ts';
import type { Result } from '../shared/kit/result.ts';
import { epochMs, MS_PER_MIN } from '../shared/kit/units.ts';
import { createMission, type Mission } from '../worker/mission/mission.ts';
import { writeDescriptions } from './describe/write.ts';
import { type Host, LOOPBACK, openHost } from './host.ts';
import { PORT_STEP, readOptions, type SpacecraftOptions, TOKEN_VARIABLE, USAGE } from './options.ts';
import { readRecordingFile, repeatRecording, writeRecordingFile } from './recording-file.ts';
import { TICK_MS } from './runner.ts';
import { isLoopback } from './web/access.ts';

/** Composition root of `npm run spacecraft`: ORBITA-1 on the wire, for other ground systems. */

const { version }: { readonly version: string } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
);

type Flight = Extract<SpacecraftOptions, { readonly kind: 'fly' }>;

const DEFAULT_SEED = 1;

const utc = (time: number): string => `${new Date(time).toISOString().slice(0, 19).replace('T', ' ')} UTC`;

/** Returns an address and a port as a URL has them. */
const endpoint = (address: string, port: number): string =>
  `${address.includes(':') ? `[${address}]` : address}:${port}`;

/** Returns a result's value, or ends the process with its message. */
function demand<Value>(result: Result<Value>): Value {
  if (result.ok) return result.value;
  console.error(result.message);
  process.exit(1);
}

/** A mission, and the recording that it continues. */
interface OpenedMission {
  readonly mission: Mission;
  readonly continued?: SavedRecording;
}

/** Begins a mission, or continues that of a recording. */
function openMission({ seed, startTime, profile, recording }: Flight): OpenedMission {
  const continued = recording === undefined ? undefined : demand(readRecordingFile(recording));
  if (recording === undefined || !continued) {
    const mission = createMission({
      seed: seed ?? DEFAULT_SEED,
      startTime: startTime ?? epochMs(Math.floor(Date.now() / 1000) * 1000),
      profile,
    });
    return { mission };
  }
  if (seed !== undefined || startTime !== undefined || profile !== undefined) {
    console.error(
      `${recording} exists and is continued: leave out --seed, --start and --profile, or name another file.`,
    );
    process.exit(1);
  }
  console.log(`Repeats ${recording} to ${utc(continued.time)} ...`);
  return { mission: demand(repeatRecording(recording, continued)), continued };
}

/** Keeps the recording every minute and at the end. If the file cannot be written at the start, the process ends. */
function keepRecording(file: string, { runner, continued }: OpenedHost): void {
  const write = (): Result<void> => writeRecordingFile(file, runner.mission(), version, continued);
  demand(write());
  let last = '';
  const keep = (): void => {
    const written = write();
    if (!written.ok && written.message !== last) console.error(written.message);
    last = written.ok ? '' : written.message;
  };
  setInterval(keep, MS_PER_MIN);
  process.on('exit', keep);
}

/** Returns the token that callers of the web port must know; none on loopback. */
function tokenOf({ bind }: Flight): string | undefined {
  if (isLoopback(bind)) return undefined;
  return process.env[TOKEN_VARIABLE] || randomBytes(16).toString('hex');
}

type OpenedHost = Host & Pick<OpenedMission, 'continued'>;

/** Opens one of several spacecraft: each has a seed and ports of its own. */
async function openOne(flight: Flight, index: number, token: string | undefined): Promise<OpenedHost> {
  const { mission, continued } = openMission(
    index === 0 ? flight : { ...flight, seed: (flight.seed ?? DEFAULT_SEED) + index },
  );
  const portOf = (first: number): number => (first === 0 ? 0 : first + index * PORT_STEP);
  const host = demand(
    await openHost(
      {
        ...flight,
        mission,
        telemetryPort: portOf(flight.telemetryPort),
        telecommandPort: portOf(flight.telecommandPort),
        controlPort: portOf(flight.controlPort),
        webPort: portOf(flight.webPort),
        framePorts: flight.framePorts && {
          telemetry: portOf(flight.framePorts.telemetry),
          telecommands: portOf(flight.framePorts.telecommands),
        },
        token,
        build: version,
        continued,
      },
      { now: () => performance.now(), log: (line) => console.log(line) },
    ),
  );
  console.log(`ORBITA-1 flies from ${utc(mission.time())} at ${flight.rate}x (seed ${mission.header.seed}).`);
  console.log(`  Telemetry     TCP ${endpoint(flight.bind, host.telemetryPort)}`);
  console.log(`  Telecommands  TCP ${endpoint(flight.bind, host.telecommandPort)}`);
  console.log(`  Control       http://${LOOPBACK}:${host.controlPort}/status`);
  console.log(`  Web           http://${endpoint(flight.bind, host.webPort)}: /tm, /tc, /realtime, /history`);
  if (flight.hasDatagrams) {
    console.log(
      `  UDP           telemetry to ${LOOPBACK}:${host.telemetryPort}, telecommands on ${endpoint(flight.bind, host.telecommandPort)}`,
    );
  }
  if (host.framePorts) {
    console.log(
      `  Frames        TM to UDP ${LOOPBACK}:${host.framePorts.telemetry}, TC on UDP ${endpoint(flight.bind, host.framePorts.telecommands)}`,
    );
  }
  return { ...host, ...(continued && { continued }) };
}

async function fly(flight: Flight): Promise<void> {
  const hosts: OpenedHost[] = [];
  const token = tokenOf(flight);
  for (let index = 0; index < flight.count; index++) hosts.push(await openOne(flight, index, token));
  const [first] = hosts;
  if (first && flight.recording !== undefined) keepRecording(flight.recording, first);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      for (const host of hosts) host.close();
      process.exit(0);
    });
  }
  setInterval(() => {
    for (const host of hosts) host.tick();
  }, TICK_MS);
  if (token !== undefined) {
    console.log(
      'Telecommands are not authenticated: any host that can reach this address can command the spacecraft.',
    );
    const isGiven = process.env[TOKEN_VARIABLE] === token;
    console.log(`The web port demands the token ${isGiven ? `in ${TOKEN_VARIABLE}` : token}, as ?token=...`);
  }
  console.log('Descriptions for ground systems: npm run spacecraft -- --describe out');
}

// Nobody needs to read what it prints: it flies on when the reader of a pipe ends.
process.stdout.on('error', () => undefined);

const options = demand(readOptions(process.argv.slice(2)));
switch (options.kind) {
  case 'help':
    console.log(USAGE);
    break;
  case 'describe':
    for (const file of demand(writeDescriptions(options.folder, { ...options, version }))) console.log(file);
    break;
  case 'fly':
    await fly(options);
}
