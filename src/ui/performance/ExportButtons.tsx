import { useStore } from 'jotai';
import { useContext } from 'react';
import { Button } from '../controls/Button.tsx';
import { pressOnce } from '../controls/press-once.ts';
import { missionSecondAtom, performanceAtom } from '../mission/atoms.ts';
import { announce } from '../shell/Toasts.tsx';
import { DownloadContext } from './download.ts';
import { buildExport, EXPORT_FORMATS, type ExportFormat } from './export.ts';
import styles from './performance.module.css';

/** Each export is said by a toast of its own. */
let exports = 0;

/** Saves the figures as a file, built here (spec §7). */
export function ExportButtons() {
  const store = useStore();
  const download = useContext(DownloadContext);

  function save(format: ExportFormat): void {
    const id = `export-${++exports}`;
    const report = store.get(performanceAtom);
    if (!report) {
      announce({ id, level: 'error', text: `No ${format} file: there is no performance data yet.` });
      return;
    }
    try {
      download(buildExport(format, report, store.get(missionSecondAtom) ?? report.time));
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      announce({ id, level: 'error', text: `The ${format} file could not be built: ${reason}` });
      return;
    }
    announce({ id, level: 'success', text: `Performance data exported as ${format}` });
  }

  return (
    <div className={styles.exports}>
      {EXPORT_FORMATS.map((format) => (
        <Button key={format} className={styles.export} {...pressOnce(() => save(format))}>
          Export {format}
        </Button>
      ))}
    </div>
  );
}
