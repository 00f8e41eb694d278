import { atom } from 'jotai';
import type { Anomaly } from '../../shared/entities.ts';
import { spacecraftAtom } from '../mission/atoms.ts';

/** Whether an anomaly's fault no longer acts, so that its command has nothing to mend; `false` while that is not known. */
export const hasFaultEndedAtom = ({ id, timestamp }: Pick<Anomaly, 'id' | 'timestamp'>) =>
  atom((get): boolean => {
    const view = get(spacecraftAtom);
    // A view from before the anomaly knows nothing of its fault yet.
    if (!view || view.time <= timestamp) return false;
    return view.faults.every(({ anomalyId }) => anomalyId !== id);
  });
