import { describe, expect, it } from 'vitest';
import { fromHex } from '../../../../src/shared/packets/octets.ts';
import { EVENTS, FAILURE_CODES } from '../../../../src/shared/packets/table.ts';
import { encodeTelecommand, telecommandNamed } from '../../../../src/shared/packets/telecommand.ts';
import { type ReadTelemetry, sealed } from '../../../../src/shared/packets/telemetry.ts';
import { later, T0 } from '../../../support/mission.ts';
import { type Flight, namesOf, startFlight } from '../../../support/packets.ts';

/** Builds the telecommand that schedules another one, some seconds after the start. */
const scheduled = (seconds: number, carried: Uint8Array): Uint8Array => {
  const values = { releaseSeconds: T0 / 1000 + Math.floor(seconds), releaseFraction: seconds % 1 };
  return encodeTelecommand(telecommandNamed('INSERT_ACTIVITY'), values, 0x3000, 15, carried);
};
const telecommand = (name: string, sequenceCount: number, values = {}): Uint8Array =>
  encodeTelecommand(telecommandNamed(name), values, sequenceCount);

const ofRequest = (received: readonly ReadTelemetry[], sequenceCount: number) =>
  received.filter(({ values }) => values.requestSequenceCount === sequenceCount);
const codeOf = (received: readonly ReadTelemetry[]): number | undefined => received[0]?.values.failureCode;
const secondsOf = ({ time }: ReadTelemetry): number => (time - T0) / 1000;

/** Starts a flight with the schedule on. */
function startScheduled(): Flight {
  const flight = startFlight();
  flight.send('ENABLE_SCHEDULE');
  return flight;
}

describe('a scheduled telecommand', () => {
  it('is accepted at once, and released at the first whole second from its release time on', () => {
    const flight = startScheduled();
    expect(namesOf(flight.sendOctets(scheduled(37.25, telecommand('PING', 5))))).toEqual([
      'TC_ACCEPTED',
      'TC_STARTED',
      'TC_COMPLETED',
    ]);
    const received = flight.advance(60);
    const own = ofRequest(received, 5);
    expect(namesOf(own)).toEqual(['TC_ACCEPTED', 'TC_STARTED', 'TC_COMPLETED']);
    expect(own.map(secondsOf)).toEqual([38, 38, 38]);
    expect(namesOf(received)).toContain('ALIVE');
  });

  it('has the octets that Yamcs writes for its option to schedule a command', () => {
    const flight = startScheduled();
    // Version, type and APID; count; length; PUS-C with its flags; (11,4); source; one; CUC without P-field; telecommand.
    const carried = telecommand('PING', 9);
    const head = fromHex('1864c00100192d0b0400000100000000');
    const packet = Uint8Array.of(...(head ?? []), 0, 0, ...carried, 0, 0);
    packet[5] = packet.length - 7;
    new DataView(packet.buffer).setUint32(12, T0 / 1000 + 20);
    expect(namesOf(flight.sendOctets(sealed(packet)))).toEqual(['TC_ACCEPTED', 'TC_STARTED', 'TC_COMPLETED']);
    expect(ofRequest(flight.advance(20), 9).map(secondsOf)).toEqual([20, 20, 20]);
  });

  it('acts on the spacecraft: fifty of them while nobody is there', () => {
    const flight = startScheduled();
    for (let count = 0; count < 50; count++) {
      const name = count % 2 === 0 ? 'ROTATE_ANTENNA' : 'COMMUNICATIONS_CHECK';
      flight.sendOctets(scheduled(60 + 61 * count, telecommand(name, count)));
    }
    const received = flight.advance(61 * 52);
    for (let count = 0; count < 50; count++) {
      const own = ofRequest(received, count);
      expect(namesOf(own)).toEqual(['TC_ACCEPTED', 'TC_STARTED', 'TC_COMPLETED']);
      expect(own.slice(0, 2).map(secondsOf)).toEqual([60 + 61 * count, 60 + 61 * count]);
    }
  });

  it('is released at the same instants, however time is divided', () => {
    const fly = (stepS: number): Flight => {
      const flight = startScheduled();
      for (const [count, seconds] of [3.5, 17, 17, 58.999].entries()) {
        flight.sendOctets(scheduled(seconds, telecommand('PING', count)));
      }
      for (let at = 0; at < 60; at += stepS) flight.advance(stepS);
      return flight;
    };
    const { packets } = fly(60);
    expect(fly(0.4).packets).toEqual(packets);
    expect(fly(12).packets).toEqual(packets);
  });

  it('continues from a keyframe', () => {
    const flight = startScheduled();
    flight.sendOctets(scheduled(30, telecommand('PING', 5)));
    const keyframe = structuredClone(flight.mission.keyframe());
    const branch = startFlight({ isQuiet: true, keyframe, journal: flight.mission.journal() });
    expect(ofRequest(branch.advance(30), 5)).toEqual(ofRequest(flight.advance(30), 5));
    expect(branch.packets.length).toBeGreaterThan(5);
  });

  it('is dropped with an event while the schedule is off, which it is at first', () => {
    const flight = startFlight();
    flight.sendOctets(scheduled(10, telecommand('PING', 5)));
    const received = flight.advance(20);
    expect(ofRequest(received, 5)).toEqual([]);
    const missed = EVENTS.find(({ name }) => name === 'RELEASE_MISSED')?.id;
    expect(received.filter(({ values }) => values.eventId === missed).map(secondsOf)).toEqual([10]);
    expect(namesOf(flight.send('REPORT_SCHEDULE'))).toContain('SCHEDULE_ENTRY');
  });

  it('is dropped when mission time jumps over its release', () => {
    const flight = startScheduled();
    flight.sendOctets(scheduled(600, telecommand('ENTER_SAFE_MODE', 5)));
    flight.apply({ kind: 'jump', to: later(3_600_000) });
    flight.advance(10);
    const software = flight
      .send('REQUEST_HOUSEKEEPING', { sid: 6 })
      .find(({ type }) => type.name === 'HK_SOFTWARE');
    expect(software?.values).toMatchObject({ scheduleEntries: 0, functionsStarted: 0 });
  });
});

