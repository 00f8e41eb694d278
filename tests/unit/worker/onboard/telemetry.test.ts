import { describe, expect, it } from 'vitest';
import { readRecording, writeRecording } from '../../../../src/shared/contract/recording.ts';
import type { TelemetrySample } from '../../../../src/shared/entities/entities.ts';
import { TELEMETRY_CHANNELS } from '../../../../src/shared/entities/telemetry-channels.ts';
import { MS_PER_S } from '../../../../src/shared/kit/units.ts';
import { EVENTS } from '../../../../src/shared/packets/events.ts';
import { STRUCTURE_NAMES } from '../../../../src/shared/packets/table.ts';
import type { ReadTelemetry } from '../../../../src/shared/packets/telemetry.ts';
import { createMission } from '../../../../src/worker/mission/mission.ts';
import { later, T0 } from '../../../support/mission.ts';
import { advanceWith, type Flight, namesOf, startFlight } from '../../../support/packets.ts';

const ofType = (received: readonly ReadTelemetry[], name: string): readonly ReadTelemetry[] =>
  received.filter(({ type }) => type.name === name);
const countOf = (received: readonly ReadTelemetry[], name: string): number => ofType(received, name).length;
const eventsOf = (received: readonly ReadTelemetry[]): readonly string[] =>
  received
    .filter(({ type }) => type.service === 5)
    .map(({ values }) => EVENTS.find(({ id }) => id === values.eventId)?.name ?? '');

describe('packet telemetry', () => {
  it('begins with an event and each structure', () => {
    const { mission, apply } = startFlight({ isQuiet: true });
    const hash = mission.hash();
    const begun = apply({ kind: 'packets' });
    expect(namesOf(begun)).toEqual([
      'EVENT_INFORMATIVE',
      'HK_ESSENTIAL',
      'HK_POWER',
      'HK_THERMAL',
      'HK_RADIO',
      'HK_ORBIT',
      'HK_SOFTWARE',
    ]);
    expect(eventsOf(begun)).toEqual(['TELEMETRY_ON']);
    expect(begun.map(({ time }) => time)).toEqual(begun.map(() => T0));
    expect(begun.map(({ sequenceCount }) => sequenceCount)).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect(mission.hash()).not.toBe(hash);
  });

  it('is absent before it begins', () => expect(startFlight({ isQuiet: true }).advance(60)).toEqual([]));

  it('begins again after a gap on the wire, with the counters that it had', () => {
    const { mission, apply } = startFlight();
    const again = apply({ kind: 'packets' });
    expect(eventsOf(again)).toEqual(['TELEMETRY_ON']);
    expect(again.map(({ sequenceCount }) => sequenceCount)).toEqual([7, 8, 9, 10, 11, 12, 13]);
    expect(mission.journal()).toHaveLength(2);
  });

  it('has each structure in its interval', () => {
    const received = startFlight().advance(600);
    const counts = STRUCTURE_NAMES.map((name) => countOf(received, `HK_${name.toUpperCase()}`));
    expect(counts).toEqual([120, 60, 60, 60, 20, 20]);
  });

  it('counts its packets, all of them and those of a type', () => {
    const received = startFlight().advance(60);
    expect(received.map(({ sequenceCount }) => sequenceCount)).toEqual(received.map((_, index) => 7 + index));
    const alike = received.filter(({ type }) => type.service === 3);
    expect(alike.map(({ messageCount }) => messageCount)).toEqual(alike.map((_, index) => 6 + index));
  });

  it('has the readings of the samples, to the bit, and the times of their instants', () => {
    const flight = startFlight();
    const samples = new Map<number, TelemetrySample>();
    const essential: ReadTelemetry[] = [];
    for (let minute = 0; minute < 20; minute++) {
      essential.push(...ofType(flight.advance(60), 'HK_ESSENTIAL'));
      for (const sample of flight.mission.snapshot().telemetry.value) samples.set(sample.timestamp, sample);
    }
    expect(essential).toHaveLength(240);
    for (const { time, values } of essential) {
      const sample = samples.get(time);
      expect(TELEMETRY_CHANNELS.map((channel) => values[channel])).toEqual(
        TELEMETRY_CHANNELS.map((channel) => sample?.[channel]),
      );
    }
  });
});

