import type { OperationInput, OperationName, Operations } from '../../../shared/contract/operations.ts';
import type { RequestId } from '../../../shared/contract/outcome.ts';
import type { EpochMs } from '../../../shared/kit/units.ts';
import { acknowledgeAnomaly, resolveAnomaly } from '../../ground/anomalies/anomalies.ts';
import {
  departureEvents,
  type LogEvent,
  type LogOperation,
  logAnomaly,
  logCommand,
  logDemonstration,
  logHandover,
  logShelved,
  logTimelineEvent,
} from '../../ground/log/log-events.ts';
import type { OperationStep } from '../../kit/steps.ts';
import { endEventAboard, startEventAboard } from '../../spacecraft/activities.ts';
import {
  armCommand,
  cancelCommand,
  commandId,
  disarmCommand,
  executeCommand,
  queueCommand,
  restoreCommand,
} from '../operations/commands.ts';
import { handOverConsole } from '../operations/console-duty.ts';
import type { HandledRequest, OperationValue, OperatorState } from '../operations/operator-state.ts';
import { sendCommand } from '../operations/send-command.ts';
import { shelveAnomaly, unshelveAnomaly } from '../operations/shelving.ts';
import {
  addEvent,
  cancelEvent,
  changeEvent,
  completeEvent,
  eventId,
  restoreEvent,
  startEvent,
} from '../operations/timeline.ts';
import { sendExecuted } from '../simulation/execute-commands.ts';
import { closeAnomaly, startFaultOf } from '../simulation/mission-faults.ts';
import { showSpacecraft } from '../state/ground-view.ts';
import type { MissionState, SimulationContext } from '../state/mission-state.ts';
import { demonstrateFault } from './demonstration.ts';

/** Effect of an accepted operation on the spacecraft; `id` identifies the affected item. */
type Effect = (state: MissionState, id: string, context: SimulationContext) => MissionState;

interface Operation<Input, Value extends OperationValue> {
  readonly rule: (
    state: MissionState,
    input: Input,
    context: SimulationContext,
  ) => OperationStep<OperatorState, Value>;
  readonly log: LogOperation<Value>;
  readonly effect?: Effect | undefined;
}

/** Creates an operation whose rule needs one part of the operator state. */
const on = <Part extends 'commands' | 'timeline' | 'anomalies' | 'crew', Input, Value extends OperationValue>(
  part: Part,
  rule: (
    state: OperatorState[Part],
    input: Input,
    time: EpochMs,
  ) => OperationStep<OperatorState[Part], Value>,
  log: LogOperation<Value>,
  effect?: Effect,
): Operation<Input, Value> => ({
  rule({ operator, time }, input) {
    const step = rule(operator[part], input, time);
    const isSame = step.state === operator[part];
    return { ...step, state: isSame ? operator : { ...operator, [part]: step.state } };
  },
  log,
  effect,
});

const flyEvent: Effect = (state, id) => {
  const event = state.operator.timeline.events.find((other) => other.id === id);
  const { spacecraft } = state.telemetry;
  return event ? showSpacecraft(state, startEventAboard(spacecraft, event, state.time)) : state;
};
const endFlownEvent: Effect = (state, id) =>
  showSpacecraft(state, endEventAboard(state.telemetry.spacecraft, id));

/** Result of an accepted operation. */
type ValueOf<Name extends OperationName> = Extract<
  ReturnType<Operations[Name]>,
  { readonly ok: true }
>['value'];

