import { describe, expect, it } from 'vitest';
import type { OperationName } from '../../../../src/shared/contract/operations.ts';
import type { TimelineEvent, TimelineEventType } from '../../../../src/shared/entities/entities.ts';
import type { SpacecraftView } from '../../../../src/shared/entities/spacecraft.ts';
import { addMs, type EpochMs, MS_PER_H, MS_PER_MIN } from '../../../../src/shared/kit/units.ts';
import { utcFieldText } from '../../../../src/shared/kit/utc-text.ts';
import type { Mission } from '../../../../src/worker/mission/mission.ts';
import { forksOf, later, startUneventfulMission, T0 } from '../../../support/mission.ts';

/** After the end of the event with which the mission begins. */
const START = later(2 * MS_PER_H);

/** Starts a mission that is at `START`, to which it is flown once. */
const atStart = (() => {
  const { mission } = startUneventfulMission();
  mission.advanceTo(START);
  return forksOf(mission);
})();

function operate(mission: Mission, name: OperationName, input: unknown): unknown {
  const { outcome } = mission.apply({ kind: 'operation', name, input });
  if (!outcome.ok) throw new Error(outcome.message);
  return outcome.value;
}

function addEvent(mission: Mission, type: TimelineEventType, startTime: EpochMs, minutes: number): string {
  const endTime = utcFieldText(addMs(startTime, minutes * MS_PER_MIN));
  const event = { title: type, type, startTime: utcFieldText(startTime), endTime };
  return (operate(mission, 'addEvent', event) as TimelineEvent).id;
}

const viewOf = (mission: Pick<Mission, 'snapshot'>): SpacecraftView =>
  mission.snapshot().spacecraft.value ?? expect.fail('There is no telemetry.');

/** Flies the same mission without the event, and with it started at a time; both are read at another time. */
function flown(type: TimelineEventType, start: EpochMs, read: EpochMs, minutes = 90) {
  const [without, withIt] = [atStart(), atStart()];
  for (const mission of [without, withIt]) mission.advanceTo(start);
  const id = addEvent(withIt, type, start, minutes);
  operate(withIt, 'startEvent', id);
  for (const mission of [without, withIt]) mission.advanceTo(read);
  return { without, withIt, id };
}

