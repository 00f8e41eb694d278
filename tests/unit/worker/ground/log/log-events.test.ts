import { describe, expect, it } from 'vitest';
import type { Provenance, RealData } from '../../../../../src/shared/contract/real-data.ts';
import { ANOMALY_SEVERITIES, type Anomaly } from '../../../../../src/shared/entities/entities.ts';
import { FAULT_NAMES, type FaultName } from '../../../../../src/shared/entities/faults.ts';
import { addMs, MS_PER_H, MS_PER_MIN } from '../../../../../src/shared/kit/units.ts';
import { type AnomaliesState, endFault } from '../../../../../src/worker/ground/anomalies/anomalies.ts';
import { beginFault } from '../../../../../src/worker/ground/anomalies/fault-records.ts';
import { causesOf } from '../../../../../src/worker/ground/diagnosis/fitting-causes.ts';
import type { PressingReason } from '../../../../../src/worker/ground/diagnosis/symptoms.ts';
import {
  anomalyEvent,
  connectionEvents,
  departureEvents,
  diagnosisEvents,
  limitReason,
  logAnomaly,
  logCommand,
  logTimelineEvent,
  orbitEvents,
} from '../../../../../src/worker/ground/log/log-events.ts';

import { passesOver } from '../../../../support/contact-plans.ts';
import { later, startMission, T0 } from '../../../../support/mission.ts';
import { startScenario } from '../../../../support/scenario.ts';

const plan = startMission().snapshot().contacts.value;

describe('the orbit events of ORBITA-1', () => {
  const told = orbitEvents(plan, T0, later(12 * MS_PER_H));

  it('are in order of time, each once, none outside the span', () => {
    const times = told.map(({ time }) => time);
    expect(times).toEqual([...times].sort((a, b) => a - b));
    expect(Math.min(...times)).toBeGreaterThan(T0);
    expect(Math.max(...times)).toBeLessThanOrEqual(later(12 * MS_PER_H));
    const halves = [
      ...orbitEvents(plan, T0, later(5 * MS_PER_H)),
      ...orbitEvents(plan, later(5 * MS_PER_H), later(12 * MS_PER_H)),
    ];
    expect(halves).toEqual(told);
  });

  it('include AOS and LOS of every contact with active stations', () => {
    const contacts = plan.satellites.orbita;
    if (!contacts.ok) throw new Error(contacts.message);
    const within = (time: number) => time > T0 && time <= later(12 * MS_PER_H);
    const expected = ['houston', 'madrid', 'canberra']
      .flatMap((id) => passesOver(contacts.value, id))
      .filter(({ aos }) => within(aos)).length;
    expect(told.filter(({ text }) => text.startsWith('AOS'))).toHaveLength(expected);
    expect(expected).toBeGreaterThan(3);
    expect(told.some(({ text }) => text.includes('Baikonur'))).toBe(false);
  });

  it('include the end of the span, and exclude its start', () => {
    const [first, second] = told;
    if (!first || !second) throw new Error('Nothing is told.');
    expect(orbitEvents(plan, T0, first.time)).toEqual([first]);
    expect(orbitEvents(plan, first.time, second.time)).toEqual([second]);
  });

  it('exclude inactive stations, and are none without an orbit', () => {
    const contacts = plan.satellites.orbita;
    if (!contacts.ok) throw new Error(contacts.message);
    const houston = passesOver(contacts.value, 'houston');
    const stations = contacts.value.stations.map((over) =>
      over.station.id === 'baikonur' ? { ...over, passes: houston } : over,
    );
    const value = { ...contacts.value, stations };
    const over = { ...plan, satellites: { ...plan.satellites, orbita: { ...contacts, value } } };
    expect(orbitEvents(over, T0, later(12 * MS_PER_H))).toEqual(told);
    const orbita = { ok: false, message: 'No orbit' } as const;
    expect(orbitEvents({ ...plan, satellites: { ...plan.satellites, orbita } }, T0, later(MS_PER_H))).toEqual(
      [],
    );
  });

  it('are read from a plan once', () => {
    let readCount = 0;
    const counted = {
      ...plan,
      get satellites() {
        readCount += 1;
        return plan.satellites;
      },
    };
    for (const hours of [1, 6, 12]) expect(orbitEvents(counted, T0, later(hours * MS_PER_H))).not.toEqual([]);
    expect(readCount).toBe(1);
  });

  it('alternate between eclipse and sunlight, in these words', () => {
    const light = told.filter(({ kind }) => kind === 'Eclipse').map(({ text }) => text);
    expect(light.length).toBeGreaterThan(12);
    expect(new Set(light)).toEqual(new Set(['ORBITA-1 enters eclipse', 'ORBITA-1 enters sunlight']));
    for (const { text } of told) expect(text).not.toMatch(/umbra|shadow/i);
    for (const [index, text] of light.entries()) if (index > 0) expect(text).not.toBe(light[index - 1]);
  });
});

