import { describe, expect, it } from 'vitest';
import {
  ANOMALY_STATUSES,
  COMMAND_NAMES,
  COMMAND_STATUSES,
  EVENT_STATUSES,
  EVENT_TYPES,
  PRIORITIES,
} from '../../../../../src/shared/entities/entities.ts';
import {
  type EpochMs,
  MS_PER_DAY,
  MS_PER_H,
  MS_PER_MIN,
  MS_PER_S,
} from '../../../../../src/shared/kit/units.ts';
import { eventPlanOf, situationOf } from '../../../../../src/worker/mission/initial-state/sample-data.ts';
import { EVENT_PLANS, SITUATIONS } from '../../../../../src/worker/mission/initial-state/variants.ts';
import { createMission, type Mission } from '../../../../../src/worker/mission/mission.ts';
import { ACTIVITY_KINDS } from '../../../../../src/worker/spacecraft/activities.ts';
import { FAULT_KINDS, type FaultKind } from '../../../../../src/worker/spacecraft/fault-kinds.ts';
import { ACTIVE_STATIONS, passesOver } from '../../../../support/contact-plans.ts';
import { later, SEED_OF_EACH_SITUATION, startMission, T0 } from '../../../../support/mission.ts';
import { aroundOrbita } from '../../../../support/spacecraft.ts';

const SEEDS = Array.from({ length: 200 }, (_, index) => index + 1);

/** Begins the mission of a seed, each one at another time of the day and of the orbit. */
const begin = (seed: number): Mission =>
  createMission({ seed, startTime: later(seed * 37 * MS_PER_MIN + seed * 997), profile: 'none' });

/** Returns what an operator sees of a mission. */
const listsOf = (mission: Mission) => {
  const { anomalies, commands, timeline, telemetry, contacts, log } = mission.snapshot();
  return {
    anomalies: anomalies.value,
    commands: commands.value,
    events: timeline.value,
    telemetry: telemetry.value,
    contacts: contacts.value,
    log: log.value,
    now: mission.time(),
  };
};

const begun = SEEDS.map((seed) => ({ seed, mission: begin(seed) }));
const lists = begun.map(({ seed, mission }) => ({ seed, ...listsOf(mission) }));

const clock = (time: number): string => new Date(time).toISOString().slice(11, 19);
const isAscending = (times: readonly number[]): boolean =>
  times.every((time, index) => time >= (times[index - 1] ?? time));

