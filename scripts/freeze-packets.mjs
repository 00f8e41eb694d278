// `node scripts/freeze-packets.mjs folder`: writes a day of telemetry packets with what they say, for judges that are not
// here: packets.bin (Space Packets back to back), packets.sha256, truth.jsonl (a line a packet), and the descriptions.
import './mission-in-node.mjs';
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

const { createMission } = await import('../src/worker/mission/mission.ts');
const { wireName } = await import('../src/shared/packets/fields.ts');
const { toHex } = await import('../src/shared/kit/octets.ts');
const { EVENTS } = await import('../src/shared/packets/events.ts');
const { TELEMETRY_PACKETS } = await import('../src/shared/packets/table.ts');
const { TELECOMMANDS } = await import('../src/shared/packets/telecommand-table.ts');
const { encodeTelecommand, telecommandNamed } = await import('../src/shared/packets/telecommand.ts');
const { decodeTelemetry } = await import('../src/shared/packets/telemetry.ts');
const { writeDescriptions } = await import('../src/spacecraft-host/describe/write.ts');
const { MS_PER_H } = await import('../src/shared/kit/units.ts');

const [folder] = process.argv.slice(2);
if (folder === undefined) {
  console.error('Usage: node scripts/freeze-packets.mjs folder');
  process.exit(1);
}

const START = Date.UTC(2026, 10, 20, 12);
/** A fault of each part that FDIR acts on. */
const FAULTS = [
  'weak-cell',
  'open-string',
  'radiator-blocked',
  'heater-stuck-on',
  'wheel-failing',
  'gyro-drift',
  'antenna-off',
];
const mission = createMission({ seed: 43, startTime: START, profile: 'none' });
const packets = [];

function apply(input) {
  const { outcome, packets: news } = mission.apply(input);
  if (!outcome.ok) throw new Error(outcome.message);
  packets.push(...news);
}
let sequenceCount = 0;
const send = (octets) => apply({ kind: 'telecommand', bytes: toHex(octets) });
function sendNamed(name, values = {}, carried = undefined) {
  send(encodeTelecommand(telecommandNamed(name), values, sequenceCount++, 15, carried));
}
const strike = (course, faults = FAULTS) => {
  for (const inject of faults) apply({ kind: 'fault', inject, course });
};
function flyTo(hours) {
  mission.advanceTo(START + hours * MS_PER_H, ({ packets: news }) => {
    packets.push(...(news ?? []));
    return false;
  });
}

apply({ kind: 'packets' });
sendNamed('PING');
sendNamed('ENABLE_SCHEDULE');
for (const [index, { name }] of TELECOMMANDS.filter(({ action }) => action === 'function').entries()) {
  const releaseSeconds = START / 1000 + 22 * 3600 + 60 * index;
  const carried = encodeTelecommand(telecommandNamed(name), {}, 1000 + index);
  sendNamed('INSERT_ACTIVITY', { releaseSeconds, releaseFraction: 0.25 }, carried);
}
sendNamed('REPORT_SCHEDULE');
strike('transient');
flyTo(0.5);
sendNamed('ROTATE_ANTENNA');
sendNamed('ROTATE_ANTENNA');
send(encodeTelecommand({ ...telecommandNamed('PING'), subservice: 9 }));
strike('contained');
flyTo(4);
strike('safed');
flyTo(8);
strike('lasting', ['drive-stuck', 'wing-folded', 'cell-short']);
flyTo(15);
for (const name of ['DEPLOY_SOLAR_ARRAY', 'ENTER_SAFE_MODE', 'THERMAL_CONTROL', 'CALIBRATE_SENSORS'])
  sendNamed(name);
flyTo(20);
apply({ kind: 'jump', to: mission.time() + 0.5 * MS_PER_H });
sendNamed('ATTITUDE_ADJUSTMENT');
sendNamed(
  'INSERT_ACTIVITY',
  { releaseSeconds: START / 1000 + 21 * 3600, releaseFraction: 0 },
  encodeTelecommand(telecommandNamed('PING')),
);
sendNamed('DISABLE_SCHEDULE');
flyTo(21.5);
sendNamed('ENABLE_SCHEDULE');
flyTo(24);

const read = packets.map(decodeTelemetry);
const stream = Buffer.concat(packets);
const digest = createHash('sha256').update(stream).digest('hex');
const truth = read.map(({ type, time, sequenceCount: sequence_count, messageCount: message_count, values }) =>
  JSON.stringify({
    packet: type.name,
    time: new Date(time).toISOString(),
    sequence_count,
    message_count,
    values: Object.fromEntries(Object.entries(values).map(([name, value]) => [wireName(name), value])),
  }),
);
const written = writeDescriptions(folder, {
  telemetryPort: 10_015,
  telecommandPort: 10_025,
  webPort: 10_080,
  version: '0.1.0',
});
if (!written.ok) {
  console.error(written.message);
  process.exit(1);
}
writeFileSync(join(folder, 'packets.bin'), stream);
writeFileSync(join(folder, 'packets.sha256'), `${digest}  packets.bin\n`);
writeFileSync(join(folder, 'truth.jsonl'), `${truth.join('\n')}\n`);

const names = new Set(read.map(({ type }) => type.name));
const events = new Set(read.map(({ values }) => values.eventId));
const missing = [
  ...TELEMETRY_PACKETS.filter(({ name }) => !names.has(name)),
  ...EVENTS.filter(({ id }) => !events.has(id)),
].map(({ name }) => name);
console.log(`${packets.length} packets, ${stream.length} octets, SHA-256 ${digest}`);
console.log(missing.length === 0 ? 'Every packet and event occurs.' : `Not in it: ${missing.join(', ')}.`);
