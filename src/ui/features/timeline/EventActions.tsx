import { useAtomValue, useSetAtom, useStore } from 'jotai';
import { Undo2 } from 'lucide-react';
import { type ComponentProps, useMemo, useState } from 'react';
import type { TimelineEvent, TimelineEventStatus } from '../../../shared/entities/entities.ts';
import { Button } from '../../kit/controls/Button.tsx';
import { pressOnce } from '../../kit/controls/press-once.ts';
import { useKeptFocus } from '../../kit/controls/use-kept-focus.ts';
import { momentAtom } from '../../mission/link/atoms.ts';
import { type EventOperation, OFFERS } from '../../mission/link/offers.ts';
import { useOperations } from '../../mission/link/operations.ts';
import { useAction } from '../../mission/link/use-action.ts';
import styles from './event.module.css';
import { changeEventAtom } from './event-draft.ts';
import { closeUndoAtom, isUndoableAtom, openUndoAtom } from './timeline-atoms.ts';

type RowOperation = EventOperation | 'restoreEvent';

interface EventActionsProps {
  readonly event: TimelineEvent;
  /** Id of the element that names the event. */
  readonly describedBy: string;
}

/**
 * Buttons of an event, in fixed places, so that none appears where another has just been. Undo after its
 * cancellation.
 */
export function EventActions({ event, describedBy }: EventActionsProps) {
  const { id, status } = event;
  const { isBusy, refusal, act } = useEventOperations(event);
  const isUndoable = useAtomValue(useMemo(() => isUndoableAtom(id), [id])) && status === 'Cancelled';
  const change = useSetAtom(changeEventAtom);
  const keptFocus = useKeptFocus<HTMLDivElement>(cardOf);
  const bind = (operation: RowOperation): ComponentProps<typeof Button> => ({
    isBusy,
    refusal,
    'aria-describedby': describedBy,
    ...pressOnce(() => void act(operation)),
  });
  return (
    <div {...keptFocus} className={styles.holder}>
      <div className={styles.actions}>
        {status === 'Scheduled' && (
          <Button
            look="quiet"
            data-operation="changeEvent"
            aria-describedby={describedBy}
            refusal={refusal}
            onClick={() => refusal === undefined && change(event)}
          >
            Edit
          </Button>
        )}
        {OFFERS.event[status]?.map(({ operation, word, look }) => (
          <Button key={operation} {...bind(operation)} look={look ?? 'plain'} data-operation={operation}>
            {word}
          </Button>
        ))}
      </div>
      {isUndoable && (
        <p className={styles.undo}>
          <span>
            <bdi>{event.title}</bdi> cancelled{' '}
          </span>
          <Button {...bind('restoreEvent')}>
            <Undo2 aria-hidden />
            Undo
          </Button>
        </p>
      )}
    </div>
  );
}

/** Calls for one event: one at a time, and none until the event shows the result. */
function useEventOperations({ id, status }: TimelineEvent) {
  const operations = useOperations();
  const store = useStore();
  const openUndo = useSetAtom(openUndoAtom);
  const closeUndo = useSetAtom(closeUndoAtom);
  const { isBusy, refusal, run } = useAction((operation: RowOperation) => operations[operation](id));
  const [doneIn, setDoneIn] = useState<TimelineEventStatus>();
  if (doneIn !== undefined && doneIn !== status) setDoneIn(undefined);
  const isAwaited = doneIn === status;
  async function act(operation: RowOperation): Promise<void> {
    if (isAwaited) return;
    const moment = store.get(momentAtom);
    const outcome = await run(operation);
    if (!outcome?.ok) return;
    setDoneIn(status);
    if (operation === 'cancelEvent') openUndo(id, moment);
    if (operation === 'restoreEvent') closeUndo(id);
  }
  return { isBusy: isBusy || isAwaited, refusal, act };
}

const cardOf = (holder: HTMLElement): HTMLElement | null => holder.closest('article');
