import { describe, expect, it } from 'vitest';
import { fromHex, toHex } from '../../../../src/shared/kit/octets.ts';
import { EVENTS } from '../../../../src/shared/packets/events.ts';
import { FAILURE_CODES } from '../../../../src/shared/packets/table.ts';
import { encodeTelecommand, telecommandNamed } from '../../../../src/shared/packets/telecommand.ts';
import type { ReadTelemetry } from '../../../../src/shared/packets/telemetry.ts';
import { later, T0 } from '../../../support/mission.ts';
import { type Flight, namesOf, read, startFlight } from '../../../support/packets.ts';

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
    // Version, type and APID; count 1; 34 - 7 octets; PUS-C with flags that ask for no report of the start; (11,4); source;
    // sub-schedule 1; one activity; CUC without P-field of 12:00:20; the telecommand PING with its own CRC; CRC.
    const packet = fromHex(
      '1864c001001b' + '2d0b040000' + '0101' + '6b0036540000' + '1864c00000062f110100009f7a' + '2f5d',
    );
    const answered = flight.sendOctets(packet ?? new Uint8Array());
    expect(namesOf(answered)).toEqual(['TC_ACCEPTED', 'TC_COMPLETED']);
    const pinged = flight.advance(20).filter(({ type }) => type.name === 'ALIVE');
    expect(pinged.map(secondsOf)).toEqual([20]);
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

