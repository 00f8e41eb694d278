import { atom } from 'jotai';
import { anomaliesAtom, spacecraftAtom } from '../mission/atoms.ts';
import { isTelemetryStaleAtom } from '../mission/staleness.ts';
import type { StatusLevel } from '../status/levels.ts';
import { isClosedOnFault, isOpen } from './fault-state.ts';
import { highestSeverity, isActive, SEVERITY_STATUS } from './severity.ts';

/** What the anomalies that are not over come down to, as its word; `undefined` before there is a list. */
export type RollUpWord = 'Critical' | 'High' | 'Medium' | 'Low' | 'Nominal' | 'Unknown' | undefined;

export const activeCountAtom = atom((get) => get(anomaliesAtom)?.filter(isActive).length ?? 0);

/** How many are Active, or Acknowledged and not recovered: what the tab's badge counts. */
export const openCountAtom = atom(
  (get) => get(anomaliesAtom)?.filter((anomaly) => isOpen(anomaly, get(spacecraftAtom))).length ?? 0,
);

const closedOnFaultCountAtom = atom(
  (get) => get(anomaliesAtom)?.filter((anomaly) => isClosedOnFault(anomaly, get(spacecraftAtom))).length ?? 0,
);

/** The counts in words, each with what it counts: `1 active, 2 acknowledged`. */
export const openCountsTextAtom = atom((get): string => {
  const active = get(activeCountAtom);
  const acknowledged = get(openCountAtom) - active;
  const closed = get(closedOnFaultCountAtom);
  const counts = [
    active > 0 && `${active} active`,
    acknowledged > 0 && `${acknowledged} acknowledged`,
    closed > 0 && `${closed} resolved with its fault acting`,
  ].filter(Boolean);
  return counts.length > 0 ? counts.join(', ') : 'None active';
});

/**
 * The most urgent severity of what is open and of what was closed while its fault acts. Without a link or fresh telemetry
 * nothing is known, so it is never nominal then.
 */
export const rollUpAtom = atom((get): RollUpWord => {
  if (get(isTelemetryStaleAtom)) return 'Unknown';
  const anomalies = get(anomaliesAtom);
  const view = get(spacecraftAtom);
  const standing = anomalies?.filter((anomaly) => isOpen(anomaly, view) || isClosedOnFault(anomaly, view));
  return standing && (highestSeverity(standing) ?? 'Nominal');
});

export const ROLL_UP_STATUS: Readonly<Record<NonNullable<RollUpWord>, StatusLevel>> = {
  ...SEVERITY_STATUS,
  Nominal: 'normal',
  Unknown: 'off',
};
