import { atom, useAtom, useAtomValue, useSetAtom, useStore } from 'jotai';
import { useCallback, useEffect, useState } from 'react';
import type { TimelineEventDraft } from '../../../shared/contract/operations.ts';
import type { TimelineEvent } from '../../../shared/entities/entities.ts';
import { formatDuration } from '../../../shared/kit/quantity-text.ts';
import { Button } from '../../kit/controls/Button.tsx';
import { useKeptFocus } from '../../kit/controls/use-kept-focus.ts';
import { FileButton } from '../../kit/files/FileButton.tsx';
import { readFileText } from '../../kit/files/file-text.ts';
import { SaveButton } from '../../kit/files/SaveButton.tsx';
import { formatInstant } from '../../kit/format.ts';
import { Printed } from '../../kit/page/Printed.tsx';
import { DataTable } from '../../kit/tables/DataTable.tsx';
import { missionSecondAtom, momentAtom, sliceAtoms, subjectAtom } from '../../mission/link/atoms.ts';
import { useOperations } from '../../mission/link/operations.ts';
import { maySteerAtom } from '../../mission/link/read-only.ts';
import { useAction } from '../../mission/link/use-action.ts';
import { fieldsOf } from './event-draft.ts';
import { eventText } from './period-text.ts';
import { readPlan, writePlan } from './plan-file.ts';
import { rememberStepAtom } from './plan-undo.ts';
import styles from './timeline.module.css';

const NONE: readonly TimelineEvent[] = [];
const eventsText = (count: number): string => `${count} ${count === 1 ? 'event' : 'events'}`;

/** The file that was read last. */
interface OpenedPlan {
  readonly plan: ReturnType<typeof readPlan>;
  /** Mission or branch that it was opened for. */
  readonly subject: string;
  /** How many of its events have been added, from the first on. */
  readonly added: number;
}

/** Outlives the popover: the events of the file could else be added twice. */
const openedPlanAtom = atom<OpenedPlan>();

/** Subject in which events of a file are being added. */
const addingPlanInAtom = atom<string>();

/** Saves and prints the Scheduled events, and adds those of a file. */
export function PlanFile() {
  const store = useStore();
  const events = useAtomValue(sliceAtoms.timeline) ?? NONE;
  const maySteer = useAtomValue(maySteerAtom);
  const scheduled = events.filter(({ status }) => status === 'Scheduled');
  const [read, setRead] = useAtom(openedPlanAtom);
  /** Number of the current print. */
  const [print, setPrint] = useState(0);
  const kept = useKeptFocus<HTMLDivElement>();
  const endPrint = useCallback(() => setPrint(0), []);
  const open = async ([file]: readonly File[]): Promise<void> => {
    if (!file) return;
    const text = await readFileText(file);
    const plan = text.ok ? readPlan(text.value) : text;
    setRead({ plan, subject: store.get(subjectAtom), added: 0 });
  };
  // A file that cannot be added here goes with the popover, once it has said why.
  useEffect(
    () => () => {
      if (store.get(addingPlanInAtom) !== undefined) return;
      const shown = store.get(subjectAtom);
      setRead((held) =>
        held?.plan.ok && held.plan.value.length > 0 && held.subject === shown ? held : undefined,
      );
    },
    [store, setRead],
  );
  const now = store.get(missionSecondAtom);
  return (
    <>
      <div className={styles.buttons}>
        <SaveButton
          label="Save Plan"
          build={scheduled.length > 0 && now !== undefined ? () => writePlan(events, now) : undefined}
        />
        {maySteer && (
          <FileButton
            label="Open Plan…"
            filesName="File of the plan"
            accept="application/json,.json"
            onFiles={(files) => void open(files)}
          />
        )}
        <Button disabled={scheduled.length === 0} onClick={() => setPrint(print + 1)}>
          Print
        </Button>
      </div>
      <div {...kept} role="status" tabIndex={-1}>
        {read && !read.plan.ok && <p className={styles.refusal}>{read.plan.message}</p>}
        {read?.plan.ok && <AddAll opened={read} drafts={read.plan.value} />}
        {!read && (
          <p className={styles.count}>
            {eventsText(scheduled.length)} {scheduled.length === 1 ? 'is' : 'are'} Scheduled.
          </p>
        )}
      </div>
      {print > 0 && (
        <Printed key={print} subject="plan" onPrinted={endPrint}>
          <h1>ORBITA-1: plan</h1>
          <DataTable
            caption="Scheduled events, times UTC"
            columns={['Start', 'End', 'Duration', 'Event', 'Type', 'Priority', 'Description']}
            rows={scheduled.map((event) => ({
              key: event.id,
              cells: [
                formatInstant(event.startTime, undefined),
                formatInstant(event.endTime, undefined),
                formatDuration(event.endTime - event.startTime, 4),
                event.title,
                event.type,
                event.priority,
                eventText(event),
              ],
            }))}
          />
        </Printed>
      )}
    </>
  );
}

interface AddAllProps {
  readonly opened: OpenedPlan;
  readonly drafts: readonly TimelineEventDraft[];
}

/** Asks before the events of a file are added, and says how many have been added if not all. */
function AddAll({ opened: { plan, subject, added }, drafts }: AddAllProps) {
  const operations = useOperations();
  const store = useStore();
  const remember = useSetAtom(rememberStepAtom);
  const setOpened = useSetAtom(openedPlanAtom);
  const shownSubject = useAtomValue(subjectAtom);
  const { isBusy, refusal, run } = useAction(
    (draft: TimelineEventDraft) => operations.addEvent(draft),
    addingPlanInAtom,
  );
  if (drafts.length === 0) return <p className={styles.count}>The file has no events.</p>;
  if (shownSubject !== subject) {
    return (
      <p className={styles.count}>
        The file was opened for another mission or branch. Open it again to add its events to this plan.
      </p>
    );
  }
  const add = async (): Promise<void> => {
    let count = added;
    for (const draft of drafts.slice(added)) {
      const moment = store.get(momentAtom);
      if (moment.subject !== subject) break;
      const outcome = await run(draft);
      if (!outcome?.ok) break;
      remember({ id: outcome.value.id, after: fieldsOf(outcome.value), before: undefined, moment });
      count += 1;
    }
    // Another file may have been opened meanwhile.
    setOpened((held) => {
      if (held?.plan !== plan) return held;
      return count === drafts.length ? undefined : { ...held, added: count };
    });
  };
  return (
    <>
      <p>
        {added > 0
          ? `${eventsText(added)} of ${drafts.length} have been added; the rest has not.`
          : `The file has ${eventsText(drafts.length)}. Adding them replaces no event.`}
      </p>
      <Button look="primary" isBusy={isBusy} refusal={refusal} onClick={() => void add()}>
        Add {eventsText(drafts.length - added)}
      </Button>
    </>
  );
}
