import { Button } from '../kit/controls/Button.tsx';
import styles from './log.module.css';
import { useLogExport } from './use-log-export.ts';

/** Saves the whole log as a file, whatever the filter. */
export function LogExportButton() {
  const save = useLogExport();
  return (
    <Button className={styles.button} onClick={save}>
      Export Log CSV
    </Button>
  );
}
