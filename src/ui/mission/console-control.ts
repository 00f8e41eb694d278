import { createContext } from 'react';
import type { RemoteConsoleControl } from '../../shared/consoles.ts';

/** Control of the console that this window is; absent where there is no link to a mission. */
export const ConsoleControlContext = createContext<RemoteConsoleControl | undefined>(undefined);
