import {
  LONGEST_LOOK_AHEAD_MS,
  type LookAhead,
  type LookAheadQuery,
  type PlannedEvent,
  type PredictedApproach,
} from '../../../shared/contract/look-ahead.ts';
import type { CommandName } from '../../../shared/entities/entities.ts';
import { addMs, type EpochMs, epochMs, MS_PER_S } from '../../../shared/kit/units.ts';
import { arrivedBy, followLink, type Uplink } from '../../ground/commanding/uplink.ts';
import { startCommand, startEventAboard } from '../../spacecraft/activities.ts';
import type { Deliveries } from '../../spacecraft/fly-ahead.ts';
import { CHANNEL_LIMITS, type Foresight, isSameLimit } from '../../spacecraft/forecast.ts';
import { predict } from '../../spacecraft/look-ahead.ts';
import { copyOf, withFields } from '../../spacecraft/model.ts';
import { deliverStarted } from '../../spacecraft/started-commands.ts';
import { armedOf } from '../operations/commands.ts';
import type { MissionState, SimulationContext } from '../state/mission-state.ts';
import { nextContact } from './command-execution.ts';
import { knownSpacecraft } from './fault-forecasts.ts';
import { partingsOf } from './hold-prediction.ts';

/** Period at which a flight looks for a link while a command waits for one. */
const LINK_MS = 20 * MS_PER_S;

/** Id of the considered command, which no command of a queue has. */
const CONSIDERED = '';

/** A command that leaves the ground at a time. */
interface PlannedCommand {
  readonly commandId: string;
  readonly name: CommandName;
  readonly time: EpochMs;
}

interface Delivered extends Deliveries {
  /** Time at which the considered command has arrived. */
  arrival(): EpochMs | undefined;
}

/** What is to reach the spacecraft. */
interface Commanding {
  readonly uplink: Uplink;
  /** Commands that leave the ground at their times. */
  readonly planned: readonly PlannedCommand[];
  /** Commands that have started on board since the newest telemetry, at their times. */
  readonly aboard: readonly PlannedCommand[];
  /** Events that start on board at their times. */
  readonly events: readonly PlannedEvent[];
}

/** Returns the commands that have started on board since the newest telemetry: the ground knows that they arrived. */
function arrivedSince({ telemetry }: MissionState): readonly PlannedCommand[] {
  const { reported } = telemetry.downlink;
  return telemetry.spacecraft.activities
    .filter(({ startTime }) => startTime > reported.time)
    .map(({ commandId, name, startTime }) => ({ commandId, name, time: startTime }));
}

/**
 * Delivers commands by the rules of the uplink.
 * @param linkFrom time of the next link, while there is none: the prediction may lack the fault that has broken it
 */
function createDeliveries(
  { uplink, planned, aboard, events }: Commanding,
  linkFrom: EpochMs | undefined,
): Delivered {
  let waiting = uplink;
  const byTime = (a: PlannedCommand, b: PlannedCommand): number => a.time - b.time;
  let later = planned.toSorted(byTime);
  const started = deliverStarted(aboard);
  let coming = events.toSorted((a, b) => a.startTime - b.startTime);
  let arrival: EpochMs | undefined;
  return {
    deliver(craft, time) {
      let commanded = started.deliver(craft, time);
      const begun = coming.filter(({ startTime }) => startTime <= time);
      coming = coming.slice(begun.length);
      for (const event of begun) commanded = copyOf(startEventAboard(commanded, event, event.startTime));
      const due = later.filter((command) => command.time <= time);
      later = later.slice(due.length);
      waiting = [...waiting, ...due.map(({ commandId, name }) => ({ commandId, name }))];
      if (waiting.length === 0) return commanded;
      const antenna = linkFrom !== undefined && time < linkFrom ? 'none' : craft.antenna;
      const arrived = arrivedBy(waiting, antenna, time);
      waiting = followLink(waiting.slice(arrived.length), {
        antenna,
        time,
        contactTime: undefined,
      });
      for (const { command, time: at } of arrived) {
        const { commandId, name } = command;
        commanded = copyOf(startCommand(commanded, { commandId, name, time: at }));
        if (commandId === CONSIDERED) arrival = at;
      }
      return commanded;
    },
    nextTime(craft, time) {
      const arrivals = waiting.map(({ arrivalTime }) => arrivalTime ?? addMs(time, LINK_MS));
      const planned = [later[0]?.time, started.nextTime(craft, time), coming[0]?.startTime].filter(
        (then) => then !== undefined,
      );
      const next = Math.min(...arrivals, ...planned);
      return Number.isFinite(next) ? epochMs(Math.max(next, time + 1)) : undefined;
    },
    arrival: () => arrival,
  };
}

/** Returns the crossings of limits and the approaches to them, each in order of time. */
function limitsOf({ limits }: Foresight): Pick<LookAhead, 'crossings' | 'approaches'> {
  const held = CHANNEL_LIMITS.flatMap((limit) => {
    const foreseen = limits.find((other) => isSameLimit(other, limit));
    return foreseen ? [{ limit, ...foreseen }] : [];
  });
  const byTime = (a: PredictedApproach, b: PredictedApproach): number => a.from - b.from;
  return {
    crossings: held
      .flatMap(({ limit, turns }) => turns.map(({ to, from, until }) => ({ ...limit, to, from, until })))
      .sort(byTime),
    approaches: held.flatMap(({ limit, near }) => (near ? [{ ...limit, ...near }] : [])).sort(byTime),
  };
}

/** Looks ahead from the newest telemetry, with what the ground knows. */
export function lookAhead(
  state: MissionState,
  { channels, to, command, except, events = [] }: LookAheadQuery,
  context: SimulationContext,
): LookAhead {
  const { spacecraft: reported, without } = knownSpacecraft(state, context);
  // An operator has started and completed the events: the ground knows them at once.
  const { events: inProgress } = state.telemetry.spacecraft;
  const spacecraft = reported.events === inProgress ? reported : withFields(reported, { events: inProgress });
  const { time: from } = state.telemetry.downlink.reported;
  const end = epochMs(Math.min(to, state.time + LONGEST_LOOK_AHEAD_MS));
  const { time: now } = state;
  const armed = armedOf(state.operator.commands.commands).flatMap(({ id, name, scheduledTime }) =>
    id === except ? [] : [{ commandId: id, name, time: epochMs(Math.max(scheduledTime, now)) }],
  );
  // What is sent now acts on the spacecraft as last known.
  const considered = command && { ...command, time: epochMs(Math.max(command.time ?? now, now)) };
  const sent = considered && {
    commandId: CONSIDERED,
    name: considered.name,
    time: considered.time > now ? considered.time : from,
  };
  const deliveries = createDeliveries(
    { uplink: state.uplink, planned: sent ? [...armed, sent] : armed, aboard: arrivedSince(state), events },
    nextContact(state, context),
  );
  const {
    foresight,
    modes,
    channels: lines,
  } = predict(spacecraft, context, { from, to: end }, channels, deliveries);
  const arrivedAt = deliveries.arrival();
  const arrival =
    arrivedAt === undefined || !considered ? undefined : epochMs(Math.max(arrivedAt, considered.time));
  return {
    from,
    to: foresight.until,
    channels: lines,
    ...limitsOf(foresight),
    modes,
    ...(arrival !== undefined && { arrival }),
    partings: partingsOf(state, context),
    without,
    ...(foresight.until < end && { isOpen: true }),
  };
}
