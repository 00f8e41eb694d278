import { beforeAll, describe, expect, it } from 'vitest';
import { HISTORY_CHANNELS } from '../../../../../src/shared/contract/history.ts';
import { SPECIFIED_NETWORK } from '../../../../../src/shared/contract/network.ts';
import type { OperationName } from '../../../../../src/shared/contract/operations.ts';
import type { Anomaly, TelemetrySample } from '../../../../../src/shared/entities/entities.ts';
import type { LogEntry } from '../../../../../src/shared/entities/event-log.ts';
import type { SpacecraftView } from '../../../../../src/shared/entities/spacecraft.ts';
import { TELEMETRY_CHANNELS } from '../../../../../src/shared/entities/telemetry-channels.ts';
import { addMs, type EpochMs, MS_PER_H, MS_PER_MIN } from '../../../../../src/shared/kit/units.ts';
import { createMission, type Mission } from '../../../../../src/worker/mission/mission.ts';
import type { MissionFacts } from '../../../../../src/worker/mission/state/slices.ts';
import { completeContacts } from '../../../../../src/worker/orbit/contacts.ts';
import { createPropagators } from '../../../../../src/worker/orbit/propagators.ts';
import { type Archive, createArchive } from '../../../../../src/worker/session/archive/archive.ts';
import { passesOver } from '../../../../support/contact-plans.ts';
import { expectEqual } from '../../../../support/equal.ts';
import { later, T0 } from '../../../../support/mission.ts';

const HOURS = 5;
const END = later(HOURS * MS_PER_H);
const ALL = { from: T0, to: END };
const STEP_MS = 5000;

interface Moment {
  readonly facts: MissionFacts;
  readonly time: EpochMs;
}

/**
 * Simulates a mission with faults whose operator executes commands and runs events; returns what is known after each
 * step and input.
 */
function livedThrough(): readonly Moment[] {
  const mission = createMission({ seed: 1, startTime: T0 });
  const moments: Moment[] = [];
  const keep = (): void => {
    moments.push({ facts: mission.facts(), time: mission.time() });
  };
  const operate = (name: OperationName, input: unknown): void => {
    mission.advanceTo(addMs(mission.time(), 777));
    keep();
    expect(mission.apply({ kind: 'operation', name, input }).outcome).toMatchObject({ ok: true });
    keep();
  };
  keep();
  for (let time = later(STEP_MS); time < END; time = addMs(time, STEP_MS)) {
    mission.advanceTo(time);
    keep();
    const minute = (time - T0) / MS_PER_MIN;
    if (Number.isInteger(minute)) {
      mission.apply({ kind: 'note', subject: 'Mission', level: 'info', text: `Minute ${minute}` });
      keep();
    }
    if (minute % 40 === 0) {
      operate('queueCommand', { name: 'Thermal Control', scheduledTime: '2026-11-20T12:00' });
      operate('executeCommand', mission.snapshot().commands.value.at(-1)?.id);
    }
    if (minute % 60 === 10) {
      operate('addEvent', {
        title: `Event of minute ${minute}`,
        startTime: '2026-11-21T12:00',
        endTime: '2026-11-21T13:00',
      });
    }
    const events = mission.snapshot().timeline.value.filter(({ title }) => title.startsWith('Event of'));
    const scheduled = events.find(({ status }) => status === 'Scheduled');
    const running = events.find(({ status }) => status === 'In Progress');
    if (minute % 60 === 25 && scheduled) operate('startEvent', scheduled.id);
    if (minute % 60 === 50 && running) operate('completeEvent', running.id);
  }
  return moments;
}

function archived(moments: readonly Moment[]): Archive {
  const archive = createArchive();
  for (const { facts, time } of moments) archive.append(facts, time);
  return archive;
}

/** Returns everything that an archive answers at an instant. */
const answers = (archive: Archive, knownAt: EpochMs) => ({
  fine: archive.history({ ...ALL, channels: HISTORY_CHANNELS, columns: 10_000 }, knownAt),
  coarse: archive.history({ ...ALL, channels: HISTORY_CHANNELS, columns: 100 }, knownAt),
  marks: archive.marks(ALL, knownAt),
  log: archive.logAt(knownAt),
  conditions: archive.conditions(knownAt),
  asks: archive.asks(knownAt),
  unconfirmed: archive.unconfirmed(knownAt),
  stretch: archive.stretch({ ...ALL, channels: HISTORY_CHANNELS }, knownAt),
});

let moments: readonly Moment[];
let archive: Archive;

beforeAll(() => {
  moments = livedThrough();
  archive = archived(moments);
});

