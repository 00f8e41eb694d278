import { useAtomValue } from 'jotai';
import { useMemo } from 'react';
import { EVENT_EFFECTS } from '../../../shared/entities/event-effects.ts';
import { addMs } from '../../../shared/kit/units.ts';
import { utcFieldText } from '../../../shared/kit/utc-text.ts';
import { isUnplanned, isUnpredicted, nextSlot } from '../../../shared/plan/plan-rules.ts';
import { Button } from '../../kit/controls/Button.tsx';
import { formatInstant, formatUtcDate, withUnitsJoined } from '../../kit/format.ts';
import { StatusLabel } from '../../kit/status/StatusIcon.tsx';
import type { Draft } from './event-draft.ts';
import { lackText } from './lack-text.ts';
import { lacksAtom, planFactsAtom, plannedAtom } from './plan-outlook.ts';
import styles from './timeline.module.css';

/** Id of the check, for what it describes: there is one form. */
export const PLAN_CHECK = 'plan-check';

interface PlanCheckProps {
  readonly className?: string | undefined;
  /** Receives the times of the next slot, as typed. */
  readonly onSlot: (times: Pick<Draft, 'startTime' | 'endTime'>) => void;
}

/** Says what the event in the form lacks, and offers the next slot in which it lacks nothing. It forbids nothing. */
export function PlanCheck({ className, onSlot }: PlanCheckProps) {
  const planned = useAtomValue(plannedAtom);
  const facts = useAtomValue(planFactsAtom);
  const lacks = useAtomValue(lacksAtom);
  const slot = useMemo(
    () => (planned && facts && lacks.length > 0 ? nextSlot(planned, facts) : undefined),
    [planned, facts, lacks],
  );
  if (!planned || !facts) return null;
  const isSilent = isUnpredicted(planned, facts);
  const move = () => {
    if (slot === undefined) return;
    const endTime = addMs(slot, planned.endTime - planned.startTime);
    onSlot({ startTime: utcFieldText(slot), endTime: utcFieldText(endTime) });
  };
  return (
    <div className={`${className ?? ''} ${styles.check}`}>
      <div id={PLAN_CHECK} role="status" aria-label="Plan check">
        {lacks.map(lackText).map((text) => (
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
        {EVENT_EFFECTS[planned.type].isDownlink && isUnplanned(planned, facts) && (
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
