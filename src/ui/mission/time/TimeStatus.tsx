import { useAtomValue } from 'jotai';
import { useState } from 'react';
import { isReplayAtom, timeNewsAtom } from './shown-time.ts';
import styles from './time-status.module.css';

/** Announces a change of the time shown, and frames the whole page while it is in the past. */
export function TimeStatus() {
  const isReplay = useAtomValue(isReplayAtom);
  return (
    <>
      <News />
      {isReplay && <div className={styles.frame} aria-hidden="true" />}
    </>
  );
}

/** Does not announce the initial state. */
function News() {
  const news = useAtomValue(timeNewsAtom);
  const [first, setFirst] = useState(news);
  const [hasChanged, setChanged] = useState(false);
  if (first === undefined && news !== undefined) setFirst(news);
  if (!hasChanged && first !== undefined && news !== first) setChanged(true);
  return (
    <p className="visually-hidden" role="status">
      {hasChanged && news}
    </p>
  );
}
