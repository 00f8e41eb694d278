import { useAtomValue } from 'jotai';
import { useState } from 'react';
import type { MissionId } from '../../../shared/contract/consoles.ts';
import styles from '../../kit/card/notice.module.css';
import { Button } from '../../kit/controls/Button.tsx';
import { sliceAtoms } from '../../mission/link/atoms.ts';

/** One line above the footer: a newer build shows the mission, and this one cannot share it. */
export function OtherBuildNotice() {
  const consoles = useAtomValue(sliceAtoms.consoles);
  const [dismissed, setDismissed] = useState<MissionId>();
  const isOlder = consoles?.otherBuild === 'newer' && consoles.missionId !== dismissed;
  if (!isOlder) return <div role="status" hidden />;
  return (
    <div role="status" className={styles.notice}>
      <p>
        Another window has a newer version of this page, which shares no mission with this one until a reload.
      </p>
      <Button onClick={() => window.location.reload()}>Reload now</Button>
      <Button onClick={() => setDismissed(consoles.missionId)}>Later</Button>
    </div>
  );
}
