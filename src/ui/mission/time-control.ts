import { createContext, useContext } from 'react';
import type { RemoteTimeControl } from '../../shared/time-control.ts';

/** Time control of the session behind the link. */
export const TimeControlContext = createContext<RemoteTimeControl | undefined>(undefined);

export function useTimeControl(): RemoteTimeControl {
  const control = useContext(TimeControlContext);
  if (!control) throw new Error('TimeControlContext has no value: no link to a mission.');
  return control;
}
