import { describe, expect, it } from 'vitest';
import type { Resume } from '../../../../src/shared/contract/mission-control.ts';
import type { Anomaly, CommandName } from '../../../../src/shared/entities/entities.ts';
import { TELEMETRY_CHANNELS } from '../../../../src/shared/entities/telemetry-channels.ts';
import { staleAfterMs } from '../../../../src/shared/entities/telemetry-rate.ts';
import { addMs, type EpochMs, MS_PER_H, MS_PER_MIN, MS_PER_S } from '../../../../src/shared/kit/units.ts';
import type { FaultRecord } from '../../../../src/worker/ground/anomalies/fault-records.ts';
import type { KeptState } from '../../../../src/worker/mission/keyframe.ts';
import { openSession, type Session } from '../../../../src/worker/session/session.ts';
import type { SpacecraftState } from '../../../../src/worker/spacecraft/model.ts';
import {
  resumeOf,
  resumeWith,
  startUneventfulMission,
  T0,
  withoutLog,
  withSpacecraft,
} from '../../../support/mission.ts';
import { aroundOrbita } from '../../../support/spacecraft.ts';

/** Returns the first whole minute after which no station is in view for 15 minutes. */
function betweenPasses(): EpochMs {
  for (let time = T0; ; time = addMs(time, MS_PER_MIN)) {
    const isFree = Array.from({ length: 16 }, (_, minute) => addMs(time, minute * MS_PER_MIN)).every(
      (at) => aroundOrbita(at).station === undefined,
    );
    if (isFree) return time;
  }
}
const START = betweenPasses();

const ANOMALY: Anomaly = {
  id: 'anomaly-90',
  timestamp: START,
  type: 'Signal',
  severity: 'High',
  message: 'crafted',
  aiExplanation: 'crafted',
  status: 'Active',
};
const fault = (name: 'gimbal-slip' | 'receiver-detuned') => ({
  anomalyId: ANOMALY.id,
  name,
  startTime: START,
  strength: 1.6,
  plan: { course: 'lasting' } as const,
  mending: undefined,
});
/** Two slips of 10.4° break the high-gain link. */
const NO_HIGH_GAIN = [fault('gimbal-slip'), fault('gimbal-slip')];
/** A loss of 9.6 dB on every link also breaks the low-gain one, except over ground stations. */
const NO_RELAY = [...NO_HIGH_GAIN, ...Array.from({ length: 5 }, () => fault('receiver-detuned'))];

/** Returns the same faults, ending by themselves after `seconds`. */
const over = (faults: typeof NO_RELAY, seconds: number) =>
  faults.map((one) => ({
    ...one,
    plan: { course: 'transient', clearedAt: addMs(START, seconds * MS_PER_S) } as const,
  }));

/** The console's record of these faults. */
const RECORD: FaultRecord = {
  name: 'gimbal-slip',
  since: START,
  plan: { course: 'lasting' },
  reported: {
    phase: 'seen',
    causes: ['gimbal-slip'],
    channel: 'signalStrength',
    pressing: 'limits',
    time: START,
    status: 'Active',
  },
};

const restored = (resume: Resume): Session =>
  openSession({ clock: { now: () => START }, seed: 1, profile: 'none', resume });

/** A mission between two passes, flown once, which all tests continue. */
const BEFORE = startUneventfulMission();
BEFORE.advanceTo(START);

/** Returns a mission between two passes with the given spacecraft, and optionally one more anomaly. */
function missionWith(told: Partial<SpacecraftState>, more?: readonly [Anomaly, FaultRecord]): Session {
  return restored(
    resumeWith(BEFORE, ({ telemetry, operator, ...held }) => ({
      ...held,
      telemetry: withSpacecraft(telemetry, told),
      operator: {
        ...operator,
        anomalies: {
          ...operator.anomalies,
          anomalies: [ANOMALY, ...(more ? [more[0]] : [])],
          faults: { [ANOMALY.id]: RECORD, ...(more && { [more[0].id]: more[1] }) },
        },
      },
    })),
  );
}

const timeOf = (mission: Session): EpochMs => mission.snapshot().clock.value.time;

/** Advances second by second, like the worker. */
function live(mission: Session, seconds: number, each: () => void = () => {}): void {
  const from = timeOf(mission);
  for (let s = 1; s <= seconds; s++) {
    mission.advanceTo(addMs(from, s * MS_PER_S));
    each();
  }
}

