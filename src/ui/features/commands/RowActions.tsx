import { useSetAtom } from 'jotai';
import { useCallback, useEffect, useState } from 'react';
import type { Command } from '../../../shared/entities/entities.ts';
import { Button } from '../../kit/controls/Button.tsx';
import { pressOnce } from '../../kit/controls/press-once.ts';
import { type CommandOperation, offersOn } from '../../mission/link/offers.ts';
import { useOperations } from '../../mission/link/operations.ts';
import { useAction } from '../../mission/link/use-action.ts';
import styles from './command-queue.module.css';
import { CONSIDERED_EFFECT, consideredAtom, rememberCancellationAtom } from './queue-atoms.ts';

interface RowActionsProps {
  readonly command: Command;
  /** Id of the element that identifies the command. */
  readonly describedBy: string;
  /** True if its scheduled time is still to come. */
  readonly isAhead: boolean;
}

/**
 * Actions of a pending command (spec §4). One call at a time: it cannot be executed while being cancelled.
 */
export function RowActions({ command, describedBy, isAhead }: RowActionsProps) {
  const operations = useOperations();
  const remember = useSetAtom(rememberCancellationAtom);
  const [pressed, setPressed] = useState<CommandOperation>();
  const { isBusy, refusal, run } = useAction((operation: CommandOperation) =>
    operations[operation](command.id),
  );
  async function press(operation: CommandOperation) {
    if (isBusy) return;
    setPressed(operation);
    const outcome = await run(operation);
    if (operation === 'cancelCommand' && outcome?.ok) remember(command);
  }
  const consider = useSetAtom(consideredAtom);
  const { id } = command;
  const leave = useCallback(() => consider((held) => (held?.id === id ? undefined : held)), [consider, id]);
  // A row that goes away, such as one of an executed command, is no longer considered.
  useEffect(() => leave, [leave]);
  const considering = (isAtItsTime: boolean) => {
    const enter = () => consider({ id, isAtItsTime });
    return { onPointerEnter: enter, onPointerLeave: leave, onFocus: enter, onBlur: leave };
  };
  return (
    <div className={styles.actions}>
      {offersOn(command, isAhead).map(({ operation, word, look }) => (
        <Button
          // Arming and disarming are one button, which keeps the focus.
          key={operation === 'disarmCommand' ? 'armCommand' : operation}
          look={look ?? 'plain'}
          aria-describedby={
            operation === 'cancelCommand' ? describedBy : `${describedBy} ${CONSIDERED_EFFECT}`
          }
          data-action={operation}
          isBusy={isBusy && pressed === operation}
          refusal={refusal}
          disabled={isBusy && pressed !== operation}
          {...(operation !== 'cancelCommand' && considering(operation !== 'executeCommand'))}
          {...pressOnce(() => void press(operation))}
        >
          {word}
        </Button>
      ))}
    </div>
  );
}