describe('the archive of five hours', () => {
  it('has every sample of telemetry exactly as it was received', () => {
    const samples = new Map<EpochMs, TelemetrySample>();
    for (const { facts } of moments) {
      for (const sample of facts.telemetry) samples.set(sample.timestamp, sample);
    }
    const inOrder = [...samples.values()].sort((a, b) => a.timestamp - b.timestamp);
    expect(inOrder.length).toBeGreaterThan((HOURS * MS_PER_H) / STEP_MS);
    const from = inOrder[0]?.timestamp as EpochMs;
    const { channels } = archive.history(
      { channels: TELEMETRY_CHANNELS, from, to: END, columns: 10_000 },
      END,
    );
    for (const channel of TELEMETRY_CHANNELS) {
      const { times, values } = channels[channel] as { times: Float64Array; values: Float64Array };
      expectEqual(
        times.filter((_, index) => !Number.isNaN(values[index])),
        Float64Array.from(inOrder, ({ timestamp }) => timestamp),
      );
      expectEqual(
        values.filter((value) => !Number.isNaN(value)),
        Float64Array.from(inOrder, (sample) => sample[channel] + 0),
      );
    }
  });

  it('has the spacecraft as the ground knew it at each sample', () => {
    const views = new Map<EpochMs, SpacecraftView>();
    for (const { facts } of moments) {
      const view = facts.spacecraft;
      if (view && !views.has(view.time)) views.set(view.time, view);
    }
    const { channels } = archive.history(
      { channels: ['stateOfCharge', 'arrayPower', 'downlinked'], from: T0, to: END, columns: 10_000 },
      END,
    );
    const inSpan = [...views.values()].filter(({ time }) => time >= T0);
    const valuesOf = (of: (view: SpacecraftView) => number) => Float64Array.from(inSpan, of);
    expectEqual(
      channels.stateOfCharge?.values,
      valuesOf(({ battery }) => battery.soc),
    );
    expectEqual(
      channels.arrayPower?.values,
      valuesOf(({ array }) => array.powerW),
    );
    expectEqual(
      channels.downlinked?.values,
      valuesOf(({ data }) => data.downlinkedMb),
    );
  });

  it('gives every sample of a stretch to its end, with blanks where a sample was received late', () => {
    const samples = new Map<EpochMs, TelemetrySample>();
    const views = new Map<EpochMs, SpacecraftView>();
    for (const { facts } of moments) {
      for (const sample of facts.telemetry) samples.set(sample.timestamp, sample);
      const view = facts.spacecraft;
      if (view && !views.has(view.time)) views.set(view.time, view);
    }
    const channels = [...TELEMETRY_CHANNELS, 'downlinked'] as const;
    let count = 0;
    for (let from = addMs(T0, -MS_PER_H); from < END; from = addMs(from, MS_PER_H)) {
      const to = addMs(from, MS_PER_H);
      const inside = [...samples.values()]
        .filter(({ timestamp }) => timestamp >= from && timestamp < to)
        .sort((a, b) => a.timestamp - b.timestamp);
      const { times, values } = archive.stretch({ channels, from, to }, END).samples;
      expectEqual(
        times,
        Float64Array.from(inside, ({ timestamp }) => timestamp),
      );
      for (const channel of TELEMETRY_CHANNELS) {
        expectEqual(
          values[channel],
          Float64Array.from(inside, (sample) => sample[channel] + 0),
        );
      }
      for (const [index, { timestamp }] of inside.entries()) {
        const known = values.downlinked?.[index] ?? Number.NaN;
        if (!Number.isNaN(known)) expect(known).toBe(views.get(timestamp)?.data.downlinkedMb);
      }
      count += inside.length;
    }
    expect(count).toBeGreaterThan((HOURS * MS_PER_H) / STEP_MS);
  });

  it('has the figures of each time they were computed', () => {
    const reports = new Map(moments.map(({ facts: { performance } }) => [performance.time, performance]));
    const inSpan = [...reports.values()].filter(({ time }) => time >= T0 && time < END);
    expect(inSpan.length).toBeGreaterThanOrEqual(HOURS * 120);
    const { performance } = archive.stretch({ channels: [], ...ALL }, END);
    expect(performance).toEqual(inSpan);
    const past = later(MS_PER_H);
    expect(archive.stretch({ channels: [], ...ALL }, past).performance).toEqual(
      inSpan.filter(({ time }) => time <= past),
    );
  });

  it('has the whole log, of which the slice keeps the newest entries only', () => {
    const entries = new Map<number, LogEntry>();
    for (const { facts } of moments) {
      for (const entry of facts.log) entries.set(entry.id, entry);
    }
    expect(entries.size).toBeGreaterThan(moments.at(-1)?.facts.log.length ?? 0);
    expect(archive.logAt(END)).toEqual([...entries.values()].sort((a, b) => a.id - b.id));
  });

  it('has all anomalies, of which the slice keeps ten, with their last severity', () => {
    const last = new Map<string, Anomaly>();
    for (const { facts } of moments) {
      for (const anomaly of facts.anomalies) {
        if (last.get(anomaly.id)?.severity !== anomaly.severity) last.set(anomaly.id, anomaly);
      }
    }
    const inSpan = [...last.values()].filter(({ timestamp }) => timestamp >= T0);
    expect(inSpan.length).toBeGreaterThan(20);
    expect(archive.marks(ALL, END).anomalies).toEqual(
      inSpan
        .sort((a, b) => a.timestamp - b.timestamp)
        .map(({ id, timestamp, type, severity, message }) => ({
          id,
          time: timestamp,
          type,
          severity,
          message,
        })),
    );
  });

  it('has the executed commands, and the events from their start to their completion', () => {
    const commands = moments.at(-1)?.facts.commands ?? [];
    const executed = commands.filter(
      ({ executionTime }) => executionTime !== undefined && executionTime >= T0,
    );
    expect(executed.length).toBeGreaterThan(5);
    expect(archive.marks(ALL, END).commands).toEqual(
      executed.map(({ id, name, executionTime }) => ({ id, name, time: executionTime })),
    );
    const events = archive.marks(ALL, END).events.filter(({ title }) => title.startsWith('Event of'));
    expect(events).toHaveLength(HOURS);
    for (const { title, from, to } of events) {
      const minute = Number(title.slice('Event of minute '.length));
      // Operations are 0.777 s after a step; times of the plan are a day later.
      expect(from).toBe(later((minute + 15) * MS_PER_MIN + 777));
      expect(to).toBe(later((minute + 40) * MS_PER_MIN + 777));
    }
  });

  it('has the contacts and eclipses of the plan', () => {
    const plan = completeContacts(createPropagators(), SPECIFIED_NETWORK, T0).plan.satellites.orbita;
    if (!plan.ok) throw new Error(plan.message);
    const { eclipseTransitions } = plan.value;
    const passes = ['houston', 'madrid', 'canberra']
      .flatMap((id) => passesOver(plan.value, id))
      .filter(({ aos, los }) => los > T0 && aos <= END);
    expect(passes.length).toBeGreaterThan(3);
    const { contacts, eclipses } = archive.marks(ALL, END);
    expect(contacts.map(({ from, to }) => [from, to])).toEqual(
      passes.sort((a, b) => a.aos - b.aos).map(({ aos, los }) => [aos, los <= END ? los : undefined]),
    );
    const enters = eclipseTransitions.filter(
      ({ time, isEclipsed }) => isEclipsed && time > T0 && time <= END,
    );
    expect(enters.length).toBeGreaterThan(2);
    expect(eclipses.map(({ from }) => from).filter((from) => from > T0)).toEqual(
      enters.map(({ time }) => time),
    );
  });

  it('answers at any instant as one that ends there, and as a branch from there', () => {
    for (let number = 1; number <= 5; number++) {
      const { time } = moments[(number * 997) % moments.length] as Moment;
      const count = moments.findLastIndex((moment) => moment.time <= time) + 1;
      const ended = archived(moments.slice(0, count));
      expectEqual(answers(archive, time), answers(ended, time));
      expectEqual(answers(archive.fork(time), END), answers(ended, END));
    }
  });

  it('forgets what became known after the instant to which mission time moved back', () => {
    const index = Math.floor(moments.length / 2);
    const { time } = moments[index] as Moment;
    const dropped = archived(moments);
    const branch = dropped.fork(END);
    dropped.dropAfter(time);
    expectEqual(answers(dropped, END), answers(archive.fork(time), END));
    expectEqual(answers(branch, END), answers(archive, END));
    for (const { facts, time: at } of moments.slice(index + 1)) dropped.append(facts, at);
    expectEqual(answers(dropped, END), answers(archive, END));
  });
});