const OPERATIONS: { readonly [Name in OperationName]: Operation<OperationInput<Name>, ValueOf<Name>> } = {
  queueCommand: on('commands', queueCommand, logCommand('queued')),
  executeCommand: on('commands', executeCommand, logCommand('executed', 'success'), sendExecuted),
  sendCommand: {
    rule: ({ operator, time }, command) => sendCommand(operator, command, time),
    log: logCommand('executed', 'success'),
    effect: sendExecuted,
  },
  armCommand: on('commands', armCommand, logCommand('armed')),
  disarmCommand: on('commands', disarmCommand, logCommand('disarmed')),
  cancelCommand: on('commands', cancelCommand, logCommand('cancelled')),
  restoreCommand: on('commands', restoreCommand, logCommand('is back in the queue')),
  addEvent: on('timeline', addEvent, logTimelineEvent('added')),
  changeEvent: on('timeline', changeEvent, logTimelineEvent('changed')),
  startEvent: on('timeline', startEvent, logTimelineEvent('started'), flyEvent),
  cancelEvent: on('timeline', cancelEvent, logTimelineEvent('cancelled')),
  completeEvent: on('timeline', completeEvent, logTimelineEvent('completed', 'success'), endFlownEvent),
  restoreEvent: on('timeline', restoreEvent, logTimelineEvent('is scheduled again')),
  acknowledgeAnomaly: on('anomalies', acknowledgeAnomaly, logAnomaly('acknowledged')),
  // Resolving closes the entry; it does not clear the fault.
  resolveAnomaly: on('anomalies', resolveAnomaly, logAnomaly('resolved'), closeAnomaly),
  shelveAnomaly: on('anomalies', shelveAnomaly, logShelved),
  unshelveAnomaly: on('anomalies', unshelveAnomaly, logAnomaly('unshelved and acknowledged')),
  handOverConsole: on('crew', handOverConsole, logHandover),
  demonstrateFault: { rule: demonstrateFault, log: logDemonstration, effect: startFaultOf },
};

/** More than a page can have in flight. */
const HANDLED_CAP = 32;

/** The mission after an operation at mission time, its outcome, and its log events. */
export interface Dispatched extends OperationStep<MissionState, OperationValue> {
  readonly logEvents: readonly LogEvent[];
}

interface Origin {
  /** A repeated request gets the first outcome and is not run again. */
  readonly request?: RequestId | undefined;
  /** Requester, if not the operator. */
  readonly actor?: string | undefined;
  /** Number in the id of the command or event that it creates; by default, or if taken, the next free one. */
  readonly number?: number | undefined;
}

/** Runs an operation's rule and its effect on the spacecraft. Its log events are returned, not logged. */
export function dispatch<Name extends OperationName>(
  state: MissionState,
  name: Name,
  input: OperationInput<Name>,
  context: SimulationContext,
  { request, actor, number }: Origin,
): Dispatched {
  const earlier =
    request !== undefined && state.operator.handled.find((handled) => handled.request === request);
  if (earlier) return { state, outcome: earlier.outcome, notices: [], logEvents: [] };
  const { rule, log, effect }: Operation<OperationInput<Name>, ValueOf<Name>> = OPERATIONS[name];
  const isFree = number !== undefined && !isTaken(state.operator, number);
  const numbered = isFree ? { ...state, operator: numberFrom(state.operator, number) } : state;
  const { state: ruledOperator, outcome, notices } = rule(numbered, input, context);
  const changed =
    ruledOperator === numbered.operator ? state.operator : keepNumbers(ruledOperator, state.operator);
  const operator = outcome.ok && request !== undefined ? remember(changed, { request, outcome }) : changed;
  if (!outcome.ok || operator === state.operator) return { state, outcome, notices, logEvents: [] };
  const { value } = outcome;
  const ruled: MissionState = { ...state, operator };
  return {
    state: effect && 'id' in value ? effect(ruled, value.id, context) : ruled,
    outcome,
    notices,
    logEvents: [
      ...departureEvents(state.operator.anomalies, operator.anomalies, state.time),
      ...log(value, state.time, actor),
    ],
  };
}

const isTaken = ({ commands, timeline }: OperatorState, number: number): boolean =>
  commands.commands.some(({ id }) => id === commandId(number)) ||
  commands.removed.some(({ command }) => command.id === commandId(number)) ||
  timeline.events.some(({ id }) => id === eventId(number));

const numberFrom = (operator: OperatorState, nextId: number): OperatorState => ({
  ...operator,
  commands: { ...operator.commands, nextId },
  timeline: { ...operator.timeline, nextId },
});

/** Keeps the next numbers from decreasing, so that none is used twice. */
const keepNumbers = (operator: OperatorState, { commands, timeline }: OperatorState): OperatorState => ({
  ...operator,
  commands: { ...operator.commands, nextId: Math.max(commands.nextId, operator.commands.nextId) },
  timeline: { ...operator.timeline, nextId: Math.max(timeline.nextId, operator.timeline.nextId) },
});

const remember = (operator: OperatorState, request: HandledRequest): OperatorState => ({
  ...operator,
  handled: [...operator.handled, request].slice(-HANDLED_CAP),
});
