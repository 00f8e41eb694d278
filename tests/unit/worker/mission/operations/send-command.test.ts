import { describe, expect, it } from 'vitest';
import { MS_PER_S } from '../../../../../src/shared/kit/units.ts';
import { later, resumeOf, startMission } from '../../../../support/mission.ts';

/** Returns a mission a minute after its start, with its Active Signal anomaly. */
function openMission() {
  const mission = startMission({ profile: 'none' });
  mission.advanceTo(later(60 * MS_PER_S));
  const active = mission.snapshot().anomalies.value.find(({ status }) => status === 'Active');
  if (!active) throw new Error('no Active anomaly');
  return { mission, active };
}

describe('sending a command', () => {
  it('makes a new one and executes it, and leaves a planned one of its name in the queue', () => {
    const { mission, active } = openMission();
    const planned = mission.snapshot().commands.value.filter(({ status }) => status === 'Pending');
    expect(planned.map(({ name }) => name)).toContain('Rotate Antenna');
    const sent = mission.control.sendCommand({ name: 'Rotate Antenna', anomaly: active.id });
    expect(sent).toEqual({
      ok: true,
      value: {
        id: 'cmd-8',
        name: 'Rotate Antenna',
        scheduledTime: later(60 * MS_PER_S),
        priority: 'Medium',
        status: 'Executed',
        executionTime: later(60 * MS_PER_S),
      },
    });
    const after = mission.snapshot().commands.value;
    expect(after.filter(({ status }) => status === 'Pending')).toEqual(planned);
    expect(mission.snapshot().spacecraft.value?.activities).toMatchObject([{ commandId: 'cmd-8' }]);
  });

  it('marks it as the answer of its anomaly, also once that has recovered, and in a resumed mission', () => {
    const { mission, active } = openMission();
    mission.control.sendCommand({ name: 'Rotate Antenna', anomaly: active.id });
    const answers = (of: typeof mission) =>
      of.snapshot().anomalies.value.flatMap(({ id, answer }) => (answer === undefined ? [] : [[id, answer]]));
    expect(answers(mission)).toEqual([[active.id, 'cmd-8']]);
    mission.advanceTo(later(240 * MS_PER_S));
    expect(mission.snapshot().spacecraft.value?.faults).toEqual([]);
    expect(answers(mission)).toEqual([[active.id, 'cmd-8']]);
    expect(answers(startMission({ resume: resumeOf(mission) }))).toEqual([[active.id, 'cmd-8']]);
  });

  it('marks no anomaly where it answers none', () => {
    const { mission } = openMission();
    expect(mission.control.sendCommand({ name: 'Data Downlink' }).ok).toBe(true);
    expect(mission.snapshot().anomalies.value.filter(({ answer }) => answer !== undefined)).toEqual([]);
  });

  it('says once that the command is executed, and logs it once', () => {
    const { mission } = openMission();
    mission.control.sendCommand({ name: 'Thermal Control' });
    const lines = mission.snapshot().log.value.filter(({ of = [] }) => of.includes('cmd-8'));
    expect(lines.map(({ text }) => text)).toEqual(['Thermal Control executed']);
  });

  it('refuses an anomaly that is resolved or unknown, and what is no command, and changes nothing', () => {
    const { mission, active } = openMission();
    mission.control.resolveAnomaly(active.id);
    const before = mission.snapshot();
    const send = (command: object) => mission.control.sendCommand(command as never);
    expect(send({ name: 'Rotate Antenna', anomaly: active.id })).toEqual({
      ok: false,
      message: 'This anomaly is already resolved.',
    });
    expect(send({ name: 'Rotate Antenna', anomaly: 'anomaly-999' })).toEqual({
      ok: false,
      message: 'This anomaly is no longer in the list.',
    });
    expect(send({ name: 'Self Destruct' })).toEqual({
      ok: false,
      message: 'The input of sendCommand is refused: name is not a command.',
    });
    expect(mission.snapshot()).toEqual(before);
  });
});
