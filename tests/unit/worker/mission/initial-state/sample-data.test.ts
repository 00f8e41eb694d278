import { describe, expect, it } from 'vitest';
import { addMs, MS_PER_H, MS_PER_MIN } from '../../../../../src/shared/kit/units.ts';
import { createPropagators } from '../../../../../src/worker/orbit/propagators.ts';
import { environmentAt } from '../../../../../src/worker/spacecraft/environment.ts';
import { ACTIVE_STATIONS, passesOver } from '../../../../support/contact-plans.ts';
import { later, startMission, T0 } from '../../../../support/mission.ts';

/** The sample data are consistent with themselves and the orbit at any hour of the day. */
describe.each([0, 5, 11, 17])('the sample data of a mission that begins %d h after noon', (hours) => {
  const now = later(hours * MS_PER_H);
  const snapshot = startMission({ clock: { now: () => now } }).snapshot();
  const log = snapshot.log.value;
  const commands = snapshot.commands.value;

  it('include the commands that cleared the past anomalies, in the queue and in the log', () => {
    const past = snapshot.anomalies.value.filter(({ status }) => status !== 'Active');
    expect(past).toHaveLength(2);
    for (const { message, timestamp, type } of past) {
      const [, name, clock] = /cleared by (.+?) at (\d\d:\d\d:\d\d) UTC/.exec(message) ?? [];
      const command = commands.find((one) => one.name === name && one.status === 'Executed');
      expect(new Date(command?.executionTime ?? 0).toISOString().slice(11, 19)).toBe(clock);
      expect(
        log.some(({ time, text }) => time === command?.executionTime && text === `${name} executed`),
      ).toBe(true);
      // The log has what was known at the detection, not how the fault ended.
      const detection = log.find(({ time, kind }) => time === timestamp && kind === 'Anomaly');
      expect(detection?.text).toBe(
        `New Medium ${type} anomaly: ${type} monitor alarm; not confirmed by samples yet.`,
      );
    }
    const times = log.map(({ time }) => time);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(log.map(({ id }) => id)).toEqual(log.map((_, index) => index + 1));
  });

  it('report a solar output that the array had at that time', () => {
    const { orbita } = createPropagators();
    if (!orbita.ok) throw new Error(orbita.message);
    const solar = snapshot.anomalies.value.find(({ type }) => type === 'Solar');
    const told = Number(/back at (\d+) W/.exec(solar?.message ?? '')?.[1]);
    const quietAt = addMs(solar?.timestamp ?? T0, 6 * MS_PER_MIN);
    expect(environmentAt(orbita.value, quietAt)?.light).toBe(1);
    // Half an orbit or more away the array gives much the same in full sunlight, because the Sun hardly moves
    // meanwhile.
    expect(told).toBeGreaterThan(300);
    expect(told).toBeLessThan(800);
  });

  it('plan the downlink for a pass over an active station', () => {
    const event = snapshot.timeline.value.find(({ title }) => title === 'High-rate data downlink');
    const plan = snapshot.contacts.value.satellites.orbita;
    if (!plan.ok || !event) throw new Error('no plan');
    const passes = ACTIVE_STATIONS.flatMap(({ id }) => passesOver(plan.value, id));
    expect(
      passes.some(
        ({ aos, los }) => Math.abs(aos - event.startTime) < 1000 && Math.abs(los - event.endTime) < 1000,
      ),
    ).toBe(true);
    const starts = snapshot.timeline.value.map(({ startTime }) => startTime);
    expect(starts).toEqual(starts.toSorted((a, b) => a - b));
  });
});
