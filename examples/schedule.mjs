// Flies a schedule of 50 telecommands out of contact: uploaded in a pass, released without a link, verified in the next one.
// Start the spacecraft first, in another terminal: npm run spacecraft -- --profile none
// Usage: node schedule.mjs [telemetry port] [telecommand port] [control port]
// Needs only Node. Offsets are those of the interface control document (npm run spacecraft -- --describe out).
import { connect } from 'node:net';

const HOST = '127.0.0.1';
const [tmPort = 10015, tcPort = 10025, controlPort = 10090] = process.argv.slice(2).map(Number);
const COUNT = 50;
const FIRST_AFTER_S = 540; // no pass takes nine minutes
const INTERVAL_S = 5;
const SEQUENCE_COUNTS = { enable: 1, dump: 2, firstInsert: 100, firstScheduled: 200 };
const ACCEPTED = 1;
const COMPLETED = 7;

process.on('uncaughtException', ({ code, message }) => {
  console.error(
    code === 'ECONNREFUSED' ? 'No spacecraft runs: npm run spacecraft -- --profile none' : message,
  );
  process.exit(1);
});

/** Asks the simulation, not the spacecraft; without a body, with GET. */
async function control(path, body) {
  const options = body ? { method: 'POST', body: JSON.stringify(body) } : {};
  const answer = await fetch(`http://${HOST}:${controlPort}${path}`, options);
  const status = await answer.json();
  if (!answer.ok) throw new Error(status.message);
  return status;
}

/** CRC-16-CCITT, initial value 0xFFFF. */
function crc16(octets) {
  let crc = 0xffff;
  for (const octet of octets) {
    crc ^= octet << 8;
    for (let bit = 0; bit < 8; bit++) crc = (crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1) & 0xffff;
  }
  return crc;
}

/** A Space Packet for APID 100 with a PUS-C header that requests all reports. */
function telecommand(service, subservice, data, count) {
  const packet = Buffer.alloc(13 + data.length);
  packet.writeUInt16BE(0x1864, 0);
  packet.writeUInt16BE(0xc000 | count, 2);
  packet.writeUInt16BE(packet.length - 7, 4);
  packet.set([0x2f, service, subservice, 0, 0, ...data], 6);
  packet.writeUInt16BE(crc16(packet.subarray(0, -2)), packet.length - 2);
  return packet;
}

/** Yields each telemetry packet of a stream. */
async function* packets(stream) {
  let held = Buffer.alloc(0);
  for await (const chunk of stream) {
    held = Buffer.concat([held, chunk]);
    while (held.length >= 6 && held.length >= 7 + held.readUInt16BE(4)) {
      const packet = held.subarray(0, 7 + held.readUInt16BE(4));
      held = held.subarray(packet.length);
      if (crc16(packet) !== 0) throw new Error('A packet is damaged.');
      yield packet;
    }
  }
  throw new Error('The spacecraft has closed the connection.');
}

const telemetry = packets(connect(tmPort, HOST));
const uplink = connect(tcPort, HOST);

/** Reads telemetry until a stage of all these telecommands is reported; returns the second of each report. */
async function receive(stage, counts) {
  const reported = new Map();
  while (!counts.every((count) => reported.has(count))) {
    const { value: packet } = await telemetry.next();
    const [service, subservice] = packet.subarray(7, 9);
    if (service === 1 && (subservice === 2 || subservice === 8))
      throw new Error(`A telecommand failed with code ${packet.readUInt16BE(24)}.`);
    if (service === 1 && subservice === stage)
      reported.set(packet.readUInt16BE(22) & 0x3fff, packet.readUInt32BE(14));
  }
  return reported;
}

/** Advances to the next contact, or to its end: without a link, telemetry is stored on board. */
async function advance({ toContact }) {
  let { storedPackets } = (await control('/status')).link;
  for (;;) {
    const { time, link } = await control('/step', { seconds: 30 });
    const isStored = link.storedPackets !== storedPackets;
    ({ storedPackets } = link);
    if (isStored !== toContact) return Math.floor(Date.parse(time) / 1000);
  }
}

const scheduled = async () => (await control('/status')).link.scheduledTelecommands;
const say = (second, text) => console.log(`${new Date(1000 * second).toISOString().slice(11, 19)} ${text}`);
/** Octets of numbers of one or four octets. */
const octetsOf = (small, large) => {
  const octets = Buffer.alloc(small.length + 4 * large.length);
  octets.set(small);
  for (const [index, number] of large.entries()) octets.writeUInt32BE(number, small.length + 4 * index);
  return octets;
};

await control('/pause', {});
await control('/link', { profile: 'stations' });
await advance({ toContact: false });
const begin = await advance({ toContact: true });
const { enable, dump, firstInsert, firstScheduled } = SEQUENCE_COUNTS;
const indices = Array.from({ length: COUNT }, (_, index) => index);
const due = new Map(
  indices.map((index) => [firstScheduled + index, begin + FIRST_AFTER_S + INTERVAL_S * index]),
);
uplink.write(telecommand(11, 1, [], enable));
for (const [count, second] of due) {
  // Sub-schedule, instructions, seconds, fraction; then the telecommand itself, a connection test.
  const release = [...octetsOf([1, 1], [second]), 0, 0];
  const insert = [...release, ...telecommand(17, 1, [], count)];
  uplink.write(telecommand(11, 4, insert, count - firstScheduled + firstInsert));
}
await receive(COMPLETED, [enable, ...indices.map((index) => firstInsert + index)]);
say(begin, `contact: ${await scheduled()} telecommands are in the schedule`);

const lost = await advance({ toContact: false });
say(lost, 'contact lost');
const again = await advance({ toContact: true });
say(again, `contact: ${await scheduled()} telecommands are in the schedule`);
const seconds = [...due.values()];
if (lost >= Math.min(...seconds) || again <= Math.max(...seconds))
  throw new Error('A station was in view when the telecommands were due. Run it again from here.');

uplink.write(telecommand(15, 9, octetsOf([1, 1], [lost, again]), dump));
await receive(ACCEPTED, [dump]);
await control('/step', { seconds: 30 });
const done = await receive(COMPLETED, [dump, ...due.keys()]);
const inTime = [...due].filter(([count, second]) => done.get(count) === second).length;
say(again, `${inTime} telecommands were completed out of contact, each in its second`);
process.exit(0);