function execute(mission: Session, name: CommandName): string {
  const scheduledTime = new Date(timeOf(mission) + MS_PER_H).toISOString().slice(0, 16);
  const queued = mission.control.queueCommand({ name, scheduledTime });
  if (!queued.ok) throw new Error(queued.message);
  expect(mission.control.executeCommand(queued.value.id)).toMatchObject({
    ok: true,
    value: { status: 'Executed', executionTime: timeOf(mission) },
  });
  return queued.value.id;
}

const evidence = (mission: Session, id: string) =>
  mission.snapshot().verifications.value.find(({ commandId }) => commandId === id);
const view = (mission: Session) => {
  const { value } = mission.snapshot().spacecraft;
  if (!value) throw new Error('no spacecraft');
  return value;
};
const sampleTimes = (mission: Session) =>
  mission.snapshot().telemetry.value.map(({ timestamp }) => timestamp);
const logged = (mission: Session) => mission.snapshot().log.value.map(({ text }) => text);
const running = (mission: Session) => view(mission).activities.map(({ name }) => name);

/** Checks that neither the page nor the mission's figures call telemetry stale, second by second. */
function expectNeverStale(mission: Session, seconds: number): void {
  const healths: number[] = [];
  live(mission, seconds, () => {
    const { radio, time } = view(mission);
    const ageMs = timeOf(mission) - (sampleTimes(mission).at(-1) ?? 0);
    expect(ageMs).toBeLessThanOrEqual(staleAfterMs(radio.telemetryPeriodMs));
    expect(timeOf(mission) - time).toBeLessThanOrEqual(staleAfterMs(radio.telemetryPeriodMs));
    healths.push(mission.snapshot().performance.value.systemHealth);
  });
  // Stale telemetry makes all channels unknown at once; a reading out of limits counts sample by sample.
  const changes = healths.slice(1).map((health, index) => Math.abs(health - (healths[index] ?? 0)));
  expect(Math.max(...changes)).toBeLessThan(10);
}

describe('a spacecraft on its low-gain antenna', () => {
  it('sends telemetry every 30 s and no data, and is not stale', () => {
    const mission = missionWith({ faults: NO_HIGH_GAIN });
    live(mission, 5);
    expect(view(mission).radio).toMatchObject({ antenna: 'low', link: 'relay', telemetryPeriodMs: 30_000 });
    expect(logged(mission)).toContain(
      'ORBITA-1 is on its low-gain antenna over the relay: telemetry every 30 s, no data',
    );
    live(mission, 60);
    const { storedMb, downlinkedMb } = view(mission).data;
    expectNeverStale(mission, 240);
    const gaps = sampleTimes(mission).map((time, index, all) => time - (all[index - 1] ?? time));
    expect(gaps.slice(-8)).toEqual(Array.from({ length: 8 }, () => 30_000));
    expect(view(mission).data.downlinkedMb).toBe(downlinkedMb);
    expect(view(mission).data.storedMb).toBeGreaterThan(storedMb + 4);
  });

  it('receives a command 40 s after it was sent, shows that on its row, and confirms it', () => {
    const mission = missionWith({ faults: NO_HIGH_GAIN });
    live(mission, 20);
    const id = execute(mission, 'Thermal Control');
    const sentAt = timeOf(mission);
    expect(evidence(mission, id)).toMatchObject({ verdict: 'sent', until: addMs(sentAt, 40_000) });
    live(mission, 39);
    expect(evidence(mission, id)?.verdict).toBe('sent');
    expect(running(mission)).toEqual([]);
    live(mission, 1);
    expect(evidence(mission, id)?.verdict).toBe('watching');
    live(mission, 30);
    expect(view(mission).activities).toMatchObject([
      { commandId: id, startTime: addMs(sentAt, 40_000), endTime: addMs(sentAt, 640_000) },
    ]);
    expect(logged(mission)).toContain('Thermal Control is on board ORBITA-1');
    live(mission, 700);
    expect(evidence(mission, id)).toMatchObject({ verdict: 'confirmed' });
  });

  it('keeps the time left of a command in transit when the clock moves back', () => {
    const mission = missionWith({ faults: NO_HIGH_GAIN });
    live(mission, 60);
    const id = execute(mission, 'Communications Check');
    live(mission, 10);
    mission.advanceTo(addMs(timeOf(mission), -60_000));
    const { until } = evidence(mission, id) ?? {};
    expect(until).toBe(addMs(timeOf(mission), 30_000));
    live(mission, 31);
    expect(evidence(mission, id)?.verdict).toBe('watching');
  });
});

