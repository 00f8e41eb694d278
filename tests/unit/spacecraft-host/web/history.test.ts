import { expect, it } from 'vitest';
import { wireName } from '../../../../src/shared/packets/fields.ts';
import { encodeTelemetry } from '../../../../src/shared/packets/telemetry.ts';
import { PACKET_PARAMETERS } from '../../../../src/spacecraft-host/describe/catalogue.ts';
import { createHistory, packetsKept } from '../../../../src/spacecraft-host/web/history.ts';
import { T0 } from '../../../support/mission.ts';
import { read, startFlight } from '../../../support/packets.ts';

const parameter = (key: string) => {
  const found = PACKET_PARAMETERS.find((one) => one.key === key);
  if (!found) throw new Error(`There is no parameter ${key}.`);
  return found;
};
const VOLTAGE = parameter('HK_ESSENTIAL.battery_voltage');
const FOREVER = [0, Number.MAX_SAFE_INTEGER] as const;

it('every parameter of every packet has the values of the packets', () => {
  const flight = startFlight({ planFault: undefined });
  flight.apply({ kind: 'fault', inject: 'wheel-failing', course: 'safed' });
  flight.send('ROTATE_ANTENNA');
  flight.send('REPORT_SCHEDULE');
  flight.advance(600);
  const history = createHistory(1000);
  history.keep(flight.packets);
  let samples = 0;
  const packets = flight.packets.map(read);
  for (const one of PACKET_PARAMETERS) {
    const expected = packets
      .filter(({ type }) => type === one.packet)
      .map(({ time, values }) => ({ utc: time, value: values[one.field.name] }));
    expect(history.samples(one, ...FOREVER)).toEqual(expected);
    samples += expected.length;
  }
  expect(samples).toBeGreaterThan(3000);
});

it('each parameter has a key of its own, and the number of a structure is none', () => {
  const keys = PACKET_PARAMETERS.map(({ key }) => key);
  expect(new Set(keys).size).toBe(keys.length);
  expect(keys).toContain('TC_ACCEPTED.request_apid');
  expect(keys).toContain('TC_FAILED.request_apid');
  expect(keys.filter((key) => key.endsWith('.sid'))).toEqual([]);
  expect(wireName(VOLTAGE.field.name)).toBe('battery_voltage');
});

/** A packet of a voltage in volts, some seconds after the start. */
const voltageAt = (seconds: number, volts: number): Uint8Array => {
  const values = Object.fromEntries(VOLTAGE.packet.fields.map(({ name }) => [name, 1]));
  const head = { time: (T0 + 1000 * seconds) as typeof T0, sequenceCount: 0, messageCount: 0 };
  return encodeTelemetry(VOLTAGE.packet, head, { ...values, batteryVoltage: volts });
};
const sample = (seconds: number, value: number) => ({ utc: T0 + 1000 * seconds, value });

it('the newest packets stay, up to the bound', () => {
  const history = createHistory(100);
  for (let second = 0; second < 250; second++) history.keep([voltageAt(second, second % 30)]);
  const samples = history.samples(VOLTAGE, ...FOREVER);
  expect(samples).toHaveLength(100);
  expect(samples.map(({ utc }) => (utc - T0) / 1000)).toEqual(
    Array.from({ length: 100 }, (_, index) => 150 + index),
  );
  expect(samples.map(({ value }) => value)).toEqual(Array.from({ length: 100 }, (_, index) => index % 30));
});

it('both ends of a range belong to it', () => {
  const history = createHistory(100);
  history.keep([1, 2, 3, 4].map((second) => voltageAt(second, second)));
  expect(history.samples(VOLTAGE, T0 + 2000, T0 + 3000)).toEqual([sample(2, 2), sample(3, 3)]);
  expect(history.samples(VOLTAGE, T0 + 3000, T0 + 2000)).toEqual([]);
});

it('what a dump sends late is in its place, and once even if it is sent again', () => {
  const history = createHistory(100);
  history.keep([voltageAt(5, 25), voltageAt(6, 26)]);
  const dump = [voltageAt(1, 21), voltageAt(1, 22), voltageAt(2, 23)];
  history.keep(dump);
  history.keep(dump);
  expect(history.samples(VOLTAGE, ...FOREVER)).toEqual([
    sample(1, 21),
    sample(1, 22),
    sample(2, 23),
    sample(5, 25),
    sample(6, 26),
  ]);
});

it('what came after the instant of a branch is forgotten', () => {
  const history = createHistory(4);
  history.keep([1, 2, 3, 4, 5, 6].map((second) => voltageAt(second, second)));
  history.forgetAfter(T0 + 4000);
  history.keep([voltageAt(5, 15)]);
  expect(history.samples(VOLTAGE, ...FOREVER)).toEqual([sample(3, 3), sample(4, 4), sample(5, 15)]);
});

it('octets that are no packet of ours are left out', () => {
  const history = createHistory(4);
  const damaged = voltageAt(1, 20);
  damaged[30] = 0xff;
  history.keep([damaged, new Uint8Array(3)]);
  expect(history.samples(VOLTAGE, ...FOREVER)).toEqual([]);
});

it('a spacecraft keeps a day, and many share the bound of ten', () =>
  expect([1, 10, 100].map((count) => (5 * packetsKept(count)) / 3600)).toEqual([24, 24, 2.4]));
