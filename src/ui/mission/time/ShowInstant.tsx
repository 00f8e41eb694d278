import { atom, useAtomValue } from 'jotai';
import { History } from 'lucide-react';
import type { EpochMs } from '../../../shared/kit/units.ts';
import { pressOnce } from '../../kit/controls/press-once.ts';
import { formatUtcTime } from '../../kit/format.ts';
import { sliceAtoms } from '../link/atoms.ts';
import styles from './show-instant.module.css';
import { useTransport } from './use-transport.ts';

const firstInstantAtom = atom((get) => get(sliceAtoms.transport)?.startTime);

interface ShowInstantProps {
  readonly time: EpochMs;
  /** Id of the element that describes what happened then. */
  readonly describedBy?: string | undefined;
}

/** Button that shows the whole page at an instant; absent before the first available instant. */
export function ShowInstant({ time, describedBy }: ShowInstantProps) {
  const transport = useTransport();
  const first = useAtomValue(firstInstantAtom);
  if (first === undefined || time < first) return null;
  return (
    <button
      type="button"
      className={styles.show}
      aria-label="Show this instant"
      aria-describedby={describedBy}
      title={`Show this instant: ${formatUtcTime(time)} UTC`}
      {...pressOnce(() => void transport.seek(time))}
    >
      <History aria-hidden="true" />
    </button>
  );
}
