import type { OperationName } from '../../../shared/contract/operations.ts';
import type { AnomalyStatus, CommandStatus, TimelineEventStatus } from '../../../shared/entities/entities.ts';

export type CommandOperation = Extract<OperationName, 'executeCommand' | 'cancelCommand'>;
export type EventOperation = Extract<OperationName, 'startEvent' | 'cancelEvent' | 'completeEvent'>;
export type AnomalyOperation = Extract<OperationName, 'acknowledgeAnomaly' | 'resolveAnomaly'>;

/** An operation with its label, on a button, and in the palette before the name of its target. */
export interface Offer<
  Operation extends OperationName = CommandOperation | EventOperation | AnomalyOperation,
> {
  readonly operation: Operation;
  readonly word: string;
  readonly look?: 'quiet';
}

type OffersBy<Status extends string, Operation extends OperationName> = Readonly<
  Partial<Record<Status, readonly Offer<Operation>[]>>
>;

/**
 * Operations offered in each status (spec §4), in order; other statuses have none. The buttons of a row and the
 * actions of the palette use them.
 */
export const OFFERS: {
  readonly command: OffersBy<CommandStatus, CommandOperation>;
  readonly event: OffersBy<TimelineEventStatus, EventOperation>;
  readonly anomaly: OffersBy<AnomalyStatus, AnomalyOperation>;
} = {
  command: {
    Pending: [
      { operation: 'executeCommand', word: 'Execute' },
      { operation: 'cancelCommand', word: 'Cancel', look: 'quiet' },
    ],
  },
  event: {
    Scheduled: [
      { operation: 'startEvent', word: 'Start' },
      { operation: 'cancelEvent', word: 'Cancel', look: 'quiet' },
    ],
    'In Progress': [{ operation: 'completeEvent', word: 'Complete' }],
  },
  anomaly: {
    Active: [
      { operation: 'acknowledgeAnomaly', word: 'Acknowledge' },
      { operation: 'resolveAnomaly', word: 'Resolve' },
    ],
  },
};
