import { atom } from 'jotai';
import { PERFORMANCE_PERIOD_MS } from '../../shared/limits.ts';
import { isLinkLostAtom, missionSecondAtom, performanceAtom } from '../mission/atoms.ts';

/** Figures that missed two refreshes in a row are stale. */
const PERFORMANCE_STALE_MS = 2.5 * PERFORMANCE_PERIOD_MS;

/** True when the figures no longer tell how the mission is doing: too old, or the worker is away. */
export const isPerformanceStaleAtom = atom((get) => {
  if (get(isLinkLostAtom)) return true;
  const report = get(performanceAtom);
  const now = get(missionSecondAtom);
  return report !== undefined && now !== undefined && now - report.time > PERFORMANCE_STALE_MS;
});
