import type { PredictedChannel } from '../../../shared/contract/look-ahead.ts';
import { indexAt } from '../../../shared/contract/predicted-line.ts';
import type { TelemetrySample } from '../../../shared/entities/entities.ts';
import type { FaultName } from '../../../shared/entities/faults.ts';
import type { ActivityView, SpacecraftMode } from '../../../shared/entities/spacecraft.ts';
import { TELEMETRY_CHANNELS, type TelemetryChannel } from '../../../shared/entities/telemetry-channels.ts';
import { addMs, type EpochMs, epochMs, MS_PER_H, MS_PER_MIN } from '../../../shared/kit/units.ts';
import type { EnvironmentAt } from '../../spacecraft/environment.ts';
import { injectFault } from '../../spacecraft/faults.ts';
import { type Deliveries, flyAhead } from '../../spacecraft/fly-ahead.ts';
import { noteReadings } from '../../spacecraft/look-ahead.ts';
import {
  type ActiveFault,
  copyOf,
  INITIAL_SPACECRAFT,
  type SpacecraftState,
  withFields,
} from '../../spacecraft/model.ts';
import { deliverStarted } from '../../spacecraft/started-commands.ts';

/** What no instrument reports. The ground takes it from its own prediction, so that no fault shows in it. */
export interface Assumed
  extends Pick<SpacecraftState, 'attitudeError' | 'drift' | 'thermalOffset' | 'deployedShare'> {}

/** What telemetry has reported when a prediction was made. */
type Reported = Pick<
  SpacecraftState,
  | 'mode'
  | 'undervoltageS'
  | 'safeHoldS'
  | 'nextSafeHoldS'
  | 'soc'
  | 'busVoltage'
  | 'arrayPowerW'
  | 'signalStrength'
  | 'busTemperature'
  | 'arrayTemperature'
  | 'isHeaterOn'
  | 'antenna'
>;

/** Events in progress from an instant on. */
interface EventsAboard extends Pick<SpacecraftState, 'events'> {
  readonly from: EpochMs;
}

/** All that a prediction follows from, besides the faults that the ground knows. Plain cloneable data. */
export interface PredictionBasis extends Assumed, Reported {
  readonly time: EpochMs;
  /** Commands in progress then, and those that telemetry has shown since. */
  readonly commands: readonly ActivityView[];
  /** Events in progress then, and what operators have started and completed since. */
  readonly events: readonly EventsAboard[];
}

/** A prediction of the readings from its basis on. */
export interface HeldPrediction {
  readonly until: EpochMs;
  readonly channels: { readonly [Channel in TelemetryChannel]: PredictedChannel };
  modeAt(time: EpochMs): SpacecraftMode;
  assumedAt(time: EpochMs): Assumed;
}

export const assumedOf = ({ attitudeError, drift, thermalOffset, deployedShare }: Assumed): Assumed => ({
  attitudeError,
  drift,
  thermalOffset,
  deployedShare,
});

/** Returns the basis of a prediction from what telemetry reports at an instant. */
export const basisOf = (
  spacecraft: SpacecraftState,
  { timestamp: time, batteryVoltage, solarOutput, signalStrength }: TelemetrySample,
  assumed: Assumed,
): PredictionBasis => ({
  time,
  ...assumed,
  mode: spacecraft.mode,
  undervoltageS: spacecraft.undervoltageS,
  safeHoldS: spacecraft.safeHoldS,
  nextSafeHoldS: spacecraft.nextSafeHoldS,
  soc: spacecraft.soc,
  busVoltage: batteryVoltage,
  arrayPowerW: solarOutput,
  signalStrength,
  busTemperature: spacecraft.busTemperature,
  arrayTemperature: spacecraft.arrayTemperature,
  isHeaterOn: spacecraft.isHeaterOn,
  antenna: spacecraft.antenna,
  commands: spacecraft.activities,
  events: [{ from: time, events: spacecraft.events }],
});

/** Returns a basis with the commands that telemetry shows to have started since; the given one if there are none. */
export function withStarted(basis: PredictionBasis, shown: readonly ActivityView[]): PredictionBasis {
  if (shown.length === 0) return basis;
  const isKnown = ({ commandId, startTime }: ActivityView): boolean =>
    basis.commands.some((other) => other.commandId === commandId && other.startTime === startTime);
  const started = shown.filter((activity) => !isKnown(activity));
  return started.length === 0 ? basis : { ...basis, commands: [...basis.commands, ...started] };
}

