import { TELEMETRY_CHANNELS } from '../src/shared/entities/telemetry-channels.ts';
import { addMs, epochMs, MS_PER_H } from '../src/shared/kit/units.ts';
import { openSession } from '../src/worker/session/session.ts';
import { type Comparison, median } from './measure.ts';
import { callEachSecond, timed } from './recording.ts';

const T0 = epochMs(Date.UTC(2026, 10, 20, 12));
const RUNS = 24;
const SPANS = [6, 24] as const;

/** Measures what is predicted at each hour of a mission's day: every channel, with a command and without one. */
export function measureLookAhead(): readonly Comparison[] {
  return SPANS.map((hours) => {
    const session = openSession({ clock: { now: () => T0 }, seed: 1 });
    const plain: number[] = [];
    const commanded: number[] = [];
    const floor: number[] = [];
    for (let run = 1; run <= RUNS; run++) {
      const now = addMs(T0, run * MS_PER_H);
      session.advanceTo(now);
      const query = { channels: TELEMETRY_CHANNELS, to: addMs(now, hours * MS_PER_H) };
      plain.push(timed(() => session.control.lookAhead(query)));
      commanded.push(
        timed(() => session.control.lookAhead({ ...query, command: { name: 'Data Downlink' } })),
      );
      floor.push(timed(() => callEachSecond(now, hours * MS_PER_H)));
    }
    return {
      id: `look-ahead-${hours}`,
      name: `A look ahead of ${hours} h, every channel`,
      unit: 'ms',
      measured: plain,
      floor,
      against: 'a bare SGP4 call per second of it',
      notes: { 'with a command': `${median(commanded).toFixed(1)} ms` },
    };
  });
}