describe('operator and anomaly events', () => {
  it('are one line each', () => {
    const command = { id: 'cmd-1', name: 'Rotate Antenna', scheduledTime: T0, priority: 'High' } as const;
    expect(logCommand('executed', 'success')({ ...command, status: 'Executed' }, T0)).toEqual([
      {
        time: T0,
        kind: 'Command',
        level: 'success',
        text: 'Rotate Antenna executed',
        of: ['cmd-1'],
        by: 'Operator',
      },
    ]);
    const anomaly: Anomaly = {
      id: 'anomaly-1',
      timestamp: T0,
      type: 'Signal',
      severity: 'High',
      message: 'Antenna off pointing',
      aiExplanation: '',
      status: 'Resolved',
    };
    expect(logAnomaly('resolved')(anomaly, T0)).toEqual([
      {
        time: T0,
        kind: 'Anomaly',
        level: 'info',
        text: 'Signal anomaly resolved: Antenna off pointing',
        of: ['anomaly-1'],
        by: 'Operator',
      },
    ]);
    expect(logAnomaly('resolved')(anomaly, T0, 'Console 2')).toMatchObject([
      { text: 'Console 2: Signal anomaly resolved: Antenna off pointing', by: 'Console 2' },
    ]);
    const event = { title: 'Imaging', startTime: T0, endTime: T0, description: '', priority: 'Low' } as const;
    const started = { id: 'event-1', type: 'Experiment', status: 'In Progress', ...event } as const;
    expect(logTimelineEvent('started')(started, T0)).toEqual([
      {
        time: T0,
        kind: 'Timeline',
        level: 'info',
        text: '“Imaging” started',
        of: ['event-1'],
        by: 'Operator',
      },
    ]);
    const titled = (title: string) => logTimelineEvent('added')({ ...started, title }, T0)[0]?.text;
    // The verb follows a title in any writing direction.
    expect(titled('צלם את הירח')).toBe('“\u2068צלם את הירח\u2069” added');
    expect(titled('\u202Exyz')).toBe('“xyz” added');
    expect(anomalyEvent(anomaly)).toEqual({
      time: T0,
      kind: 'Anomaly',
      level: 'serious',
      text: 'New High Signal anomaly: Antenna off pointing',
      of: ['anomaly-1'],
    });
    const levelOf = (severity: Anomaly['severity']) => anomalyEvent({ ...anomaly, severity }).level;
    expect(ANOMALY_SEVERITIES.map(levelOf)).toEqual(['info', 'warning', 'serious', 'critical']);
  });
});