describe('the archive of a mission whose time is moved back', () => {
  it('has nothing later than the mission, and goes on', () => {
    const mission: Mission = createMission({ seed: 1, startTime: T0 });
    const archive = createArchive();
    const liveTo = (to: EpochMs): void => {
      for (let time = addMs(mission.time(), STEP_MS); time <= to; time = addMs(time, STEP_MS)) {
        mission.advanceTo(time);
        archive.append(mission.facts(), time);
      }
    };
    archive.append(mission.facts(), T0);
    liveTo(later(40 * MS_PER_MIN));
    const back = later(20 * MS_PER_MIN);
    mission.apply({ kind: 'jump', to: back });
    archive.dropAfter(back);
    archive.append(mission.facts(), back);
    const { marks, log, fine } = answers(archive, END);
    for (const { time } of [...marks.anomalies, ...log]) expect(time).toBeLessThanOrEqual(back);
    for (const { times } of Object.values(fine.channels)) expect(times.at(-1)).toBe(back);
    // The anomalies and the log keep their age.
    const listed = mission.snapshot().anomalies.value.filter(({ timestamp }) => timestamp >= T0);
    expect(marks.anomalies).toEqual(
      expect.arrayContaining(listed.map(({ id, timestamp: time }) => expect.objectContaining({ id, time }))),
    );
    expect(log.at(-1)).toEqual(mission.snapshot().log.value.at(-1));
    liveTo(later(30 * MS_PER_MIN));
    const again = archive.history({ ...ALL, channels: ['batteryVoltage'], columns: 1000 }, END);
    expect(again.channels.batteryVoltage?.times.at(-1)).toBe(later(30 * MS_PER_MIN));
  });
});
