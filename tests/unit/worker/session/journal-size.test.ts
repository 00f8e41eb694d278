import { expect, it } from 'vitest';
import { COMMAND_NAMES } from '../../../../src/shared/entities.ts';
import { startLiveMission } from '../live-data/live-mission.ts';

const MOST_BYTES = 10_000;

it('the journal of an eventful hour with live data has at most 10 kB', { timeout: 120_000 }, async () => {
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
