import { useAtomValue, useSetAtom } from 'jotai';
import { memo, type ReactNode, useId, useMemo } from 'react';
import type { TimelineEvent } from '../../shared/entities.ts';
import { formatDuration } from '../../shared/quantity-text.ts';
import type { EpochMs } from '../../shared/units.ts';
import { StatusLabel } from '../kit/status/StatusIcon.tsx';
import { ShowInstant } from '../time/ShowInstant.tsx';
import { EventActions } from './EventActions.tsx';
import styles from './event.module.css';
import { EVENT_LEVELS, PRIORITY_ICONS, TYPE_ICONS } from './event-looks.ts';
import { endsBeforeStart } from './phase.ts';
import { formatPeriod } from './texts.ts';
import { isPointedAtom, phaseAtom, pointedEventAtom, todayAtom } from './timeline-atoms.ts';
import typeColors from './type-colors.module.css';

/** An event as a card; its left border shows whether it is current, coming or past (spec §4). */
export const EventRow = memo(function EventRow({ event }: { readonly event: TimelineEvent }) {
  const { id, title, description, type, status, priority, startTime, endTime } = event;
  const phase = useAtomValue(useMemo(() => phaseAtom({ startTime, endTime }), [startTime, endTime]));
  const isPointed = useAtomValue(useMemo(() => isPointedAtom(id), [id]));
  const point = useSetAtom(pointedEventAtom);
  const titleId = useId();
  const TypeIcon = TYPE_ICONS[type];
  const PriorityIcon = PRIORITY_ICONS[priority];
  return (
    <article
      className={styles.event}
      tabIndex={-1} // takes the focus of a removed button
      aria-labelledby={titleId}
      data-phase={phase}
      data-state={status}
      data-pointed={isPointed}
      onPointerEnter={() => point(id)}
      onPointerLeave={() => point(undefined)}
      onFocus={() => point(id)}
      onBlur={() => point(undefined)}
    >
      <div className={styles.text}>
        <h3 id={titleId} className={styles.title} dir="auto">
          {title}
        </h3>
        <p className={styles.facts}>
          <Times startTime={startTime} endTime={endTime}>
            {phase !== undefined && phase !== 'ahead' && (
              <ShowInstant time={startTime} name="Show me" describedBy={titleId} />
            )}
          </Times>
          <StatusLabel level={EVENT_LEVELS[status]} word={status} />
          <span className={`${styles.fact} ${typeColors.type}`} data-type={type}>
            <TypeIcon aria-hidden />
            {type}
          </span>
          <span className={styles.fact} data-priority={priority}>
            <PriorityIcon aria-hidden />
            {priority} priority
          </span>
          {phase && <span className="visually-hidden">{phase}</span>}
        </p>
        {description !== '' && (
          <p className={styles.description} dir="auto">
            {description}
          </p>
        )}
      </div>
      <EventActions event={event} describedBy={titleId} />
    </article>
  );
});

interface TimesProps {
  readonly startTime: EpochMs;
  readonly endTime: EpochMs;
  /** Behind the times. */
  readonly children: ReactNode;
}

function Times({ startTime, endTime, children }: TimesProps) {
  const today = useAtomValue(todayAtom);
  const { start, end } = formatPeriod({ startTime, endTime }, today);
  return (
    <span className={styles.times}>
      <span className={styles.period}>
        <time dateTime={new Date(startTime).toISOString()}>{start}</time>
        {' – '}
        <time dateTime={new Date(endTime).toISOString()}>{end}</time>
        {' UTC'}
      </span>
      {endsBeforeStart({ startTime, endTime }) ? (
        <span className={styles.contrary}>Ends before it starts</span>
      ) : (
        <span>{formatDuration(endTime - startTime, 4)}</span>
      )}
      {children}
    </span>
  );
}
