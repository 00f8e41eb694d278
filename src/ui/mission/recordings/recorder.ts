import { createContext } from 'react';
import type { MissionLink } from '../link/link.ts';

/** The recording of the running mission, operations on recordings, and new missions. */
export interface Recorder extends Pick<MissionLink, 'takeRecording' | 'check' | 'open' | 'begin'> {
  /** Copies a text to the clipboard once it is available. Rejects if the browser does not allow it. */
  copy(text: Promise<string>): Promise<void>;
}

/** `undefined` without a mission. */
export const RecorderContext = createContext<Recorder | undefined>(undefined);