describe('the same packets', () => {
  /** A flight with telecommands and a fault, at odd instants. */
  const story: readonly (readonly [seconds: number, fly: (flight: Flight) => void])[] = [
    [31.25, ({ send }) => send('THERMAL_CONTROL')],
    [100, ({ apply }) => apply({ kind: 'fault', inject: 'heater-stuck-on', course: 'transient' })],
    [200.5, ({ send }) => send('SET_HOUSEKEEPING_INTERVAL', { sid: 2, interval: 5 })],
    [300, ({ send }) => send('ENTER_SAFE_MODE')],
    [301, ({ sendOctets }) => sendOctets(Uint8Array.of(1, 2, 3))],
  ];
  const UNTIL_S = 720;

  function fly(stepS: number): Flight {
    const flight = startFlight({ planFault: undefined });
    let at = 0;
    const to = (seconds: number): void => {
      for (; at + stepS < seconds; at += stepS) flight.advance(stepS);
      flight.advance(seconds - at);
      at = seconds;
    };
    for (const [seconds, act] of story) {
      to(seconds);
      act(flight);
    }
    to(UNTIL_S);
    return flight;
  }
  const expected = fly(UNTIL_S);

  it.each([0.37, 7])('come from any division of time: steps of %d s', (stepS) => {
    expect(expected.packets.length).toBeGreaterThan(400);
    expect(fly(stepS).packets).toEqual(expected.packets);
  });

  it('come from a replay of the recording', () => {
    const { mission } = expected;
    const file = writeRecording({
      header: mission.header,
      entries: mission.journal(),
      marks: [],
      build: 'test',
      time: mission.time(),
    });
    const recording = readRecording(file);
    if (!recording.ok) throw new Error(recording.message);
    const { header, entries, time } = recording.value;
    const replayed = createMission(header);
    const packets: Uint8Array[] = [];
    const take = (news: readonly Uint8Array[]): void => void packets.push(...news);
    for (const entry of entries) {
      advanceWith(replayed, entry.time, take);
      take(replayed.enter(entry).packets);
    }
    advanceWith(replayed, time, take);
    expect(packets).toEqual(expected.packets);
  });

  it('come from a mission that goes on from a keyframe', () => {
    const flight = startFlight();
    flight.advance(100);
    flight.send('THERMAL_CONTROL');
    const keyframe = structuredClone(flight.mission.keyframe());
    const branch = createMission({ ...flight.mission.header, keyframe, journal: flight.mission.journal() });
    const packets: Uint8Array[] = [];
    advanceWith(branch, later(1000 * MS_PER_S), (news) => packets.push(...news));
    const held = flight.packets.length;
    flight.advance(900);
    expect(packets).toEqual(flight.packets.slice(held));
    expect(packets.length).toBeGreaterThan(300);
  });
});

describe('counters', () => {
  it('wrap: the sequence count after 16,383', () => {
    const flight = startFlight();
    for (const sid of [1, 2, 3, 4, 5, 6]) flight.send('SET_HOUSEKEEPING_INTERVAL', { sid, interval: 5 });
    const received = flight.advance(4 * 3600);
    const counts = received.map(({ sequenceCount }) => sequenceCount);
    const wrapped = counts.indexOf(0);
    expect(counts.slice(wrapped - 2, wrapped + 2)).toEqual([16_382, 16_383, 0, 1]);
    const software = ofType(received, 'HK_SOFTWARE').at(-1);
    expect(software?.values.packetsGenerated).toBeGreaterThan(16_384);
    expect((software?.values.packetsGenerated ?? 0) % 16_384).toBe(software?.sequenceCount);
  });
});

describe('events', () => {
  const struck = (course: string, hours = 1) => {
    const flight = startFlight({ planFault: undefined });
    flight.apply({ kind: 'fault', inject: 'wheel-failing', course });
    const received = flight.advance(hours * 3600);
    // A mission begins with a fault of the antenna.
    const events = eventsOf(received).filter((name) => !name.endsWith('_ANTENNA'));
    return { received, events };
  };

  it('say that a retry has cleared a fault', () =>
    expect(struck('transient').events).toEqual(['FDIR_RETRY_WHEELS']));

  it('say that FDIR has switched to the redundant unit, and when the part is restored', () =>
    expect(struck('contained', 3).events).toEqual(['FDIR_SWITCH_WHEELS', 'FDIR_RESTORED_WHEELS']));

  it('say that FDIR has commanded the safe configuration, and the mode that follows: their severity is the subtype, and they have the state of the spacecraft', () => {
    const { received, events } = struck('safed');
    expect(events.slice(0, 2)).toEqual(['FDIR_SAFE_WHEELS', 'MODE_SAFE']);
    const safed = received.filter(({ type }) => type.service === 5);
    expect(namesOf(safed).slice(0, 2)).toEqual(['EVENT_HIGH', 'EVENT_MEDIUM']);
    const { eventBusVoltage, eventBusTemperature, eventAttitudeDeviation } = safed[0]?.values ?? {};
    expect(eventBusVoltage).toBeGreaterThan(20);
    expect(eventBusTemperature).toBeGreaterThan(-10);
    expect(eventAttitudeDeviation).toBeGreaterThan(0);
  });

  it('say nothing of a fault that a telecommand has cleared', () => {
    const flight = startFlight({ planFault: undefined });
    const faults = (): readonly string[] => flight.mission.faults().map(({ name }) => name);
    flight.apply({ kind: 'fault', inject: 'wheel-failing', course: 'lasting' });
    expect(faults()).toContain('wheel-failing');
    flight.send('ATTITUDE_ADJUSTMENT');
    expect(eventsOf(flight.advance(600)).filter((name) => name.endsWith('WHEELS'))).toEqual([]);
    expect(faults()).not.toContain('wheel-failing');
  });

  it.each([
    { what: 'forward', byS: 3600 },
    { what: 'back', byS: -3600 },
  ])('say that mission time has jumped $what, and the sequence goes on', ({ byS }) => {
    const flight = startFlight();
    const before = flight.advance(60).at(-1)?.sequenceCount ?? 0;
    const jumped = flight.apply({ kind: 'jump', to: later(60_000 + 1000 * byS) });
    expect(eventsOf(jumped)).toEqual(['TIME_JUMP']);
    expect(jumped[0]?.time).toBe(flight.mission.time());
    expect(jumped[0]?.sequenceCount).toBeGreaterThan(before);
    expect(flight.advance(5).map(({ sequenceCount }) => sequenceCount)[0]).toBe(
      (jumped[0]?.sequenceCount ?? 0) + 1,
    );
  });
});