describe('an anomaly that leaves the full list', () => {
  const active = (number: number, name: FaultName) => {
    const { anomaly, record } = beginFault(
      `anomaly-${number}`,
      { name, plan: { course: 'lasting' } },
      T0,
      [],
    );
    return { anomalies: [anomaly], nextId: number + 1, faults: { [anomaly.id]: record } };
  };
  const before = active(1, 'gimbal-slip');
  const other = active(2, 'weak-cell');
  const left = (earlier: AnomaliesState, after: AnomaliesState = other) =>
    departureEvents(earlier, after, later(5000)).map(({ level, text, of }) => [level, text, of]);
  const withStatus = (status: Anomaly['status']) => ({
    ...before,
    anomalies: before.anomalies.map((anomaly) => ({ ...anomaly, status })),
  });

  it('is told of if nobody has answered it, with whether its fault persists', () => {
    const what = 'Unanswered Medium Signal anomaly of 12:00:00 UTC left the full list';
    expect(left(before)).toEqual([['warning', `${what}; its fault persists`, ['anomaly-1']]]);
    const ended = endFault(before, 'anomaly-1', T0);
    expect(left(ended)).toEqual([['info', `${what}; its fault has ended`, ['anomaly-1']]]);
    expect(left(withStatus('Acknowledged'))).toEqual([]);
    expect(left(withStatus('Resolved'))).toEqual([]);
    expect(left(before, before)).toEqual([]);
  });

  it('has not left where a newer one reports its fault', () => {
    expect(left(before, active(2, 'gimbal-slip'))).toEqual([]);
  });

  it('is in the log of a mission that nobody operates', () => {
    const { mission, inject, flyTo, time } = startScenario(1, T0);
    for (const name of FAULT_NAMES) {
      inject(name);
      flyTo(addMs(time(), MS_PER_MIN));
    }
    const { anomalies, log } = mission.snapshot();
    const listed = new Set(anomalies.value.map(({ id }) => id));
    const told = log.value.filter(({ text }) => text.includes('left the full list'));
    expect(listed.size).toBe(10);
    expect(told.length).toBeGreaterThan(0);
    for (const { of = [] } of told) expect(of.some((id) => listed.has(id))).toBe(false);
  });
});

describe('what becomes known of an anomaly', () => {
  const reported = (
    causes: readonly FaultName[],
    severity: Anomaly['severity'],
    pressing?: PressingReason,
  ) => {
    const plan = { course: 'lasting' } as const;
    const { anomaly, record } = beginFault('anomaly-1', { name: 'gimbal-slip', plan }, T0, []);
    const told = { ...record.reported, causes, ...(pressing && { pressing }) };
    const fault = { ...record, reported: told };
    return { anomalies: [{ ...anomaly, severity }], nextId: 2, faults: { 'anomaly-1': fault } };
  };
  const open = causesOf('Signal');
  const two = ['antenna-off', 'gimbal-slip'] as const;
  const lines = (...[before, after]: readonly ReturnType<typeof reported>[]) =>
    before && after
      ? diagnosisEvents(before, after, later(5000)).map(({ level, text }) => [level, text])
      : [];

  it('is its cause, with severity and action', () => {
    expect(lines(reported(open, 'Medium'), reported(['gimbal-slip'], 'High', 'retry'))).toEqual([
      ['serious', 'Signal anomaly: antenna gimbal slipped, severity High; Rotate Antenna is suggested'],
    ]);
  });

  it('is a severity that has changed, with why', () => {
    const medium = reported(open, 'Medium');
    expect(lines(medium, reported(open, 'High', 'retry'))).toEqual([
      ['serious', 'Signal anomaly is now High: the on-board retry has not cleared it'],
    ]);
    expect(lines(medium, reported(open, 'High', 'limits'))).toEqual([
      ['serious', 'Signal anomaly is now High: a reading is out of limits'],
    ]);
    expect(lines(reported(open, 'High', 'retry'), reported(two, 'Medium', 'retry'))).toEqual([
      ['warning', 'Signal anomaly is now Medium: fewer causes fit'],
    ]);
  });

  it('is told once of several anomalies that read the same', () => {
    const ofTwo = (state: ReturnType<typeof reported>) => ({
      ...state,
      anomalies: state.anomalies.flatMap((anomaly) => [{ ...anomaly, id: 'anomaly-2' }, anomaly]),
      faults: { ...state.faults, 'anomaly-2': state.faults['anomaly-1'] },
    });
    const medium = ofTwo(reported(open, 'Medium'));
    expect(lines(medium, ofTwo(reported(open, 'High', 'limits')))).toEqual([
      ['serious', '2 Signal anomalies are now High: a reading is out of limits'],
    ]);
    expect(lines(medium, ofTwo(reported(['gimbal-slip'], 'High', 'retry')))).toEqual([
      ['serious', '2 Signal anomalies: antenna gimbal slipped, severity High; Rotate Antenna is suggested'],
    ]);
  });

  it('is one line where a command clears two faults at once whose causes are unknown', () => {
    const { mission, inject, flyTo, time } = startScenario(1, T0);
    inject('wheel-friction');
    inject('wheel-failing');
    const queued = mission.control.queueCommand({
      name: 'Attitude Adjustment',
      scheduledTime: new Date(time()).toISOString().slice(0, 19),
      priority: 'High',
    });
    if (!queued.ok) throw new Error(queued.message);
    mission.control.executeCommand(queued.value.id);
    flyTo(addMs(time(), 2 * MS_PER_MIN));
    const log = mission.snapshot().log.value;
    expect(
      log.filter(({ text }) => text.startsWith('Attitude Adjustment has cleared')).map(({ text }) => text),
    ).toEqual(['Attitude Adjustment has cleared the faults of 2 Attitude anomalies']);
    const said = log.map(({ time: at, text }) => `${at} ${text}`);
    expect(new Set(said).size).toBe(said.length);
  });

  it('is nothing where neither changes, or the anomaly is new', () => {
    const medium = reported(open, 'Medium');
    expect(lines(medium, reported(two, 'Medium'))).toEqual([]);
    expect(lines({ ...medium, anomalies: [] }, medium)).toEqual([]);
  });
});

