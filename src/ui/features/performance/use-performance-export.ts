import { useStore } from 'jotai';
import { useContext } from 'react';
import { DownloadContext } from '../../kit/files/download.ts';
import { loadChunks } from '../../kit/on-demand/load-chunks.ts';
import { announce } from '../../kit/toasts/announce.ts';
import { useSessionControl } from '../../mission/link/session-control.ts';
import type { ExportFormat } from './export-formats.ts';

/** Gives each export a separate toast. */
let exports = 0;

/** Saves the figures of the session up to the current ones, and reports success or failure. */
export function usePerformanceExport(): (format: ExportFormat) => Promise<void> {
  const store = useStore();
  const download = useContext(DownloadContext);
  const control = useSessionControl();

  return async (format) => {
    const id = `export-${++exports}`;
    try {
      await loadChunks(['export']);
      const { exportPerformance } = await import('./export.ts');
      announce({ id, ...(await exportPerformance(format, { store, download, control })) });
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      announce({ id, level: 'error', text: `The ${format} export failed: ${reason}` });
    }
  };
}
