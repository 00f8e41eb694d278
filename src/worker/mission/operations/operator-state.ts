import type { Outcome, RequestId } from '../../../shared/contract/outcome.ts';
import type { ConsoleDuty } from '../../../shared/entities/duty-crew.ts';
import type { Anomaly, Command, TimelineEvent } from '../../../shared/entities/entities.ts';
import { epochMs } from '../../../shared/kit/units.ts';
import type { AnomaliesState } from '../../ground/anomalies/anomalies.ts';
import type { CommandsState } from './commands.ts';
import { type CrewState, openCrew } from './console-duty.ts';
import type { TimelineState } from './timeline.ts';

/** Result of an operation. */
export type OperationValue = Command | TimelineEvent | Anomaly | ConsoleDuty;

/** An accepted request, kept so that a repetition gets the same answer and is not run again. */
export interface HandledRequest {
  readonly request: RequestId;
  readonly outcome: Outcome<OperationValue>;
}

/** Everything that operators work on. */
export interface OperatorState {
  readonly commands: CommandsState;
  readonly timeline: TimelineState;
  readonly anomalies: AnomaliesState;
  readonly crew: CrewState;
  /** Recently accepted requests, oldest first. */
  readonly handled: readonly HandledRequest[];
}

export const EMPTY_OPERATOR_STATE: OperatorState = {
  commands: { commands: [], removed: [], nextId: 1 },
  timeline: { events: [], cancelled: [], nextId: 1 },
  anomalies: { anomalies: [], nextId: 1, faults: {} },
  crew: openCrew(epochMs(0)),
  handled: [],
};
