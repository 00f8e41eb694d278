import { useAtomValue } from 'jotai';
import { useState } from 'react';
import styles from '../card/notice.module.css';
import { Button } from '../controls/Button.tsx';
import { type NewVersion, newVersionAtom } from './new-version.ts';

/** A line above the footer, until the operator dismisses it. */
export function UpdateNotice() {
  const version = useAtomValue(newVersionAtom);
  const [dismissed, setDismissed] = useState<NewVersion>();
  if (!version || version === dismissed) return <div role="status" hidden />;
  return (
    <div role="status" className={styles.notice}>
      <p>
        A new version is ready. A reload begins a new mission; a kept mission can then be continued, and a
        shared one is joined again.
      </p>
      <Button onClick={version.reload}>Reload now</Button>
      <Button onClick={() => setDismissed(version)}>Later</Button>
    </div>
  );
}
