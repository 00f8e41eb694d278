import { addMs, epochMs, MS_PER_DAY, MS_PER_H, MS_PER_S } from '../src/shared/kit/units.ts';
import { openSession } from '../src/worker/session/session.ts';
import type { Comparison } from './measure.ts';
import { callEachSecond, timed } from './recording.ts';

const T0 = epochMs(Date.UTC(2026, 10, 20, 12));

/** Compares a mission simulated second by second, with a hash per minute, with one SGP4 call per second. */
function measure(id: string, name: string, simulatedMs: number, runs: number): Comparison {
  const measured: number[] = [];
  const floor: number[] = [];
  for (let run = 0; run < runs; run++) {
    const session = openSession({ clock: { now: () => T0 }, seed: 1 });
    measured.push(
      timed(() => {
        for (let ms = MS_PER_S; ms <= simulatedMs; ms += MS_PER_S) session.advanceTo(addMs(T0, ms));
      }),
    );
    floor.push(timed(() => callEachSecond(T0, simulatedMs)));
  }
  return {
    id,
    name,
    unit: 'ms',
    measured,
    floor,
    against: 'a bare SGP4 call a second',
    notes: {
      'mission seconds per second': Math.round(simulatedMs / Math.min(...measured)).toLocaleString('en'),
    },
  };
}

export const measureSimulation = (runs = 9): Comparison =>
  measure('simulation', '2 h of mission, second by second', 2 * MS_PER_H, runs);

/** The anomaly list fills up, and every sample diagnoses each entry. */
export const measureSimulatedDay = (): Comparison =>
  measure('simulation-day', '24 h of mission, second by second, unattended', MS_PER_DAY, 5);
