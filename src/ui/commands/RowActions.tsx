import { useSetAtom } from 'jotai';
import { useState } from 'react';
import type { Command } from '../../shared/entities.ts';
import { Button } from '../kit/controls/Button.tsx';
import { pressOnce } from '../kit/controls/press-once.ts';
import { useOperations } from '../mission/operations.ts';
import { useAction } from '../mission/use-action.ts';
import styles from './command-queue.module.css';
import { rememberCancellationAtom } from './queue-atoms.ts';
import { ROW_ACTIONS, type RowAction } from './row-focus.ts';

interface RowActionsProps {
  readonly command: Command;
  /** Id of the element that identifies the command. */
  readonly describedBy: string;
}

/**
 * Actions of a pending command (spec §4). One call at a time: it cannot be executed while being cancelled.
 */
export function RowActions({ command, describedBy }: RowActionsProps) {
  const operations = useOperations();
  const remember = useSetAtom(rememberCancellationAtom);
  const [pressed, setPressed] = useState<RowAction>();
  const { isBusy, refusal, run } = useAction((action: RowAction) =>
    action === 'Execute' ? operations.executeCommand(command.id) : operations.cancelCommand(command.id),
  );
  async function press(action: RowAction) {
    if (isBusy) return;
    setPressed(action);
    const outcome = await run(action);
    if (action === 'Cancel' && outcome?.ok) remember(command);
  }
  return (
    <div className={styles.actions}>
      {ROW_ACTIONS.map((action) => (
        <Button
          key={action}
          look={action === 'Cancel' ? 'quiet' : 'plain'}
          aria-describedby={describedBy}
          data-action={action}
          isBusy={isBusy && pressed === action}
          refusal={refusal}
          disabled={isBusy && pressed !== action}
          {...pressOnce(() => void press(action))}
        >
          {action}
        </Button>
      ))}
    </div>
  );
}
