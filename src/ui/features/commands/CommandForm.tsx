import { useAtom, useAtomValue, useStore } from 'jotai';
import { type FormEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { CommandDraft } from '../../../shared/contract/operations.ts';
import type { Refusal } from '../../../shared/contract/outcome.ts';
import { COMMAND_NAMES, type CommandName, PRIORITIES } from '../../../shared/entities/entities.ts';
import { parseUtc } from '../../../shared/kit/utc-text.ts';
import { Button } from '../../kit/controls/Button.tsx';
import { SelectField } from '../../kit/controls/Field.tsx';
import { FormHeading } from '../../kit/controls/FormOnDemand.tsx';
import { submitOnce } from '../../kit/controls/press-once.ts';
import { UtcTimeField } from '../../kit/controls/UtcTimeField.tsx';
import { missionSecondAtom } from '../../mission/link/atoms.ts';
import { useOperations } from '../../mission/link/operations.ts';
import { useAction } from '../../mission/link/use-action.ts';
import { useWantedFocus } from '../../mission/navigation/wanted-focus.ts';
import {
  commandDraftAtom,
  EMPTY,
  queueingInAtom,
  scheduleNoteAtom,
  takenDraftAtom,
} from './command-draft.ts';
import styles from './command-form.module.css';
import { EffectOnDemand } from './EffectOnDemand.tsx';
import { preparedDraftAtom } from './prepared-draft.ts';
import { QuickTimes } from './QuickTimes.tsx';

/** Fields in form order. */
const FIELDS = ['name', 'scheduledTime', 'priority'] as const satisfies readonly (keyof CommandDraft)[];
type FormField = (typeof FIELDS)[number];

/** The mission's refusal of the draft, shown beside its fields, or above the button. */
interface Complaint {
  readonly message: string;
  readonly places: readonly (FormField | 'form')[];
}

function complain({ message, fields = [] }: Refusal): Complaint {
  const places = FIELDS.filter((field) => fields.includes(field));
  return { message, places: places.length > 0 ? places : ['form'] };
}

const isCommandName = (name: string): name is CommandName =>
  (COMMAND_NAMES as readonly string[]).includes(name);

interface CommandFormProps {
  /** Receives the id of a queued command, and whether it was prepared. */
  readonly onQueued: (id: string, wasPrepared: boolean) => void;
  readonly onClose: () => void;
}

/** Queues a command (spec §5). The mission validates the draft. */
export function CommandForm({ onQueued, onClose }: CommandFormProps) {
  const operations = useOperations();
  const store = useStore();
  const [draft, setDraft] = useAtom(commandDraftAtom);
  const scheduleNote = useAtomValue(scheduleNoteAtom);
  const [complaint, setComplaint] = useState<Complaint>();
  const { isBusy, refusal, run } = useAction(operations.queueCommand, queueingInAtom);
  const formRef = useRef<HTMLFormElement>(null);
  const submitRef = useRef<HTMLButtonElement>(null);
  const headingId = useId();
  const noteId = useId();
  const effectId = useId();

  const focusField = (field: FormField) =>
    formRef.current?.querySelector<HTMLElement>(`[name=${field}]`)?.focus();

  // A prepared draft is taken over once, for review and submission.
  const [prepared, setPrepared] = useAtom(preparedDraftAtom);
  const [taken, setTaken] = useAtom(takenDraftAtom);
  useLayoutEffect(() => {
    if (!prepared) return;
    setDraft(prepared);
    setTaken(prepared);
    setComplaint(undefined);
    setPrepared(undefined);
    // A complete draft leaves only the button to press.
    if (prepared.name !== '') submitRef.current?.focus();
    else formRef.current?.querySelector<HTMLElement>('[name=name]')?.focus();
  }, [prepared, setDraft, setTaken, setPrepared]);
  const isPrepared = taken !== undefined && draft === taken && draft.name !== '';

  useWantedFocus('command', () => formRef.current?.querySelector('[name=name]'));
  const complaintAt = (place: FormField | 'form') =>
    complaint?.places.includes(place) ? complaint.message : undefined;

  function change(field: FormField, value: string) {
    setDraft((held) => ({ ...held, [field]: value }));
    setComplaint(
      (held) =>
        held && { ...held, places: held.places.filter((place) => place !== field && place !== 'form') },
    );
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    const outcome = await run(draft);
    if (!outcome) return;
    if (outcome.ok) {
      // Input during the call belongs to the next command.
      setDraft((held) => (held === draft ? EMPTY : held));
      setComplaint(undefined);
      // Focus moves to the command, unless the next one is already being typed.
      const isLeft = store.get(commandDraftAtom) === EMPTY;
      if (isLeft && formRef.current?.contains(document.activeElement)) {
        onQueued(outcome.value.id, isPrepared);
      }
      return;
    }
    const said = complain(outcome);
    // Synchronously, so that the message is present when the field takes the focus.
    flushSync(() => setComplaint(said));
    const [first] = said.places;
    if (first && first !== 'form') focusField(first);
  }

  return (
    <form
      ref={formRef}
      className={styles.form}
      aria-labelledby={headingId}
      noValidate
      {...submitOnce}
      onKeyDown={(event) => {
        submitOnce.onKeyDown(event);
        if (event.key === 'Escape') onClose();
      }}
      onSubmit={(event) => void submit(event)}
    >
      <FormHeading id={headingId} title="Queue a command" onClose={onClose} />
      <SelectField
        label="Command"
        name="name"
        isRequired
        options={COMMAND_NAMES}
        placeholder="Choose a command"
        value={draft.name}
        error={complaintAt('name')}
        onChange={(event) => change('name', event.target.value)}
      />
      <div className={styles.schedule}>
        <UtcTimeField
          now={() => store.get(missionSecondAtom)}
          label="Scheduled Time"
          name="scheduledTime"
          isRequired
          value={draft.scheduledTime}
          error={complaintAt('scheduledTime')}
          note={scheduleNote}
          onValue={(text) => change('scheduledTime', text)}
        />
        <QuickTimes onPick={(time) => change('scheduledTime', time)} />
      </div>
      <SelectField
        label="Priority"
        name="priority"
        options={PRIORITIES}
        value={draft.priority}
        error={complaintAt('priority')}
        onChange={(event) => change('priority', event.target.value)}
      />
      <div className={styles.submit}>
        {complaintAt('form') !== undefined && <p className={styles.complaint}>{complaintAt('form')}</p>}
        {isPrepared && (
          <p id={noteId} className={styles.prepared}>
            {draft.name} is filled in but not queued.
          </p>
        )}
        <Button
          ref={submitRef}
          type="submit"
          look="primary"
          isBusy={isBusy}
          refusal={refusal}
          aria-describedby={isPrepared ? `${noteId} ${effectId}` : effectId}
        >
          Queue Command
        </Button>
      </div>
      {/* Below the button, which would otherwise move under a pointer that presses it. */}
      {isCommandName(draft.name) && (
        <EffectOnDemand id={effectId} name={draft.name} time={parseUtc(draft.scheduledTime)} hasCharts />
      )}
    </form>
  );
}
