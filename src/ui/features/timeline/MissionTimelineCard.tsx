import { useAtom, useAtomValue } from 'jotai';
import { CalendarX } from 'lucide-react';
import { useState } from 'react';
import type { TimelineEvent } from '../../../shared/entities/entities.ts';
import { Card } from '../../kit/card/Card.tsx';
import { EmptyState } from '../../kit/card/EmptyState.tsx';
import { OpenFormButton, useFormOnDemand } from '../../kit/controls/FormOnDemand.tsx';
import { sliceAtoms } from '../../mission/link/atoms.ts';
import { LoadingState } from '../../mission/link/LoadingState.tsx';
import { maySteerAtom } from '../../mission/link/read-only.ts';
import { wantedFocusAtom } from '../../mission/navigation/wanted-focus.ts';
import { ChartsRange } from './ChartsRange.tsx';
import { EventForm } from './EventForm.tsx';
import { EventList, type Reveal } from './EventList.tsx';
import { EventStrip } from './EventStrip.tsx';
import { isEventFormOpenAtom } from './event-draft.ts';
import { PassData } from './PassData.tsx';
import { PlanFileButton } from './PlanFileButton.tsx';
import { usePlanOutlook } from './plan-outlook.ts';
import { SpanChoice } from './SpanChoice.tsx';
import styles from './timeline.module.css';
import { UndoPlan } from './UndoPlan.tsx';

const NONE: readonly TimelineEvent[] = [];

/**
 * The Mission Timeline card of spec §2: the time around the present as a strip, all events in a list, and a
 * form on demand.
 */
export function MissionTimelineCard({ className }: { readonly className?: string | undefined }) {
  usePlanOutlook();
  const events = useAtomValue(sliceAtoms.timeline);
  const [reveal, setReveal] = useState<Reveal>();
  const [isOpen, setOpen] = useAtom(isEventFormOpenAtom);
  const [wantedFocus, want] = useAtom(wantedFocusAtom);
  const maySteer = useAtomValue(maySteerAtom);
  const hasForm = isOpen && maySteer;
  const { openerRef, close } = useFormOnDemand(isOpen, setOpen, wantedFocus === 'event');
  return (
    <Card
      title="Mission Timeline"
      className={className}
      aside={
        <div className={styles.aside} tabIndex={-1}>
          {events && <Count events={events} />}
          {maySteer && <UndoPlan />}
          {maySteer && !isOpen && (
            <OpenFormButton ref={openerRef} name="New Event" onOpen={() => want('event')} />
          )}
        </div>
      }
    >
      <div className={styles.layout} data-form={hasForm}>
        {hasForm && <EventForm onAdded={(id) => setReveal({ id, takesFocus: false })} onClose={close} />}
        <div className={styles.plan}>
          <div className={styles.planHeader}>
            <SpanChoice />
            <ChartsRange />
            <span className={styles.planTools}>
              <PassData />
              <PlanFileButton />
            </span>
          </div>
          <EventStrip events={events ?? NONE} onChoose={(id) => setReveal({ id, takesFocus: true })} />
        </div>
        <div className={styles.listFrame}>
          {!events && <LoadingState headline="Loading mission events..." />}
          {events?.length === 0 && (
            <EmptyState
              headline="No mission events scheduled"
              detail={`${maySteer ? 'New Event opens the form. ' : ''}Events appear here and on the strip.`}
              icon={CalendarX}
            />
          )}
          {events && events.length > 0 && <EventList events={events} reveal={reveal} onReveal={setReveal} />}
        </div>
      </div>
    </Card>
  );
}

function Count({ events }: { readonly events: readonly TimelineEvent[] }) {
  const running = events.filter(({ status }) => status === 'In Progress').length;
  return (
    <p className={styles.count}>
      {events.length} {events.length === 1 ? 'event' : 'events'}
      {running > 0 && `, ${running} in progress`}
    </p>
  );
}
