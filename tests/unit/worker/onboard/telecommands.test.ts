import { describe, expect, it } from 'vitest';
import { COMMAND_NAMES } from '../../../../src/shared/entities/entities.ts';
import { EVENTS } from '../../../../src/shared/packets/events.ts';
import {
  activityField,
  FAILURE_CODES,
  STRUCTURE_NAMES,
  STRUCTURES,
} from '../../../../src/shared/packets/table.ts';
import { encodeTelecommand, telecommandNamed } from '../../../../src/shared/packets/telecommand.ts';
import { TELECOMMANDS } from '../../../../src/shared/packets/telecommand-table.ts';
import { type ReadTelemetry, sealed } from '../../../../src/shared/packets/telemetry.ts';
import { streamsOf } from '../../../../src/worker/kit/random.ts';
import { beginTelemetry, stepOnboard } from '../../../../src/worker/onboard/onboard.ts';
import type { Craft } from '../../../../src/worker/onboard/readings.ts';
import type { OnboardState } from '../../../../src/worker/onboard/state.ts';
import { receiveTelecommand } from '../../../../src/worker/onboard/telecommands.ts';
import {
  INITIAL_SPACECRAFT,
  type SpacecraftState,
  withFields,
} from '../../../../src/worker/spacecraft/model.ts';
import { fuzz, insist } from '../../../support/fuzz.ts';
import { mutateBytes } from '../../../support/fuzz-mutations.ts';
import { later, T0 } from '../../../support/mission.ts';
import { namesOf, read, sampleOf, startFlight } from '../../../support/packets.ts';

const fieldOf = (received: readonly ReadTelemetry[], packet: string, field: string): number | undefined =>
  received.findLast(({ type }) => type.name === packet)?.values[field];
const ANSWERED = ['TC_ACCEPTED', 'TC_STARTED', 'TC_COMPLETED'];

describe('a function', () => {
  it.each(COMMAND_NAMES.map((name, index) => [TELECOMMANDS[index]?.name ?? '', name] as const))(
    '%s is accepted and started at once, shows in telemetry, and completes at its end',
    (telecommand, name) => {
      const flight = startFlight();
      const sent = flight.send(telecommand);
      expect(namesOf(sent).slice(0, 2)).toEqual(['TC_ACCEPTED', 'TC_STARTED']);
      const during = flight.send('REQUEST_HOUSEKEEPING', { sid: STRUCTURES.software.sid });
      expect(fieldOf(during, 'HK_SOFTWARE', activityField(name))).toBe(1);
      const after = [...flight.advance(1300), ...flight.send('REQUEST_HOUSEKEEPING', { sid: 6 })];
      expect(fieldOf(after, 'HK_SOFTWARE', activityField(name))).toBe(0);
      expect(fieldOf(after, 'HK_SOFTWARE', 'functionsCompleted')).toBe(1);
      const completed = after.filter(({ type }) => type.name === 'TC_COMPLETED');
      // The second one is that of the request above.
      expect(completed.map(({ values }) => values.requestSequenceCount)).toEqual([0, 2]);
    },
  );

  it('completes when its activity ends on board, and not before', () => {
    const flight = startFlight();
    flight.send('COMMUNICATIONS_CHECK');
    expect(namesOf(flight.advance(25))).not.toContain('TC_COMPLETED');
    expect(namesOf(flight.advance(5))).toContain('TC_COMPLETED');
  });

  it('acts on the spacecraft: ENTER_SAFE_MODE changes the mode, with an event', () => {
    const flight = startFlight();
    expect(namesOf(flight.send('ENTER_SAFE_MODE'))).toEqual(['TC_ACCEPTED', 'TC_STARTED', 'EVENT_MEDIUM']);
    expect(fieldOf(flight.advance(5), 'HK_ESSENTIAL', 'mode')).toBe(1);
    expect(flight.mission.snapshot().log.value.at(-1)?.text).toBe(
      'Telecommand: Enter Safe Mode has started on board ORBITA-1',
    );
  });

  it('clears the fault that it recovers from: THERMAL_CONTROL a stuck heater', () => {
    const flight = startFlight({ planFault: undefined });
    const faults = (): readonly string[] => flight.mission.faults().map(({ name }) => name);
    flight.apply({ kind: 'fault', inject: 'heater-stuck-on', course: 'lasting' });
    flight.send('THERMAL_CONTROL');
    flight.advance(595);
    expect(faults()).toContain('heater-stuck-on');
    flight.advance(5);
    expect(faults()).not.toContain('heater-stuck-on');
  });

  it('that is started again reports the failure of the first one', () => {
    const flight = startFlight();
    flight.send('ROTATE_ANTENNA');
    flight.advance(10);
    const again = flight.send('ROTATE_ANTENNA');
    expect(namesOf(again)).toEqual(['TC_ACCEPTED', 'TC_FAILED', 'TC_STARTED']);
    expect(again[1]?.values).toMatchObject({
      requestSequenceCount: 0,
      failureCode: FAILURE_CODES.superseded[0],
    });
    const after = flight.advance(120);
    expect(
      after.filter(({ type }) => type.name === 'TC_COMPLETED').map((one) => one.values.requestSequenceCount),
    ).toEqual([1]);
  });

  it('that an operator of the console starts again reports its failure', () => {
    const flight = startFlight();
    flight.send('ROTATE_ANTENNA');
    flight.advance(10);
    const input = { name: 'Rotate Antenna' };
    expect(flight.mission.apply({ kind: 'operation', name: 'sendCommand', input }).outcome.ok).toBe(true);
    expect(fieldOf(flight.advance(5), 'TC_FAILED', 'failureCode')).toBe(FAILURE_CODES.superseded[0]);
  });

  it('completes at its end after the clock has moved back', () => {
    const flight = startFlight();
    flight.advance(600);
    flight.send('THERMAL_CONTROL');
    flight.apply({ kind: 'jump', to: later(100_000) });
    expect(namesOf(flight.advance(590))).not.toContain('TC_FAILED');
    expect(namesOf(flight.advance(15))).toContain('TC_COMPLETED');
  });
});

