import { useContext, useState } from 'react';
import { Button } from '../controls/Button.tsx';
import { DownloadContext, type ExportFile } from './download.ts';
import styles from './save-button.module.css';

interface Props {
  readonly label: string;
  /** Builds the file; the button is disabled without it. */
  readonly build: (() => ExportFile) | undefined;
}

/** Saves a file, and says under which name, or why not. */
export function SaveButton({ label, build }: Props) {
  const download = useContext(DownloadContext);
  const [text, setText] = useState('');
  const save = () => {
    if (!build) return;
    try {
      const file = build();
      download(file);
      setText(`Saved as ${file.name}`);
    } catch (error) {
      setText(`The file could not be saved: ${error instanceof Error ? error.message : String(error)}`);
    }
  };
  return (
    <>
      <Button disabled={!build} onClick={save}>
        {label}
      </Button>
      <span role="status" className={styles.status}>
        {text}
      </span>
    </>
  );
}
