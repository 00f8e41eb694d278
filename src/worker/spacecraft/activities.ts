import type { CommandName, TimelineEvent } from '../../shared/entities/entities.ts';
import { addMs, type EpochMs, MS_PER_S } from '../../shared/kit/units.ts';
import { MAX_STRENGTH, WORSENING } from './fault-effects.ts';
import { FAULT_KINDS, type FaultKind } from './fault-kinds.ts';
import {
  type ActiveFault,
  type Activity,
  COMMAND_LOSS_S,
  type EventActivity,
  eventSum,
  FIRST_SAFE_HOLD_S,
  type MutableSpacecraft,
  type SpacecraftState,
  withFaultFields,
  withFields,
} from './model.ts';

interface ActivityKind {
  /** Duration of the command; its recoveries complete at its end. */
  readonly durationS: number;
  /** Load during the command, without the transmitter's. */
  readonly loadW: number;
}

export const ACTIVITY_KINDS: Readonly<Record<CommandName, ActivityKind>> = {
  'Rotate Antenna': { durationS: 60, loadW: 10 },
  'Deploy Solar Array': { durationS: 60, loadW: 10 },
  'Calibrate Sensors': { durationS: 120, loadW: 15 },
  'Enter Safe Mode': { durationS: 300, loadW: 0 },
  'Attitude Adjustment': { durationS: 90, loadW: 25 },
  'Communications Check': { durationS: 30, loadW: 20 },
  'Thermal Control': { durationS: 600, loadW: 20 },
  'Data Downlink': { durationS: 1200, loadW: 5 },
};

/** Attitude disturbance when the array's hinges latch. */
const LATCH_DISTURBANCE = 0.6;
/** State of charge above which Attitude Adjustment leaves safe mode. */
const NOMINAL_ABOVE_SOC = 0.5;

export interface CommandStart {
  readonly commandId: string;
  readonly name: CommandName;
  readonly time: EpochMs;
}

/** Starts a command: any command in any state, any number of times. */
export function startCommand(
  state: SpacecraftState,
  { commandId, name, time }: CommandStart,
): SpacecraftState {
  const activity: Activity = {
    commandId,
    name,
    startTime: time,
    endTime: addMs(time, ACTIVITY_KINDS[name].durationS * MS_PER_S),
  };
  return withFields(state, {
    mode: name === 'Enter Safe Mode' && state.mode === 'NOMINAL' ? 'SAFE' : state.mode,
    safeHoldS: COMMAND_LOSS_S,
    disturbance:
      name === 'Deploy Solar Array' ? Math.max(state.disturbance, LATCH_DISTURBANCE) : state.disturbance,
    activities: [...state.activities.filter((other) => other.name !== name), activity],
    faults: state.faults.map((fault) => answer(fault, activity)),
  });
}

const listOf = (events: readonly EventActivity[]): readonly EventActivity[] | undefined =>
  events.length > 0 ? events : undefined;

/** Starts an event of the timeline: it acts on board until its end; one that is over does nothing. */
export const startEventAboard = (
  state: SpacecraftState,
  { id, type, endTime }: Pick<TimelineEvent, 'id' | 'type' | 'endTime'>,
  time: EpochMs,
): SpacecraftState =>
  endTime <= time ? state : withFields(state, { events: [...(state.events ?? []), { id, type, endTime }] });

/** Ends an event on board before its time. */
export const endEventAboard = (state: SpacecraftState, id: TimelineEvent['id']): SpacecraftState =>
  state.events?.some((event) => event.id === id)
    ? withFields(state, { events: listOf(state.events.filter((event) => event.id !== id)) })
    : state;

/** Applies a command to a fault: recovery starts, the fault gets worse, or nothing changes. */
function answer(fault: ActiveFault, { name, startTime, endTime }: Activity): ActiveFault {
  const { recoveryCommand, worsenedBy }: FaultKind = FAULT_KINDS[fault.name];
  if (name === recoveryCommand)
    return fault.mending ? fault : withFaultFields(fault, { mending: { from: startTime, until: endTime } });
  if (!worsenedBy.includes(name)) return fault;
  return withFaultFields(fault, { strength: Math.min(MAX_STRENGTH, fault.strength * WORSENING) });
}

/** True if a fault has been cleared by its recovery command or by FDIR. */
const isGone = ({ mending, plan }: ActiveFault, time: EpochMs): boolean =>
  (mending !== undefined && mending.until <= time) ||
  (plan.clearedAt !== undefined && plan.clearedAt <= time);

/** Ends the activities and events that are complete at an instant and sums the loads of the others. */
export function stepActivities(craft: MutableSpacecraft, time: EpochMs): void {
  let loadW = 0;
  let hasEnded = false;
  for (const { name, endTime } of craft.activities) {
    if (endTime > time) loadW += ACTIVITY_KINDS[name].loadW;
    else {
      hasEnded = true;
      complete(craft, name);
    }
  }
  if (craft.events?.some(({ endTime }) => endTime <= time)) {
    craft.events = listOf(craft.events.filter(({ endTime }) => endTime > time));
  }
  craft.activityLoadW = loadW + eventSum(craft, 'loadW');
  if (hasEnded) craft.activities = craft.activities.filter(({ endTime }) => endTime > time);
  for (const fault of craft.faults) {
    if (!isGone(fault, time)) continue;
    craft.faults = craft.faults.filter((other) => !isGone(other, time));
    break;
  }
}

function complete(craft: MutableSpacecraft, name: CommandName): void {
  if (name === 'Calibrate Sensors') craft.drift = 0;
  if (name === 'Attitude Adjustment' && craft.mode === 'SAFE' && craft.soc > NOMINAL_ABOVE_SOC) {
    craft.mode = 'NOMINAL';
    craft.nextSafeHoldS = FIRST_SAFE_HOLD_S;
  }
}