describe('connection events', () => {
  const calls = {} as RealData['calls'];
  const nothing = { issPosition: null, astronauts: [], satellitePositions: [], calls };
  const ready: RealData = { status: 'ready', ...nothing };
  const broken: RealData = { status: 'error', error: 'Open Notify cannot be reached', ...nothing };
  const live: Provenance = { kind: 'live', source: 'N2YO', time: T0 };
  const predicted: Provenance = { kind: 'predicted', source: 'N2YO', time: T0 };

  const simulated: Provenance = { kind: 'simulated', epoch: T0 };

  it('report each change, and only changes', () => {
    expect(connectionEvents({ realData: ready, iss: live }, { realData: ready, iss: live }, T0)).toEqual([]);
    const lost = connectionEvents({ realData: ready, iss: live }, { realData: broken, iss: predicted }, T0);
    const kind = 'Connection';
    expect(lost).toEqual([
      { time: T0, kind, level: 'warning', text: 'The ISS is now PREDICTED from N2YO' },
      { time: T0, kind, level: 'warning', text: 'Live data unavailable: Open Notify cannot be reached' },
    ]);
    expect(connectionEvents({ realData: broken, iss: live }, { realData: broken, iss: live }, T0)).toEqual(
      [],
    );
    const built = connectionEvents({ realData: broken, iss: live }, { realData: broken, iss: simulated }, T0);
    expect(built.map(({ text }) => text)).toEqual(['The ISS is now SIMULATED']);
    const back = connectionEvents({ realData: broken, iss: predicted }, { realData: ready, iss: live }, T0);
    expect(back.map(({ level, text }) => [level, text])).toEqual([
      ['success', 'The ISS is now LIVE from N2YO'],
    ]);
  });
});

describe('the reason for a reading out of limits', () => {
  const cause = (id: string, minutes: number, share: number) => ({
    id,
    type: 'Attitude' as const,
    firstReportedAt: later(minutes * MS_PER_MIN),
    share,
  });

  it.each([
    ['one anomaly', [cause('a', 3, -6)], 45, 'because of the Attitude anomaly of 12:03:00 UTC', ['a']],
    [
      'the first of several',
      [cause('a', 3, -3), cause('b', 5, -3), cause('c', 6, -1)],
      45,
      'because of the Attitude anomaly of 12:03:00 UTC and 2 others',
      ['a', 'b', 'c'],
    ],
    [
      'one without which it would be out, too',
      [cause('a', 3, -2)],
      45,
      'partly because of the Attitude anomaly of 12:03:00 UTC',
      ['a'],
    ],
  ] as const)('is %s', (_case, causes, value, text, of) => {
    expect(limitReason(causes, 'signalStrength', value)).toEqual({ text, of });
  });

  it('is no anomaly that acts against it, and none of a reading within limits', () => {
    expect(limitReason([cause('a', 3, 4)], 'signalStrength', 45)).toBeUndefined();
    expect(limitReason([cause('a', 3, -4)], 'signalStrength', 51)).toBeUndefined();
    expect(limitReason([cause('a', 3, 4)], 'temperature', 41)?.of).toEqual(['a']);
  });
});
