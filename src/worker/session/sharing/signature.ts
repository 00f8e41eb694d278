import type { ConsoleId } from '../../../shared/contract/consoles.ts';
import { NUMBERS } from '../../../shared/contract/journal.ts';
import type { RequestId } from '../../../shared/contract/outcome.ts';
import { hashOf } from '../../kit/hash.ts';

/** Signature of an operation while there are several consoles. */
export interface Signature {
  /** Name for the log. */
  readonly by?: string;
  readonly request?: RequestId;
  /**
   * Number for the item that it creates. It is unique, even if another sequencer orders the operation again: later
   * operations refer to the item by it.
   */
  readonly number?: number;
}

/** Returns what signs the operations of a console, one after the other. */
export function signOperations(id: ConsoleId): (by: string) => Required<Signature> {
  const ownNumber = Number.parseInt(hashOf(id).slice(0, 8), 16) % NUMBERS;
  let operations = 0;
  return (by) => {
    operations += 1;
    return { by, request: `${id} operation ${operations}`, number: operations * NUMBERS + ownNumber };
  };
}
