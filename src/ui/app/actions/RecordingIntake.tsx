import { useEffect, useEffectEvent, useState } from 'react';
import styles from './recording-intake.module.css';
import { RECORDING_FRAGMENT, useRecordings } from './use-recordings.ts';

const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') ?? false;

/** Accepts recordings dropped onto the page or encoded in its address, from which they are removed. */
export function RecordingIntake() {
  const recordings = useRecordings();
  const [isDragged, setDragged] = useState(false);

  const readAddress = useEffectEvent(() => {
    const { hash, pathname, search } = window.location;
    if (!recordings || !hash.startsWith(RECORDING_FRAGMENT)) return;
    window.history.replaceState(window.history.state, '', `${pathname}${search}`);
    recordings.openCode(hash.slice(RECORDING_FRAGMENT.length));
  });
  const drag = useEffectEvent((event: DragEvent) => {
    // An open dialog handles its own drops.
    if (!recordings || !hasFiles(event) || event.defaultPrevented) return;
    event.preventDefault();
    setDragged(true);
  });
  const leave = useEffectEvent(({ relatedTarget }: DragEvent) => {
    if (!relatedTarget) setDragged(false); // the pointer has left the window
  });
  const drop = useEffectEvent((event: DragEvent) => {
    setDragged(false);
    if (!recordings || !hasFiles(event) || event.defaultPrevented) return;
    event.preventDefault();
    const file = event.dataTransfer?.files[0];
    if (file) recordings.open(file);
  });

  useEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
    window.addEventListener('hashchange', () => readAddress(), { signal });
    window.addEventListener('dragover', (event) => drag(event), { signal });
    window.addEventListener('dragleave', (event) => leave(event), { signal });
    window.addEventListener('drop', (event) => drop(event), { signal });
    readAddress();
    return () => listening.abort();
  }, []);

  return isDragged ? <p className={styles.target}>Drop to open the recording</p> : null;
}
