import { useAtomValue } from 'jotai';
import { SatelliteDish } from 'lucide-react';
import { useCallback, useRef } from 'react';
import { EmptyState } from '../../kit/card/EmptyState.tsx';
import { FILLS_SCREEN, useMediaQuery } from '../../kit/page/use-media-query.ts';
import { StatusLabel } from '../../kit/status/StatusIcon.tsx';
import { LoadingState } from '../../mission/link/LoadingState.tsx';
import { maySteerAtom } from '../../mission/link/read-only.ts';
import styles from './command-queue.module.css';
import card from './command-uplink.module.css';
import { EffectOnDemand } from './EffectOnDemand.tsx';
import { QueueList } from './QueueList.tsx';
import { CONSIDERED_EFFECT, commandQueueAtom, consideredAtom, overdueCountAtom } from './queue-atoms.ts';
import type { RowPlace } from './row-focus.ts';
import { UndoStrip } from './UndoStrip.tsx';

interface CommandQueueProps {
  /** Place to focus as soon as it is rendered. */
  readonly wanted: RowPlace | undefined;
  readonly setWanted: (wanted: RowPlace | undefined) => void;
}

/** All commands: pending ones on top, past ones below. */
export function CommandQueue({ wanted, setWanted }: CommandQueueProps) {
  const queue = useAtomValue(commandQueueAtom);
  const isDesk = useMediaQuery(FILLS_SCREEN);
  const maySteer = useAtomValue(maySteerAtom);
  const headingRef = useRef<HTMLHeadingElement>(null);

  const focusHeading = useCallback(() => headingRef.current?.focus(), []);
  const onRestored = useCallback((id: string) => setWanted({ id, action: 'cancelCommand' }), [setWanted]);

  return (
    <div className={styles.queue}>
      <header className={styles.queueHeader}>
        <h3 ref={headingRef} className={card.heading} tabIndex={-1}>
          Queue
        </h3>
        <QueueCounts />
        {maySteer && <UndoStrip onRestored={onRestored} onFocusLost={focusHeading} />}
      </header>
      {!queue && <LoadingState headline="Loading commands..." />}
      {queue && queue.pending.length + queue.past.length === 0 && (
        <EmptyState
          headline="No commands in the queue"
          detail={`${maySteer ? 'New Command opens the form. ' : ''}Commands are sent only when executed.`}
          icon={SatelliteDish}
        />
      )}
      {queue && queue.pending.length + queue.past.length > 0 && (
        <QueueList key={String(isDesk)} isInPage={!isDesk} {...{ queue, headingRef, wanted, setWanted }} />
      )}
      {isDesk && <ConsideredEffect />}
    </div>
  );
}

/** Effect of the pending command that the operator is about to execute or to arm, below the rows: none of them moves. */
function ConsideredEffect() {
  const considered = useAtomValue(consideredAtom);
  const command = useAtomValue(commandQueueAtom)?.pending.find(({ id }) => id === considered?.id);
  if (!command || !considered) return null;
  const { id, name, scheduledTime } = command;
  return (
    <div className={styles.considered}>
      <EffectOnDemand
        key={id}
        id={CONSIDERED_EFFECT}
        queued={id}
        name={name}
        time={considered.time === 'scheduled' ? scheduledTime : undefined}
        hasCharts
      />
    </div>
  );
}

function QueueCounts() {
  const queue = useAtomValue(commandQueueAtom);
  const pendingCount = queue?.pending.length ?? 0;
  const overdueCount = useAtomValue(overdueCountAtom);
  return (
    <p className={styles.counts}>
      {pendingCount === 0 && queue !== undefined && queue.past.length > 0 && <span>none pending</span>}
      {pendingCount > 0 && <span>{pendingCount} pending</span>}
      {overdueCount > 0 && <StatusLabel level="caution" word={`${overdueCount} overdue`} />}
    </p>
  );
}
