import { useAtomValue } from 'jotai';
import { useId, useLayoutEffect, useRef, useState } from 'react';
import type { CommandToSend } from '../../../shared/contract/operations.ts';
import type { Anomaly, CommandName } from '../../../shared/entities/entities.ts';
import { Button } from '../../kit/controls/Button.tsx';
import { pressOnce } from '../../kit/controls/press-once.ts';
import { useOperations } from '../../mission/link/operations.ts';
import { whyReadOnlyAtom } from '../../mission/link/read-only.ts';
import { useAction } from '../../mission/link/use-action.ts';
import { EffectOnDemand } from './EffectOnDemand.tsx';
import styles from './send-command.module.css';

interface SendCommandProps {
  readonly name: CommandName;
  /** Anomaly that the command answers. */
  readonly anomaly?: Anomaly['id'];
  /** Id of the element that states its purpose. */
  readonly describedBy?: string | undefined;
}

/** Offers a suggested command: a new one, executed at once after confirmation, whatever the queue has planned. */
export function SendCommand({ name, anomaly, describedBy }: SendCommandProps) {
  // A new suggestion needs a new confirmation.
  const [asked, setAsked] = useState<CommandName>();
  const offerRef = useRef<HTMLButtonElement>(null);
  const isBack = useRef(false);
  const refusal = useAtomValue(whyReadOnlyAtom);
  useLayoutEffect(() => {
    if (asked === undefined && isBack.current) offerRef.current?.focus();
    isBack.current = asked !== undefined;
  }, [asked]);
  if (asked !== name) {
    return (
      <Button
        ref={offerRef}
        className={styles.offer}
        aria-describedby={describedBy}
        refusal={refusal}
        {...pressOnce(() => {
          if (refusal === undefined) setAsked(name);
        })}
      >
        Execute {name}…
      </Button>
    );
  }
  return (
    <Question
      command={anomaly === undefined ? { name } : { name, anomaly }}
      onBack={() => setAsked(undefined)}
    />
  );
}

interface QuestionProps {
  readonly command: CommandToSend;
  readonly onBack: () => void;
}

function Question({ command, onBack }: QuestionProps) {
  const { sendCommand } = useOperations();
  const { isBusy, refusal, run } = useAction(sendCommand);
  const textId = useId();
  const effectId = useId();
  const confirmRef = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => confirmRef.current?.focus(), []);
  return (
    <fieldset
      className={styles.question}
      aria-labelledby={textId}
      onKeyDown={({ key }) => {
        if (key === 'Escape') onBack();
      }}
    >
      <p id={textId}>A new {command.name} is executed now. This cannot be undone.</p>
      <Button look="quiet" {...pressOnce(onBack)}>
        Back
      </Button>
      <Button
        ref={confirmRef}
        look="primary"
        isBusy={isBusy}
        refusal={refusal}
        aria-describedby={`${textId} ${effectId}`}
        {...pressOnce(() => void run(command).then(onBack))}
      >
        Execute
      </Button>
      {/* Last, so that no button moves when it is known. */}
      <EffectOnDemand id={effectId} name={command.name} />
    </fieldset>
  );
}
