import type { AnomalyLoad } from '../../../shared/entities/anomaly-load.ts';
import type { Anomaly } from '../../../shared/entities/entities.ts';
import { addMs, type EpochMs, MS_PER_H, MS_PER_MIN } from '../../../shared/kit/units.ts';
import { medianOf } from '../../kit/median.ts';

/** A fault whose anomaly asks, or has asked, for action. */
export interface Ask {
  /** Anomaly that first reported the fault. */
  readonly id: Anomaly['id'];
  readonly askedAt: EpochMs;
  /** Time of the first answer: acknowledged, resolved, shelved, or a command sent. */
  readonly answeredAt?: EpochMs;
}

/** Time for which asks are kept, and the length of a peak. */
const KEPT_MS = MS_PER_H;
const PEAK_MS = 10 * MS_PER_MIN;

/** Part of the state of the anomalies that says which of them ask for action. */
interface AskingState {
  readonly anomalies: readonly Anomaly[];
  readonly faults: Readonly<Record<string, { readonly firstReport?: Anomaly['id'] }>>;
  readonly closed?: AskingState['faults'];
  readonly asks?: readonly Ask[];
}

/** Returns the id under which the fault of an anomaly was first reported. */
const firstReportOf = ({ faults, closed }: AskingState, id: Anomaly['id']): Anomaly['id'] =>
  (faults[id] ?? closed?.[id])?.firstReport ?? id;

/** True once an operator has answered an anomaly, also before it asked for action. */
export const isAnswered = ({ status, answer }: Anomaly): boolean =>
  status !== 'Active' || answer !== undefined;

/**
 * Records the unanswered anomalies that begin to ask for action now. A fault is counted once in `KEPT_MS`. An older ask is
 * dropped once its anomaly has been answered or is no longer listed.
 */
export function withNewAsks<State extends AskingState>(state: State, time: EpochMs): State {
  const asking = state.anomalies.filter((anomaly) => anomaly.askedAt === time && !isAnswered(anomaly));
  if (asking.length === 0) return state;
  const listed = new Set(state.anomalies.map(({ id }) => firstReportOf(state, id)));
  const isRecent = ({ askedAt }: Ask): boolean => time - askedAt < KEPT_MS;
  const held = (state.asks ?? []).filter(
    (ask) => isRecent(ask) || (ask.answeredAt === undefined && listed.has(ask.id)),
  );
  const begun = asking.flatMap(({ id }): readonly Ask[] => {
    const first = firstReportOf(state, id);
    return held.some((ask) => ask.id === first && isRecent(ask)) ? [] : [{ id: first, askedAt: time }];
  });
  return begun.length === 0 ? state : { ...state, asks: [...held, ...begun] };
}

/** Records that an operator has answered an anomaly; only the first answer counts. */
export function withAnswer<State extends AskingState>(state: State, id: Anomaly['id'], time: EpochMs): State {
  const first = firstReportOf(state, id);
  const { asks = [] } = state;
  const isOpen = (ask: Ask): boolean => ask.id === first && ask.answeredAt === undefined;
  if (!asks.some(isOpen)) return state;
  return { ...state, asks: asks.map((ask) => (isOpen(ask) ? { ...ask, answeredAt: time } : ask)) };
}

/** Shifts an ask after the clock moved back. */
export const shiftAsk = ({ id, askedAt, answeredAt }: Ask, shiftMs: number): Ask => ({
  id,
  askedAt: addMs(askedAt, shiftMs),
  ...(answeredAt !== undefined && { answeredAt: addMs(answeredAt, shiftMs) }),
});

/** Returns how often anomalies have asked for action; the held value while it is equal. */
export function loadOf(
  { asks, profile }: Pick<AnomalyLoad, 'profile'> & { readonly asks: readonly Ask[] | undefined },
  time: EpochMs,
  held: AnomalyLoad | undefined,
): AnomalyLoad {
  const recent = (asks ?? []).filter(({ askedAt }) => time - askedAt < KEPT_MS);
  const times = recent.map(({ askedAt }) => askedAt);
  const inLastHour = times.length;
  const upTo = (end: EpochMs): number =>
    times.filter((askedAt) => askedAt > end - PEAK_MS && askedAt <= end).length;
  const mostInTenMinutes = Math.max(0, ...times.map(upTo));
  const answeredInMs = medianOf(
    recent.flatMap(({ askedAt, answeredAt }) => (answeredAt === undefined ? [] : [answeredAt - askedAt])),
  );
  const isSame =
    held?.inLastHour === inLastHour &&
    held.mostInTenMinutes === mostInTenMinutes &&
    held.answeredInMs === answeredInMs;
  return isSame ? held : { profile, inLastHour, mostInTenMinutes, answeredInMs };
}
