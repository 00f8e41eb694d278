import { useStore } from 'jotai';
import { useContext } from 'react';
import { DownloadContext } from '../kit/files/download.ts';
import { announce } from '../kit/toasts/announce.ts';
import { missionSecondAtom, sliceAtoms } from '../mission/atoms.ts';
import { TimeControlContext } from '../mission/time-control.ts';
import type { ExportFormat } from './export-formats.ts';

/** A separate toast per export. */
let exports = 0;

/** Saves the figures of the session up to the present ones, and reports success or failure. */
export function usePerformanceExport(): (format: ExportFormat) => Promise<void> {
  const store = useStore();
  const download = useContext(DownloadContext);
  const control = useContext(TimeControlContext);

  return async (format) => {
    const id = `export-${++exports}`;
    const report = store.get(sliceAtoms.performance);
    if (!report) {
      announce({ id, level: 'error', text: `No ${format} file: there is no performance data yet.` });
      return;
    }
    try {
      const now = store.get(missionSecondAtom) ?? report.time;
      const { askSeries, buildExport } = await import('./export.ts');
      const series = await askSeries(control, report, store.get(sliceAtoms.transport));
      download(buildExport(format, series, now));
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      announce({ id, level: 'error', text: `The ${format} export failed: ${reason}` });
      return;
    }
    announce({ id, level: 'success', text: `Performance data exported as ${format}` });
  };
}
