import { expect, it } from 'vitest';
import { COMMAND_NAMES } from '../../../../src/shared/entities/entities.ts';
import { MS_PER_DAY, MS_PER_H, MS_PER_MIN } from '../../../../src/shared/kit/units.ts';
import { later, startMission, T0 } from '../../../support/mission.ts';
import { startLiveMission } from './live-data/live-mission.ts';

const MOST_BYTES = 10_000;

it('the journal of an eventful hour with live data has at most 10 kB', async () => {
  const { mission: session, live } = startLiveMission();
  const { control, mission } = session;
  for (let round = 0; round < 12; round++) {
    await live(300);
    const name = COMMAND_NAMES[round % COMMAND_NAMES.length] ?? 'Thermal Control';
    const queued = control.queueCommand({ name, scheduledTime: '2026-11-20T18:00' }, `request-q${round}`);
    if (queued.ok) control.executeCommand(queued.value.id, `request-e${round}`);
    for (const { id, status } of session.snapshot().anomalies.value) {
      if (status === 'Active') control.acknowledgeAnomaly(id, `request-${id}`);
    }
  }
  const kinds = mission.journal().map(({ input }) => input.kind);
  expect(kinds).toContain('iss-orbit');
  expect(kinds.filter((kind) => kind === 'operation').length).toBeGreaterThan(24);
  expect(JSON.stringify(mission.journal()).length).toBeLessThanOrEqual(MOST_BYTES);
});

it.each([
  { what: 'a minute on the first day', startMs: 2 * MS_PER_H, spanMs: MS_PER_H, count: 60 },
  { what: 'ten minutes in the first week', startMs: 2 * MS_PER_DAY, spanMs: MS_PER_H, count: 6 },
  { what: 'an hour in the first month', startMs: 9 * MS_PER_DAY, spanMs: 3 * MS_PER_H, count: 3 },
  { what: 'a day after a month', startMs: 40 * MS_PER_DAY + 11 * MS_PER_H, spanMs: 3 * MS_PER_H, count: 1 },
])(
  'a recording has one hash for $what, so that weeks at a high rate can be opened again',
  ({ startMs, spanMs, count }) => {
    const session = startMission({ profile: 'none' });
    session.advanceTo(later(startMs));
    const begins = later(startMs);
    for (let ms = 0; ms <= spanMs; ms += MS_PER_MIN) session.advanceTo(later(ms, begins));
    const { marks } = session.record();
    expect(marks.filter(({ time }) => time > begins)).toHaveLength(count);
    expect(marks.every(({ time }) => time > T0)).toBe(true);
  },
);