describe('the schedule in detail', () => {
  const detailsOf = (flight: Flight) =>
    flight.send('REPORT_SCHEDULE_DETAIL').filter(({ type }) => type.name === 'SCHEDULE_DETAIL');

  it('has each telecommand as it was sent, in the order of release', () => {
    const flight = startScheduled();
    const [later, sooner] = [
      telecommand('SET_HOUSEKEEPING_INTERVAL', 8, { sid: 2, interval: 60 }),
      telecommand('PING', 7),
    ];
    flight.sendOctets(scheduled(90.5, later));
    flight.sendOctets(scheduled(30, sooner));
    const details = detailsOf(flight);
    expect(details.map(({ carried }) => toHex(carried ?? new Uint8Array()))).toEqual(
      [sooner, later].map(toHex),
    );
    expect(details.map(({ values }) => values)).toEqual([
      { entryCount: 1, entrySubScheduleId: 1, entrySeconds: T0 / 1000 + 30, entryFraction: 0 },
      { entryCount: 1, entrySubScheduleId: 1, entrySeconds: T0 / 1000 + 90, entryFraction: 0.5 },
    ]);
  });

  it('is one packet without a telecommand if it is empty', () => {
    const [only, ...others] = detailsOf(startFlight());
    expect([only?.values.entryCount, only?.carried, others]).toEqual([0, new Uint8Array(), []]);
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
      .map(
        ({ values: { entryCount, entrySubScheduleId, entrySeconds, entryFraction, entrySequenceCount } }) => [
          entryCount,
          entrySubScheduleId,
          (entrySeconds ?? 0) + (entryFraction ?? 0) - T0 / 1000,
          entrySequenceCount,
        ],
      );

  it('is reported in the order of release, and deleted one by one or as a whole', () => {
    const flight = startScheduled();
    expect(entriesOf(flight)).toEqual([[0, 0, -T0 / 1000, 0]]);
    for (const [count, seconds] of [30, 10.5, 20].entries()) {
      flight.sendOctets(scheduled(seconds, telecommand('PING', count)));
    }
    expect(entriesOf(flight)).toEqual([
      [1, 1, 10.5, 1],
      [1, 1, 20, 2],
      [1, 1, 30, 0],
    ]);
    flight.send('DELETE_ACTIVITY', { activitySource: 0, activityApid: 100, activitySequenceCount: 2 });
    expect(entriesOf(flight).map(([, , seconds]) => seconds)).toEqual([10.5, 30]);
    flight.send('RESET_SCHEDULE');
    const software = flight
      .send('REQUEST_HOUSEKEEPING', { sid: 6 })
      .find(({ type }) => type.name === 'HK_SOFTWARE');
    expect(software?.values).toMatchObject({ scheduleOn: 0, scheduleEntries: 0 });
  });

  it('is shifted as a whole, or one telecommand of it', () => {
    const flight = startScheduled();
    for (const [count, seconds] of [30, 10.5, 20].entries()) {
      flight.sendOctets(scheduled(seconds, telecommand('PING', count)));
    }
    flight.send('SHIFT_SCHEDULE', { timeOffset: 5250 });
    expect(entriesOf(flight)).toEqual([
      [1, 1, 15.75, 1],
      [1, 1, 25.25, 2],
      [1, 1, 35.25, 0],
    ]);
    const last = { activitySource: 0, activityApid: 100, activitySequenceCount: 0 };
    flight.send('SHIFT_ACTIVITY', { timeOffset: -19_500, ...last });
    expect(entriesOf(flight).map(([, , seconds, count]) => [seconds, count])).toEqual([
      [15.75, 1],
      [15.75, 0],
      [25.25, 2],
    ]);
    const pinged = flight.advance(30).filter(({ type }) => type.name === 'ALIVE');
    expect(pinged.map(secondsOf)).toEqual([16, 16, 26]);
    expect(namesOf(flight.send('SHIFT_SCHEDULE', { timeOffset: -1000 }))).toContain('TC_COMPLETED');
  });

  it('is not shifted at all if a part of it would be in the past', () => {
    const flight = startScheduled();
    flight.sendOctets(scheduled(10, telecommand('PING', 1)));
    flight.sendOctets(scheduled(20, telecommand('PING', 2)));
    const first = { activitySource: 0, activityApid: 100, activitySequenceCount: 1 };
    const passed = FAILURE_CODES.releaseTimePassed[0];
    expect(codeOf(flight.send('SHIFT_SCHEDULE', { timeOffset: -10_000 }))).toBe(passed);
    expect(codeOf(flight.send('SHIFT_ACTIVITY', { timeOffset: -10_000, ...first }))).toBe(passed);
    expect(codeOf(flight.send('SHIFT_ACTIVITY', { timeOffset: 0, ...first, activitySequenceCount: 3 }))).toBe(
      FAILURE_CODES.unknownActivity[0],
    );
    expect(entriesOf(flight).map(([, , seconds]) => seconds)).toEqual([10, 20]);
  });

  it('is shifted by the octets that the simulator of Yamcs reads', () => {
    const flight = startScheduled();
    flight.sendOctets(scheduled(100, telecommand('PING', 9)));
    flight.send('SHIFT_SCHEDULE', { timeOffset: -1000 });
    const octetsOf = (name: string, values: Readonly<Record<string, number>>): string =>
      toHex(telecommand(name, 1, values).slice(6, -2));
    // Milliseconds in two's complement; then the number of telecommands, and source, application process, count.
    expect(octetsOf('SHIFT_SCHEDULE', { timeOffset: -1000 })).toBe('2f0b0f0000' + 'fffffc18');
    const nine = { activitySource: 0, activityApid: 100, activitySequenceCount: 9 };
    expect(octetsOf('SHIFT_ACTIVITY', { timeOffset: 1000, ...nine })).toBe(
      '2f0b070000' + '000003e8' + '01' + '000000640009',
    );
    expect(entriesOf(flight).map(([, , seconds]) => seconds)).toEqual([99]);
  });

  it('is reported with the fields of the standard, in its order', () => {
    const flight = startScheduled();
    flight.sendOctets(scheduled(10.5, telecommand('PING', 9)));
    flight.send('REPORT_SCHEDULE');
    // One telecommand; sub-schedule 1; CUC without P-field; source, application process and sequence count.
    const [report] = flight.packets.filter((packet) => read(packet).type.name === 'SCHEDULE_ENTRY');
    expect(toHex(report?.slice(20, -2) ?? new Uint8Array())).toBe(
      '01' + '01' + '6b00364a8000' + '0000' + '0064' + '0009',
    );
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
