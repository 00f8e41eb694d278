// Flies a heater fault of ORBITA-1 to its recovery: injected, seen in telemetry, answered, verified.
// Start the spacecraft first, in another terminal: npm run spacecraft -- --profile none
// Usage: node heater-fault.mjs [telemetry port] [telecommand port] [control port]
// Needs only Node. Offsets are those of the interface control document (npm run spacecraft -- --describe out).
import { connect } from 'node:net';

const HOST = '127.0.0.1';
const [tmPort = 10015, tcPort = 10025, controlPort = 10090] = process.argv.slice(2).map(Number);
const THERMAL_CONTROL = 7;
const HK_POWER = 2;
const HK_THERMAL = 3;

process.on('uncaughtException', ({ code, message }) => {
  console.error(
    code === 'ECONNREFUSED' ? 'No spacecraft runs: npm run spacecraft -- --profile none' : message,
  );
  process.exit(1);
});

/** Asks the simulation, not the spacecraft. */
async function control(path, body) {
  const answer = await fetch(`http://${HOST}:${controlPort}${path}`, {
    method: 'POST',
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error((await answer.json()).message);
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

const timeOf = (packet) => new Date(packet.readUInt32BE(14) * 1000).toISOString().slice(11, 19);
const say = (packet, text) => console.log(`${timeOf(packet)} ${text}`);

const telemetry = connect(tmPort, HOST);
const uplink = connect(tcPort, HOST);
await control('/rate', { rate: 60 });
await control('/faults', { inject: 'heater-stuck-on', course: 'lasting' });

let isThermostatOn = true;
let heaterLoad = 0;
let isAnswered = false;
let isCompleted = false;
for await (const packet of packets(telemetry)) {
  const [service, subservice] = [packet[7], packet[8]];
  if (service === 3 && subservice === 25) {
    if (packet[20] === HK_THERMAL) isThermostatOn = packet[21] === 1;
    if (packet[20] === HK_POWER) heaterLoad = packet.readFloatBE(62);
    if (!isAnswered && heaterLoad > 0 && !isThermostatOn) {
      say(packet, `the heater draws ${heaterLoad.toFixed(0)} W while its thermostat is off: Thermal Control`);
      uplink.write(telecommand(8, 1, [THERMAL_CONTROL], 1));
      isAnswered = true;
    } else if (isCompleted && heaterLoad === 0) {
      say(packet, 'the heater is off: recovered');
      break;
    }
  }
  if (service !== 1) continue;
  if (subservice === 2 || subservice === 8) {
    throw new Error(`The telecommand failed with code ${packet.readUInt16BE(24)}.`);
  }
  say(packet, { 1: 'accepted', 3: 'started', 7: 'completed' }[subservice]);
  isCompleted ||= subservice === 7;
}
uplink.destroy();
