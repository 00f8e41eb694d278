import { atom } from 'jotai';
import type { TimeRange } from '../../../shared/kit/units.ts';
import { type EpochMs, epochMs } from '../../../shared/kit/units.ts';
import { boundsAtom, changeViewAtom, isRecentAtom, spanAtom } from '../history/atoms.ts';
import { zoomTo } from '../history/chart-view.ts';

/** Span of the charts; `undefined` for the newest samples, as initially. */
export const chartsRangeAtom = atom((get): TimeRange | undefined =>
  get(isRecentAtom) ? undefined : get(spanAtom),
);

/** Shows a span in the charts, as far as the session covers it. */
export const showRangeAtom = atom(null, (get, set, [one, other]: readonly [EpochMs, EpochMs]) => {
  const bounds = get(boundsAtom);
  if (!bounds) return;
  const from = epochMs(Math.max(Math.min(one, other), bounds.start));
  const to = epochMs(Math.min(Math.max(one, other), bounds.end));
  if (from < to) set(changeViewAtom, (view) => zoomTo(view, { from, to }, bounds));
});
