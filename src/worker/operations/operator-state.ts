import type { ConsoleDuty } from '../../shared/duty-crew.ts';
import type { Anomaly, Command, TimelineEvent } from '../../shared/entities.ts';
import type { MissionSlices } from '../../shared/mission-control.ts';
import type { Operations, Outcome, RequestId } from '../../shared/operations.ts';
import { type EpochMs, epochMs } from '../../shared/units.ts';
import { type AnomaliesState, acknowledgeAnomaly, resolveAnomaly } from '../anomalies/anomalies.ts';
import type { Answer } from '../kit/answers.ts';
import type { NoticeDraft } from '../kit/notices.ts';
import {
  type CommandsState,
  cancelCommand,
  executeCommand,
  queueCommand,
  restoreCommand,
} from './commands.ts';
import { type CrewState, handOverConsole, openCrew } from './duty-crew.ts';
import {
  addEvent,
  cancelEvent,
  completeEvent,
  restoreEvent,
  startEvent,
  type TimelineState,
} from './timeline.ts';

export type OperationName = keyof Operations;
/** Operations on the operator state alone: a demonstration also needs the spacecraft. */
export type OperatorOperation = Exclude<OperationName, 'demonstrateFault'>;
type Input<Name extends OperationName> = Parameters<Operations[Name]>[0];

/** Result of an operation. */
export type OperationValue = Command | TimelineEvent | Anomaly | ConsoleDuty;

/** An accepted request, kept so that a repetition gets the same answer and is not run again. */
export interface HandledRequest {
  readonly request: RequestId;
  readonly outcome: Outcome<OperationValue>;
}

/** More than a page can have in flight. */
const HANDLED_CAP = 32;

/** Everything that operators work on. */
export interface OperatorState {
  readonly commands: CommandsState;
  readonly timeline: TimelineState;
  readonly anomalies: AnomaliesState;
  readonly crew: CrewState;
  /** Recently accepted, oldest first. */
  readonly handled: readonly HandledRequest[];
}

type Part = 'commands' | 'timeline' | 'anomalies' | 'crew';
type Rule<In> = (state: OperatorState, input: In, time: EpochMs) => Answer<OperatorState, OperationValue>;

/** Lifts a rule for one part to the whole operator state. */
const within =
  <Name extends Part, In>(
    part: Name,
    rule: (
      state: OperatorState[Name],
      input: In,
      time: EpochMs,
    ) => Answer<OperatorState[Name], OperationValue>,
  ): Rule<In> =>
  (state, input, time) => {
    const answer = rule(state[part], input, time);
    return { ...answer, state: answer.state === state[part] ? state : { ...state, [part]: answer.state } };
  };

const RULES: { readonly [Name in OperatorOperation]: Rule<Input<Name>> } = {
  queueCommand: within('commands', queueCommand),
  executeCommand: within('commands', executeCommand),
  cancelCommand: within('commands', cancelCommand),
  restoreCommand: within('commands', restoreCommand),
  addEvent: within('timeline', addEvent),
  startEvent: within('timeline', startEvent),
  cancelEvent: within('timeline', cancelEvent),
  completeEvent: within('timeline', completeEvent),
  restoreEvent: within('timeline', restoreEvent),
  acknowledgeAnomaly: within('anomalies', acknowledgeAnomaly),
  resolveAnomaly: within('anomalies', resolveAnomaly),
  handOverConsole: within('crew', handOverConsole),
};

/** Nothing to work on. */
export const EMPTY_OPERATOR_STATE: OperatorState = {
  commands: { commands: [], removed: [], nextId: 1 },
  timeline: { events: [], cancelled: [], nextId: 1 },
  anomalies: { anomalies: [], nextId: 1, faults: {} },
  crew: openCrew(epochMs(0)),
  handled: [],
};

/** The published slices of it. */
export const operatorSlices = ({
  commands,
  timeline,
  anomalies,
  crew,
}: OperatorState): Pick<MissionSlices, 'commands' | 'timeline' | 'anomalies' | 'duty'> => ({
  commands: commands.commands,
  timeline: timeline.events,
  anomalies: anomalies.anomalies,
  duty: crew.duty,
});

const NOTHING_SAID: readonly NoticeDraft[] = [];

/** Runs a request; a repeated request gets its first answer. */
export function operate<Name extends OperatorOperation>(
  state: OperatorState,
  name: Name,
  input: Input<Name>,
  request: RequestId | undefined,
  time: EpochMs,
): Answer<OperatorState, OperationValue> {
  const rule: Rule<Input<Name>> = RULES[name];
  return answerOnce(state, request, () => rule(state, input, time));
}

/** Answer of a rule, or the first answer to a repeated request. */
export function answerOnce(
  state: OperatorState,
  request: RequestId | undefined,
  rule: () => Answer<OperatorState, OperationValue>,
): Answer<OperatorState, OperationValue> {
  const earlier = state.handled.find((handled) => handled.request === request);
  if (request !== undefined && earlier) return { state, outcome: earlier.outcome, notices: NOTHING_SAID };
  const answer = rule();
  if (request === undefined || !answer.outcome.ok) return answer;
  const handled = [...answer.state.handled, { request, outcome: answer.outcome }].slice(-HANDLED_CAP);
  return { ...answer, state: { ...answer.state, handled } };
}
