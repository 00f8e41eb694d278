import { useAtom, useAtomValue, useSetAtom, useStore } from 'jotai';
import { type ChangeEvent, type SubmitEvent, useEffect, useId, useRef, useState } from 'react';
import type { Refusal } from '../../../shared/contract/outcome.ts';
import { EVENT_TYPES, PRIORITIES } from '../../../shared/entities/entities.ts';
import { addMs } from '../../../shared/kit/units.ts';
import { parseUtc, utcFieldText } from '../../../shared/kit/utc-text.ts';
import { Button } from '../../kit/controls/Button.tsx';
import { InputField, SelectField, TextAreaField } from '../../kit/controls/Field.tsx';
import { FormHeading } from '../../kit/controls/FormOnDemand.tsx';
import { submitOnce } from '../../kit/controls/press-once.ts';
import { UtcTimeField } from '../../kit/controls/UtcTimeField.tsx';
import { missionSecondAtom, momentAtom, sliceAtoms } from '../../mission/link/atoms.ts';
import { useOperations } from '../../mission/link/operations.ts';
import { useAction } from '../../mission/link/use-action.ts';
import { useWantedFocus } from '../../mission/navigation/wanted-focus.ts';
import {
  addingInAtom,
  changedEventAtom,
  type Draft,
  EMPTY,
  endChangeAtom,
  eventDraftAtom,
  FIELDS,
  fieldsOf,
} from './event-draft.ts';
import { PLAN_CHECK, PlanCheck } from './PlanCheck.tsx';
import { lacksAtom } from './plan-outlook.ts';
import { rememberStepAtom } from './plan-undo.ts';
import styles from './timeline.module.css';

interface EventFormProps {
  readonly className?: string | undefined;
  /** Receives the id of an added or changed event. */
  readonly onAdded: (id: string) => void;
  readonly onClose: () => void;
}

/** Adds a mission event, or changes a Scheduled one. The mission validates the draft; input stays until it is accepted. */
export function EventForm({ className = '', onAdded, onClose }: EventFormProps) {
  const operations = useOperations();
  const store = useStore();
  const changed = useAtomValue(changedEventAtom);
  const endChange = useSetAtom(endChangeAtom);
  const remember = useSetAtom(rememberStepAtom);
  const changedId = changed?.id;
  const {
    isBusy,
    refusal: readOnly,
    run,
  } = useAction(({ id, waiver, ...fields }: Draft & { readonly id: string | undefined }) => {
    const typed = { ...fields, ...(waiver !== '' && { waiver }) };
    return id === undefined ? operations.addEvent(typed) : operations.changeEvent({ id, ...typed });
  }, addingInAtom);
  const [draft, setDraft] = useAtom(eventDraftAtom);
  const [refusal, setRefusal] = useState<Refusal>();
  const formRef = useRef<HTMLFormElement>(null);
  const isLacking = useAtomValue(lacksAtom).length > 0;
  const headingId = useId();
  useWantedFocus('event', () => formRef.current?.querySelector('[name=title]'));

  const submit = async (id: string | undefined) => {
    const held = store.get(sliceAtoms.timeline)?.find((event) => event.id === id);
    const moment = store.get(momentAtom);
    const outcome = await run({ ...draft, id });
    if (!outcome) return;
    setRefusal(outcome.ok ? undefined : outcome);
    if (!outcome.ok) return;
    const { value } = outcome;
    remember({ id: value.id, after: fieldsOf(value), before: held && fieldsOf(held), moment });
    const wasOpen = changed?.wasOpen ?? true;
    if (changedId !== undefined) endChange(changedId);
    else setDraft((current) => (current === draft ? EMPTY : current));
    onAdded(value.id);
    if (!wasOpen) onClose();
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

  /** Closing keeps what was typed for a new event, and drops a change. */
  const close = () => {
    if (changedId !== undefined) endChange(changedId);
    onClose();
  };
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
  /** Moves the whole event. */
  const moveBy = (byMs: number) =>
    setDraft((held) => {
      const [start, end] = [held.startTime, held.endTime].map(parseUtc);
      return {
        ...held,
        ...(start !== undefined && { startTime: utcFieldText(addMs(start, byMs)) }),
        ...(end !== undefined && { endTime: utcFieldText(addMs(end, byMs)) }),
      };
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
        if (event.key === 'Escape') close();
      }}
      onSubmit={(event: SubmitEvent) => {
        event.preventDefault();
        void submit(changedId);
      }}
    >
      <FormHeading
        id={headingId}
        title={changedId === undefined ? 'Add a mission event' : 'Change a mission event'}
        onClose={close}
      />
      <InputField className={styles.wideField} label="Title" isRequired dir="auto" {...bind('title')} />
      <UtcTimeField
        className={styles.wideField}
        label="Start Time"
        isRequired
        onStep={moveBy}
        {...bindTime('startTime')}
      />
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
      <PlanCheck
        className={styles.wideField}
        onSlot={(times) => {
          setDraft((held) => ({ ...held, ...times }));
          const start = formRef.current?.elements.namedItem('startTime');
          if (start instanceof HTMLElement) start.focus();
        }}
      />
      {(isLacking || draft.waiver !== '') && (
        <InputField
          className={styles.wideField}
          label="Reason for planning it anyway"
          dir="auto"
          {...bind('waiver')}
        />
      )}
      <div className={styles.submit}>
        <Button type="submit" look="primary" isBusy={isBusy} refusal={readOnly} aria-describedby={PLAN_CHECK}>
          {changedId === undefined ? 'Add Event' : 'Save Event'}
        </Button>
        {changedId !== undefined && (
          <Button isBusy={isBusy} refusal={readOnly} onClick={() => void submit(undefined)}>
            Add as New Event
          </Button>
        )}
        {refusal && !refusal.fields?.length && <p className={styles.refusal}>{refusal.message}</p>}
      </div>
    </form>
  );
}
