import { useStore } from 'jotai';
import { addMs, MS_PER_H, MS_PER_MIN } from '../../../shared/kit/units.ts';
import { Button } from '../../kit/controls/Button.tsx';
import { toFieldTime } from '../../kit/format.ts';
import { missionSecondAtom } from '../../mission/link/atoms.ts';
import styles from './command-form.module.css';

const QUICK_TIMES = [
  { label: '+5 min', ms: 5 * MS_PER_MIN },
  { label: '+1 h', ms: MS_PER_H },
] as const;

/** Sets a time relative to the mission time at the press. */
export function QuickTimes({ onPick }: { readonly onPick: (fieldTime: string) => void }) {
  const store = useStore();
  function pick(ms: number) {
    const now = store.get(missionSecondAtom);
    if (now !== undefined) onPick(toFieldTime(addMs(now, ms)));
  }
  return (
    <fieldset className={styles.quickTimes} aria-label="Scheduled Time from now">
      {QUICK_TIMES.map(({ label, ms }) => (
        <Button key={label} onClick={() => pick(ms)}>
          {label}
        </Button>
      ))}
    </fieldset>
  );
}
