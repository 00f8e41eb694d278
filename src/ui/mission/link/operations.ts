import { createContext, useContext } from 'react';
import type { RemoteOperations } from '../../../shared/contract/operations.ts';

/** The operations of the mission behind the link. */
export const OperationsContext = createContext<RemoteOperations | undefined>(undefined);

export function useOperations(): RemoteOperations {
  const operations = useContext(OperationsContext);
  if (!operations) throw new Error('OperationsContext has no value: no link to a mission.');
  return operations;
}
