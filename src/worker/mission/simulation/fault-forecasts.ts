import type { EclipseForecast } from '../../../shared/entities/spacecraft.ts';
import { addMs, type EpochMs, MS_PER_H, MS_PER_MIN } from '../../../shared/kit/units.ts';
import { type AnomaliesState, actingFaults } from '../../ground/anomalies/anomalies.ts';
import { isForesightDue } from '../../ground/anomalies/anomaly-reports.ts';
import { type FaultRecord, isCauseKnown, latestSwitch } from '../../ground/anomalies/fault-records.ts';
import type { MissionForesight } from '../../ground/diagnosis/outlook.ts';
import { rememberLast } from '../../kit/remember.ts';
import { forecastEclipse } from '../../spacecraft/eclipse-forecast.ts';
import { FDIR_RULES, type FdirPlan } from '../../spacecraft/fdir.ts';
import { type ForeseenLimit, type Foresight, foresee, isSameLimit } from '../../spacecraft/forecast.ts';
import {
  type ActiveFault,
  type SpacecraftState,
  withFaultFields,
  withFields,
} from '../../spacecraft/model.ts';
import { type MissionState, type SimulationContext, withAnomalies } from '../state/mission-state.ts';

/** Span of an outlook, and a margin for the time until it is renewed. */
const OUTLOOK_MS = 12 * MS_PER_H;
const SPARE_MS = 6 * MS_PER_MIN;

/** Replaces FDIR's plans for the faults for which `planOf` returns one. */
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

/** Returns the plan in which FDIR acts as late as possible on a detected fault. */
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

/** Returns the record of a fault that FDIR has not reported as contained. */
function unreported(anomalies: AnomaliesState, { anomalyId }: ActiveFault): FaultRecord | undefined {
  const record = recordOf(anomalies, anomalyId);
  return record?.isContained ? undefined : record;
}

/** Returns the spacecraft as the ground can forecast it, without unreported actions of FDIR. */
const withoutUnreported = (state: MissionState): SpacecraftState =>
  withPlans(state.telemetry.spacecraft, (fault) =>
    unreported(state.operator.anomalies, fault) ? LASTING : undefined,
  );

/** False in an exercise without explanations. */
const hasCauses = ({ exercise }: SimulationContext): boolean =>
  exercise?.definition.aids.explanations ?? true;

/** Faults that the ground can reckon with, and the anomalies of the others. */
interface KnownFaults {
  readonly faults: readonly ActiveFault[];
  readonly without: readonly string[];
}

/** Sample after sample, neither the faults nor what is known of them changes. */
const knownIn = rememberLast((anomalies: AnomaliesState) =>
  rememberLast((faults: readonly ActiveFault[]): KnownFaults => {
    const isKnown = ({ anomalyId }: ActiveFault): boolean => {
      const record = recordOf(anomalies, anomalyId);
      return record !== undefined && isCauseKnown(record);
    };
    return {
      faults: faults
        .filter(isKnown)
        .map((fault) => (unreported(anomalies, fault) ? withFaultFields(fault, { plan: LASTING }) : fault)),
      without: faults.filter((fault) => !isKnown(fault)).map(({ anomalyId }) => anomalyId),
    };
  }),
);

/**
 * Returns the faults that the ground can reckon with at the newest telemetry: those of a known cause that readings have
 * shown, without unreported actions of FDIR; in an exercise without explanations none.
 */
export function knownFaultsIn(
  { telemetry, operator }: MissionState,
  context: SimulationContext,
): KnownFaults {
  const { faults } = telemetry.downlink.reported.spacecraft;
  if (hasCauses(context)) return knownIn(operator.anomalies)(faults);
  return { faults: [], without: faults.map(({ anomalyId }) => anomalyId) };
}

/** Returns the spacecraft at its newest telemetry with the faults that the ground can reckon with. */
export function knownSpacecraft(
  state: MissionState,
  context: SimulationContext,
): { readonly spacecraft: SpacecraftState; readonly without: readonly string[] } {
  const { faults, without } = knownFaultsIn(state, context);
  return { spacecraft: withFields(state.telemetry.downlink.reported.spacecraft, { faults }), without };
}

