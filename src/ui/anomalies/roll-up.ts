import { atom } from 'jotai';
import { anomaliesAtom } from '../mission/atoms.ts';
import { isTelemetryStaleAtom } from '../mission/staleness.ts';
import type { StatusLevel } from '../status/levels.ts';
import { highestSeverity, isActive, SEVERITY_STATUS } from './severity.ts';

/** What the Active anomalies come down to, as its word; `undefined` before there is a list. */
export type RollUpWord = 'Critical' | 'High' | 'Medium' | 'Low' | 'Nominal' | 'Unknown' | undefined;

export const activeCountAtom = atom((get) => get(anomaliesAtom)?.filter(isActive).length ?? 0);

/**
 * The most urgent Active anomaly's severity. Without a link or fresh telemetry nothing is
 * known, so it is never nominal then.
 */
export const rollUpAtom = atom((get): RollUpWord => {
  if (get(isTelemetryStaleAtom)) return 'Unknown';
  const anomalies = get(anomaliesAtom);
  return anomalies && (highestSeverity(anomalies.filter(isActive)) ?? 'Nominal');
});

export const ROLL_UP_STATUS: Readonly<Record<NonNullable<RollUpWord>, StatusLevel>> = {
  ...SEVERITY_STATUS,
  Nominal: 'normal',
  Unknown: 'off',
};
