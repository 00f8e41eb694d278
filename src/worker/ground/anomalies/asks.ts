import { type AnomalyLoad, LOAD_HOUR_MS, LOAD_PEAK_MS } from '../../../shared/entities/anomaly-load.ts';
import type { Anomaly } from '../../../shared/entities/entities.ts';
import { addMs, type EpochMs } from '../../../shared/kit/units.ts';

/** A fault whose anomaly asks, or has asked, for action. */
export interface Ask {
  /** Anomaly that first reported the fault. */
  readonly id: Anomaly['id'];
  readonly askedAt: EpochMs;
  /** Time of the first answer: acknowledged, resolved, shelved, or a command sent. */
  readonly answeredAt?: EpochMs;
}

/** Part of the state of the anomalies that says which of them ask for action. */
interface AskingState {
  readonly anomalies: readonly Anomaly[];
  readonly faults: Readonly<Record<string, { readonly firstReport?: Anomaly['id'] }>>;
  readonly closed?: AskingState['faults'];
  readonly asks?: readonly Ask[];
}

const isAnswered = ({ status, answer, shelved }: Anomaly): boolean =>
  status !== 'Active' || answer !== undefined || shelved !== undefined;

/** Records which anomalies have begun to ask for action, and which have been answered; the given state if none has. */
export function followAsks<State extends AskingState>(state: State, time: EpochMs): State {
  const { asks = [], anomalies, faults, closed } = state;
  let next = asks;
  for (const anomaly of anomalies) {
    if (anomaly.askedAt === undefined) continue;
    const id = (faults[anomaly.id] ?? closed?.[anomaly.id])?.firstReport ?? anomaly.id;
    const index = next.findIndex((ask) => ask.id === id);
    const ask = next[index];
    const answered = isAnswered(anomaly) && { answeredAt: time };
    if (!ask) {
      if (time - anomaly.askedAt < LOAD_HOUR_MS)
        next = [...next, { id, askedAt: anomaly.askedAt, ...answered }];
    } else if (answered && ask.answeredAt === undefined) next = next.with(index, { ...ask, ...answered });
  }
  const kept = next.filter(({ askedAt }) => time - askedAt < LOAD_HOUR_MS);
  return kept.length === asks.length && next === asks ? state : { ...state, asks: kept };
}

/** Shifts an ask after the clock moved back. */
export const shiftAsk = ({ id, askedAt, answeredAt }: Ask, shiftMs: number): Ask => ({
  id,
  askedAt: addMs(askedAt, shiftMs),
  ...(answeredAt !== undefined && { answeredAt: addMs(answeredAt, shiftMs) }),
});

const medianOf = (values: readonly number[]): number | undefined =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

/** Returns how often anomalies have asked for action; the held value while it is equal. */
export function loadOf(
  asks: readonly Ask[] | undefined,
  time: EpochMs,
  held: AnomalyLoad | undefined,
): AnomalyLoad {
  const recent = (asks ?? []).filter(({ askedAt }) => time - askedAt < LOAD_HOUR_MS);
  const times = recent.map(({ askedAt }) => askedAt);
  const within = (from: number, lengthMs: number): number =>
    times.filter((askedAt) => askedAt > from && askedAt <= from + lengthMs).length;
  const inLastHour = times.length;
  const mostInTenMinutes = Math.max(
    0,
    ...times.map((askedAt) => within(askedAt - LOAD_PEAK_MS, LOAD_PEAK_MS)),
  );
  const answeredInMs = medianOf(
    recent.flatMap(({ askedAt, answeredAt }) => (answeredAt === undefined ? [] : [answeredAt - askedAt])),
  );
  const isSame =
    held?.inLastHour === inLastHour &&
    held.mostInTenMinutes === mostInTenMinutes &&
    held.answeredInMs === answeredInMs;
  return isSame ? held : { inLastHour, mostInTenMinutes, answeredInMs };
}
