import { useStore } from 'jotai';
import { useContext } from 'react';
import { DownloadContext } from '../kit/files/download.ts';
import { announce } from '../kit/toasts/announce.ts';
import { missionSecondAtom, sliceAtoms } from '../mission/atoms.ts';
import { buildExport, type ExportFormat } from './export.ts';

/** A separate toast per export. */
let exports = 0;

/** Saves the present figures, and reports success or failure. */
export function usePerformanceExport(): (format: ExportFormat) => void {
  const store = useStore();
  const download = useContext(DownloadContext);

  return (format) => {
    const id = `export-${++exports}`;
    const report = store.get(sliceAtoms.performance);
    if (!report) {
      announce({ id, level: 'error', text: `No ${format} file: there is no performance data yet.` });
      return;
    }
    try {
      download(buildExport(format, report, store.get(missionSecondAtom) ?? report.time));
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      announce({ id, level: 'error', text: `The ${format} export failed: ${reason}` });
      return;
    }
    announce({ id, level: 'success', text: `Performance data exported as ${format}` });
  };
}