describe('a spacecraft without a link', () => {
  const silent = (faults: SpacecraftState['faults'] = NO_RELAY): Session => {
    const mission = missionWith({ faults });
    live(mission, 65);
    return mission;
  };

  it('sends nothing: telemetry stops, becomes stale, and the page shows no progress', () => {
    const mission = silent();
    expect(view(mission).radio).toMatchObject({ antenna: 'none', link: 'none' });
    expect(sampleTimes(mission).at(-1)).toBe(START);
    expect(view(mission).time).toBe(START);
    expect(logged(mission)).toContain('No link to ORBITA-1: telemetry has stopped');
    expect(mission.snapshot().performance.value.systemHealth).toBe(100 - 10 * TELEMETRY_CHANNELS.length);
  });

  it('keeps a command waiting, and confirms nothing', () => {
    const mission = silent();
    const foreseen = mission.control.lookAhead({
      channels: ['batteryVoltage'],
      to: addMs(timeOf(mission), 3 * MS_PER_H),
      command: { name: 'Calibrate Sensors' },
    });
    const id = execute(mission, 'Calibrate Sensors');
    const waiting = evidence(mission, id);
    expect(waiting?.verdict).toBe('waiting');
    const contact = waiting?.until;
    if (contact === undefined) throw new Error('no contact planned');
    expect(aroundOrbita(addMs(contact, -MS_PER_MIN)).station).toBeUndefined();
    expect(aroundOrbita(contact).station?.elevation).toBeGreaterThan(5);
    live(mission, 300);
    expect(evidence(mission, id)).toEqual(waiting);
    // When the station rises, the low-gain antenna has its link again.
    mission.advanceTo(addMs(contact, 10 * MS_PER_S));
    expect(view(mission).radio).toMatchObject({ antenna: 'low', link: 'station' });
    expect(evidence(mission, id)?.verdict).toBe('sent');
    expect(foreseen.ok && foreseen.value.arrival).toBeGreaterThanOrEqual(contact);
    expect(foreseen.ok && foreseen.value.arrival).toBeLessThanOrEqual(addMs(contact, MS_PER_MIN));
    live(mission, 45);
    expect(evidence(mission, id)?.verdict).toBe('watching');
  });

  it('reports a fault that ended on board when the link is back, with the time it ended', () => {
    const gyro: Anomaly = { ...ANOMALY, id: 'anomaly-91', type: 'Attitude' };
    const told = {
      ...RECORD.reported,
      causes: ['gyro-drift' as const],
      channel: 'attitudeStability' as const,
    };
    const endsAt = addMs(START, 100 * MS_PER_S);
    const plan = { course: 'transient', clearedAt: endsAt } as const;
    const mission = missionWith(
      { faults: [...NO_RELAY, { ...fault('gimbal-slip'), anomalyId: gyro.id, name: 'gyro-drift', plan }] },
      [gyro, { ...RECORD, name: 'gyro-drift', plan, reported: told }],
    );
    live(mission, 65);
    const contact = evidence(mission, execute(mission, 'Calibrate Sensors'))?.until;
    if (contact === undefined) throw new Error('no contact planned');
    const ends = () => logged(mission).filter((text) => text.includes('has cleared'));
    const isKnownToAct = () => view(mission).faults.some(({ anomalyId }) => anomalyId === gyro.id);
    while (timeOf(mission) < addMs(contact, -60 * MS_PER_S)) {
      live(mission, 60);
      expect(ends()).toEqual([]);
      expect(isKnownToAct()).toBe(true);
    }
    const later = restored(resumeOf(mission));
    for (const heard of [mission, later]) live(heard, 90);
    expect(ends()).toEqual([
      `On-board FDIR has cleared the fault of the Attitude anomaly: gyro bias, by a retry, at ${new Date(endsAt).toISOString().slice(11, 19)} UTC`,
    ]);
    expect(isKnownToAct()).toBe(false);
    expect(withoutLog(later)).toEqual(withoutLog(mission));
  });

  it('starts a waiting command at the instant of link acquisition within a long jump', () => {
    const mission = silent();
    const id = execute(mission, 'Calibrate Sensors');
    const contact = evidence(mission, id)?.until;
    if (contact === undefined) throw new Error('no contact planned');
    mission.advanceTo(addMs(contact, 2 * MS_PER_H));
    const started = mission
      .snapshot()
      .log.value.find(({ text }) => text === 'Calibrate Sensors is on board ORBITA-1');
    expect(started?.time).toBeGreaterThanOrEqual(contact);
    expect(started?.time).toBeLessThanOrEqual(addMs(contact, 2 * MS_PER_MIN));
    expect(running(mission)).toEqual([]);
  });

  it('clears a fault by a command that waited for the link during a long jump', () => {
    const gyro: Anomaly = { ...ANOMALY, id: 'anomaly-91', type: 'Attitude' };
    const told = {
      ...RECORD.reported,
      causes: ['gyro-drift' as const],
      channel: 'attitudeStability' as const,
    };
    const mission = missionWith(
      { faults: [...NO_RELAY, { ...fault('gimbal-slip'), anomalyId: gyro.id, name: 'gyro-drift' }] },
      [gyro, { ...RECORD, name: 'gyro-drift', reported: told }],
    );
    live(mission, 65);
    const contact = evidence(mission, execute(mission, 'Calibrate Sensors'))?.until;
    if (contact === undefined) throw new Error('no contact planned');
    mission.advanceTo(addMs(contact, 6 * MS_PER_MIN));
    const { spacecraft, downlink } = (mission.mission.keyframe().state as KeptState).telemetry;
    expect(spacecraft.faults.map(({ anomalyId }) => anomalyId)).not.toContain(gyro.id);
    // The pass ends before the command does: the ground learns of it in the next one.
    const [event] = downlink.events;
    expect(event).toMatchObject({ anomalyId: gyro.id, kind: 'ended', endedBy: 'Calibrate Sensors' });
    expect(event?.time).toBeLessThanOrEqual(addMs(contact, 4 * MS_PER_MIN));
    expect(view(mission).faults.map(({ anomalyId }) => anomalyId)).toContain(gyro.id);
  });

  it('resumes from a checkpoint with commands in transit and recorded data', () => {
    const old = silent(over(NO_RELAY, 80));
    execute(old, 'Calibrate Sensors');
    const next = restored(resumeOf(old));
    expect(withoutLog(next)).toEqual(withoutLog(old));
    for (const mission of [old, next]) live(mission, 200);
    expect(withoutLog(next)).toEqual(withoutLog(old));
  });

  it('plays back recorded telemetry when the link is back, with one log event, and starts waiting commands', () => {
    const mission = silent(over(NO_RELAY, 66));
    const id = execute(mission, 'Communications Check');
    // The gimbal takes some minutes to turn back; the low-gain antenna has its link at once.
    live(mission, 300);
    expect(view(mission).radio.antenna).toBe('high');
    const playbacks = logged(mission).filter((text) => text.startsWith('Recorder playback: '));
    expect(playbacks).toHaveLength(1);
    const times = sampleTimes(mission);
    expect(times).toHaveLength(20);
    expect([...times].sort((one, other) => one - other)).toEqual(times);
    expect(running(mission)).toEqual([]);
    expect(evidence(mission, id)?.verdict).toBe('confirmed');
  });
});

