import { REAL_DATA_CALLS, type RealDataCall } from '../../src/shared/contract/real-data.ts';
import { satellitePosition } from '../../src/shared/entities/satellite-position.ts';
import { ORBITAL_ELEMENTS, SATELLITES } from '../../src/shared/entities/satellites.ts';
import { addMs, type EpochMs, epochMs, MS_PER_S } from '../../src/shared/kit/units.ts';
import type { OrbitalElements } from '../../src/shared/orbit/elements.ts';
import { siteOf } from '../../src/shared/orbit/observer.ts';
import { createPropagator } from '../../src/shared/orbit/propagator.ts';
import type { Gateway } from '../../src/worker/session/live-data/gateway.ts';

/** True orbit of the ISS in tests: a fifth of an orbit ahead of the built-in elements, in another plane. */
export const TRUE_ISS: OrbitalElements = {
  ...ORBITAL_ELEMENTS.iss,
  RA_OF_ASC_NODE: Number(ORBITAL_ELEMENTS.iss.RA_OF_ASC_NODE) + 1.5,
  MEAN_ANOMALY: Number(ORBITAL_ELEMENTS.iss.MEAN_ANOMALY) + 72,
};

const built = createPropagator(TRUE_ISS);
if (!built.ok) throw new Error(built.message);
export const trueIss = built.value;

const truePosition = (time: EpochMs) => {
  const position = satellitePosition(trueIss, siteOf(SATELLITES.iss.observer), time);
  if (!position) throw new Error(`The station has no position at ${time}.`);
  return position;
};

const wholeSecond = (time: EpochMs): EpochMs => epochMs(Math.floor(time / MS_PER_S) * MS_PER_S);

/** Returns Open Notify's answer at an instant: four decimals, whole seconds. */
export function fixAnswer(time: EpochMs): unknown {
  const { satlatitude, satlongitude } = truePosition(time);
  return {
    iss_position: { latitude: satlatitude.toFixed(4), longitude: satlongitude.toFixed(4) },
    message: 'success',
    timestamp: Math.floor(time / MS_PER_S),
  };
}

/** Returns N2YO's answer at an instant: one sample per second from then on. */
export function samplesAnswer(time: EpochMs, count = 300): { positions: Record<string, unknown>[] } {
  const first = wholeSecond(time);
  const positions = Array.from({ length: count }, (_, index) => {
    const { timestamp, ...position } = truePosition(addMs(first, index * MS_PER_S));
    return {
      ...position,
      satlatitude: Number(position.satlatitude.toFixed(8)),
      satlongitude: Number(position.satlongitude.toFixed(8)),
      sataltitude: Number(position.sataltitude.toFixed(2)),
      timestamp: timestamp / MS_PER_S,
    };
  });
  return { positions };
}

export const PEOPLE = [
  { craft: 'ISS', name: 'Oleg Kononenko' },
  { craft: 'Tiangong', name: 'Li Guangsu' },
] as const;

/** Produces a call's answer: a value or a promise of one; a throw is a failure. */
export type Behaviour = (time: EpochMs, signal: AbortSignal) => unknown;

const GOOD: Readonly<Record<RealDataCall, Behaviour>> = {
  issPosition: fixAnswer,
  astronauts: () => ({ people: PEOPLE, number: PEOPLE.length, message: 'success' }),
  satellitePositions: (time) => samplesAnswer(time),
};

/** A gateway whose answers a test sets per call. */
export interface FakeGateway extends Gateway {
  /** Instant of its answers. */
  time: EpochMs;
  readonly calls: Record<RealDataCall, number>;
  /** Sets the behaviour from now on; without one the call succeeds again. */
  set(call: RealDataCall, behaviour?: Behaviour): void;
  setAll(behaviour?: Behaviour): void;
}

export function createFakeGateway(start: EpochMs): FakeGateway {
  const behaviours = { ...GOOD };
  const gateway: FakeGateway = {
    time: start,
    calls: { issPosition: 0, astronauts: 0, satellitePositions: 0 },
    async call(call, signal) {
      gateway.calls[call] += 1;
      return await behaviours[call](gateway.time, signal);
    },
    set(call, behaviour = GOOD[call]) {
      behaviours[call] = behaviour;
    },
    setAll(behaviour) {
      for (const call of REAL_DATA_CALLS) gateway.set(call, behaviour);
    },
  };
  return gateway;
}

export const failing =
  (message: string): Behaviour =>
  () => {
    throw new Error(message);
  };

export const hanging: Behaviour = () => new Promise(() => {});

/** Lets all pending answers arrive, without waiting for timers. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
}
