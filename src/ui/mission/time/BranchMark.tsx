import type { BranchView } from '../../../shared/contract/transport.ts';
import { lookOf } from './branch-look.ts';
import styles from './branch-mark.module.css';

const WIDTH = 2;

/** Line of a branch, as in the track and the charts, and its letter if the name beside it differs. */
export function BranchMark({ id, name }: Pick<BranchView, 'id' | 'name'>) {
  const { hue, dash } = lookOf(id);
  return (
    <span className={styles.mark} data-hue={hue} aria-hidden="true">
      <svg aria-hidden="true" viewBox="0 0 24 4" width="24" height="4">
        <path
          d="M0 2H24"
          strokeWidth={WIDTH}
          strokeDasharray={dash.map((widths) => widths * WIDTH).join(' ')}
        />
      </svg>
      {name !== id && id}
    </span>
  );
}
