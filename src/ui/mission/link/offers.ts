import type { OperationName } from '../../../shared/contract/operations.ts';
import type { AnomalyStatus, Command, TimelineEventStatus } from '../../../shared/entities/entities.ts';

/** Operations on a pending command. */
export const COMMAND_OPERATIONS = [
  'executeCommand',
  'armCommand',
  'disarmCommand',
  'cancelCommand',
] as const satisfies readonly OperationName[];
export type CommandOperation = (typeof COMMAND_OPERATIONS)[number];
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
  readonly event: OffersBy<TimelineEventStatus, EventOperation>;
  readonly anomaly: OffersBy<AnomalyStatus, AnomalyOperation>;
} = {
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

/**
 * Operations offered on a command (spec §4): only Pending ones have any.
 * @param isAhead true if its scheduled time is still to come: only then can it be armed
 */
export function offersOn(
  { status, armed }: Pick<Command, 'status' | 'armed'>,
  isAhead: boolean,
): readonly Offer<CommandOperation>[] {
  if (status !== 'Pending') return [];
  const arming: readonly Offer<CommandOperation>[] = armed
    ? [{ operation: 'disarmCommand', word: 'Disarm', look: 'quiet' }]
    : [{ operation: 'armCommand', word: 'Arm', look: 'quiet' }];
  return [
    { operation: 'executeCommand', word: 'Execute' },
    ...(armed || isAhead ? arming : []),
    { operation: 'cancelCommand', word: 'Cancel', look: 'quiet' },
  ];
}
