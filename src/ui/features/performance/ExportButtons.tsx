import { Button } from '../../kit/controls/Button.tsx';
import { pressOnce } from '../../kit/controls/press-once.ts';
import { EXPORT_FORMATS } from './export-formats.ts';
import styles from './performance.module.css';
import { usePerformanceExport } from './use-performance-export.ts';

/** Saves the figures of the session as a file, built here (spec §7). */
export function ExportButtons() {
  const save = usePerformanceExport();
  return (
    <div className={styles.exports}>
      {EXPORT_FORMATS.map((format) => (
        <Button key={format} className={styles.export} {...pressOnce(() => void save(format))}>
          <span className={styles.exportWord}>Export </span>
          {format}
        </Button>
      ))}
    </div>
  );
}