describe('the schedule refuses', () => {
  it('a release time that is not in the future', () => {
    const flight = startScheduled();
    expect(codeOf(flight.sendOctets(scheduled(0, telecommand('PING', 1))))).toBe(
      FAILURE_CODES.releaseTimePassed[0],
    );
  });

  it.each([
    ['octets that are no telecommand', Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8, 9)],
    ['a damaged telecommand', telecommand('PING', 1).with(3, 7)],
    ['a telecommand of the schedule itself', telecommand('RESET_SCHEDULE', 1)],
  ])('%s', (_what, carried) => {
    const flight = startScheduled();
    expect(codeOf(flight.sendOctets(scheduled(10, Uint8Array.from(carried))))).toBe(
      FAILURE_CODES.illegalData[0],
    );
  });

  it('nothing to schedule', () => {
    const flight = startScheduled();
    expect(codeOf(flight.sendOctets(scheduled(10, new Uint8Array())))).toBe(FAILURE_CODES.illegalLength[0]);
  });

  it('more than 100 telecommands', () => {
    const flight = startScheduled();
    for (let count = 0; count < 100; count++) flight.sendOctets(scheduled(1000, telecommand('PING', count)));
    expect(codeOf(flight.sendOctets(scheduled(1000, telecommand('PING', 100))))).toBe(
      FAILURE_CODES.scheduleFull[0],
    );
    expect(flight.send('REPORT_SCHEDULE').filter(({ type }) => type.name === 'SCHEDULE_ENTRY')).toHaveLength(
      100,
    );
  });

  it('to delete what it does not have', () => {
    const flight = startScheduled();
    const values = { activitySource: 0, activityApid: 100, activitySequenceCount: 3 };
    expect(codeOf(flight.send('DELETE_ACTIVITY', values))).toBe(FAILURE_CODES.unknownActivity[0]);
  });
});

describe('the schedule', () => {
  const entriesOf = (flight: Flight) =>
    flight
      .send('REPORT_SCHEDULE')
      .filter(({ type }) => type.name === 'SCHEDULE_ENTRY')
      .map(({ values: { entryNumber, entryCount, entrySeconds, entryFraction, entrySequenceCount } }) => [
        entryNumber,
        entryCount,
        (entrySeconds ?? 0) + (entryFraction ?? 0) - T0 / 1000,
        entrySequenceCount,
      ]);

  it('is reported in the order of release, and deleted one by one or as a whole', () => {
    const flight = startScheduled();
    expect(entriesOf(flight)).toEqual([[0, 0, -T0 / 1000, 0]]);
    for (const [count, seconds] of [30, 10.5, 20].entries()) {
      flight.sendOctets(scheduled(seconds, telecommand('PING', count)));
    }
    expect(entriesOf(flight)).toEqual([
      [1, 3, 10.5, 1],
      [2, 3, 20, 2],
      [3, 3, 30, 0],
    ]);
    flight.send('DELETE_ACTIVITY', { activitySource: 0, activityApid: 100, activitySequenceCount: 2 });
    expect(entriesOf(flight).map(([, , seconds]) => seconds)).toEqual([10.5, 30]);
    flight.send('RESET_SCHEDULE');
    const software = flight
      .send('REQUEST_HOUSEKEEPING', { sid: 6 })
      .find(({ type }) => type.name === 'HK_SOFTWARE');
    expect(software?.values).toMatchObject({ scheduleOn: 0, scheduleEntries: 0 });
  });

  it('shows in housekeeping', () => {
    const flight = startScheduled();
    flight.sendOctets(scheduled(1000, telecommand('PING', 1)));
    const software = (): unknown =>
      flight.send('REQUEST_HOUSEKEEPING', { sid: 6 }).find(({ type }) => type.name === 'HK_SOFTWARE')?.values;
    expect(software()).toMatchObject({ scheduleOn: 1, scheduleEntries: 1 });
    flight.send('DISABLE_SCHEDULE');
    expect(software()).toMatchObject({ scheduleOn: 0, scheduleEntries: 1 });
  });
});
