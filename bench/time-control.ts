import { addMs, type EpochMs, epochMs, MS_PER_H, MS_PER_MIN, MS_PER_S } from '../src/shared/kit/units.ts';
import { openSession, type Session } from '../src/worker/session/session.ts';
import type { Comparison } from './measure.ts';
import { timed } from './recording.ts';

const T0 = epochMs(Date.UTC(2026, 10, 20, 12));
const RATE = 3600;
const TICK_MS = 250;
const SLICE_MS = 10 * MS_PER_MIN;
const HOURS = 24;
/** Seeks of each kind per hour of the day. */
const SEEKS = 4;

const cpuMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/** Starts a session driven as by the worker; a listener gets a copy of each update, as over a channel. */
function startSession(): { readonly session: Session; pass(ms: number): void } {
  let wall: EpochMs = T0;
  const session = openSession({ clock: { now: () => wall }, seed: 1 });
  session.control.subscribe(((update: unknown) => void structuredClone(update)) as never);
  session.control.slowOnCritical(false);
  return {
    session,
    pass(ms) {
      for (const end = addMs(wall, ms); wall < end; ) {
        wall = addMs(wall, TICK_MS);
        while (!session.advanceTo(wall, SLICE_MS));
      }
    },
  };
}

/** Times seeks to instants spread over the last part of a session, each into a new fork. */
function seeks(session: Session, spanMs: number, count: number): readonly number[] {
  const edge = session.mission.time();
  return Array.from({ length: count }, (_, index) => {
    // Multiples of the golden ratio spread evenly and never fall close to the one before.
    const share = (index * 0.618_033_988_749_895) % 1;
    session.control.seek();
    return timed(() => session.control.seek(epochMs(edge - share * spanMs - 1)));
  });
}

const p95 = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(0.95 * values.length)] ?? Number.NaN;

/**
 * Times seeks within the last ten minutes at the end of each hour of a day: what a seek replays, above all the
 * forecasts of its faults, depends on the hour more than on its distance.
 */
function seekNear(): readonly number[] {
  const { session, pass } = startSession();
  return Array.from({ length: HOURS }, () => {
    session.control.setRate(RATE);
    pass(MS_PER_S);
    session.control.setRate(0);
    const taken = seeks(session, 10 * MS_PER_MIN, SEEKS);
    session.control.seek();
    return taken;
  }).flat();
}

/** Measures the highest rate, seeks and a branch in a day's session. */
export function measureTimeControl(): readonly Comparison[] {
  const { session, pass } = startSession();
  session.control.setRate(RATE);
  const shares: number[] = [];
  const wallMs: number[] = [];
  for (let run = 0; run < HOURS; run++) {
    const before = cpuMs();
    wallMs.push(timed(() => pass(MS_PER_S)));
    shares.push((cpuMs() - before) / MS_PER_S);
  }
  session.control.setRate(0);
  const bare = Array.from({ length: 3 }, () => {
    const mission = openSession({ clock: { now: () => T0 }, seed: 1 });
    return timed(() => mission.advanceTo(addMs(T0, MS_PER_H)));
  });
  const [far, near] = [seeks(session, 23.9 * MS_PER_H, HOURS * SEEKS), seekNear()];
  const begun = Array.from({ length: 9 }, () =>
    timed(() => openSession({ clock: { now: () => T0 }, seed: 1 })),
  );
  const branched = Array.from({ length: 9 }, (_, index) => {
    session.control.showBranch('A');
    session.control.seek(addMs(T0, (index + 3) * MS_PER_H + 9 * MS_PER_MIN));
    return timed(() => session.control.takeOver());
  });
  return [
    {
      id: 'rate',
      name: `An hour of mission in a second on the wall: ${RATE}×, with updates`,
      unit: 'ms',
      measured: wallMs,
      floor: bare,
      against: 'the same hour in one advance',
      notes: { 'share of a core': `${Math.round(100 * Math.max(...shares.slice(4)))} % at most` },
    },
    {
      id: 'seek',
      name: 'A seek within a day',
      unit: 'ms',
      measured: far,
      floor: near,
      against: 'a seek within ten minutes, in the same hours',
      notes: { 'p95 within a day': `${p95(far).toFixed(0)} ms` },
    },
    {
      id: 'branch',
      name: 'A branch from a past instant',
      unit: 'ms',
      measured: branched,
      floor: begun,
      against: 'a new session, with the day before it',
    },
  ];
}
