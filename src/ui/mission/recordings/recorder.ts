import { createContext } from 'react';
import type { MissionLink } from '../link/link.ts';

/** The recording of the running mission, and what else a page does with recordings. */
export interface Recorder extends Pick<MissionLink, 'recording' | 'takeRecording' | 'check' | 'open'> {
  /** Copies a text to the clipboard once it is there. Rejects where the browser does not allow it. */
  copy(text: Promise<string>): Promise<void>;
}

/** Absent where there is no mission. */
export const RecorderContext = createContext<Recorder | undefined>(undefined);