describe('an event in progress', () => {
  it('draws power and fills the recorder, if it is an experiment, until it is completed', () => {
    const { without, withIt, id } = flown('Experiment', START, addMs(START, 30 * MS_PER_MIN));
    const [idle, busy] = [viewOf(without), viewOf(withIt)];
    expect(busy.loads.payloadW - idle.loads.payloadW).toBeCloseTo(25, 6);
    expect(busy.data.recordedMbPerS).toBeGreaterThan(2 * idle.data.recordedMbPerS);
    const recorded = ({ data }: SpacecraftView) => data.storedMb + data.downlinkedMb;
    // 0.03 MB/s for half an hour, less the second before its first step.
    expect(recorded(busy) - recorded(idle)).toBeGreaterThan(50);
    operate(withIt, 'completeEvent', id);
    withIt.advanceTo(addMs(START, 31 * MS_PER_MIN));
    without.advanceTo(addMs(START, 31 * MS_PER_MIN));
    expect(viewOf(withIt).loads.payloadW).toBe(viewOf(without).loads.payloadW);
  });

  it('acts until its planned end, though nobody completes it', () => {
    const { without, withIt } = flown('Experiment', START, addMs(START, 21 * MS_PER_MIN), 20);
    expect(viewOf(withIt).loads.payloadW).toBe(viewOf(without).loads.payloadW);
    expect(viewOf(withIt).data.storedMb).toBeGreaterThan(viewOf(without).data.storedMb + 30);
  });

  it('acts until its planned end, too, if it is started early or late, and not at all once it is over', () => {
    const payloadAt = (startMinutes: number, readMinutes: number): number => {
      const mission = atStart();
      const id = addEvent(mission, 'Experiment', addMs(START, 60 * MS_PER_MIN), 30);
      mission.advanceTo(addMs(START, startMinutes * MS_PER_MIN));
      operate(mission, 'startEvent', id);
      mission.advanceTo(addMs(START, readMinutes * MS_PER_MIN));
      return viewOf(mission).loads.payloadW;
    };
    const idle = payloadAt(95, 96);
    expect(payloadAt(10, 85)).toBeCloseTo(idle + 25, 6);
    expect(payloadAt(80, 85)).toBeCloseTo(idle + 25, 6);
    expect(payloadAt(80, 95)).toBeCloseTo(idle, 6);
  });

  it('is in the look ahead at once, also while only low gain carries telemetry', () => {
    const mission = atStart();
    mission.apply({ kind: 'fault', inject: 'antenna-off', course: 'lasting' });
    mission.advanceTo(addMs(START, MS_PER_H));
    const now = mission.time();
    const loadIn = (minutes: number): number => {
      const told = mission.lookAhead({ channels: ['loadPower'], to: addMs(now, MS_PER_H) });
      const { times, values } = told.channels.loadPower ?? expect.fail('It is not predicted.');
      return values[times.findIndex((time) => time >= addMs(now, minutes * MS_PER_MIN))] ?? Number.NaN;
    };
    const before = loadIn(10);
    operate(mission, 'startEvent', addEvent(mission, 'Maintenance', now, 40));
    expect(loadIn(10) - before).toBeCloseTo(10, 0);
  });

  it('does nothing outside NOMINAL', () => {
    const { withIt } = flown('Experiment', START, addMs(START, MS_PER_MIN));
    operate(withIt, 'sendCommand', { name: 'Enter Safe Mode' });
    withIt.advanceTo(addMs(START, 3 * MS_PER_MIN));
    expect(viewOf(withIt)).toMatchObject({
      mode: 'SAFE',
      loads: { payloadW: 0 },
      data: { recordedMbPerS: 0 },
    });
  });

  it('turns the spacecraft, if it is a manoeuvre, within its limits', () => {
    const { without, withIt } = flown('Maneuver', START, addMs(START, 10 * MS_PER_MIN));
    const [idle, busy] = [viewOf(without), viewOf(withIt)];
    expect(busy.attitude.deviation).toBeGreaterThan(idle.attitude.deviation + 0.1);
    expect(busy.attitude.deviation).toBeLessThan(1.5);
    expect(busy.loads.activityW).toBe(25);
  });

  it('moves more data during a pass, if it is a contact, and none without a station', () => {
    const found = atStart().snapshot().contacts.value?.satellites.orbita;
    const passes = found?.ok
      ? found.value.stations.flatMap(({ station, passes: own }) => (station.active ? own : []))
      : [];
    const [pass] = passes
      .filter(({ aos, maxElevation }) => aos > START && maxElevation > 30)
      .toSorted((a, b) => a.aos - b.aos);
    if (!pass) throw new Error('There is no high pass.');
    const { without, withIt } = flown('Communication', pass.aos, pass.los, 15);
    const moved = (mission: Mission): number => viewOf(mission).data.downlinkedMb;
    const before = atStart();
    before.advanceTo(pass.aos);
    const usual = moved(without) - moved(before);
    expect(usual).toBeGreaterThan(0);
    expect(moved(withIt) - moved(before)).toBeGreaterThan(1.5 * usual);

    const silent = addMs(pass.los, 15 * MS_PER_MIN);
    const quiet = flown('Communication', silent, addMs(silent, 5 * MS_PER_MIN), 5);
    expect(moved(quiet.withIt)).toBe(moved(quiet.without));
  });

  it('is on board from the beginning, if it is in progress then', () => {
    const session = startUneventfulMission();
    const event = session.snapshot().timeline.value.find(({ status }) => status === 'In Progress');
    session.advanceTo(addMs(T0, 5 * MS_PER_MIN));
    const payloadW = viewOf(session).loads.payloadW;
    expect(session.control.completeEvent(event?.id ?? '').ok).toBe(true);
    session.advanceTo(addMs(T0, 6 * MS_PER_MIN));
    expect(payloadW - viewOf(session).loads.payloadW).toBeCloseTo(25, 6);
  });

  it('goes on in a look ahead until its end, and one that is planned starts there at its time', () => {
    const mission = atStart();
    const startTime = addMs(START, 30 * MS_PER_MIN);
    const endTime = addMs(START, 60 * MS_PER_MIN);
    const ask = (
      events: readonly { id: string; type: 'Experiment'; startTime: EpochMs; endTime: EpochMs }[],
    ) => {
      const told = mission.lookAhead({ channels: ['loadPower'], to: addMs(START, 2 * MS_PER_H), events });
      const { times, values } = told.channels.loadPower ?? expect.fail('It is not predicted.');
      return (minutes: number) =>
        values[times.findIndex((time) => time > addMs(START, minutes * MS_PER_MIN))] ?? Number.NaN;
    };
    const [plain, planned] = [ask([]), ask([{ id: 'event-9', type: 'Experiment', startTime, endTime }])];
    expect(planned(20)).toBe(plain(20));
    expect(planned(45) - plain(45)).toBeCloseTo(25, 0);
    expect(planned(70) - plain(70)).toBeCloseTo(0, 0);
    operate(mission, 'startEvent', addEvent(mission, 'Experiment', START, 60));
    mission.advanceTo(addMs(START, MS_PER_MIN));
    const running = ask([]);
    expect(running(45) - plain(45)).toBeCloseTo(25, 0);
    expect(running(70) - plain(70)).toBeCloseTo(0, 0);
  });
});
