import type { EclipseForecast } from '../../shared/spacecraft.ts';
import { addMs, type EpochMs, MS_PER_H, MS_PER_MIN } from '../../shared/units.ts';
import { type AnomaliesState, actingFaults } from '../anomalies/anomalies.ts';
import { isForesightDue } from '../anomalies/anomaly-reports.ts';
import { type FaultRecord, latestSwitch } from '../anomalies/fault-records.ts';
import type { MissionForesight } from '../diagnosis/outlook.ts';
import { forecastEclipse } from '../spacecraft/eclipse-forecast.ts';
import { FDIR_RULES, type FdirPlan } from '../spacecraft/fdir.ts';
import { type ForeseenLimit, type Foresight, foresee, isSameLimit } from '../spacecraft/forecast.ts';
import { type ActiveFault, type SpacecraftState, withFaultFields, withFields } from '../spacecraft/model.ts';
import { type MissionState, type SimulationContext, withAnomalies } from '../state/mission-state.ts';

/** What an outlook covers, and the period after which it is renewed. */
const OUTLOOK_MS = 12 * MS_PER_H;
const SPARE_MS = 6 * MS_PER_MIN;

/** The spacecraft with other plans of FDIR for what the ground has not been told. */
const withPlans = (
  spacecraft: SpacecraftState,
  planOf: (fault: ActiveFault) => FdirPlan | undefined,
): SpacecraftState =>
  withFields(spacecraft, {
    faults: spacecraft.faults.map((fault) => {
      const plan = planOf(fault);
      return plan ? withFaultFields(fault, { plan }) : fault;
    }),
  });

const recordOf = ({ faults, closed }: AnomaliesState, id: string): FaultRecord | undefined =>
  faults[id] ?? closed?.[id];

/** The latest that FDIR does about a fault that it has detected. */
function latestPlan(record: FaultRecord, now: EpochMs): FdirPlan {
  const containedAt = latestSwitch(record);
  if (containedAt <= now) return LASTING;
  return {
    course: 'contained',
    containedAt,
    clearedAt: addMs(containedAt, FDIR_RULES[record.name].clearMin[1] * MS_PER_MIN),
  };
}

const LASTING: FdirPlan = { course: 'lasting' };

/** The record of a fault that FDIR has not reported to have contained. */
function unreported({ operator }: MissionState, { anomalyId }: ActiveFault): FaultRecord | undefined {
  const record = recordOf(operator.anomalies, anomalyId);
  return record?.isContained ? undefined : record;
}

/** The spacecraft as the ground can forecast it: without what FDIR has not reported. */
const withoutUnreported = (state: MissionState): SpacecraftState =>
  withPlans(state.telemetry.spacecraft, (fault) => (unreported(state, fault) ? LASTING : undefined));

/** Until when FDIR may act on each fault without the ground knowing yet. */
const switchesOf = (state: MissionState): readonly EpochMs[] =>
  state.telemetry.spacecraft.faults.flatMap((fault) => unreported(state, fault) ?? []).map(latestSwitch);

/** The eclipse ahead, as the ground can forecast it. */
export function foreseeEclipse(
  state: MissionState,
  time: EpochMs,
  { environmentAt }: SimulationContext,
): EclipseForecast | undefined {
  const forecast = forecastEclipse(withoutUnreported(state), environmentAt, time);
  const mayFdirAct = switchesOf(state).some((until) => until > time);
  return forecast?.eclipse && mayFdirAct ? { ...forecast, isUnlessFdir: true } : forecast;
}

/**
 * What comes of all faults together: without what FDIR has not reported yet; and with it, where it can still act on a
 * fault and would keep a limit.
 * @param known the last one, if nothing has changed since but the time: unless one of FDIR's times has passed, it still
 * keeps the same limits
 */
function foreseeMission(
  state: MissionState,
  time: EpochMs,
  context: SimulationContext,
  known: MissionForesight | undefined,
): MissionForesight {
  const { spacecraft } = state.telemetry;
  const foreseen = (from: SpacecraftState) =>
    foresee(from, context.environmentAt, time, OUTLOOK_MS + SPARE_MS);
  const alone = foreseen(withoutUnreported(state));
  const switches = switchesOf(state);
  const fdirUntil = switches.reduce((last, next) => (next > last ? next : last), time);
  if (fdirUntil <= time) return alone;
  const isKept = alone.limits.every(({ turns }) => turns.length === 0);
  if (isKept) return { ...alone, fdirUntil };
  const isUnchanged = known && !switches.some((then) => then >= known.from && then <= time);
  const helped: Foresight = isUnchanged
    ? { ...known, limits: known.limits.filter(({ isAverted }) => !isAverted) }
    : foreseen(
        withPlans(spacecraft, (fault) => {
          const record = unreported(state, fault);
          return record && latestPlan(record, time);
        }),
      );
  const isHelped = ({ turns: [turn], ...limit }: ForeseenLimit): boolean =>
    turn !== undefined &&
    turn.until <= helped.until &&
    !helped.limits.some((other) => isSameLimit(other, limit));
  const limits = alone.limits.map((limit) =>
    isHelped(limit) ? { ...limit, isAverted: true as const } : limit,
  );
  return { ...alone, limits, fdirUntil };
}

/** The mission with a new forecast; without an open fault it needs none. */
export function forecastFaults(
  state: MissionState,
  time: EpochMs,
  context: SimulationContext,
  known?: MissionForesight,
): MissionState {
  if (actingFaults(state.operator.anomalies).length === 0) return state;
  const foresight = foreseeMission(state, time, context, known);
  return withAnomalies(state, { ...state.operator.anomalies, foresight });
}

/** The mission with a new forecast, where that is due. */
export const renewDueForecast = (
  state: MissionState,
  time: EpochMs,
  context: SimulationContext,
): MissionState =>
  isForesightDue(state.operator.anomalies, state.telemetry.history.at(-1), time)
    ? forecastFaults(state, time, context, state.operator.anomalies.foresight)
    : state;
