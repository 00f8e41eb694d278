import { atom, useAtomValue } from 'jotai';
import { useMemo } from 'react';
import { EVENT_TYPES, type TimelineEventType } from '../../../shared/entities/entities.ts';
import { addMs } from '../../../shared/kit/units.ts';
import { parseUtc } from '../../../shared/kit/utc-text.ts';
import { Button } from '../../kit/controls/Button.tsx';
import { formatInstant, formatUtcDate, withUnitsJoined } from '../../kit/format.ts';
import { StatusLabel } from '../../kit/status/StatusIcon.tsx';
import { orbitaContactsAtom } from '../../mission/clocks/clocks.ts';
import { missionMinuteAtom, sliceAtoms } from '../../mission/link/atoms.ts';
import { modeAtom } from '../../mission/look-ahead/use-look-ahead.ts';
import { changedEventAtom, type Draft, eventDraftAtom, typedTime } from './event-draft.ts';
import { capacityAtom, planOutlookAtom } from './plan-outlook.ts';
import {
  isUnplanned,
  isUnpredicted,
  lacksOf,
  nextSlot,
  type PlanFacts,
  type PlannedEvent,
} from './plan-rules.ts';
import styles from './timeline.module.css';

/** Id of the check, for what it describes: there is one form. */
export const PLAN_CHECK = 'plan-check';

/** The event in the form, once its times are complete. */
const plannedAtom = atom((get): PlannedEvent | undefined => {
  const { startTime: start, endTime: end, type: typed } = get(eventDraftAtom);
  const [startTime, endTime] = [parseUtc(start), parseUtc(end)];
  const type = EVENT_TYPES.find((known): known is TimelineEventType => known === typed);
  return type && startTime !== undefined && endTime !== undefined ? { type, startTime, endTime } : undefined;
});

const factsAtom = atom((get): PlanFacts | undefined => {
  const now = get(missionMinuteAtom);
  const changed = get(changedEventAtom)?.id;
  if (now === undefined) return undefined;
  return {
    now,
    others: (get(sliceAtoms.timeline) ?? []).filter(
      ({ id, status }) => id !== changed && (status === 'Scheduled' || status === 'In Progress'),
    ),
    contacts: get(orbitaContactsAtom),
    plannedUntil: get(sliceAtoms.contacts)?.to,
    told: get(planOutlookAtom),
    mode: get(modeAtom),
    capacityMb: get(capacityAtom),
  };
});

interface PlanCheckProps {
  readonly className?: string | undefined;
  /** Receives the times of the next slot, as typed. */
  readonly onSlot: (times: Pick<Draft, 'startTime' | 'endTime'>) => void;
}

/** Says what the event in the form lacks, and offers the next slot in which it lacks nothing. It forbids nothing. */
export function PlanCheck({ className, onSlot }: PlanCheckProps) {
  const planned = useAtomValue(plannedAtom);
  const facts = useAtomValue(factsAtom);
  const { lacks, slot } = useMemo(() => {
    if (!planned || !facts) return { lacks: [], slot: undefined };
    const found = lacksOf(planned, facts);
    return { lacks: found, slot: found.length > 0 ? nextSlot(planned, facts) : undefined };
  }, [planned, facts]);
  if (!planned || !facts) return null;
  const isSilent = isUnpredicted(planned, facts);
  const move = () => {
    if (slot === undefined) return;
    const endTime = addMs(slot, planned.endTime - planned.startTime);
    onSlot({ startTime: typedTime(slot), endTime: typedTime(endTime) });
  };
  return (
    <div className={`${className ?? ''} ${styles.check}`}>
      <div id={PLAN_CHECK} role="status" aria-label="Plan check">
        {lacks.map((text) => (
          <p key={text}>
            <StatusLabel level="caution" word={withUnitsJoined(text)} />
          </p>
        ))}
        {lacks.length === 0 && (
          <p>
            <StatusLabel
              level="normal"
              word={isSilent ? 'It fits the plan.' : 'It fits the plan and the prediction.'}
            />
          </p>
        )}
        {isSilent && (
          <p className={styles.count}>
            {facts.told
              ? 'Charge and recorder are not predicted that far ahead.'
              : 'Nothing is predicted now, so charge and recorder are not checked.'}
          </p>
        )}
        {planned.type === 'Communication' && isUnplanned(planned, facts) && (
          <p className={styles.count}>Passes are not planned that far ahead.</p>
        )}
      </div>
      {slot !== undefined && (
        <Button onClick={move}>
          Next feasible slot: {formatInstant(slot, formatUtcDate(facts.now))} UTC
        </Button>
      )}
    </div>
  );
}