/** Returns a basis with the events that operators have started or completed since; the given one if there are none. */
export function withEvents(
  basis: PredictionBasis,
  { events }: Pick<SpacecraftState, 'events'>,
  time: EpochMs,
): PredictionBasis {
  const lasting = (list: SpacecraftState['events']) => list?.filter(({ endTime }) => endTime > time) ?? [];
  const [known, shown] = [lasting(basis.events.at(-1)?.events), lasting(events)];
  const isSame = known.length === shown.length && known.every(({ id }, index) => shown[index]?.id === id);
  return isSame ? basis : { ...basis, events: [...basis.events, { from: time, events }] };
}

/** Spans of a flight: as short as the age of the prediction allows, because many are soon replaced. */
const SPANS_MS = [5 * MS_PER_MIN, 65 * MS_PER_MIN, 3 * MS_PER_H];
/** Age at which a prediction is replaced in any case: errors add up. */
export const OLDEST_MS = 6 * MS_PER_H;

const spanFor = (ageMs: number): number => SPANS_MS.find((spanMs) => spanMs >= ageMs) ?? OLDEST_MS;

/** A fault that is assumed to have struck at an instant. */
interface AssumedFault {
  readonly name: FaultName;
  readonly time: EpochMs;
}

/** Lets a fault strike during a flight, besides commands. */
function striking({ name, time: strikesAt }: AssumedFault, commands: Deliveries): Deliveries {
  let hasStruck = false;
  return {
    deliver(craft, time) {
      const commanded = commands.deliver(craft, time);
      if (hasStruck || time < strikesAt) return commanded;
      hasStruck = true;
      return copyOf(injectFault(commanded, '', name, strikesAt));
    },
    nextTime(craft, time) {
      const next = commands.nextTime(craft, time);
      return hasStruck ? next : epochMs(Math.max(time + 1, Math.min(next ?? strikesAt, strikesAt)));
    },
  };
}

/** Lets operators start and complete events during a flight, besides what else is delivered. */
function withEventsOf(changes: readonly EventsAboard[], others: Deliveries): Deliveries {
  let coming = changes;
  return {
    deliver(craft, time) {
      const delivered = others.deliver(craft, time);
      const due = coming.filter(({ from }) => from <= time);
      coming = coming.slice(due.length);
      const last = due.at(-1);
      return last ? copyOf(withFields(delivered, { events: last.events })) : delivered;
    },
    nextTime(craft, time) {
      const next = others.nextTime(craft, time);
      const [change] = coming;
      return change ? epochMs(Math.max(time + 1, Math.min(next ?? change.from, change.from))) : next;
    },
  };
}

function fly(
  basis: PredictionBasis,
  faults: readonly ActiveFault[],
  environmentAt: EnvironmentAt,
  spanMs: number,
  assumedFault?: AssumedFault,
): HeldPrediction {
  const {
    time,
    commands,
    events: [aboard, ...changes],
    ...told
  } = basis;
  const isEarlier = ({ startTime }: ActivityView): boolean => startTime <= time;
  const craft = withFields(INITIAL_SPACECRAFT, {
    ...told,
    isSunlit: (environmentAt(time)?.light ?? 1) >= 0.5,
    activities: commands.filter(isEarlier),
    events: aboard?.events,
    faults,
  });
  const readings = noteReadings(TELEMETRY_CHANNELS, []);
  const modes: SpacecraftMode[] = [];
  const assumed: Assumed[] = [];
  const started = commands
    .filter((command) => !isEarlier(command))
    .map(({ commandId, name, startTime }) => ({ commandId, name, time: startTime }));
  const delivered = withEventsOf(changes, deliverStarted(started));
  const deliveries = assumedFault ? striking(assumedFault, delivered) : delivered;
  const until = flyAhead(
    craft,
    environmentAt,
    { from: time, to: addMs(time, spanMs) },
    (then, at, environment) => {
      if (!environment) return;
      readings.note(then, at, environment);
      modes.push(then.mode);
      assumed.push(assumedOf(then));
    },
    commands.length > 0 || basis.events.some(({ events }) => events) || assumedFault ? deliveries : undefined,
    true,
  );
  const channels = readings.channels() as HeldPrediction['channels'];
  const { times } = channels.batteryVoltage;
  return {
    until,
    channels,
    modeAt: (at) => modes[indexAt(times, at)] ?? basis.mode,
    assumedAt: (at) => assumed[indexAt(times, at)] ?? basis,
  };
}

