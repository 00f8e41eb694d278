import { useAtom, useAtomValue } from 'jotai';
import { type ReactNode, useState } from 'react';
import { Card } from '../../kit/card/Card.tsx';
import { OpenFormButton, useFormOnDemand } from '../../kit/controls/FormOnDemand.tsx';
import { maySteerAtom } from '../../mission/link/read-only.ts';
import { wantedFocusAtom } from '../../mission/navigation/wanted-focus.ts';
import { CommandForm } from './CommandForm.tsx';
import { CommandQueue } from './CommandQueue.tsx';
import { isCommandFormOpenAtom } from './command-draft.ts';
import styles from './command-uplink.module.css';
import { preparedDraftAtom } from './prepared-draft.ts';
import type { RowPlace } from './row-focus.ts';

interface CommandUplinkCardProps {
  readonly className?: string | undefined;
  /** Shown above queue and form: how commands reach the spacecraft. */
  readonly link?: ReactNode;
}

/** The Command Uplink card of spec §2: the queue, and a form on demand. */
export function CommandUplinkCard({ className, link }: CommandUplinkCardProps) {
  const [isOpen, setOpen] = useAtom(isCommandFormOpenAtom);
  const isPrepared = useAtomValue(preparedDraftAtom) !== undefined;
  const [wantedFocus, want] = useAtom(wantedFocusAtom);
  const maySteer = useAtomValue(maySteerAtom);
  const hasForm = isOpen && maySteer;
  const { openerRef, close } = useFormOnDemand(isOpen, setOpen, isPrepared || wantedFocus === 'command');
  const [wanted, setWanted] = useState<RowPlace>();

  function onQueued(id: string, wasPrepared: boolean) {
    setWanted({ id, action: 'executeCommand' });
    if (wasPrepared) setOpen(false);
  }
  return (
    <Card
      title="Command Uplink"
      className={className}
      aside={
        !isOpen &&
        maySteer && <OpenFormButton ref={openerRef} name="New Command" onOpen={() => want('command')} />
      }
    >
      {link}
      <div className={styles.layout} data-form={hasForm}>
        {hasForm && <CommandForm onQueued={onQueued} onClose={close} />}
        <CommandQueue wanted={wanted} setWanted={setWanted} />
      </div>
    </Card>
  );
}
