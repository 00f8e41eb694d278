import { ANOMALY_PERIOD_MS } from '../../src/shared/entities/constants.ts';
import { addMs, epochMs, MS_PER_DAY, MS_PER_H, MS_PER_S } from '../../src/shared/kit/units.ts';
import { openSession } from '../../src/worker/session/session.ts';
import { createFakeGateway } from '../../tests/support/fake-gateway.ts';
import { asListener } from '../../tests/support/mission.ts';
import { settledBytes } from '../heap.ts';
import type { Reading } from './slope.ts';
import { MOST_HEAP_PER_H, type Watched } from './verdict.ts';

const T0 = epochMs(Date.UTC(2026, 10, 20, 12));
const DAYS = 7;
/** Time before measurements count, while lists fill up and code is compiled. */
const SETTLING_H = 24;
const READ_EVERY_H = 6;

/** Observes a mission on live data as in a worker, with its rounds answered between the seconds. */
export async function soakWeek(): Promise<readonly Watched[]> {
  const gateway = createFakeGateway(T0);
  const mission = openSession({ clock: { now: () => gateway.time }, seed: 1, gateway });
  let notices = 0;
  let updates = 0;
  mission.control.subscribe(
    asListener((update) => {
      notices += update.notices.length;
      updates += 1;
    }),
  );
  const heap: Reading[] = [];
  const entries: Reading[] = [];
  const noticesAnHour: Reading[] = [];
  const perHour: number[] = [];
  for (let hour = 1; hour <= DAYS * 24; hour++) {
    const before = { notices, updates };
    for (let ms = MS_PER_S; ms <= MS_PER_H; ms += MS_PER_S) {
      gateway.time = addMs(T0, (hour - 1) * MS_PER_H + ms);
      mission.advanceTo(gateway.time);
      await Promise.resolve(); // the gateway's answers arrive
      if (ms % (10 * MS_PER_S) === 0) await new Promise(setImmediate);
    }
    perHour.push(updates - before.updates);
    if (hour < SETTLING_H || hour % READ_EVERY_H !== 0) continue;
    const { anomalies, log, commands, timeline, verifications } = mission.snapshot();
    heap.push({ hours: hour, value: settledBytes() / 1000 });
    noticesAnHour.push({ hours: hour, value: notices - before.notices });
    entries.push({
      hours: hour,
      value: [anomalies, log, commands, timeline, verifications].reduce(
        (sum, slice) => sum + slice.value.length,
        0,
      ),
    });
  }
  const draws = MS_PER_H / ANOMALY_PERIOD_MS;
  console.log(
    `A week of mission, second by second: ${Math.round((DAYS * MS_PER_DAY) / MS_PER_S)} steps, ${updates} updates, ${notices} notices (${draws} draws an hour), ${gateway.calls.issPosition} rounds`,
  );
  return [
    {
      name: 'A week in Node: heap with the archive, collected',
      unit: 'kB',
      readings: heap,
      maxPerHour: MOST_HEAP_PER_H,
    },
    { name: 'A week in Node: entries in all lists', unit: 'entries', readings: entries, max: 600 },
    { name: 'A week in Node: notices an hour', unit: 'notices', readings: noticesAnHour, max: 60 },
  ];
}
