import { beforeAll, describe, expect, it } from 'vitest';
import { activePasses } from '../../../../../src/shared/contract/contact-plan.ts';
import type { Keyframe } from '../../../../../src/shared/contract/journal.ts';
import type { TimelineEvent } from '../../../../../src/shared/entities/entities.ts';
import { SPACECRAFT } from '../../../../../src/shared/entities/satellites.ts';
import {
  addMs,
  type EpochMs,
  MS_PER_DAY,
  MS_PER_H,
  MS_PER_MIN,
  MS_PER_S,
} from '../../../../../src/shared/kit/units.ts';
import { createMission, type Mission } from '../../../../../src/worker/mission/mission.ts';
import { later, T0 } from '../../../../support/mission.ts';

/** Starts at noon: shifts start at 14:00 and 02:00. */
const HEADER = { seed: 1, startTime: T0, profile: 'specified' } as const;
const DAYS = 1.25;
const PLANNING = 'Plans the next day';

const handOver = (mission: Mission, holder: 'duty crew' | 'operator'): void => {
  expect(mission.apply({ kind: 'operation', name: 'handOverConsole', input: holder }).outcome.ok).toBe(true);
};
const eventsOf = (mission: Mission): readonly TimelineEvent[] => mission.snapshot().timeline.value;
const logOf = (mission: Mission): readonly string[] => mission.snapshot().log.value.map(({ text }) => text);
/** Returns the events that can still take place. */
const aheadAt = (events: readonly TimelineEvent[], time: EpochMs): readonly TimelineEvent[] =>
  events.filter(({ status, startTime }) => status === 'Scheduled' && startTime > time);

interface Hour {
  readonly time: EpochMs;
  readonly events: readonly TimelineEvent[];
}

describe('the duty crew on a wall, for more than a day', () => {
  let mission: Mission;
  const hours: Hour[] = [];
  const passes = new Map<string, { readonly aos: EpochMs; readonly los: EpochMs }>();
  const log = new Set<string>();
  /** Keyframe of a minute of the second shift in which it plans, and what the mission is half an hour later. */
  let keyframe: Keyframe | undefined;
  let after: { readonly time: EpochMs; readonly hash: string; readonly events: readonly TimelineEvent[] };

  beforeAll(() => {
    mission = createMission(HEADER);
    handOver(mission, 'duty crew');
    for (let minute = 1; minute <= (DAYS * MS_PER_DAY) / MS_PER_MIN; minute++) {
      mission.advanceTo(later(minute * MS_PER_MIN));
      const { duty, contacts } = mission.snapshot();
      if (minute > 12 * 60 && duty.value.task?.text === PLANNING)
        keyframe ??= structuredClone(mission.keyframe());
      if (mission.time() - (keyframe?.time ?? Number.NaN) === 30 * MS_PER_MIN)
        after = { time: mission.time(), hash: mission.hash(), events: eventsOf(mission) };
      if (minute % 60 > 0) continue;
      hours.push({ time: mission.time(), events: eventsOf(mission) });
      for (const text of logOf(mission)) log.add(text);
      const found = contacts.value.satellites[SPACECRAFT];
      if (!found.ok) throw new Error(found.message);
      for (const { station, pass } of activePasses(found.value)) {
        passes.set(`${station.name} ${Math.floor(pass.aos / MS_PER_S)}`, pass);
      }
    }
  });

  it('has an event ahead at each hour, and within the next six once it has planned', () => {
    expect(hours).toHaveLength(DAYS * 24);
    for (const { time, events } of hours) {
      const [next] = aheadAt(events, time);
      if (!next) throw new Error(`Nothing is planned at ${new Date(time).toISOString()}.`);
      if (time >= later(3 * MS_PER_H)) expect(next.startTime - time).toBeLessThanOrEqual(6 * MS_PER_H);
    }
  });

  it('plans events of every day that do not overlap, with those of the beginning', () => {
    const planned = eventsOf(mission).filter(({ startTime }) => startTime >= T0);
    expect(aheadAt(planned, mission.time()).length).toBeGreaterThan(0);
    for (const [index, event] of planned.entries()) {
      expect(event.endTime).toBeGreaterThan(event.startTime);
      expect(event.startTime).toBeGreaterThanOrEqual(planned[index - 1]?.endTime ?? T0);
    }
    const types = new Set(planned.map(({ type }) => type));
    expect([...types].sort()).toEqual(['Communication', 'Experiment', 'Maintenance', 'Maneuver']);
    const perDay = planned.filter(({ startTime }) => startTime < mission.time()).length / DAYS;
    expect(perDay).toBeGreaterThanOrEqual(12);
    expect(perDay).toBeLessThanOrEqual(30);
  });

  it('plans each downlink for a pass over the station that it names', () => {
    const downlinks = eventsOf(mission).filter(
      ({ title, startTime }) => title.startsWith('Data downlink, ') && startTime < mission.time(),
    );
    expect(downlinks.length).toBeGreaterThan(2 * DAYS);
    for (const { title, startTime, endTime } of downlinks) {
      const pass = passes.get(`${title.replace('Data downlink, ', '')} ${startTime / MS_PER_S}`);
      expect(pass, title).toBeDefined();
      expect(Math.abs((pass?.los ?? 0) - endTime)).toBeLessThan(MS_PER_S);
    }
  });

  it('starts and completes what is due within minutes, and the log says so', () => {
    const since = later(3 * MS_PER_H);
    for (const { time, events } of hours) {
      for (const { title, status, startTime, endTime } of events) {
        if (startTime < since) continue;
        if (endTime < addMs(time, -5 * MS_PER_MIN))
          expect(['Completed', 'Cancelled'], title).toContain(status);
        else if (startTime < addMs(time, -5 * MS_PER_MIN)) expect(status, title).not.toBe('Scheduled');
        else if (startTime > time) expect(status, title).toBe('Scheduled');
      }
    }
    const completed = eventsOf(mission).filter(
      ({ startTime, status }) => startTime >= since && status === 'Completed',
    );
    expect(completed.length).toBeGreaterThan(12 * (DAYS - 0.25));
    for (const { title } of completed) {
      for (const deed of ['started', 'completed']) expect(log).toContain(`Duty crew: “${title}” ${deed}`);
    }
  });

  it('completes the event of the beginning that ends on its shift', () => {
    expect(hours[1]?.events.some(({ status }) => status === 'In Progress')).toBe(false);
  });

  it('is the same mission from a keyframe within its planning', () => {
    if (!keyframe) throw new Error('It has not planned.');
    expect(keyframe.entryCount).toBe(1);
    const restored = createMission({ ...HEADER, keyframe, journal: [...mission.journal()] });
    restored.advanceTo(after.time);
    expect(restored.hash()).toBe(after.hash);
    expect(eventsOf(restored)).toEqual(after.events);
  });
});

