// `npm run replay -- recording.jsonl [--csv telemetry.csv]`: replays a recording, compares its hashes, and writes its
// telemetry.
import './mission-in-node.mjs';
import { readFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';

const USAGE = 'Usage: npm run replay -- recording.jsonl [--csv telemetry.csv]';

/** Exits with an error message. */
function refuse(line) {
  console.error(line);
  process.exit(1);
}

function readArguments() {
  try {
    const { positionals, values } = parseArgs({
      allowPositionals: true,
      options: { csv: { type: 'string' } },
    });
    if (positionals.length === 1) return { file: positionals[0], csv: values.csv };
  } catch {
    // The option is unknown.
  }
  return refuse(USAGE);
}

const { file, csv } = readArguments();
const text = await readFile(file, 'utf8').catch((error) => refuse(`Failed to read ${file}: ${error.code}`));
// Loaded only now, so that a wrong call is answered at once.
const { readRecording } = await import('../src/shared/contract/recording.ts');
const { replayCostMs } = await import('../src/shared/contract/replay-cost.ts');
const { TELEMETRY_CHANNELS } = await import('../src/shared/entities/telemetry-channels.ts');
const { openTelemetryFile } = await import('../src/ui/features/history/export.ts');
const { MS_PER_DAY } = await import('../src/shared/kit/units.ts');
const { firstInstant } = await import('../src/worker/session/branches/branch.ts');
const { describeReplay, replay } = await import('../src/worker/session/branches/replay.ts');

const recording = readRecording(text);
if (!recording.ok) refuse(recording.message);

const isLong = replayCostMs(recording.value) > MS_PER_DAY;
let toldTenths = 0;
/** Reports the progress of a long replay on stderr, weighting elapsed time and inputs equally. */
function tellProgress(mission) {
  const { header, entries, time: end } = recording.value;
  const lived = (mission.time() - header.startTime) / (end - header.startTime || 1);
  const entered = entries.length > 0 ? mission.journal().length / entries.length : lived;
  const tenths = Math.floor(5 * (lived + entered));
  if (!isLong || tenths <= toldTenths) return;
  toldTenths = tenths;
  console.error(`${10 * tenths} %`);
}

/** By instant: where the clock moved back, the later measurement counts. */
const samples = new Map();
const lived = replay(recording.value, {}, (mission) => {
  tellProgress(mission);
  for (const sample of mission.snapshot().telemetry.value) samples.set(sample.timestamp, sample);
});

if (csv !== undefined) {
  // Samples before the mission's start are excluded, as in the page's telemetry export.
  const start = firstInstant(lived.mission);
  const held = [...samples.values()]
    .filter(({ timestamp }) => timestamp >= start)
    .sort((a, b) => a.timestamp - b.timestamp);
  const file = openTelemetryFile({
    span: { from: held[0]?.timestamp ?? 0, to: held.at(-1)?.timestamp ?? 0 },
    step: 'samples',
    channels: TELEMETRY_CHANNELS,
    // Recordings of earlier builds do not name their branch.
    branches: [recording.value.branch ?? ''],
  });
  const valuesOf = (channel) => Float64Array.from(held, (sample) => sample[channel]);
  file.add([
    {
      times: Float64Array.from(held, ({ timestamp }) => timestamp),
      values: Object.fromEntries(TELEMETRY_CHANNELS.map((channel) => [channel, valuesOf(channel)])),
    },
  ]);
  await writeFile(csv, file.finish().text).catch((error) => refuse(`Failed to write ${csv}: ${error.code}`));
}
console.log(describeReplay(lived));
if (lived.differsAt !== undefined) process.exitCode = 1;
