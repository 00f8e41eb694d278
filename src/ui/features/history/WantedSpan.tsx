import { useAtom, useAtomValue, useSetAtom } from 'jotai';
import { useEffect } from 'react';
import { wantedSpanAtom } from '../../mission/time/comparison.ts';
import { boundsAtom, changeViewAtom } from './atoms.ts';
import { zoomTo } from './chart-view.ts';

/** Opens the charts on the span requested by *Show both curves*, once there are samples. */
export function WantedSpan() {
  const [wanted, setWanted] = useAtom(wantedSpanAtom);
  const hasBounds = useAtomValue(boundsAtom) !== undefined;
  const change = useSetAtom(changeViewAtom);
  useEffect(() => {
    if (!wanted || !hasBounds) return;
    change((view, bounds) => zoomTo(view, wanted, bounds));
    setWanted(undefined);
  }, [wanted, hasBounds, change, setWanted]);
  return null;
}