describe('the sample data of 200 seeds', () => {
  it('have an anomaly of each status, of different severities and types, newest first', () => {
    for (const { seed, anomalies, now } of lists) {
      expect(new Set(anomalies.map(({ status }) => status)), `seed ${seed}`).toEqual(
        new Set(ANOMALY_STATUSES),
      );
      expect(new Set(anomalies.map(({ severity }) => severity)).size, `seed ${seed}`).toBe(3);
      expect(new Set(anomalies.map(({ type }) => type)).size, `seed ${seed}`).toBe(3);
      expect(anomalies.map(({ id }) => id)).toEqual(['anomaly-3', 'anomaly-2', 'anomaly-1']);
      expect(isAscending(anomalies.map(({ timestamp }) => -timestamp)), `seed ${seed}`).toBe(true);
      for (const { timestamp } of anomalies) expect(timestamp, `seed ${seed}`).toBeLessThanOrEqual(now);
    }
  });

  it('begin with one fault, which acts, is left to FDIR, and has a suggested command', () => {
    for (const [index, { seed, anomalies, telemetry, now }] of lists.entries()) {
      const [fault, ...others] = begun[index]?.mission.faults() ?? [];
      const [active] = anomalies;
      if (!fault || !active) throw new Error(`seed ${seed}: no fault`);
      expect(others, `seed ${seed}`).toEqual([]);
      expect(active).toMatchObject({
        id: fault.anomalyId,
        status: 'Active',
        type: FAULT_KINDS[fault.name].type,
        severity: 'Medium',
      });
      expect(FAULT_KINDS[fault.name].severity, `seed ${seed}`).toBe('Medium');
      expect(active.message).toBe(`${active.type} monitor alarm; not confirmed by samples yet.`);
      expect(COMMAND_NAMES).toContain(active.suggestedAction);
      expect(active.askedAt, `seed ${seed}`).toBeUndefined();
      expect(active.retriedUntil, `seed ${seed}`).toBeGreaterThan(now);
      const isDark = telemetry.at(-1)?.solarOutput === 0;
      expect(active.aiExplanation).not.toContain(isDark ? 'while sunlit' : 'in eclipse');
    }
  });

  it('have commands of every status and priority, and none that is Pending makes the fault worse', () => {
    for (const [index, { seed, commands, now }] of lists.entries()) {
      expect(new Set(commands.map(({ status }) => status)), `seed ${seed}`).toEqual(
        new Set(COMMAND_STATUSES),
      );
      expect(new Set(commands.map(({ priority }) => priority)), `seed ${seed}`).toEqual(new Set(PRIORITIES));
      expect(commands.map(({ id }) => id)).toEqual(commands.map((_, at) => `cmd-${at + 1}`));
      const [fault] = begun[index]?.mission.faults() ?? [];
      if (!fault) throw new Error(`seed ${seed}: no fault`);
      const { worsenedBy }: FaultKind = FAULT_KINDS[fault.name];
      const pending = commands.filter(({ status }) => status === 'Pending');
      for (const { name } of pending) expect(worsenedBy, `seed ${seed}`).not.toContain(name);
      const dueIn = pending.map(({ scheduledTime }) => scheduledTime - now);
      expect(
        dueIn.some((ms) => ms < 0),
        `seed ${seed}`,
      ).toBe(true);
      expect(
        dueIn.some((ms) => ms > 0 && ms < MS_PER_H),
        `seed ${seed}`,
      ).toBe(true);
      expect(
        dueIn.some((ms) => ms > MS_PER_DAY / 2 && ms <= MS_PER_DAY),
        `seed ${seed}`,
      ).toBe(true);
      for (const { status, scheduledTime } of commands) {
        if (status !== 'Pending') expect(scheduledTime, `seed ${seed}`).toBeLessThanOrEqual(now);
      }
    }
  });

  it('have an Executed command for each past fault, at the time that its anomaly and the log say', () => {
    for (const { seed, anomalies, commands, log, now } of lists) {
      const past = anomalies.filter(({ status }) => status !== 'Active');
      const executed = commands.filter(({ status }) => status === 'Executed');
      expect(executed, `seed ${seed}`).toHaveLength(past.length);
      for (const { message, timestamp } of past) {
        const [, name, clearedAt, backAt] =
          /cleared by (.+?) at (\S+) UTC; .+ was back at .+ at (\S+) UTC\.$/.exec(message) ?? [];
        const command = executed.find(
          (one) => one.name === name && clock(one.executionTime ?? 0) === clearedAt,
        );
        const { executionTime = Number.NaN } = command ?? {};
        expect(executionTime, `seed ${seed}: ${message}`).toBeGreaterThan(timestamp);
        expect(executionTime, `seed ${seed}: ${message}`).toBeLessThan(now - 2 * MS_PER_MIN);
        expect(backAt, `seed ${seed}: ${message}`).toBe(clock(executionTime + 2 * MS_PER_MIN));
        expect(log.some(({ time, text }) => time === executionTime && text === `${name} executed`)).toBe(
          true,
        );
      }
      expect(isAscending(log.map(({ time }) => time)), `seed ${seed}`).toBe(true);
    }
  });

  it('have events of every type and status, in order, each where its status says it is', () => {
    for (const { seed, events, now } of lists) {
      expect(new Set(events.map(({ type }) => type)), `seed ${seed}`).toEqual(new Set(EVENT_TYPES));
      expect(new Set(events.map(({ status }) => status)), `seed ${seed}`).toEqual(new Set(EVENT_STATUSES));
      expect(new Set(events.map(({ id }) => id))).toEqual(new Set(events.map((_, at) => `event-${at + 1}`)));
      expect(isAscending(events.map(({ startTime }) => startTime)), `seed ${seed}`).toBe(true);
      for (const { title, status, startTime, endTime } of events) {
        expect(endTime, `seed ${seed}: ${title}`).toBeGreaterThan(startTime);
        if (status === 'In Progress') expect(startTime <= now && endTime > now, `seed ${seed}`).toBe(true);
        if (status === 'Scheduled') expect(startTime, `seed ${seed}: ${title}`).toBeGreaterThan(now);
        if (status === 'Completed') expect(endTime, `seed ${seed}: ${title}`).toBeLessThan(now);
      }
    }
  });

  it('plan the downlink from AOS to LOS of a pass over an active station', () => {
    for (const { seed, events, contacts } of lists) {
      const plan = contacts.satellites.orbita;
      const downlink = events.find(({ type }) => type === 'Communication');
      if (!plan.ok || !downlink) throw new Error(`seed ${seed}: no plan`);
      const isOfPass = ACTIVE_STATIONS.flatMap(({ id }) => passesOver(plan.value, id)).some(
        ({ aos, los }) =>
          Math.abs(aos - downlink.startTime) < MS_PER_S && Math.abs(los - downlink.endTime) < MS_PER_S,
      );
      expect(isOfPass, `seed ${seed}`).toBe(true);
    }
  });

  it('differ: four first faults, four plans, and each with each', () => {
    const drawn = lists.map(({ events }, index) => ({
      fault: begun[index]?.mission.faults()[0]?.name,
      plan: events
        .map(({ title }) => title)
        .toSorted()
        .join(),
    }));
    expect(new Set(drawn.map(({ fault }) => fault)).size).toBeGreaterThanOrEqual(4);
    expect(new Set(drawn.map(({ plan }) => plan)).size).toBeGreaterThanOrEqual(4);
    expect(new Set(drawn.map(({ fault, plan }) => `${fault} ${plan}`)).size).toBeGreaterThanOrEqual(16);
  });

  it('are the first variants for seed 1, on which most tests rest', () => {
    expect(situationOf(1)).toBe(SITUATIONS[0]);
    expect(eventPlanOf(1)).toBe(EVENT_PLANS[0]);
  });

  it('are the same for the same seed', () => {
    for (const { seed, mission } of begun.slice(0, 10)) expect(begin(seed).hash()).toBe(mission.hash());
  });
});

