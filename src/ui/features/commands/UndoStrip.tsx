import { useAtomValue, useSetAtom } from 'jotai';
import { useLayoutEffect, useRef } from 'react';
import { Button } from '../../kit/controls/Button.tsx';
import { pressOnce } from '../../kit/controls/press-once.ts';
import { useOperations } from '../../mission/link/operations.ts';
import { useAction } from '../../mission/link/use-action.ts';
import styles from './command-queue.module.css';
import { forgetCancellationAtom, undoableAtom } from './queue-atoms.ts';

interface UndoStripProps {
  readonly onRestored: (id: string) => void;
  /** Called when the strip disappears with the focus in it. */
  readonly onFocusLost: () => void;
}

/** Offers undo of the last cancellation within the mission's limit (`UNDO_MS`). */
export function UndoStrip({ onRestored, onFocusLost }: UndoStripProps) {
  const operations = useOperations();
  const command = useAtomValue(undoableAtom);
  const forget = useSetAtom(forgetCancellationAtom);
  const { isBusy, refusal, run } = useAction((id: string) => operations.restoreCommand(id));
  const hasFocus = useRef(false);

  useLayoutEffect(() => {
    if (command || !hasFocus.current) return;
    hasFocus.current = false;
    onFocusLost();
  }, [command, onFocusLost]);

  async function undo(id: string) {
    const outcome = await run(id);
    if (!outcome) return;
    if (outcome.ok) onRestored(id);
    forget(id);
  }

  return (
    <div className={styles.undo} data-shown={command !== undefined}>
      <p role="status">{command && `${command.name} cancelled`}</p>
      {command && (
        <Button
          isBusy={isBusy}
          refusal={refusal}
          onFocus={() => {
            hasFocus.current = true;
          }}
          onBlur={() => {
            hasFocus.current = false;
          }}
          {...pressOnce(() => void undo(command.id))}
        >
          Undo
        </Button>
      )}
    </div>
  );
}
