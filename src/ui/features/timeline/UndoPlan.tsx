import { useAtomValue, useSetAtom } from 'jotai';
import { Undo2 } from 'lucide-react';
import { Button } from '../../kit/controls/Button.tsx';
import { pressOnce } from '../../kit/controls/press-once.ts';
import { surroundings, useKeptFocus } from '../../kit/controls/use-kept-focus.ts';
import { useOperations } from '../../mission/link/operations.ts';
import { useAction } from '../../mission/link/use-action.ts';
import { forgetStepAtom, lastStepAtom, type PlanStep } from './plan-undo.ts';
import styles from './timeline.module.css';

/** Takes back the last change of the plan: an event gets its fields of before, and one that was added is cancelled. */
export function UndoPlan() {
  const operations = useOperations();
  const step = useAtomValue(lastStepAtom);
  const forget = useSetAtom(forgetStepAtom);
  const { isBusy, refusal, run } = useAction(({ id, before }: PlanStep) =>
    before ? operations.changeEvent({ id, ...before }) : operations.cancelEvent(id),
  );
  const kept = useKeptFocus<HTMLDivElement>(surroundings);
  const undo = async (last: PlanStep): Promise<void> => {
    // One that the mission refuses cannot be undone later either: the event has started, or is gone.
    if (await run(last)) forget(last);
  };
  return (
    <div {...kept} className={styles.undo}>
      {step && (
        <Button
          look="quiet"
          isBusy={isBusy}
          refusal={refusal}
          aria-label={`Undo: ${step.title} ${step.before ? 'changed' : 'added'}`}
          {...pressOnce(() => void undo(step))}
        >
          <Undo2 aria-hidden />
          Undo
        </Button>
      )}
    </div>
  );
}