describe('housekeeping', () => {
  it('is on, off, once, and in another interval as telecommanded', () => {
    const flight = startFlight();
    const count = (received: readonly ReadTelemetry[]): number =>
      received.filter(({ type }) => type.name === 'HK_POWER').length;
    expect(namesOf(flight.send('DISABLE_HOUSEKEEPING', { sid: 2 }))).toEqual(ANSWERED);
    expect(count(flight.advance(60))).toBe(0);
    expect(namesOf(flight.send('REQUEST_HOUSEKEEPING', { sid: 2 }))).toEqual([
      'TC_ACCEPTED',
      'TC_STARTED',
      'HK_POWER',
      'TC_COMPLETED',
    ]);
    expect(count(flight.advance(60))).toBe(0);
    expect(namesOf(flight.send('ENABLE_HOUSEKEEPING', { sid: 2 }))).toEqual(ANSWERED);
    expect(count(flight.advance(60))).toBe(6);
    expect(namesOf(flight.send('SET_HOUSEKEEPING_INTERVAL', { sid: 2, interval: 30 }))).toEqual(ANSWERED);
    expect(count(flight.advance(60))).toBe(2);
  });
});

describe('an event', () => {
  it('is reported unless it is disabled', () => {
    const flight = startFlight();
    const eventId = EVENTS.find(({ name }) => name === 'MODE_SAFE')?.id ?? 0;
    expect(namesOf(flight.send('DISABLE_EVENT', { eventId }))).toEqual(ANSWERED);
    expect(namesOf(flight.send('ENTER_SAFE_MODE'))).toEqual(['TC_ACCEPTED', 'TC_STARTED']);
    flight.advance(10);
    flight.send('ATTITUDE_ADJUSTMENT');
    expect(namesOf(flight.advance(100))).toContain('EVENT_INFORMATIVE');
    expect(namesOf(flight.send('ENABLE_EVENT', { eventId }))).toEqual(ANSWERED);
    expect(namesOf(flight.send('ENTER_SAFE_MODE'))).toContain('EVENT_MEDIUM');
  });
});

