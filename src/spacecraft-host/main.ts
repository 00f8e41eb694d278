import { readFileSync } from 'node:fs';
import type { Result } from '../shared/kit/result.ts';
import { epochMs, MS_PER_MIN } from '../shared/kit/units.ts';
import { createMission, type Mission } from '../worker/mission/mission.ts';
import { writeDescriptions } from './describe/write.ts';
import { type Host, LOOPBACK, openHost } from './host.ts';
import { PORT_STEP, readOptions, type SpacecraftOptions, USAGE } from './options.ts';
import { readRecordingFile, writeRecordingFile } from './recording-file.ts';
import { TICK_MS } from './runner.ts';

/** Composition root of `npm run spacecraft`: ORBITA-1 on the wire, for other ground systems. */

const { version }: { readonly version: string } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
);

type Flight = Extract<SpacecraftOptions, { readonly kind: 'fly' }>;

const DEFAULT_SEED = 1;

const utc = (time: number): string => `${new Date(time).toISOString().slice(0, 19).replace('T', ' ')} UTC`;

/** Returns a result's value, or ends the process with its message. */
function demand<Value>(result: Result<Value>): Value {
  if (result.ok) return result.value;
  console.error(result.message);
  process.exit(1);
}

/** Begins a mission, or continues that of a recording. */
function openMission({ seed, startTime, profile, recording }: Flight): Mission {
  const known = recording === undefined ? undefined : demand(readRecordingFile(recording));
  if (!known) {
    return createMission({
      seed: seed ?? DEFAULT_SEED,
      startTime: startTime ?? epochMs(Math.floor(Date.now() / 1000) * 1000),
      profile,
    });
  }
  if (seed !== undefined || startTime !== undefined || profile !== undefined) {
    console.error(
      `${recording} exists and is continued: leave out --seed, --start and --profile, or name another file.`,
    );
    process.exit(1);
  }
  console.log(`Repeats ${recording} to ${utc(known.time)} ...`);
  const mission = createMission({ ...known.header, journal: known.entries });
  mission.advanceTo(known.time);
  const mark = known.marks.at(-1);
  if (mark?.time === known.time && mark.entryCount === known.entries.length && mark.hash !== mission.hash()) {
    console.error(
      'This build does not repeat the recording: it was made with another one. It goes on from here.',
    );
  }
  return mission;
}

/** Keeps the recording each minute and at the end. */
function keepRecording(file: string, { runner }: Host): void {
  let last = '';
  const keep = (): void => {
    const written = writeRecordingFile(file, runner.mission(), version);
    if (!written.ok && written.message !== last) console.error(written.message);
    last = written.ok ? '' : written.message;
  };
  keep();
  setInterval(keep, MS_PER_MIN);
  process.on('exit', keep);
}

/** Opens one of several spacecraft: each has a seed and ports of its own. */
async function openOne(flight: Flight, index: number): Promise<Host> {
  const mission = openMission(
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
        build: version,
      },
      { now: () => performance.now(), log: (line) => console.log(line) },
    ),
  );
  console.log(`ORBITA-1 flies from ${utc(mission.time())} at ${flight.rate}x (seed ${mission.header.seed}).`);
  console.log(`  Telemetry     TCP ${flight.bind}:${host.telemetryPort}`);
  console.log(`  Telecommands  TCP ${flight.bind}:${host.telecommandPort}`);
  console.log(`  Control       http://${LOOPBACK}:${host.controlPort}/status`);
  if (flight.hasDatagrams) {
    const receiver = `${LOOPBACK}:${portOf(flight.telemetryPort)}`;
    console.log(
      `  Datagrams     telemetry to ${receiver}, telecommands from ${flight.bind}:${host.telecommandPort}`,
    );
  }
  return host;
}

async function fly(flight: Flight): Promise<void> {
  const hosts: Host[] = [];
  for (let index = 0; index < flight.count; index++) hosts.push(await openOne(flight, index));
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
  if (flight.bind !== LOOPBACK) {
    console.log('Whoever reaches this address commands the spacecraft: telecommands have no authentication.');
  }
  console.log('Descriptions for ground systems: npm run spacecraft -- --describe out');
}

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