/** Returns the latest times of FDIR's actions that the ground does not know yet. */
const switchesOf = (state: MissionState): readonly EpochMs[] =>
  state.telemetry.spacecraft.faults
    .flatMap((fault) => unreported(state.operator.anomalies, fault) ?? [])
    .map(latestSwitch);

/** Returns FDIR's latest plan for a fault not reported as contained; `undefined` for a reported one. */
const latestPlanOf =
  (state: MissionState, time: EpochMs) =>
  (fault: ActiveFault): FdirPlan | undefined => {
    const record = unreported(state.operator.anomalies, fault);
    return record && latestPlan(record, time);
  };

/**
 * Returns the possible courses until FDIR reports more, besides no action: each fault on which it may act is
 * contained at the latest instant, or cleared by a retry at once; one of them alone, or all.
 */
function coursesOfFdir(state: MissionState, time: EpochMs): readonly SpacecraftState[] {
  const { spacecraft } = state.telemetry;
  const open = spacecraft.faults.filter((fault) => {
    const record = unreported(state.operator.anomalies, fault);
    return record && latestSwitch(record) > time;
  });
  const contained = latestPlanOf(state, time);
  const retried = (): FdirPlan => ({ course: 'transient', clearedAt: time });
  const groups = open.length > 1 ? [open, ...open.map((fault) => [fault])] : [open];
  const without = withoutUnreported(state);
  return groups.flatMap((acted) =>
    [contained, retried].map((planOf) =>
      withPlans(without, (fault) =>
        acted.some(({ anomalyId }) => anomalyId === fault.anomalyId) ? planOf(fault) : undefined,
      ),
    ),
  );
}

/**
 * Forecasts the next eclipse from what the ground knows. While FDIR may act, with the lowest charge of the possible
 * courses: a fault that it clears may have saved charge, by the safe mode that it would have led to.
 */
export function foreseeEclipse(
  state: MissionState,
  time: EpochMs,
  { environmentAt }: SimulationContext,
): EclipseForecast | undefined {
  const foreseen = (from: SpacecraftState) => forecastEclipse(from, environmentAt, time);
  const forecast = foreseen(withoutUnreported(state));
  const mayFdirAct = switchesOf(state).some((until) => until > time);
  if (!forecast?.eclipse || !mayFdirAct) return forecast;
  const others = coursesOfFdir(state, time).flatMap((course) => foreseen(course)?.eclipse ?? []);
  const charges = [forecast.eclipse, ...others].map(({ socAtEnd }) => socAtEnd);
  return { ...forecast, eclipse: { ...forecast.eclipse, socAtEnd: Math.min(...charges) }, isLeast: true };
}

/**
 * Forecasts the effect of all faults together: without unreported actions of FDIR; and with them, where it can still
 * act on a fault and would avert a limit violation.
 * @param known the last forecast, if only time has changed since: unless one of FDIR's times has passed, it still
 * averts the same violations
 */
function foreseeMission(
  state: MissionState,
  time: EpochMs,
  context: SimulationContext,
  known: MissionForesight | undefined,
): MissionForesight {
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
    : foreseen(withPlans(state.telemetry.spacecraft, latestPlanOf(state, time)));
  const isHelped = ({ turns: [turn], ...limit }: ForeseenLimit): boolean =>
    turn !== undefined &&
    turn.until <= helped.until &&
    !helped.limits.some((other) => isSameLimit(other, limit));
  const limits = alone.limits.map((limit) =>
    isHelped(limit) ? { ...limit, isAverted: true as const } : limit,
  );
  return { ...alone, limits, fdirUntil };
}

/** Renews the forecast; without an open fault none is needed. */
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

export const renewDueForecast = (
  state: MissionState,
  time: EpochMs,
  context: SimulationContext,
): MissionState =>
  isForesightDue(state.operator.anomalies, state.telemetry.history.at(-1), time)
    ? forecastFaults(state, time, context, state.operator.anomalies.foresight)
    : state;
