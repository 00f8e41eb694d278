import { createContext, useContext } from 'react';
import type { RemoteSessionControl } from '../../../shared/contract/session-control.ts';
import { createSessionRequests } from './session-requests.ts';

/** Control of the session behind the link. Without a session, every call is refused. */
export const SessionControlContext = createContext<RemoteSessionControl>(createSessionRequests().control);

export const useSessionControl = (): RemoteSessionControl => useContext(SessionControlContext);