interface Flown {
  readonly basis: PredictionBasis;
  readonly faults: readonly ActiveFault[];
  readonly spanMs: number;
  readonly prediction: HeldPrediction;
}

/** The last flight over each network; a prediction is asked for with every sample. */
const flown = new WeakMap<EnvironmentAt, Flown>();

const isSameFault = (one: ActiveFault, other: ActiveFault | undefined): boolean =>
  other !== undefined &&
  one.name === other.name &&
  one.strength === other.strength &&
  one.startTime === other.startTime &&
  one.plan.containedAt === other.plan.containedAt &&
  one.plan.clearedAt === other.plan.clearedAt &&
  one.plan.course === other.plan.course &&
  one.mending?.from === other.mending?.from &&
  one.mending?.until === other.mending?.until;

const areSame = (some: readonly ActiveFault[], others: readonly ActiveFault[]): boolean =>
  some === others ||
  (some.length === others.length && some.every((fault, index) => isSameFault(fault, others[index])));

/**
 * Returns what was predicted from a basis, for an instant after it.
 * @param faults those that the ground knows
 */
export function predictionFor(
  basis: PredictionBasis,
  faults: readonly ActiveFault[],
  environmentAt: EnvironmentAt,
  time: EpochMs,
): HeldPrediction {
  const spanMs = spanFor(time - basis.time);
  const last = flown.get(environmentAt);
  if (last?.basis === basis && last.spanMs === spanMs && areSame(last.faults, faults)) return last.prediction;
  const prediction = fly(basis, faults, environmentAt, spanMs);
  flown.set(environmentAt, { basis, faults, spanMs, prediction });
  return prediction;
}

/** Returns what would have been predicted up to an instant, had the ground known of a fault. */
export const predictionWith = (
  assumedFault: AssumedFault,
  basis: PredictionBasis,
  faults: readonly ActiveFault[],
  environmentAt: EnvironmentAt,
  time: EpochMs,
): HeldPrediction => fly(basis, faults, environmentAt, time - basis.time, assumedFault);

/** A place between two steps of a line. */
export interface Place {
  /** Index of the step before it. */
  readonly index: number;
  /** Share of the way to the next step, 0 to 1. */
  readonly share: number;
}

/** Returns the place of an instant on the lines of a prediction, which have their steps in common. */
export function placeOf({ channels }: HeldPrediction, time: EpochMs): Place {
  const { times } = channels.batteryVoltage;
  const index = indexAt(times, time);
  const from = times[index] ?? time;
  const to = times[index + 1] ?? from;
  return { index, share: to > from ? Math.min(1, (time - from) / (to - from)) : 0 };
}

/** Returns a bound or value of a line at a place. */
function valueAt(line: Float64Array, { index, share }: Place): number {
  const before = line[index] as number;
  return share === 0 ? before : before + share * ((line[index + 1] as number) - before);
}

/** A band without width, of an array in shadow, counts as this wide, in the unit of the channel. */
const LEAST_WIDTH = 0.05;

/** Returns what is predicted of a channel at a place, in its unit. */
export const expectedAt = ({ values }: PredictedChannel, place: Place): number => valueAt(values, place);

/**
 * Returns by how much a reading is beyond the band of its prediction, in half widths of the band, with its sign; 0
 * within it.
 */
export function beyondBand(line: PredictedChannel, place: Place, reading: number): number {
  const most = valueAt(line.high, place);
  if (reading > most) return (reading - most) / Math.max(LEAST_WIDTH, most - expectedAt(line, place));
  const least = valueAt(line.low, place);
  if (reading < least) return (reading - least) / Math.max(LEAST_WIDTH, expectedAt(line, place) - least);
  return 0;
}

/** Returns half the width of the band on the side of a value. */
export function widthTowards(line: PredictedChannel, place: Place, value: number): number {
  const expected = expectedAt(line, place);
  const width = value > expected ? valueAt(line.high, place) - expected : expected - valueAt(line.low, place);
  return Math.max(LEAST_WIDTH, width);
}
