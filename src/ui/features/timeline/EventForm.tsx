import { useAtom, useStore } from 'jotai';
import { type ChangeEvent, type SubmitEvent, useEffect, useId, useRef, useState } from 'react';
import type { Refusal } from '../../../shared/contract/outcome.ts';
import { EVENT_TYPES, PRIORITIES } from '../../../shared/entities/entities.ts';
import { Button } from '../../kit/controls/Button.tsx';
import { InputField, SelectField, TextAreaField } from '../../kit/controls/Field.tsx';
import { FormHeading } from '../../kit/controls/FormOnDemand.tsx';
import { submitOnce } from '../../kit/controls/press-once.ts';
import { UtcTimeField } from '../../kit/controls/UtcTimeField.tsx';
import { missionSecondAtom } from '../../mission/link/atoms.ts';
import { useOperations } from '../../mission/link/operations.ts';
import { useAction } from '../../mission/link/use-action.ts';
import { useWantedFocus } from '../../mission/navigation/wanted-focus.ts';
import { type Draft, EMPTY, eventDraftAtom, isAddingAtom } from './event-draft.ts';
import styles from './timeline.module.css';

/** Fields in form order. */
const FIELDS = Object.keys(EMPTY) as readonly (keyof Draft)[];

interface EventFormProps {
  readonly className?: string | undefined;
  /** Receives the id of an added event. */
  readonly onAdded: (id: string) => void;
  readonly onClose: () => void;
}

/** Adds a mission event. The mission validates the draft; input stays until it is accepted. */
export function EventForm({ className = '', onAdded, onClose }: EventFormProps) {
  const operations = useOperations();
  const store = useStore();
  const { isBusy, refusal: readOnly, run } = useAction(operations.addEvent, isAddingAtom);
  const [draft, setDraft] = useAtom(eventDraftAtom);
  const [refusal, setRefusal] = useState<Refusal>();
  const formRef = useRef<HTMLFormElement>(null);
  const headingId = useId();
  useWantedFocus('event', () => formRef.current?.querySelector('[name=title]'));

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const outcome = await run(draft);
    if (!outcome) return;
    setRefusal(outcome.ok ? undefined : outcome);
    if (!outcome.ok) return;
    setDraft((current) => (current === draft ? EMPTY : current));
    onAdded(outcome.value.id);
  };

  // Runs after the field has its error, so that both are read out together.
  const refusedFieldsRef = useRef<Refusal>(undefined);
  useEffect(() => {
    if (refusal === refusedFieldsRef.current) return;
    refusedFieldsRef.current = refusal;
    const first = FIELDS.find((name) => refusal?.fields?.includes(name));
    const field = first && formRef.current?.elements.namedItem(first);
    if (field instanceof HTMLElement) field.focus();
  }, [refusal]);

  const change = (name: keyof Draft, value: string) => setDraft((held) => ({ ...held, [name]: value }));
  const state = (name: keyof Draft) => ({
    name,
    value: draft[name],
    error: refusal?.fields?.includes(name) ? refusal.message : undefined,
  });
  const bind = (name: keyof Draft) => ({
    ...state(name),
    onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>) =>
      change(name, target.value),
  });
  const bindTime = (name: 'startTime' | 'endTime') => ({
    ...state(name),
    onValue: (text: string) => change(name, text),
    now: () => store.get(missionSecondAtom),
  });

  return (
    <form
      ref={formRef}
      className={`${styles.form} ${className}`}
      aria-labelledby={headingId}
      noValidate
      autoComplete="off"
      {...submitOnce}
      onKeyDown={(event) => {
        submitOnce.onKeyDown(event);
        if (event.key === 'Escape') onClose();
      }}
      onSubmit={submit}
    >
      <FormHeading id={headingId} title="Add a mission event" onClose={onClose} />
      <InputField className={styles.wideField} label="Title" isRequired dir="auto" {...bind('title')} />
      <UtcTimeField className={styles.wideField} label="Start Time" isRequired {...bindTime('startTime')} />
      <UtcTimeField className={styles.wideField} label="End Time" isRequired {...bindTime('endTime')} />
      <TextAreaField
        className={styles.wideField}
        label="Description"
        dir="auto"
        rows={2}
        {...bind('description')}
      />
      <SelectField label="Type" options={EVENT_TYPES} {...bind('type')} />
      <SelectField label="Priority" options={PRIORITIES} {...bind('priority')} />
      <div className={styles.submit}>
        <Button type="submit" look="primary" isBusy={isBusy} refusal={readOnly}>
          Add Event
        </Button>
        {refusal && !refusal.fields?.length && <p className={styles.refusal}>{refusal.message}</p>}
      </div>
    </form>
  );
}
