import { useAtomValue, useSetAtom, useStore } from 'jotai';
import { Undo2 } from 'lucide-react';
import { Button } from '../../kit/controls/Button.tsx';
import { pressOnce } from '../../kit/controls/press-once.ts';
import { surroundings, useKeptFocus } from '../../kit/controls/use-kept-focus.ts';
import { momentAtom } from '../../mission/link/atoms.ts';
import { useOperations } from '../../mission/link/operations.ts';
import { useAction } from '../../mission/link/use-action.ts';
import { forgetStepAtom, lastStepAtom, type PlanStep } from './plan-undo.ts';
import styles from './timeline.module.css';
import { openUndoAtom } from './timeline-atoms.ts';

/**
 * Takes back the last change of the plan: an event gets its fields of before, and one that was added is cancelled, which its row
 * can undo.
 */
export function UndoPlan() {
  const operations = useOperations();
  const store = useStore();
  const step = useAtomValue(lastStepAtom);
  const forget = useSetAtom(forgetStepAtom);
  const openUndo = useSetAtom(openUndoAtom);
  const { isBusy, refusal, run } = useAction(({ id, before }: PlanStep) =>
    before ? operations.changeEvent({ id, ...before }) : operations.cancelEvent(id),
  );
  const kept = useKeptFocus<HTMLDivElement>(surroundings);
  const undo = async (last: PlanStep): Promise<void> => {
    const moment = store.get(momentAtom);
    const outcome = await run(last);
    if (!outcome) return;
    // One that the mission refuses cannot be undone later either: the event has started, or is gone.
    forget(last);
    if (outcome.ok && !last.before) openUndo(last.id, moment);
  };
  return (
    <div {...kept} className={styles.undo}>
      {step && (
        <Button
          look="quiet"
          isBusy={isBusy}
          refusal={refusal}
          aria-label={`Undo: ${step.after.title} ${step.before ? 'changed' : 'added'}`}
          {...pressOnce(() => void undo(step))}
        >
          <Undo2 aria-hidden />
          Undo
        </Button>
      )}
    </div>
  );
}
