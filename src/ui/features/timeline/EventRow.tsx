import { useAtomValue, useSetAtom } from 'jotai';
import { memo, useId, useMemo } from 'react';
import type { TimelineEvent } from '../../../shared/entities/entities.ts';
import { formatDuration } from '../../../shared/kit/quantity-text.ts';
import { formatPeriod } from '../../kit/format.ts';
import { StatusLabel } from '../../kit/status/StatusIcon.tsx';
import { missionDateAtom } from '../../mission/link/atoms.ts';
import { maySteerAtom } from '../../mission/link/read-only.ts';
import { ShowInstant } from '../../mission/time/ShowInstant.tsx';
import { EventActions } from './EventActions.tsx';
import styles from './event.module.css';
import { EVENT_LEVELS, PRIORITY_ICONS, TYPE_ICONS } from './event-looks.ts';
import { eventText } from './period-text.ts';
import { endsBeforeStart } from './phase.ts';
import { isPointedAtom, phaseAtom, pointedEventAtom, selectedEventAtom } from './timeline-atoms.ts';
import typeColors from './type-colors.module.css';

/** An event as a line; its left border shows whether it is current, coming or past (spec §4). */
export const EventRow = memo(function EventRow({ event }: { readonly event: TimelineEvent }) {
  const { id, title, type, status, priority, startTime, endTime } = event;
  const text = eventText(event);
  const phase = useAtomValue(useMemo(() => phaseAtom({ startTime, endTime }), [startTime, endTime]));
  const isPointed = useAtomValue(useMemo(() => isPointedAtom(id), [id]));
  const point = useSetAtom(pointedEventAtom);
  const select = useSetAtom(selectedEventAtom);
  const titleId = useId();
  const maySteer = useAtomValue(maySteerAtom);
  const TypeIcon = TYPE_ICONS[type];
  const PriorityIcon = PRIORITY_ICONS[priority];
  return (
    <article
      className={styles.event}
      tabIndex={-1} // focusable when selected, or when its button has been removed
      aria-labelledby={titleId}
      data-phase={phase}
      data-state={status}
      data-pointed={isPointed}
      onPointerEnter={() => point(id)}
      onPointerLeave={() => point(undefined)}
      onFocus={() => select(id)}
      onBlur={() => select(undefined)}
    >
      <h3 id={titleId} className={styles.title} dir="auto">
        {title}
      </h3>
      <p className={styles.status}>
        <StatusLabel level={EVENT_LEVELS[status]} word={status} />
        {phase && <span className="visually-hidden">{phase}</span>}
      </p>
      <Times startTime={startTime} endTime={endTime} isDue={status === 'In Progress' && phase === 'past'} />
      <p className={`${styles.type} ${typeColors.type}`} data-type={type}>
        <TypeIcon aria-hidden />
        {type}
      </p>
      <p className={styles.priority} data-priority={priority}>
        <PriorityIcon aria-hidden />
        {priority}
        <span className={styles.caption}> priority</span>
      </p>
      {text !== '' && (
        <p className={styles.description} dir="auto">
          {text}
        </p>
      )}
      {phase !== undefined && phase !== 'ahead' && (
        <span className={styles.instant}>
          <ShowInstant time={startTime} describedBy={titleId} />
        </span>
      )}
      {maySteer && <EventActions event={event} describedBy={titleId} />}
    </article>
  );
});

interface TimesProps extends Pick<TimelineEvent, 'startTime' | 'endTime'> {
  /** True if it should have been completed by now. */
  readonly isDue: boolean;
}

function Times({ startTime, endTime, isDue }: TimesProps) {
  const today = useAtomValue(missionDateAtom);
  const { start, end } = formatPeriod({ from: startTime, to: endTime }, today);
  const contrary = endsBeforeStart({ startTime, endTime }) ? 'Ends before it starts' : isDue && 'End due';
  return (
    <>
      <p className={styles.period}>
        <time dateTime={new Date(startTime).toISOString()}>{start}</time>
        {' – '}
        <time dateTime={new Date(endTime).toISOString()}>{end}</time>
        <span className={styles.caption}> UTC</span>
      </p>
      <p className={styles.duration}>
        {contrary ? (
          <span className={styles.contrary}>{contrary}</span>
        ) : (
          formatDuration(endTime - startTime, 4)
        )}
      </p>
    </>
  );
}