/** Twenty for the proof. */
const SEEDS = Number(process.env.SEEDS ?? 1);

/** Only injected faults occur. */
const QUIET = { seed: 1, startTime: T0, profile: 'none' } as const;

describe('the plan of the duty crew', () => {
  it('is left alone on a console without it', () => {
    const mission = createMission(QUIET);
    const before = eventsOf(mission);
    mission.advanceTo(later(13.5 * MS_PER_H)); // past the start of a shift
    expect(eventsOf(mission)).toEqual(before);
    handOver(mission, 'duty crew');
    mission.advanceTo(later(15 * MS_PER_H));
    const planned = eventsOf(mission);
    expect(aheadAt(planned, mission.time()).length).toBeGreaterThan(6);
    handOver(mission, 'operator');
    mission.advanceTo(later(26.5 * MS_PER_H)); // past the start of another one
    expect(eventsOf(mission)).toEqual(planned);
  });

  it('keeps clear of what an operator has planned', () => {
    const mission = createMission(QUIET);
    const own = { title: 'Visit of the agency', startTime: '2026-11-20T18:00', endTime: '2026-11-20T22:00' };
    mission.apply({ kind: 'operation', name: 'addEvent', input: own });
    handOver(mission, 'duty crew');
    mission.advanceTo(later(4 * MS_PER_H));
    const during = eventsOf(mission).filter(
      ({ startTime, endTime }) => startTime < later(10 * MS_PER_H) && endTime > later(6 * MS_PER_H),
    );
    // The first is from the start.
    expect(during.map(({ title }) => title)).toEqual(['Reaction wheel desaturation', 'Visit of the agency']);
  });

  it('keeps a week of past events and commands, and counts every command', () => {
    const mission = createMission(QUIET);
    handOver(mission, 'duty crew');
    const commands = new Set<string>();
    for (const day of [0.5, 0.75, 7.25, 7.75]) {
      // The computer sleeps meanwhile, until before the start of a shift.
      if (day === 7.25) mission.apply({ kind: 'jump', to: later(day * MS_PER_DAY) });
      mission.advanceTo(later(day * MS_PER_DAY));
      for (const { id } of mission.snapshot().commands.value) commands.add(id);
    }
    const agesInDays = (times: readonly number[]): readonly number[] =>
      times.map((time) => (mission.time() - time) / MS_PER_DAY);
    const left = mission.snapshot().commands.value;
    for (const times of [
      eventsOf(mission).map(({ endTime }) => endTime),
      left.map(({ executionTime, scheduledTime }) => executionTime ?? scheduledTime),
    ]) {
      const oldest = Math.max(...agesInDays(times));
      expect(oldest).toBeGreaterThan(6.5);
      expect(oldest).toBeLessThan(7.8);
    }
    expect(left.length).toBeLessThan(commands.size);
    expect(mission.snapshot().performance.value.totalCommands).toBe(commands.size);
  });

  it.each(Array.from({ length: SEEDS }, (_, index) => index + 1))(
    'breaks none of its rules when it is flown without faults for a day, with seed %i',
    (seed) => {
      const mission = createMission({ ...QUIET, seed, startTime: later(seed * 7 * MS_PER_H) });
      handOver(mission, 'duty crew');
      const planned = new Set<string>();
      let flown = 0;
      const broken: string[] = [];
      for (let minute = 5; minute <= (26 * MS_PER_H) / MS_PER_MIN; minute += 2) {
        const time = addMs(mission.header.startTime, minute * MS_PER_MIN);
        mission.advanceTo(time);
        const { spacecraft: slice, timeline } = mission.snapshot();
        const craft = slice.value;
        if (!craft) throw new Error('There is no telemetry.');
        for (const { id, title, type, status, startTime } of timeline.value) {
          if (status === 'Scheduled') planned.add(id);
          if (status !== 'In Progress' || !planned.has(id) || startTime > time) continue;
          flown += 1;
          const { soc } = craft.battery;
          if (type !== 'Communication' && soc < 0.4) broken.push(`${title}: charge ${soc}`);
          if (type !== 'Experiment') continue;
          if (craft.mode !== 'NOMINAL') broken.push(`${title}: ${craft.mode}`);
          const room = craft.data.capacityMb - craft.data.storedMb;
          if (room < 50) broken.push(`${title}: ${room} MB left`);
        }
      }
      expect(broken).toEqual([]);
      expect(flown).toBeGreaterThan(100);
    },
  );

  it('cancels an experiment that would start outside NOMINAL', () => {
    const mission = createMission(QUIET);
    handOver(mission, 'duty crew');
    const startOf = (): TimelineEvent | undefined =>
      aheadAt(eventsOf(mission), mission.time()).find(({ type }) => type === 'Experiment');
    mission.advanceTo(later(3 * MS_PER_H));
    const next = startOf();
    if (!next) throw new Error('No experiment is planned.');
    mission.advanceTo(addMs(next.startTime, -MS_PER_MIN));
    const command = { name: 'Enter Safe Mode', scheduledTime: '2026-11-20T12:00' };
    const queued = mission.apply({ kind: 'operation', name: 'queueCommand', input: command }).outcome;
    if (!queued.ok) throw new Error(queued.message);
    const { id } = queued.value as { readonly id: string };
    mission.apply({ kind: 'operation', name: 'executeCommand', input: id });
    mission.advanceTo(addMs(next.startTime, MS_PER_MIN));
    expect(eventsOf(mission).find((event) => event.id === next.id)?.status).toBe('Cancelled');
    expect(logOf(mission)).toContain(`Duty crew: “${next.title}” cancelled`);
  });

  it('waits for the answer to an anomaly', () => {
    const mission = createMission(QUIET);
    handOver(mission, 'duty crew');
    mission.advanceTo(later(2 * MS_PER_H + 10_000));
    const isPlanning = (): boolean => mission.snapshot().duty.value.task?.text === PLANNING;
    expect(isPlanning()).toBe(true);
    mission.apply({ kind: 'fault', inject: 'wheel-failing', course: 'lasting' });
    const tasks = new Set<string | undefined>();
    let answeredAt: EpochMs | undefined;
    for (let second = 15; answeredAt === undefined && second < 3600; second += 5) {
      mission.advanceTo(later(2 * MS_PER_H + second * MS_PER_S));
      const { commands, duty } = mission.snapshot();
      tasks.add(duty.value.task?.text);
      answeredAt = commands.value.find(
        ({ name, executionTime = 0 }) =>
          name === 'Attitude Adjustment' && executionTime > later(2 * MS_PER_H),
      )?.executionTime;
    }
    expect((answeredAt ?? Number.POSITIVE_INFINITY) - later(2 * MS_PER_H)).toBeLessThan(5 * MS_PER_MIN);
    expect([...tasks]).toContain('Handles the Attitude anomaly');
    mission.advanceTo(later(5 * MS_PER_H));
    expect(aheadAt(eventsOf(mission), mission.time()).length).toBeGreaterThan(6);
  });
});
