import { describe, it } from 'vitest';
import type { Checkpoint } from '../../../src/shared/mission-control.ts';
import { MS_PER_MIN } from '../../../src/shared/units.ts';
import { readCheckpoint } from '../../../src/worker/checkpoint/checkpoint.ts';
import { createMission } from '../../../src/worker/mission/mission.ts';
import { blend, createFakeGateway } from '../../support/fake-gateway.ts';
import { fuzz, insist, insistOnFinite, insistOnWords } from '../../support/fuzz.ts';
import { mutateClone } from '../../support/fuzz-mutations.ts';
import { later, startMission, T0 } from '../../support/mission.ts';

/** A mission with something of everything: real data, commands under way and watched, cancellations, faults. */
async function checkpointOfABusyMission(): Promise<Checkpoint> {
  const gateway = createFakeGateway(T0);
  const mission = startMission({ gateway, seed: 3 });
  const { control } = mission;
  mission.advanceTo(later(1));
  await blend();
  mission.advanceTo(later(MS_PER_MIN));
  const draft = { scheduledTime: '2026-11-20T15:00', priority: 'High' };
  for (const name of ['Rotate Antenna', 'Deploy Solar Array', 'Thermal Control', 'Data Downlink']) {
    const queued = control.queueCommand({ ...draft, name }, `queue ${name}`);
    if (queued.ok) control.executeCommand(queued.value.id);
  }
  const pending = control.queueCommand({ ...draft, name: 'Calibrate Sensors' });
  if (pending.ok) control.cancelCommand(pending.value.id);
  for (let minute = 2; minute < 90; minute++) mission.advanceTo(later(minute * MS_PER_MIN));
  for (const { id, status } of mission.snapshot().timeline.value) {
    if (status === 'Scheduled') control.cancelEvent(id, `cancel ${id}`);
  }
  const last = control.queueCommand({ ...draft, name: 'Attitude Adjustment' });
  if (last.ok) control.executeCommand(last.value.id);
  return structuredClone(mission.checkpoint());
}

const START = later(90 * MS_PER_MIN);

function carryOn(checkpoint: Checkpoint): void {
  const mission = createMission({ clock: { now: () => START }, seed: 1, checkpoint });
  for (const ms of [0, 1000, 20_000, MS_PER_MIN]) mission.advanceTo(later(ms, START));
  for (const { id } of mission.snapshot().anomalies.value) mission.control.resolveAnomaly(id);
  const { clock, telemetry, performance } = mission.snapshot();
  insist(clock.value.time >= later(59_000, START), 'The clock stands still.');
  insistOnFinite(telemetry.value, 'telemetry');
  insistOnFinite(performance.value, 'performance');
  const again = readCheckpoint(structuredClone(mission.checkpoint()));
  insist(again.ok, `What was read cannot be read again: ${again.ok || again.message}`);
}

describe('a mutated checkpoint', async () => {
  const good = await checkpointOfABusyMission();

  it('is read completely, or refused with the path of the error', () =>
    fuzz<unknown>({
      runs: 8000,
      corpus: [good],
      mutate: mutateClone,
      check(checkpoint) {
        const read = readCheckpoint(checkpoint as Checkpoint);
        if (read.ok) insistOnFinite(read.value);
        else insistOnWords(read.message);
      },
    }));

  it('that is read resumes a working mission', () =>
    fuzz<unknown>({
      runs: 1000,
      isSlow: true,
      corpus: [good],
      mutate: mutateClone,
      check(checkpoint) {
        // A refused checkpoint gives a new mission.
        if (readCheckpoint(checkpoint as Checkpoint).ok) carryOn(checkpoint as Checkpoint);
      },
    }));
});
