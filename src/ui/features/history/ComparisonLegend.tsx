import { useAtomValue, useSetAtom } from 'jotai';
import { X } from 'lucide-react';
import { addMs, type EpochMs, MS_PER_MIN } from '../../../shared/kit/units.ts';
import { pressOnce } from '../../kit/controls/press-once.ts';
import { ToolButton } from '../../kit/controls/ToolButton.tsx';
import { formatUtcTimeFrom } from '../../kit/format.ts';
import { chartedChannel } from '../../mission/link/model-channels.ts';
import { BranchMark } from '../../mission/time/BranchMark.tsx';
import { lookOf } from '../../mission/time/branch-look.ts';
import {
  compareAtom,
  comparedIdAtom,
  comparedNameAtom,
  shownIdAtom,
  shownNameAtom,
} from '../../mission/time/comparison.ts';
import { changeViewAtom, type FirstDifference, firstDifferenceAtom } from './atoms.ts';
import { zoomTo } from './chart-view.ts';
import styles from './history.module.css';

/** Half of the span shown around a difference. */
const AROUND_MS = 5 * MS_PER_MIN;

/** Tells which curve belongs to which branch, and where they diverge. */
export function ComparisonLegend({ now }: { readonly now: EpochMs }) {
  const [shownId = '', shown = ''] = [useAtomValue(shownIdAtom), useAtomValue(shownNameAtom)];
  const [otherId = '', other = ''] = [useAtomValue(comparedIdAtom), useAtomValue(comparedNameAtom)];
  const difference = useAtomValue(firstDifferenceAtom);
  const compare = useSetAtom(compareAtom);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset groups a form's fields.
    <div className={styles.legend} role="group" aria-label="Comparison">
      <span className={styles.curve}>
        <BranchMark id={shownId} name={shown} />
        Branch <bdi>{shown}</bdi>
        <span className="visually-hidden">, shown: {lookOf(shownId).word} line</span>
      </span>
      <span className={styles.curve}>
        <BranchMark id={otherId} name={other} />
        Branch <bdi>{other}</bdi>
        <span className="visually-hidden">: {lookOf(otherId).word} line</span>
      </span>
      {difference ? (
        <DifferenceButton difference={difference} now={now} />
      ) : (
        <span>no difference so far</span>
      )}
      <ToolButton isIcon aria-label="End comparison" {...pressOnce(() => compare(undefined))}>
        <X aria-hidden="true" />
      </ToolButton>
    </div>
  );
}

interface DifferenceButtonProps {
  readonly difference: FirstDifference;
  readonly now: EpochMs;
}

/** Shows the first difference. */
function DifferenceButton({ difference: { time, channel }, now }: DifferenceButtonProps) {
  const change = useSetAtom(changeViewAtom);
  const around = { from: addMs(time, -AROUND_MS), to: addMs(time, AROUND_MS) };
  return (
    <button
      type="button"
      className={styles.difference}
      title={`Show it: ${chartedChannel(channel).title}`}
      {...pressOnce(() => change((view, bounds) => zoomTo(view, around, bounds)))}
    >
      first difference {formatUtcTimeFrom(time, now)}
    </button>
  );
}