describe('a telecommand', () => {
  it('is counted, and begins packet telemetry if it is the first', () => {
    const flight = startFlight({ isQuiet: true });
    const sent = flight.send('PING');
    expect(namesOf(sent).slice(-4)).toEqual(['TC_ACCEPTED', 'TC_STARTED', 'ALIVE', 'TC_COMPLETED']);
    expect(namesOf(sent)).toContain('HK_ESSENTIAL');
    const essential = flight.send('REQUEST_HOUSEKEEPING', { sid: 1 });
    expect(fieldOf(essential, 'HK_ESSENTIAL', 'telecommandsAccepted')).toBe(2);
    expect(fieldOf(essential, 'HK_ESSENTIAL', 'lastSequenceCount')).toBe(1);
  });

  it.each([
    [0, []],
    [1, ['TC_ACCEPTED']],
    [2, ['TC_STARTED']],
    [4, []],
    [8, ['TC_COMPLETED']],
    [9, ['TC_ACCEPTED', 'TC_COMPLETED']],
  ])('with the acknowledgement flags %i is answered by %j', (ackFlags, expected) => {
    const names = namesOf(startFlight().send('PING', {}, ackFlags));
    expect(names.filter((name) => name !== 'ALIVE')).toEqual(expected);
  });

  it('that is refused is answered with the code, whatever its flags, and does nothing', () => {
    const flight = startFlight();
    const packet = encodeTelecommand(telecommandNamed('ENTER_SAFE_MODE'), {}, 321, 0);
    packet[7] = 200;
    const refused = flight.sendOctets(sealed(packet));
    expect(namesOf(refused)).toEqual(['TC_REFUSED']);
    expect(refused[0]?.values).toMatchObject({
      requestApid: 100,
      requestSequenceCount: 321,
      failureCode: FAILURE_CODES.illegalService[0],
    });
    const essential = flight.advance(5);
    expect(fieldOf(essential, 'HK_ESSENTIAL', 'mode')).toBe(0);
    expect(fieldOf(essential, 'HK_ESSENTIAL', 'telecommandsRefused')).toBe(1);
  });

  it('with a wrong CRC is counted and not answered', () => {
    const flight = startFlight();
    const packet = encodeTelecommand(telecommandNamed('ENTER_SAFE_MODE'));
    packet[11] = 5;
    expect(flight.sendOctets(packet)).toEqual([]);
    const essential = flight.advance(5);
    expect(fieldOf(essential, 'HK_ESSENTIAL', 'telecommandsDiscarded')).toBe(1);
    expect(fieldOf(essential, 'HK_ESSENTIAL', 'mode')).toBe(0);
  });

  it.each([
    ['no hexadecimal text', 'xyz'],
    ['nothing', ''],
    ['more than 256 octets', '00'.repeat(257)],
  ])('that is %s is no input', (_what, bytes) => {
    const { mission } = startFlight({ isQuiet: true });
    expect(mission.apply({ kind: 'telecommand', bytes })).toEqual({
      outcome: { ok: false, message: 'A telecommand is hexadecimal text of 1 to 256 octets.' },
      notices: [],
      packets: [],
    });
    expect(mission.journal()).toEqual([]);
  });
});

/** The software alone, with a spacecraft in a given state. */
const craftOf = (fields: Partial<SpacecraftState>): Craft => ({
  spacecraft: withFields(INITIAL_SPACECRAFT, fields),
  streams: streamsOf(1),
  environmentAt: () => undefined,
  orbitAt: () => undefined,
});

describe('reduced telemetry', () => {
  it.each([
    { what: 'over the low-gain antenna', fields: { antenna: 'low' } },
    { what: 'without a link', fields: { antenna: 'none', link: 'none' } },
    { what: 'in SURVIVAL', fields: { mode: 'SURVIVAL' } },
  ] as const)(
    '$what has the essential structure each 30 s, the software each 60 s, and no other',
    ({ fields }) => {
      const craft = craftOf(fields);
      let { onboard } = beginTelemetry(undefined, craft, T0);
      const count = new Map<string, number>();
      for (let second = 5; second <= 600; second += 5) {
        const after = { spacecraft: craft.spacecraft, time: later(1000 * second) };
        const step = stepOnboard(onboard, { ...after, time: later(1000 * (second - 5)) }, after, craft);
        ({ onboard } = step);
        for (const name of namesOf(step.packets.map(read))) count.set(name, (count.get(name) ?? 0) + 1);
      }
      expect([...count].toSorted()).toEqual([
        ['HK_ESSENTIAL', 20],
        ['HK_SOFTWARE', 10],
      ]);
    },
  );
});