describe('a link acquired again', () => {
  it('logs limit violations of the gap, marked as played back', () => {
    const mission = missionWith({});
    const samples = mission.snapshot().telemetry.value;
    // Three samples out of limits, and those inside for the minute after which the channel counts as back.
    const hot = samples
      .slice(-17)
      .map((sample, index) => ({ ...sample, temperature: [15, 65, 65, 65][index] ?? 15 }));
    const back = restored(
      resumeWith(mission, ({ telemetry, ...held }) => ({
        ...held,
        telemetry: {
          ...telemetry,
          history: samples.slice(0, -17),
          downlink: { ...telemetry.downlink, recorded: hot },
        },
      })),
    );
    live(back, 5);
    const [peak, after] = [hot.at(3), hot.at(-1)].map((sample) =>
      new Date(sample?.timestamp ?? 0).toISOString().slice(11, 19),
    );
    const limits = logged(back).filter((text) => text.endsWith('played back'));
    expect(limits).toEqual([
      `Bus temperature above the critical limit of 60 °C: 65.0 °C, at ${peak} UTC, played back`,
      `Bus temperature back in limits: 15.0 °C, at ${after} UTC, played back`,
    ]);
  });
});

describe('a spacecraft in survival', () => {
  it('sends every 30 s over low gain, which neither page nor health counts as stale', () => {
    const mission = missionWith({ mode: 'SURVIVAL', soc: 0.1 });
    live(mission, 65);
    expect(view(mission)).toMatchObject({ mode: 'SURVIVAL', radio: { antenna: 'low' } });
    expectNeverStale(mission, 240);
  });
});

describe('a spacecraft on its high-gain antenna', () => {
  it('starts a command immediately on execution', () => {
    const mission = missionWith({});
    live(mission, 3);
    const id = execute(mission, 'Thermal Control');
    expect(running(mission)).toEqual(['Thermal Control']);
    expect(evidence(mission, id)?.verdict).toBe('watching');
  });
});
