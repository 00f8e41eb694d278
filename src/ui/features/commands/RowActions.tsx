import { atom, useAtomValue, useSetAtom, useStore } from 'jotai';
import { useEffect, useMemo, useState } from 'react';
import type { Command } from '../../../shared/entities/entities.ts';
import { Button } from '../../kit/controls/Button.tsx';
import { pressOnce } from '../../kit/controls/press-once.ts';
import { momentAtom } from '../../mission/link/atoms.ts';
import { type CommandOperation, offersOn } from '../../mission/link/offers.ts';
import { useOperations } from '../../mission/link/operations.ts';
import { useAction } from '../../mission/link/use-action.ts';
import styles from './command-queue.module.css';
import {
  CONSIDERED_EFFECT,
  type Considered,
  consideredAtom,
  consideredByAtoms,
  rememberCancellationAtom,
} from './queue-atoms.ts';

/** When an operation has the command executed: that is the time of the effect to show. */
const EFFECT_TIMES: Readonly<Partial<Record<CommandOperation, Considered['time']>>> = {
  executeCommand: 'now',
  armCommand: 'scheduled',
  disarmCommand: 'scheduled',
};

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
  const store = useStore();
  const remember = useSetAtom(rememberCancellationAtom);
  const [pressed, setPressed] = useState<CommandOperation>();
  const { isBusy, refusal, run } = useAction((operation: CommandOperation) =>
    operations[operation](command.id),
  );
  async function press(operation: CommandOperation) {
    if (isBusy) return;
    setPressed(operation);
    // Another mission or branch may be shown when the mission answers.
    const moment = store.get(momentAtom);
    const outcome = await run(operation);
    if (operation === 'cancelCommand' && outcome?.ok) remember({ command, moment });
  }
  const considering = useConsidering(command.id);
  const consideredTimeAtom = useMemo(
    () => atom((get) => (get(consideredAtom)?.id === command.id ? get(consideredAtom)?.time : undefined)),
    [command.id],
  );
  const consideredTime = useAtomValue(consideredTimeAtom);
  return (
    <div className={styles.actions}>
      {offersOn(command, isAhead).map(({ operation, word, look }) => {
        const effectTime = EFFECT_TIMES[operation];
        const isConsidered = effectTime !== undefined && effectTime === consideredTime;
        return (
          <Button
            // Arming and disarming are one button, which keeps the focus.
            key={operation === 'disarmCommand' ? 'armCommand' : operation}
            look={look ?? 'plain'}
            aria-describedby={isConsidered ? `${describedBy} ${CONSIDERED_EFFECT}` : describedBy}
            data-action={operation}
            isBusy={isBusy && pressed === operation}
            refusal={refusal}
            disabled={isBusy && pressed !== operation}
            {...(effectTime && considering({ id: command.id, time: effectTime }))}
            {...pressOnce(() => void press(operation))}
          >
            {word}
          </Button>
        );
      })}
    </div>
  );
}

/** Returns the handlers of a button that shows the effect of its command while it has the pointer or the focus. */
function useConsidering(id: Command['id']) {
  const pointAt = useSetAtom(consideredByAtoms.pointer);
  const focusOn = useSetAtom(consideredByAtoms.focus);
  // A row that goes away, such as one of an executed command, is no longer considered.
  useEffect(
    () => () => {
      for (const consider of [pointAt, focusOn]) consider((held) => (held?.id === id ? undefined : held));
    },
    [pointAt, focusOn, id],
  );
  return (considered: Considered) => ({
    onPointerEnter: () => pointAt(considered),
    onPointerLeave: () => pointAt(undefined),
    onFocus: () => focusOn(considered),
    onBlur: () => focusOn(undefined),
  });
}
