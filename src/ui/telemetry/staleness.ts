import { atom } from 'jotai';
import { TELEMETRY_PERIOD_MS } from '../../shared/limits.ts';
import { isLinkLostAtom, missionSecondAtom, telemetryAtom } from '../mission/atoms.ts';

/** Telemetry that missed two samples in a row is stale. */
export const TELEMETRY_STALE_MS = 2.5 * TELEMETRY_PERIOD_MS;

/** True when the newest sample no longer tells how the spacecraft is: too old, or the worker is away. */
export const isTelemetryStaleAtom = atom((get) => {
  if (get(isLinkLostAtom)) return true;
  const newest = get(telemetryAtom)?.at(-1);
  const now = get(missionSecondAtom);
  return newest !== undefined && now !== undefined && now - newest.timestamp > TELEMETRY_STALE_MS;
});