describe('the start of a mission', () => {
  it('differs between two seeds', () => {
    const [one, other] = SEED_OF_EACH_SITUATION.map((seed) => startMission({ seed }).snapshot());
    expect(one?.anomalies.value[0]?.type).not.toBe(other?.anomalies.value[0]?.type);
    const names = [one, other].map((snapshot) => snapshot?.commands.value.map(({ name }) => name));
    expect(names[0]).not.toEqual(names[1]);
  });

  /** The first minutes from `T0` on that are followed by ten minutes of sunlight, and of eclipse. */
  const starts = [1, 0].map((light) => {
    const isSteady = (from: EpochMs): boolean =>
      [0, 2, 4, 6, 8, 10].every((minute) => aroundOrbita(later(minute * MS_PER_MIN, from)).light === light);
    let start = T0;
    while (!isSteady(start)) start = later(MS_PER_MIN, start);
    return { light: light ? 'sunlight' : 'eclipse', start };
  });
  const cases = starts.flatMap((one) => SEED_OF_EACH_SITUATION.map((seed) => ({ ...one, seed })));

  it.each(cases)(
    'in $light with seed $seed has a first fault that samples soon show and the suggested command clears',
    ({ start, seed }) => {
      const mission = startMission({ seed, profile: 'none', clock: { now: () => start } });
      const active = () => mission.snapshot().anomalies.value.find(({ id }) => id === 'anomaly-3');
      const faults = () => mission.snapshot().spacecraft.value?.faults.length;
      expect(faults()).toBe(1);
      mission.advanceTo(later(15 * MS_PER_S, start));
      const name = active()?.suggestedAction;
      mission.advanceTo(later(MS_PER_MIN, start));
      expect(active()).toMatchObject({ severity: 'Medium', suggestedAction: name });
      expect(active()?.message).not.toContain('not confirmed by samples');
      if (!name) throw new Error('no suggestion');
      expect(mission.control.sendCommand({ name, anomaly: 'anomaly-3' })).toMatchObject({ ok: true });
      mission.advanceTo(later((65 + ACTIVITY_KINDS[name].durationS) * MS_PER_S, start));
      expect(faults()).toBe(0);
      expect(active()?.message).toContain(` cleared by ${name} at `);
      mission.advanceTo(later(30 * MS_PER_MIN, start));
      expect(mission.snapshot().verifications.value.at(-1)).toMatchObject({ verdict: 'confirmed' });
    },
  );
});
