import { useStore } from 'jotai';
import { useContext } from 'react';
import { LOG_CAP } from '../../../shared/entities/event-log.ts';
import { DownloadContext } from '../../kit/files/download.ts';
import { announce } from '../../kit/toasts/announce.ts';
import { missionSecondAtom, sliceAtoms } from '../../mission/link/atoms.ts';
import { buildLogExport } from './log-export.ts';

/** Gives each export a separate toast. */
let exports = 0;

/** Saves the current log, and reports success or failure. */
export function useLogExport(): () => void {
  const store = useStore();
  const download = useContext(DownloadContext);

  return () => {
    const id = `log-export-${++exports}`;
    const entries = store.get(sliceAtoms.log) ?? [];
    const now = store.get(missionSecondAtom) ?? entries.at(-1)?.time;
    if (now === undefined) {
      announce({ id, level: 'error', text: 'No CSV file: there is no event log yet.' });
      return;
    }
    try {
      download(buildLogExport(entries, store.get(sliceAtoms.clock)?.startTime, now));
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      announce({ id, level: 'error', text: `The CSV export failed: ${reason}` });
      return;
    }
    const which = entries.length < LOG_CAP ? '' : `: the newest ${LOG_CAP} events`;
    announce({ id, level: 'success', text: `Event log exported as CSV${which}` });
  };
}