describe('SURVIVAL', () => {
  it('cuts a downlink, and nothing else', () => {
    const craft = craftOf({});
    let onboard: OnboardState = beginTelemetry(undefined, craft, T0).onboard;
    let { spacecraft } = craft;
    for (const name of ['DATA_DOWNLINK', 'THERMAL_CONTROL']) {
      const packet = encodeTelecommand(telecommandNamed(name));
      ({ onboard, spacecraft } = receiveTelecommand(onboard, packet, { ...craft, spacecraft }, T0));
    }
    const before = { spacecraft, time: T0 };
    const after = { spacecraft: withFields(spacecraft, { mode: 'SURVIVAL' }), time: later(5000) };
    const step = stepOnboard(onboard, before, after, craft);
    const received = step.packets.map(read);
    expect(namesOf(received)).toEqual(['EVENT_HIGH', 'TC_FAILED']);
    expect(received[1]?.values.failureCode).toBe(FAILURE_CODES.cutBySurvival[0]);
    expect(step.onboard.requests.map(({ name }) => name)).toEqual(['Thermal Control']);
  });
});

/** Divides octets by the polynomial of CRC-16-CCITT, bit by bit. */
function remainderOf(octets: Uint8Array): number {
  let remainder = 0xffff;
  for (const octet of octets) {
    for (let bit = 7; bit >= 0; bit--) {
      const carry = (remainder >> 15) ^ ((octet >> bit) & 1);
      remainder = ((remainder << 1) & 0xffff) ^ (carry === 1 ? 0x1021 : 0);
    }
  }
  return remainder;
}

describe('mutated telecommands', () => {
  const craft = craftOf({});
  const { onboard } = beginTelemetry(undefined, craft, T0);
  const corpus = TELECOMMANDS.map((type) => sampleOf(type));
  const isInCorpus = (octets: Uint8Array): boolean =>
    corpus.some((one) => one.length === octets.length && one.every((octet, at) => octet === octets[at]));
  const receive = (octets: Uint8Array) => receiveTelecommand(onboard, octets, craft, T0);
  const countersOf = ({ accepted, refused, discarded }: OnboardState['counters']) =>
    [accepted, refused, discarded].join();

  it('with their old CRC do nothing, are counted, and are not answered', () =>
    fuzz({
      runs: 1_000,
      corpus,
      mutate: mutateBytes,
      check(octets) {
        if (isInCorpus(octets)) return;
        const { spacecraft, packets, onboard: after } = receive(octets);
        // One in 65,536 has the right CRC by chance.
        if (remainderOf(octets) === 0 && octets.length >= 8) return;
        insist(countersOf(after.counters) === '0,0,1', 'It is counted as something else.');
        insist(spacecraft === craft.spacecraft, 'It has acted on the spacecraft.');
        insist(packets.length === 0, 'It is answered.');
      },
    }));

  it('with a new CRC are what they say, or refused with a code', () =>
    fuzz({
      runs: 600,
      corpus,
      mutate: mutateBytes,
      check(octets) {
        if (octets.length < 8) return;
        const { spacecraft, packets, onboard: after } = receive(sealed(octets.slice()));
        const received = packets.map(read);
        if (countersOf(after.counters) === '0,1,0') {
          insist(spacecraft === craft.spacecraft, 'It has acted on the spacecraft.');
          insist(received.length === 1 && received[0]?.type.name === 'TC_REFUSED', 'It is not refused.');
          insist((received[0]?.values.failureCode ?? 99) < 16, 'The code is none of a refusal.');
          return;
        }
        insist(countersOf(after.counters) === '1,0,0', 'It is counted as something else.');
        insist(
          TELECOMMANDS.some(({ service, subservice }) => service === octets[7] && subservice === octets[8]),
          'There is no such telecommand.',
        );
      },
    }));
});

it('every structure can be requested, and gives the values of its fields', () => {
  const flight = startFlight();
  for (const name of STRUCTURE_NAMES) {
    const [, , report] = flight.send('REQUEST_HOUSEKEEPING', { sid: STRUCTURES[name].sid });
    expect(Object.keys(report?.values ?? {})).toEqual([
      'sid',
      ...STRUCTURES[name].fields.map((field) => field.name),
    ]);
  }
});
