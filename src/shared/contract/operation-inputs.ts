import * as v from 'valibot';
import { CONSOLE_HOLDERS } from '../entities/duty-crew.ts';
import { ANOMALY_TYPES, COMMAND_NAMES } from '../entities/entities.ts';
import { readBy } from '../kit/read-by.ts';
import type { Result } from '../kit/result.ts';
import { LONGEST_INPUT, type OperationName, type Operations } from './operations.ts';

/** Input of an operation. */
export type OperationInput<Name extends OperationName> = Parameters<Operations[Name]>[0];

const text = v.string('is not a text');

const commandDraft = v.object(
  { name: text, scheduledTime: text, priority: v.exactOptional(text) },
  'is not a command form',
);
const eventDraft = v.object(
  {
    title: text,
    startTime: text,
    endTime: text,
    description: v.exactOptional(text),
    type: v.exactOptional(text),
    priority: v.exactOptional(text),
  },
  'is not an event form',
);
const commandToSend = v.object(
  { name: v.picklist(COMMAND_NAMES, 'is not a command'), anomaly: v.exactOptional(text) },
  'is not a command to send',
);

const SCHEMAS: { readonly [Name in OperationName]: v.GenericSchema<unknown, OperationInput<Name>> } = {
  queueCommand: commandDraft,
  executeCommand: text,
  sendCommand: commandToSend,
  cancelCommand: text,
  restoreCommand: text,
  addEvent: eventDraft,
  startEvent: text,
  cancelEvent: text,
  completeEvent: text,
  restoreEvent: text,
  acknowledgeAnomaly: text,
  resolveAnomaly: text,
  handOverConsole: v.picklist(CONSOLE_HOLDERS, 'is not a console holder'),
  demonstrateFault: v.picklist(ANOMALY_TYPES, 'is not an anomaly type'),
};

/**
 * Reads an operation's external input; a refusal names its first fault.
 * @param at path of the input, for a fault
 */
export const readOperationInput = <Name extends OperationName>(
  name: Name,
  value: unknown,
  at?: string,
): Result<OperationInput<Name>> => readBy(SCHEMAS[name], value, at);

/** True if an operation's input is too long for a recording. */
export const isInputTooLong = (input: unknown): boolean =>
  (JSON.stringify(input) ?? '').length > LONGEST_INPUT;
